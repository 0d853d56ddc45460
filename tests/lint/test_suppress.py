import pytest

from mcptest.errors import ExitCode, FileProblemsError
from mcptest.lint.engine import lint_tools
from mcptest.lint.sample import taking
from mcptest.lint.suppress import Suppression, Suppressions, find_config, load_suppressions
from mcptest.model.tool import ToolDescriptor

LOOSE = taking(
    q={"type": "string", "description": "Some words."}, r={"type": "string", "description": "More."}
)


def load(tmp_path, text, name="mcptest.toml"):
    path = tmp_path / name
    path.write_text(text)
    return load_suppressions(path)


ONE = '{head}\nrule = "SCH-004"\nreason = "The gateway bounds it."\n'


@pytest.mark.parametrize(
    ("name", "head"),
    [
        ("pyproject.toml", "[[tool.mcptest.suppress]]"),
        ("mcptest.toml", "[[suppress]]"),
        ("mcptest.toml", "[[tool.mcptest.suppress]]"),
    ],
)
def test_suppressions_are_read_from_either_file(tmp_path, name, head):
    (entry,) = load(tmp_path, ONE.format(head=head), name)
    assert (entry.rule, entry.reason, entry.tool, str(entry.where)) == (
        "SCH-004", "The gateway bounds it.", "*", f"{tmp_path / name}:1:1",
    )  # fmt: skip


def test_a_file_without_them_has_none(tmp_path):
    assert load(tmp_path, "[tool.other]\nx = 1\n", "pyproject.toml") == []
    assert load(tmp_path, "[tool]\nmcptest = 3\n") == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[suppress]]\nrule = 'SCH-004'\n", 'needs a "reason"'),
        ("[[suppress]]\nrule = 'SCH-004'\nreason = ' '\n", 'needs a "reason"'),
        ("[[suppress]]\nreason = 'x'\n", 'needs a "rule"'),
        ("[[suppress]]\nrule = 'SCH-04'\nreason = 'x'\n", "no lint rule"),
        ("[[suppress]]\nrule = 'SCH'\nreason = 'x'\ntols = 'y'\n", 'unknown key "tols"'),
        ("suppress = 3\n", "must be a list"),
        ("suppress = [3]\n", 'needs a "rule"'),
        ("[[suppress]\n", "not TOML"),
    ],
)
def test_mistakes_are_told_with_their_place(tmp_path, text, message):
    with pytest.raises(FileProblemsError) as caught:
        load(tmp_path, text)
    assert caught.value.exit_code is ExitCode.USAGE
    assert message in caught.value.message


def test_every_mistake_is_told_at_once(tmp_path):
    with pytest.raises(FileProblemsError) as caught:
        load(tmp_path, "[[suppress]]\nwhat = 1\n\n[[suppress]]\nrule = 'XXX'\n")
    assert [problem.where.line for problem in caught.value.problems] == [1, 1, 1, 4, 4]


def test_an_unreadable_file_is_told(tmp_path):
    with pytest.raises(FileProblemsError) as caught:
        load_suppressions(tmp_path / "nowhere.toml")
    assert caught.value.code == "config-unreadable"


def test_the_nearest_file_with_our_table_is_found(tmp_path):
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (inner / "pyproject.toml").write_text("[tool.other]\n")
    (tmp_path / "pyproject.toml").write_text("[tool.mcptest]\n")
    assert find_config(inner) == tmp_path / "pyproject.toml"
    (tmp_path / "a" / "mcptest.toml").write_text("")
    assert find_config(inner) == tmp_path / "a" / "mcptest.toml"


def test_no_file_is_fine(tmp_path):
    assert find_config(tmp_path) is None


def applied(*entries):
    suppressions = Suppressions(entries)
    (report,) = lint_tools([ToolDescriptor.from_json(LOOSE)])
    return suppressions, [finding.pointer for finding in suppressions.apply(report).findings]


Q, R = "/inputSchema/properties/q", "/inputSchema/properties/r"


@pytest.mark.parametrize(
    ("entry", "left"),
    [
        (Suppression("SCH-004", "x"), []),
        (Suppression("SCH", "x"), []),
        (Suppression("DESC", "x"), [Q, R]),
        (Suppression("SCH-004", "x", tool="search_*"), []),
        (Suppression("SCH-004", "x", tool="other"), [Q, R]),
        (Suppression("SCH-004", "x", pointer=Q), [R]),
        (Suppression("SCH-004", "x", pointer="/inputSchema"), []),
        (Suppression("SCH-004", "x", pointer="/inputSchema/properties/"), [Q, R]),
    ],
)
def test_a_suppression_hides_what_it_names(entry, left):
    assert applied(entry)[1] == left


def test_what_hides_nothing_is_reported():
    suppressions, _ = applied(
        Suppression("SCH-004", "x"), Suppression("NAME-001", "x", tool="t", pointer="/name")
    )
    assert suppressions.notes() == [
        "2 suppressed findings, with reasons",
        "unused suppression: NAME-001 of t at /name",
    ]
