"""A fleet run told: the dashboard, Markdown, JUnit, badges, and what changed."""

import xml.etree.ElementTree as ET
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from tests.fleet.sample import NASTY, audited, everything, fleet_run, server

from mcptest.fleet.report import badges, dashboard, junit, markdown
from mcptest.fleet.report.change import direction, sentence
from mcptest.fleet.report.filters import facts, groups
from mcptest.fleet.report.server_row import row
from mcptest.fleet.result import ServerStatus, Since
from mcptest.fleet.store import Point

F, P = ServerStatus.FAILED, ServerStatus.PASSED


class Page(HTMLParser):
    """The tags and the visible text of a page."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.text, self.attributes = [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data):
        self.text.append(data)


def points(*scores):
    return tuple(
        Point(run=f"r{n}", started=f"2026-11-1{n}", status=P, grade="A", score=s, failed_cases=0)
        for n, s in enumerate(scores)
    )


@pytest.mark.parametrize(
    ("now", "before", "way", "told"),
    [
        (server(status=P), None, "new", ""),
        (server(status=P), Since(run="r", status=F), "better", "failed → passed"),
        (server(status=F), Since(run="r", status=P), "worse", "passed → failed"),
        (server(grade="B"), Since(run="r", status=P, grade="A"), "worse", "A → B"),
        (server(grade="A+"), Since(run="r", status=P, grade="A"), "better", "A → A+"),
        (server(grade="A"), Since(run="r", status=P), "better", "no grade → A"),
        (server(), Since(run="r", status=P, broke=("a",)), "worse", "1 new failure"),
        (server(), Since(run="r", status=P, fixed=("a", "b")), "better", "2 fixed"),
        (
            server(),
            Since(run="r", status=P, broke=("a",), fixed=("b",)),
            "same",
            "1 new failure, 1 fixed",
        ),
        (server(), Since(run="r", status=P), "same", ""),
        (server(score=91.0), Since(run="r", status=P, score=95.0), "worse", "score -4.0"),
        (server(score=95.0), Since(run="r", status=P, score=91.0), "better", "score +4.0"),
        (server(score=95.0), Since(run="r", status=P, score=95.01), "same", ""),
    ],
)
def test_what_became_of_a_server_is_a_word_and_a_sentence(now, before, way, told):
    from dataclasses import replace

    found = replace(now, since=before)
    assert (direction(found), sentence(found)) == (way, told)


def test_the_dashboard_has_a_row_for_each_server_and_nothing_foreign_as_markup():
    page = Page(dashboard.render(everything(), {"good": points(70, None, 100)}))
    assert page.tags.count("img") == 0
    assert page.tags.count("script") == 1
    assert sum(key == "data-status" for key, _ in page.attributes) == 7
    assert any(NASTY in text for text in page.text)
    assert not any(key == "style" or key.startswith("on") for key, _ in page.attributes)
    addresses = [value for key, value in page.attributes if key in {"href", "src"}]
    assert all(value.startswith(("#", "data:image/svg+xml")) for value in addresses)


def test_every_link_of_the_dashboard_to_a_server_leads_somewhere():
    page = Page(dashboard.render(everything()))
    ids = {value for key, value in page.attributes if key == "id"}
    wanted = {v[1:] for k, v in page.attributes if k == "href" and v.startswith("#server")}
    assert wanted <= ids


@pytest.mark.parametrize(
    ("run", "said"),
    [
        (fleet_run(), "No server was tested."),
        (fleet_run(server()), "The server passed."),
        (fleet_run(server(), server("b")), "Every server passed."),
        (fleet_run(server(), server("b", F)), "1 of 2 servers did not pass. Exit code 1."),
        (fleet_run(server(), interrupted=True), "The run was interrupted"),
    ],
)
def test_the_dashboard_says_in_a_sentence_how_it_went(run, said):
    assert said in "".join(Page(dashboard.render(run)).text)


def test_trends_and_kept_runs_come_from_the_history():
    trends = {"good": points(70, 80, 100), "bad": points(50)}
    text = dashboard.render(everything(), trends)
    assert "newest last: 70, 80, 100" in text
    assert text.count("spark-line") - dashboard.render(everything()).count("spark-line") == 1
    kept = dashboard.kept_runs(trends)
    assert [one.cells[1:] for one in kept] == [
        ("r2", 1, 1),
        ("r1", 1, 1),
        ("r0", 2, 2),
    ]


def test_filters_offer_only_what_tells_servers_apart():
    run = everything()
    found = {group.key: group for group in groups(run.servers)}
    assert {"status", "change", "grade", "revision", "tag", "owner", "stage"} == found.keys()
    assert "status" not in {group.key for group in groups(run.servers[:1])}
    told = facts(run.servers[0])
    values = {choice.value for choice in found["tag"].choices}
    assert set(told["tag"].split(" ")) <= values
    assert len(told["tag"].split(" ")) == 2
    assert told["revision"] == "2025-06-18 2025-11-25 2026-07-28"


def test_the_dashboard_has_every_revision_that_a_server_speaks():
    cell = row(everything().servers[0], anchor=None, facts={}, points=()).cells[11]
    assert (cell.sort, cell.detail) == ("2026-07-28", "supports 3")
    assert 'title="supports 2025-06-18, 2025-11-25, 2026-07-28"' in cell.shown
    assert "It speaks 2025-06-18, 2025-11-25, 2026-07-28." in dashboard.render(everything())
    assert row(server(), anchor=None, facts={}, points=()).cells[11].shown == "-"


def test_markdown_has_the_notes_of_a_server_that_passed_or_failed():
    drifted = ("the catalog drifted from one.lock: 1 breaking",)
    passed = markdown.render(fleet_run(server(notes=drifted)))
    assert "- Note: `the catalog drifted from one.lock: 1 breaking`" in passed
    failed = markdown.render(fleet_run(server("x", F, reason="no", notes=drifted)))
    assert failed.index("drifted") < failed.index("`no`")


def test_markdown_has_a_row_for_each_server_and_lets_nothing_through():
    text = markdown.render(everything())
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    assert len(rows) == 7
    assert "| `bad` | ❌ failed | C (incomplete) | 71.2 | `-` | - | 1/31 | 30 | 2 |" in text
    assert "- 20 more" in text
    assert "one note of the run" in text
    assert "1 passed, 1 failed, 1 unreachable" in text.splitlines()[0]
    many = markdown.render(fleet_run(*(server(f"s{n}") for n in range(501))))
    assert "| 1 more |" in many
    failed = markdown.render(fleet_run(*(server(f"s{n}", F, reason="no") for n in range(102))))
    assert failed.count("### ") == 100
    assert failed.endswith("2 more are not shown here.\n")


def test_junit_has_a_case_for_each_server_and_gate():
    root = ET.fromstring(junit.render(everything()))
    cases = {case.get("name"): case for case in root.iter("testcase")}
    assert len(cases) == 8
    assert list(cases["good"]) == []
    assert cases["bad"].find("failure").get("message") == "TOOL-000: the list is no list"
    assert "TOOL-029" in cases["bad"].find("failure").text
    assert cases["bad: min_grade"].find("failure").get("message") == "C is less than B"
    assert cases["lacks"].find("error") is not None
    assert cases["later"].find("skipped") is not None
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("8", "4", "2")


def test_a_badge_is_made_for_the_fleet_and_each_server():
    made = dict(badges.badges(everything()))
    assert len(made) == 8
    assert "1 of 7 pass" in made["fleet.svg"]
    assert "A+ 100" in made["good.server.svg"]
    assert "timed-out" in made["slow.server.svg"]
    plain = dict(badges.badges(fleet_run(server("plain", audit=audited(passed=1)))))
    assert "passing" in plain["plain.server.svg"]
    assert all(ET.fromstring(text) is not None for text in made.values())


@pytest.mark.parametrize(
    ("counts", "shown", "rank"),
    [
        (None, "-", -1),
        ({"critical": 0, "high": 0, "medium": 0, "low": 0, "info": 3}, "none", -1),
        ({"critical": 0, "high": 2, "medium": 1, "low": 0, "info": 0}, "2 high", 3),
    ],
)
def test_the_dashboard_tells_the_gravest_security_findings(counts, shown, rank):
    cell = row(replace(server(), security=counts), anchor=None, facts={}, points=()).cells[9]
    assert (cell.shown, cell.sort) == (shown, rank)
