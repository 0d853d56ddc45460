"""The document and the journal: published shapes, and back to the same run."""

import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.report.sample import nasty_run

from mcptest import registry
from mcptest.errors import UsageError
from mcptest.model.events import CaseFinished, CaseStarted, Noted, RunFinished, RunStarted
from mcptest.model.outcome import Lane, Summary
from mcptest.report.document import run_document
from mcptest.report.formats import json as json_format
from mcptest.report.formats import ndjson
from mcptest.report.journal import INCOMPLETE, run_from_journal
from mcptest.report.parse import parse_run
from mcptest.report.report import FORMATS, Report
from mcptest.report.schemas import DOCUMENTS, document_schema
from mcptest.schema.validate import check_schema, validator

REPORTS = [r for r in registry.collect(FORMATS, "REPORT", Report).values() if r.name != "json"]


def saved(run):
    return json.loads(json_format.render(run))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_published_schema_is_one(name):
    assert check_schema(document_schema(name)) == []


def test_the_document_keeps_to_its_published_schema():
    errors = validator(document_schema("run")).errors(saved(nasty_run()))
    assert errors == []


def test_absent_is_left_out_and_null_is_not():
    findings = [case["findings"][0] for case in saved(nasty_run())["cases"] if case["findings"]]
    assert findings[1]["expected"] is None
    assert "expected" not in findings[2]


def test_a_document_reads_back_as_the_same_run():
    run = nasty_run(interrupted=True)
    assert parse_run(saved(run)) == run


def test_a_journal_reads_back_as_the_same_run():
    run = nasty_run()
    assert run_from_journal(ndjson.render(run)) == run


def test_cases_that_finished_in_another_order_come_back_in_the_run_s():
    run = nasty_run()
    events = [RunStarted("run", run.started, 7, 5), Noted("hi")]
    events += [CaseStarted("i", "n", Lane.TOOLS), *map(CaseFinished, reversed(run.cases))]
    lines = [ndjson.line(event) for event in [*events, RunFinished(run)]]
    assert run_from_journal("".join(line for line in lines if line)) == run


@given(cut=st.integers(min_value=0))
def test_a_journal_that_was_cut_off_gives_what_had_finished(cut):
    run = nasty_run()
    text = ndjson.render(run)
    begun = text.index("\n") + 1
    end = begun + cut % (text.rindex("\n", 0, -1) - begun)
    found = run_from_journal(text[:end])
    assert found.cases == run.cases[: len(found.cases)]
    assert found.interrupted
    assert found.notes == (INCOMPLETE,)
    assert found.summary == Summary.of(found.cases)


def code_of(call, *args):
    with pytest.raises(UsageError) as caught:
        call(*args)
    return caught.value.code


@pytest.mark.parametrize("document", [None, [], {}, {"schema": "mcptest.run/v2"}, "x"])
def test_something_else_is_not_a_run(document):
    assert code_of(parse_run, document) == "report-not-a-run"


@pytest.mark.parametrize("member", sorted(run_document(nasty_run())))
@pytest.mark.parametrize("value", [5, "x", [5], {"a": 5}, None])
def test_a_broken_document_is_told_or_read_never_a_crash(member, value):
    with suppress(UsageError):
        parse_run({**saved(nasty_run()), member: value})


def places(value, path=()):
    """Every place in a document."""
    yield path
    inside = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, inner in inside:
        yield from places(inner, (*path, key))


DOCUMENT = saved(nasty_run())
PLACES = sorted(places(DOCUMENT), key=str)
ODD = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
    | st.lists(st.integers())
    | st.just({"a": 5})
)


@settings(max_examples=200)
@given(st.sampled_from([path for path in PLACES if path]), ODD)
def test_a_document_that_is_odd_anywhere_is_refused_or_rendered_by_every_format(path, value):
    document = json.loads(json.dumps(DOCUMENT))
    inner = document
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    with suppress(UsageError):
        run = parse_run(document)
        for report in REPORTS:
            report.render(run)


def test_what_a_later_version_added_is_passed_over():
    document = json.loads(json.dumps(DOCUMENT))
    for path in PLACES:
        inner = document
        for key in path:
            inner = inner[key]
        if isinstance(inner, dict) and "targets" not in path and "info" not in path:
            inner.setdefault("added-later", 1) if path[-1:] != ("sections",) else None
    assert parse_run(document).cases[0].name == "fine"


def test_a_document_that_lacks_a_member_is_broken():
    document = saved(nasty_run())
    del document["cases"][0]["status"]
    assert code_of(parse_run, document) == "report-broken-run"


@pytest.mark.parametrize("text", ["", "[]\n", '{"event": 5}\n', '{"event": "case-finished"}\n'])
def test_a_journal_without_a_beginning_is_told(text):
    assert code_of(run_from_journal, text) == "report-no-journal"


def test_a_journal_with_a_broken_line_in_it_is_told():
    begun = '{"event": "run-started"}\n'
    assert code_of(run_from_journal, begun) == "report-broken-journal"
    odd = '{"event": "run-started", "command": "run", "started": "", "seed": 1}\n{"event": "case-finished"}\n'
    assert code_of(run_from_journal, odd) == "report-broken-journal"
