"""Reports of saved runs, and comparing one run with another."""

import pytest
from tests.report.html.reading import Page
from tests.report.sample import nasty_run, result

from mcptest.cli.output.known_rules import infos_of
from mcptest.model.finding import Finding, Severity
from mcptest.model.outcome import Lane, Status

TEST = "tools:\n  - {{name: greets, tool: echo, args: {{text: {0}}}, expect: [{{target: text, matcher: {{exact: a}}}}]}}\n"


@pytest.fixture
def saved(cli, suite, tmp_path):
    """Two runs of one test: it held, then it did not."""
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    assert cli("run", suite(TEST.format("a")), "--report", f"json={good}").code == 0
    assert cli("run", suite(TEST.format("b")), "--report", f"json={bad}").code == 1
    return good, bad


def test_a_page_tells_what_changed_since_an_earlier_run(cli, saved):
    good, bad = saved
    said = cli("report", bad, "--compare", good, "--format", "html")
    assert said.code == 0
    assert "1 new failure greets failed" in " ".join(Page(said.out).text.split())


def test_a_run_can_be_compared_while_it_is_reported(cli, suite, saved, tmp_path):
    page = tmp_path / "page.html"
    said = cli("run", suite(TEST.format("b")), "--compare", saved[0], "--report", f"html={page}")
    assert said.code == 1
    assert "new failure" in page.read_text()


def test_a_comparison_that_no_report_shows_is_refused_before_anything_runs(cli, suite, saved):
    said = cli("run", suite(TEST.format("a")), "--compare", saved[0], "--format", "tap")
    assert (said.code, said.out) == (2, "")
    assert "error[compare-no-report]" in said.err


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (None, "report-unreadable"),
        ("{", "report-not-json"),
        ("[NaN]", "report-not-json"),
        ("[]", "report-not-a-run"),
        ('{"schema": "mcptest.run/v1"}', "report-broken-run"),
    ],
)
def test_an_earlier_run_that_cannot_be_used_is_told_before_anything_runs(
    cli, suite, tmp_path, text, code
):
    earlier = tmp_path / "earlier.json"
    if text is not None:
        earlier.write_text(text)
    said = cli("run", suite(TEST.format("a")), "--format", "html", "--compare", earlier)
    assert (said.code, said.out) == (2, "")
    assert f"error[{code}]" in said.err


def test_a_badge_can_be_made_of_a_saved_run(cli, saved):
    said = cli("report", saved[0], "--format", "badge")
    assert "<title>mcptest: 1 passing</title>" in said.out


@pytest.mark.parametrize(
    ("code", "lane"),
    [
        ("assertion", Lane.TOOLS),
        ("FAULT-SCHEMA-TYPE-MISMATCH", Lane.NEGATIVE_PATH),
        ("SCH-001", Lane.TOOL_QUALITY),
        ("PROTO-001", Lane.COMPLIANCE),
    ],
)
def test_whatever_was_found_is_explained(code, lane):
    found = Finding(code, Severity.ERROR, "m")
    infos = infos_of(nasty_run(cases=(result("x", Status.FAILED, findings=(found,), lane=lane),)))
    assert [info.id for info in infos] == [code]
    assert infos[0].title
    assert infos[0].fix


def test_what_nobody_knows_is_left_out():
    found = Finding("made-up", Severity.ERROR, "m")
    assert infos_of(nasty_run(cases=(result("x", findings=(found,)),))) == ()
