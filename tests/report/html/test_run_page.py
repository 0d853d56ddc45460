"""The report of a run as a page: what it shows, what it never does, and how much it may take."""

import re
from dataclasses import replace

import pytest
from tests.report.html.reading import Page
from tests.report.sample import NASTY, graded, nasty_cases, nasty_finding, nasty_run, result

from mcptest.model.finding import Exchange, Finding, Severity
from mcptest.model.grade import Compliance, GateVerdict, Level, RuleVerdict, SectionScore
from mcptest.model.outcome import Lane, Said, Skip, SkipReason, Status
from mcptest.model.rule_info import RuleInfo
from mcptest.model.run import CallRecord, ServerFacts
from mcptest.report.formats.html import render
from mcptest.report.html import case_view, latency, overview
from mcptest.report.html.run_page import filter_groups

SPEC = "https://modelcontextprotocol.io/specification/x"
RULE = RuleInfo(
    "assertion", "An expectation does not hold", "error", "So it was asked.", "Fix it.", SPEC
)
PLAIN = {"servers": (), "compliance": None, "calls": (), "notes": (), "exit_code": 0}


def page(**more):
    return Page(render(nasty_run(**more)))


def texts(given):
    return " ".join(given.text.split())


def test_hostile_text_is_text_wherever_it_stands():
    run = nasty_run(rules=(RULE,), earlier=nasty_run(cases=nasty_cases()[:2], started=NASTY))
    text = render(run)
    shown = Page(text)
    assert shown.open == shown.unbalanced == []
    assert len(shown.named("script")) == 1
    assert not shown.named("img")
    assert not any(key.startswith("on") or key == "style" for key, _ in shown.attributes())
    assert shown.text.count("<script>alert(1)</script>") > 10
    assert "\x1b" not in text
    assert "`" not in re.sub(r"<(script|style)>.*?</\1>", "", text, flags=re.DOTALL)


def test_no_address_leads_out_but_those_of_our_rules():
    shown = Page(render(nasty_run(rules=(RULE,))))
    outside = [a for a in shown.named("a") if not a["href"].startswith("#")]
    assert {a["href"] for a in outside} == {SPEC}
    assert all("noopener" in a["rel"] and "noreferrer" in a["rel"] for a in outside)


def test_an_address_that_only_the_run_names_is_shown_and_leads_nowhere():
    shown = page()
    assert "See https://example.org/spec" in texts(shown)
    assert all(a["href"].startswith("#") for a in shown.named("a"))


def test_every_link_within_leads_to_something():
    skipped = result("b", Status.SKIPPED, skip=Skip(SkipReason.CANNOT_TELL, "?"))
    earlier = nasty_run(cases=(result("gone"),))
    shown = page(cases=(*nasty_cases(), skipped), earlier=earlier, rules=(RULE,))
    ids = [value for key, value in shown.attributes() if key == "id"]
    assert len(ids) == len(set(ids))
    wanted = {a["href"][1:] for a in shown.named("a") if a["href"].startswith("#")}
    wanted |= {a["href"][1:] for a in shown.named("use")}
    wanted |= {
        v
        for k, v in shown.attributes()
        if k in {"aria-labelledby", "data-filter-for", "data-fold-in"}
    }
    assert wanted <= set(ids)


def test_two_cases_of_one_id_have_two_anchors():
    same = result("same")
    ids = [value for key, value in page(cases=(same, same, same)).attributes() if key == "id"]
    assert len(ids) == len(set(ids))


def test_it_reads_without_script():
    shown = page()
    assert len(shown.named("details")) >= len(nasty_cases())
    assert all("hidden" not in given for given in shown.named("details"))
    assert all("hidden" in given for given in shown.named("form"))
    assert all("hidden" in given or "data-reset" in given for given in shown.named("button"))


def test_landmarks_headings_and_language_are_there():
    shown = page()
    assert shown.named("html")[0]["lang"] == "en"
    for name in ("header", "nav", "main", "footer", "h1"):
        assert len([1 for each, _ in shown.elements if each == name]) >= 1, name
    assert len(shown.named("h1")) == 1
    assert all("aria-labelledby" in given for given in shown.named("section"))
    pictures = [g for g in shown.named("svg") if g.get("role") == "img"]
    assert pictures
    assert len(Page(render(nasty_run())).named("title")) > len(pictures)


def test_each_finding_shows_request_reply_expected_actual_fix_and_reason():
    finding = Finding(
        "assertion",
        Severity.ERROR,
        "not so",
        expected={"exact": 1},
        actual=2,
        help="do this",
        pointer="/a",
        exchange=Exchange({"method": "ping"}, {"result": {}}),
    )
    run = nasty_run(
        cases=(result("x", Status.FAILED, findings=(finding,)),), rules=(RULE,), notes=()
    )
    said = texts(Page(render(run)))
    for part in (
        "not so",
        "Expected",
        '"exact": 1',
        "Actual 2",
        "do this Fix it.",
        "at /a",
        '"method": "ping"',
        '"result": {}',
        "So it was asked.",
        "Specification",
    ):
        assert part in said, part


