"""Code for frequent findings: only for ids and SDKs that exist, and shown once in a run."""

from tests.sdk.test_marking import FASTMCP, PYTHON, case, run, server

from mcptest.cli.explanations import known_entries
from mcptest.model.outcome import Lane
from mcptest.report.formats.agent import render as agent
from mcptest.report.formats.html import REPORT as HTML
from mcptest.report.formats.text import render
from mcptest.report.plain import code_lines, finding_lines
from mcptest.sdk.explain import sdk_lines as explained
from mcptest.sdk.fixes import LANGUAGES, fix_for, fixes
from mcptest.sdk.marking import with_sdk


def test_every_fix_is_for_something_that_can_be_found():
    assert {*fixes()} <= known_entries()
    assert all({*codes} <= {*LANGUAGES} and codes for codes in fixes().values())


def test_code_stays_short_enough_to_be_read():
    for codes in fixes().values():
        for code in codes.values():
            lines = code.split("\n")
            assert len(lines) <= 25
            assert max(map(len, lines)) <= 125


def test_python_code_compiles():
    for name, codes in fixes().items():
        for language in {"fastmcp", "python", "python-1", "python-2"} & codes.keys():
            compile(codes[language], name, "exec")


def test_code_for_one_major_version_is_not_offered_to_another():
    other = PYTHON.__class__("python-1", "Python SDK 1", "python", "certain", "a sign")
    assert fix_for("TOOL-123", PYTHON) is not None
    assert fix_for("TOOL-123", other) is None
    assert fix_for("DESC-005", other) == fix_for("DESC-005", PYTHON)
    assert fix_for("NOBODY-1", PYTHON) is None


def test_only_the_first_finding_of_a_kind_has_the_code():
    given = run(case("DESC-005", lane=Lane.SCHEMA_LINT, times=2), case("DESC-005"))
    found = [one for each in with_sdk(given).cases for one in each.findings]
    assert [one.code is not None for one in found] == [True, False, False]
    assert found[0].code == fix_for("DESC-005", FASTMCP)


def test_a_lint_without_a_server_gets_the_code_of_the_only_one():
    given = run(case("DESC-005", of=None, lane=Lane.SCHEMA_LINT))
    assert with_sdk(given).cases[0].findings[0].code is not None
    two = (server(), server("other", sdk=None))
    given = run(case("DESC-005", of=None, lane=Lane.SCHEMA_LINT), servers=two)
    assert with_sdk(given).cases[0].findings[0].code is None


def test_a_short_form_leaves_out_imports_and_nothing_else():
    [marked] = with_sdk(run(case("DESC-005"))).cases[0].findings
    whole, short = code_lines(marked), code_lines(marked, short=True)
    assert any("from pydantic" in line for line in whole)
    assert not any("from pydantic" in line for line in short)
    assert short[-1] == whole[-1]
    assert {line for line in whole if line not in short} == {
        line for line in whole if not line.strip() or "import" in line
    }
    assert set(whole) <= set(finding_lines(marked))


def test_every_report_for_people_and_agents_shows_it():
    marked = with_sdk(run(case("DESC-005"), case("RPC-011")))
    note = marked.cases[1].findings[0].sdk
    for text in (render(marked, verbose=True), HTML.render(marked).replace("&#39;", "'")):
        assert "max_length" not in text
        assert "Words to look for, in any order." in text
        assert note in text


def test_an_audit_leaves_the_code_of_warnings_to_explain():
    text = render(with_sdk(run(case("DESC-005"))))
    assert "= run `mcptest explain DESC-005` for example code" in text
    assert "Words to look for, in any order." not in text


def test_an_agent_gets_it_too():
    from dataclasses import replace

    from mcptest.model.outcome import Status

    marked = with_sdk(run(case("DESC-005"), case("RPC-011")))
    failed = tuple(replace(one, status=Status.FAILED) for one in marked.cases)
    said = agent(replace(marked, cases=failed))
    assert "Words to look for, in any order." in said
    assert f"sdk: {marked.cases[1].findings[0].sdk}" in said


def test_explain_shows_every_language_and_sdk():
    said = "\n".join(explained("PAGE-003"))
    assert "FastMCP 4.0.11 ignores an unknown cursor by default" in said
    assert "Example for FastMCP:" in said
    assert "Example for the Python SDK 2:" in said
    assert list(explained("NOBODY-1")) == []
