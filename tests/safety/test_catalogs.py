"""The tools of real servers, where their catalogs are at hand, against a judgement made by hand."""

import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ZOO = ROOT.parent / "shared" / "zoo"
LABELS = Path(__file__).with_name("zoo_labels.toml")
PAGE = ROOT / "docs" / "explanation" / "how-tools-are-classified.md"
# They change something small and declare readOnlyHint: true, which is believed.
DECLARED = {"connect", "disconnect", "export"}

pytestmark = pytest.mark.skipif(not ZOO.is_dir(), reason="no catalogs at hand")


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location(
        "classify_catalogs", ROOT / "scripts" / "classify_catalogs.py"
    )
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # a dataclass looks its module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def judged(script):
    return list(script.judge_catalogs(ZOO, LABELS))


def test_no_tool_that_is_dangerous_by_hand_is_called_again_and_again(judged):
    assert len(judged) > 800
    bold = {one.tool for one in judged if one.too_bold}
    assert bold == DECLARED
    assert all(one.found.source == "annotation" for one in judged if one.too_bold)


def test_most_tools_that_read_may_be_called_again_and_again(script, judged):
    reading = [one for one in judged if one.label == "reading"]
    repeated = [one for one in reading if one.column in script.CLASSES[:2]]
    never = [one for one in reading if one.column == script.CLASSES[4]]
    assert len(repeated) / len(reading) > 0.6
    assert len(never) / len(reading) < 0.05


def test_the_page_shows_the_table_as_it_is(script, judged):
    assert "\n".join(script.table(judged)) in PAGE.read_text(encoding="utf-8")
