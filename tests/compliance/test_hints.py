"""Every hint that the code or a rule reads is documented, and nothing else is."""

import re
from pathlib import Path

from tests.compliance.peer import corpora

import mcptest.compliance
from mcptest.compliance.observe.hints import HINTS

ROOM = Path(mcptest.compliance.__file__).parent
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "hints.md"
READ = re.compile(
    r"""hints\.get\("(\w+)"|/hints/(\w+)|hints\.([a-z]+_[a-z_]+)\b|HINT = "(\w+)\""""
    r"""|asking_view\(\s*"[\w-]+",\s*"(\w+)\""""
)


def read_by_code():
    texts = (file.read_text("utf-8") for file in ROOM.rglob("*.py") if file.name != "hints.py")
    return {name for text in texts for match in READ.findall(text) for name in match if name}


def read_by_rules():
    for corpus in corpora().values():
        for rule in corpus:
            yield from (name.partition(".")[0] for name in rule.needs.fixture)
            yield from rule.proof.hints
            yield from re.findall(r"hints\.(\w+)", str(rule.observe.steps))


def test_every_hint_that_is_read_is_documented():
    named = {hint.name for hint in HINTS}
    assert read_by_code() <= named
    assert set(read_by_rules()) <= named


def test_every_documented_hint_is_read():
    assert {hint.name for hint in HINTS} <= read_by_code() | set(read_by_rules())


def test_the_page_has_a_row_for_every_hint():
    rows = PAGE.read_text("utf-8").splitlines()
    for hint in HINTS:
        assert any(row.startswith(f"| `{hint.name}` |") for row in rows), hint.name