def test_help_of_several_lines_is_set_as_it_was_written():
    listed = "tools:\n  - name: again"
    finding = Finding("assertion", Severity.ERROR, "m", help=listed)
    shown = page(cases=(result("x", Status.FAILED, findings=(finding,)),), rules=(RULE,))
    assert listed in shown.texts["pre"]
    assert "How to fix it Fix it." in texts(shown)


@pytest.mark.parametrize(
    ("finding", "there", "missing"),
    [
        (Finding("x", Severity.NOTE, "m", actual=1), "Actual", "Expected"),
        (Finding("x", Severity.NOTE, "m", expected=1), "(absent)", "Request"),
        (Finding("x", Severity.NOTE, "m", exchange=Exchange()), "m", "Reply"),
    ],
)
def test_what_a_finding_does_not_have_is_left_out(finding, there, missing):
    said = texts(page(cases=(result("x", findings=(finding,)),), **PLAIN))
    assert there in said
    assert missing not in said


def test_the_gravest_come_first_and_the_first_three_are_open():
    many = [result(f"f{n}", Status.FAILED, findings=(nasty_finding(),)) for n in range(5)]
    shown = page(cases=(result("fine"), *many, result("e", Status.ERRORED)))
    cases = [given for given in shown.named("details") if "data-item" in given]
    assert [given["data-status"] for given in cases] == ["failed"] * 5 + ["errored", "passed"]
    assert ["open" in given for given in cases] == [True] * 3 + [False] * 4


def test_filters_begin_with_what_is_wrong_and_show_everything_where_nothing_is():
    chosen = {c.value: c.on for c in filter_groups(nasty_cases())[0].choices}
    assert chosen == {
        "passed": False,
        "failed": True,
        "warned": True,
        "skipped": False,
        "errored": True,
    }
    calm = (result("a"), result("b", Status.SKIPPED, skip=Skip(SkipReason.CANNOT_TELL, "")))
    assert all(choice.on for choice in filter_groups(calm)[0].choices)


def test_a_filter_with_one_choice_is_no_filter():
    assert filter_groups((result("a"),)) == ()


def test_a_server_is_filtered_by_a_word_whatever_it_is_called():
    cases = (
        result("a"),
        replace(result("b"), server=f"two words {NASTY}"),
        replace(result("c"), server=None),
    )
    group = next(each for each in filter_groups(cases) if each.key == "server")
    assert {choice.value.count(" ") for choice in group.choices} == {0}
    shown = page(cases=cases)
    told = {given["data-server"] for given in shown.named("details") if "data-item" in given}
    assert told == {choice.value for choice in group.choices}


def test_long_evidence_is_cut_and_the_page_stays_within_its_measure(monkeypatch):
    monkeypatch.setattr(case_view, "EVIDENCE", 400_000)
    big = nasty_finding(actual="x" * 300_000, exchange=Exchange("y" * 300_000, "z" * 300_000))
    cases = tuple(result(f"f{n}", Status.FAILED, findings=(big,) * 5) for n in range(20))
    text = render(nasty_run(cases=cases))
    assert len(text) < 2_500_000
    assert "300,002 characters in all, sha256 " in text


def test_more_cases_and_findings_than_a_page_can_bear_are_counted(monkeypatch):
    monkeypatch.setattr(case_view, "MOST_CASES", 3)
    monkeypatch.setattr(case_view, "MOST_FINDINGS", 2)
    cases = (result("f", Status.FAILED, findings=(nasty_finding(),) * 5), *nasty_cases())
    said = texts(page(cases=cases))
    assert "3 more are not on this page" in said
    assert "3 more findings of this check are not shown" in said


def test_what_was_not_tested_is_told_by_reason_the_most_frequent_first():
    def skipped(name, reason):
        return result(name, Status.SKIPPED, skip=Skip(reason, f"since {name}"))

    cases = (
        skipped("a", SkipReason.NEEDS_FIXTURE),
        skipped("b", SkipReason.CANNOT_TELL),
        skipped("c", SkipReason.CANNOT_TELL),
    )
    said = texts(page(cases=cases, **PLAIN))
    assert said.index("2 cannot-tell") < said.index("1 needs-fixture")
    assert "Pass it with --hint" in said
    assert "since c" in said


def test_calls_that_differ_in_nothing_are_one_line():
    call = CallRecord("default", "search", "ReadOnly", "Execute", "probe", called=True)
    refused = CallRecord("default", "wipe", "Destructive", "Refuse", "probe")
    said = texts(page(calls=(call, call, refused)))
    assert "search read-only Execute probe default 2 2" in said
    assert "wipe destructive Refuse probe default 1 0" in said


def test_changes_name_what_broke_what_was_fixed_and_what_is_gone():
    bad = {"status": Status.FAILED}
    old = nasty_run(
        cases=(result("breaks"), result("mends", **bad), result("stays", **bad), result("leaves")),
        compliance=replace(graded(), grade="B", score=80.0),
        started="2026-01-01T00:00:00Z",
    )
    new = nasty_run(
        cases=(result("breaks", **bad), result("mends"), result("stays", **bad), result("comes")),
        earlier=old,
    )
    said = texts(Page(render(new)))
    for part in (
        "Since the run of 2026-01-01T00:00:00Z",
        "1 new failure",
        "1 fixed",
        "1 still failing",
        "1 new check",
        "1 removed check",
        "+17.4",
    ):
        assert part in said, part


