"""What our client answers to input requests, rightly and wrongly."""

from __future__ import annotations

import pytest
from tests.compliance.peer import corpora, grade_mock, memory

from mcptest.compliance.observe.input_answers import (
    SAMPLED,
    WRONG_NUMBER,
    WRONG_TEXT,
    answer,
    broken_retry,
    odd_retry,
    retry,
)
from mcptest.model.outcome import SkipReason, Status
from mcptest.model.spec_version import SpecVersion

V26 = SpecVersion.V2026_07_28


def form(**fields):
    schema = {"type": "object", "properties": fields, "required": list(fields)}
    return {"method": "elicitation/create", "params": {"requestedSchema": schema}}


ROOTS = {"method": "roots/list"}
SAMPLING = {"method": "sampling/createMessage"}
TEXT, COUNT = {"type": "string"}, {"type": "integer", "minimum": 3}


def test_every_question_gets_an_answer_of_its_kind_and_the_state_goes_back():
    asked = {"inputRequests": {"r": ROOTS, "s": SAMPLING, "f": form(n=COUNT)}, "requestState": "x"}
    given = retry(asked)
    assert given["requestState"] == "x"
    assert given["inputResponses"]["r"] == {"roots": []}
    assert given["inputResponses"]["s"] == SAMPLED
    assert given["inputResponses"]["f"]["content"]["n"] >= COUNT["minimum"]


def test_no_state_is_made_up():
    assert retry({"inputRequests": {}}) == {"inputResponses": {}}
    assert retry({}) == {"inputResponses": {}}


def test_an_address_to_open_needs_no_content():
    url = {"method": "elicitation/create", "params": {"mode": "url", "url": "https://x.example"}}
    assert answer(url, "accept") == {"action": "accept"}


@pytest.mark.parametrize(("kind", "wrong"), [(TEXT, WRONG_NUMBER), (COUNT, WRONG_TEXT)])
def test_one_required_field_is_of_the_wrong_type(kind, wrong):
    asked = {"inputRequests": {"r": ROOTS, "f": form(good=TEXT, field=kind)}}
    asked["inputRequests"]["f"]["params"]["requestedSchema"]["required"] = ["field"]
    given = broken_retry(asked)["inputResponses"]
    assert given["f"]["content"]["field"] == wrong
    assert isinstance(given["f"]["content"]["good"], str)
    assert given["r"] == {"roots": []}


@pytest.mark.parametrize("request_", [ROOTS, form(), form(odd={}), "not a request"])
def test_without_a_required_field_nothing_can_be_wrong(request_):
    assert broken_retry({"inputRequests": {"x": request_}}) is None


def test_a_number_stands_in_for_every_answer():
    assert odd_retry({"inputRequests": {"r": ROOTS}})["inputResponses"] == {"r": WRONG_NUMBER}


PROMPT = "greet"
ASKS = {
    "resultType": "input_required",
    "inputRequests": {"zone": form(zone=TEXT)},
    "requestState": "one",
}


def graded(rule_id, *overrides):
    rule = corpora()[V26].rules[rule_id]
    return grade_mock([rule], memory(overrides, V26), V26)[rule_id]


def on_prompt(answer, **when):
    return {"on": "prompts/get", "when": {"params": {"name": PROMPT, **when}}, "result": answer}


DONE = {"resultType": "complete", "messages": []}


def test_a_prompt_that_asks_is_followed_without_any_hint():
    asks = on_prompt(ASKS, inputResponses={"is": "absent"})
    assert graded("MRTR-017", asks).status is Status.PASSED
    again = {**ASKS, "inputRequests": {"city": form(city=TEXT)}, "requestState": "two"}
    twice = on_prompt(again, requestState="one")
    assert graded("MRTR-017", asks, twice).status is Status.PASSED
    assert graded("MRTR-017", on_prompt(ASKS)).status is Status.WARNED
    empty = on_prompt({"resultType": "input_required"}, requestState="one")
    assert graded("MRTR-002", asks, empty).status is Status.FAILED


def test_a_resource_that_asks_is_followed_too():
    when = {"params": {"uri": "note://today"}}
    asks = {"on": "resources/read", "when": when, "result": ASKS}
    assert graded("MRTR-017", asks).status is Status.WARNED


def test_a_server_that_asks_nothing_has_nothing_to_show():
    assert graded("MRTR-017").skip.reason is SkipReason.NEEDS_FIXTURE
    hints = {"eliciting_tool": {"name": "now", "args": {}}}
    rule = corpora()[V26].rules["MRTR-017"]
    case = grade_mock([rule], memory((), V26), V26, hints)["MRTR-017"]
    assert case.skip.reason is SkipReason.NOT_APPLICABLE


def test_wrong_input_may_be_answered_with_a_result_that_says_so():
    asks = on_prompt(ASKS, inputResponses={"is": "absent"})
    told = on_prompt(
        {**DONE, "description": "that is not a zone"},
        inputResponses={"zone": {"content": {"zone": {"is": "number"}}}},
    )
    assert graded("MRTR-213", asks, told).status is Status.PASSED
    assert graded("MRTR-213", asks).status is Status.WARNED
