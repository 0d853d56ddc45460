"""The wire's reader on JSONTestSuite, where somebody put it: .real/JSONTestSuite/test_parsing."""

from pathlib import Path

import pytest

from mcptest.wire.codec import FrameError, decode
from mcptest.wire.limits import Limits

FOLDER = Path(__file__).parents[2] / ".real" / "JSONTestSuite" / "test_parsing"
# Grammatical, and refused all the same: two readers would disagree on what it says.
REPEATED = {"y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"}

pytestmark = pytest.mark.real


def outcome(path):
    try:
        decode(path.read_bytes(), Limits())
    except FrameError as error:
        return error.code
    return "taken"


@pytest.mark.skipif(not FOLDER.is_dir(), reason=f"there is no {FOLDER}")
def test_what_must_be_taken_is_and_what_must_be_refused_is():
    found = {path.name: outcome(path) for path in FOLDER.iterdir()}
    assert len(found) >= 318
    good = {name for name in found if name.startswith("y_")}
    assert {name for name in good if found[name] != "taken"} == REPEATED & good
    assert {found[name] for name in REPEATED & good} == {"frame-duplicate-key"}
    assert [name for name in found if name.startswith("n_") and found[name] == "taken"] == []