def test_a_run_like_the_one_before_says_so():
    said = texts(page(earlier=nasty_run(), cases=nasty_cases()))
    assert "No outcome changed." in said
    assert "same score" in said


def test_a_run_that_holds_says_so_without_a_grade():
    said = texts(page(cases=(result("a"), result("b", Status.WARNED)), **PLAIN))
    assert "No check failed. 1 check warned." in said
    assert "2 of 2" in said


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"interrupted": True}, "The run was interrupted"),
        ({"cases": (result("a"),), "exit_code": 1}, "A gate failed. Exit code 1."),
        ({"cases": (), "exit_code": 0}, "Nothing was checked."),
        ({"exit_code": 1}, "2 of 4 checks failed. Exit code 1."),
    ],
)
def test_the_verdict_is_one_sentence(more, sentence):
    assert sentence in texts(page(**more))


def test_a_capped_grade_says_why():
    broken = RuleVerdict("PROTO-001", Level.MUST, "lifecycle", Status.FAILED)
    for rules, words in (
        ((broken,), "1 must rule failed"),
        ((broken,) * 2, "2 must rules failed"),
    ):
        said = texts(page(compliance=replace(graded(), grade="B", rules=rules)))
        assert f"The grade is B (capped: {words})." in said


def test_a_section_that_was_not_scored_comes_last():
    scores = {
        "tools": SectionScore(None),
        "prompts": SectionScore(100.0, 1),
        "life": SectionScore(50.0, 1, 1),
    }
    told = overview.sections(Compliance(grade="C", score=50.0, sections=scores))
    assert [(one.name, one.score) for one in told] == [
        ("life", "50"),
        ("prompts", "100"),
        ("tools", "not scored"),
    ]


def test_gates_are_told_with_their_notes():
    gates = (GateVerdict("grade_delta", True), GateVerdict("baseline", False, "two new"))
    said = texts(page(compliance=Compliance(gates=gates)))
    assert "gate passed grade_delta" in said
    assert "gate failed baseline two new" in said


def test_revisions_stand_beside_each_other():
    older = Compliance("v2025-06-18", "B", 81.0, sections={"tools": SectionScore(81.0)})
    newer = Compliance(
        "v2025-11-25",
        None,
        None,
        sections={"tools": SectionScore(None), "tasks": SectionScore(9.0)},
    )
    shown = page(compliance=replace(graded(), revisions=(older, newer)))
    assert "2025-06-18: B 81, 2025-11-25: -" in " ".join(shown.texts["title"]).replace("  ", " ")
    assert "tasks - 9" in texts(shown)
    assert "not graded" in texts(shown)


def test_one_revision_needs_no_comparison():
    assert "Revision by revision" not in texts(page())


def test_latency_is_told_for_what_answered():
    said = tuple(Said("tools/call", "t", "result", float(n), 0.0) for n in range(1, 21))
    refused = Said("tools/call", "t", "error -32602", 9999.0, 0.0)
    slow = Said("ping", None, "result", 40_000.0, 0.0)
    run = nasty_run(cases=(result("a", said=(*said, refused, slow), at_ms=0.0),))
    told = latency.latency_of(run)
    assert (told.count, told.median, told.slowest) == (21, "11.0 ms", "40.00 s")
    assert [row.cells[0] for row in told.rows] == ["ping", "tools/call t"]
    assert latency.latency_of(nasty_run(cases=())) is None


def test_the_conversation_is_listed_in_time():
    first = result(
        "a", said=(Said("initialize", None, "result", 1.0, 5.0),), at_ms=4.0, said_in_all=1
    )
    second = result(
        "b", said=(Said("", None, None, 0.0, 2.0),), at_ms=1.0, said_in_all=30, lane=Lane.FUZZ
    )
    said = texts(page(cases=(first, second), **PLAIN))
    assert said.rindex("2.0 ms (no method) nothing") < said.rindex("5.0 ms initialize result")
    assert "29 more requests are not listed" in said


def test_bars_that_overlap_stand_above_each_other_up_to_a_depth():
    cases = tuple(
        replace(result(f"c{n}", said=(Said("ping"),), at_ms=0.0), duration_ms=900.0)
        for n in range(9)
    )
    shown = page(cases=cases, duration_ms=1000.0)
    heights = {a["y"] for a in shown.named("rect") if a.get("rx") == "1.5"}
    assert len(heights) == 6


def test_several_servers_are_listed_and_named_in_the_heading():
    servers = (
        ServerFacts("a", "stdio"),
        ServerFacts("b", "sse", info={"name": "bee", "version": "2"}),
    )
    said = texts(page(servers=servers))
    assert "2 servers" in said
    assert "bee 2" in said


def test_one_server_is_what_the_page_is_called():
    assert overview.heading(nasty_run(servers=(ServerFacts("a@x", "stdio"),))) == "a"
    assert overview.heading(nasty_run(servers=())) == "run"
