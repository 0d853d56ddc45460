"""A misfit names its place and what would fit, also where there are several alternatives."""

from __future__ import annotations

import pytest

from mcptest.model.spec_version import SpecVersion
from mcptest.shapes.misfit import MOST_ITEMS, MOST_MISFITS, misfits
from mcptest.shapes.shapes import shapes_of

OLD = shapes_of(SpecVersion.V2025_11_25)
NEW = shapes_of(SpecVersion.V2026_07_28)
CALL = "client:tools/call:result"


def said(name, value, shapes=OLD):
    return [(one.pointer, one.message) for one in misfits(shapes, name, value)]


@pytest.mark.parametrize(
    ("value", "pointer", "message"),
    [
        ({"content": 5}, "/content", "content is an integer, not an array"),
        ({"content": None}, "/content", "content is null, not an array"),
        ({"content": [5]}, "/content/0", "the value is an integer, not an object"),
        ({"content": [{"type": "text"}]}, "/content/0/text", "text is missing"),
        ({"content": [{"text": "x"}]}, "/content/0/type", "type is missing"),
        (
            {"content": [{"type": "image", "data": "%", "mimeType": "x"}]},
            "/content/0/data",
            "data is not base64",
        ),
        (
            {"content": [{"type": "video"}]},
            "/content/0/type",
            'type is "video", not "text", "image", "audio", "resource_link" or "resource"',
        ),
        (
            {"content": [{"type": "resource", "resource": {"uri": "x:y"}}]},
            "/content/0/resource/text",
            "text or blob is missing",
        ),
        (
            {"content": [{"type": "resource_link", "uri": "no uri", "name": "x"}]},
            "/content/0/uri",
            'uri is "no uri", which is not a valid URI',
        ),
        ({"content": [], "isError": "no"}, "/isError", "isError is a string, not a boolean"),
        (
            {
                "task": {
                    "taskId": "1",
                    "createdAt": "",
                    "lastUpdatedAt": "",
                    "ttl": "x",
                    "status": "x",
                }
            },
            "/task/ttl",
            "ttl is a string, not an integer or null",
        ),
    ],
)
def test_the_place_and_what_would_fit(value, pointer, message):
    assert (pointer, message) in said(CALL, value)


def test_an_alternative_is_recognised_by_its_fixed_text():
    asked = {"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": "x"}}
    interim = {"resultType": "input_required", "inputRequests": {"a": asked}}
    pointer = "/inputRequests/a/params/maxTokens"
    assert said(CALL, interim, NEW) == [(pointer, "maxTokens is a string, not an integer")]


def test_a_list_is_taken_for_the_alternative_that_is_a_list():
    block = {"type": "image", "data": "%", "mimeType": "image/png"}
    message = {"role": "user", "content": [block]}
    assert said("SamplingMessage", message) == [("/content/0/data", "data is not base64")]


def test_one_of_two_members_is_asked_for_in_one_sentence():
    value = {"resultType": "input_required"}
    assert said(CALL, value, NEW) == [
        ("/inputRequests", "inputRequests or requestState is missing")
    ]


def test_a_choice_of_words_is_shown():
    params = {"level": "loud", "data": 1}
    [(pointer, message)] = said("LoggingMessageNotificationParams", params)
    assert pointer == "/level"
    assert message.startswith('level is "loud", not "debug", "info"')
    assert message.endswith('or "emergency"')


def test_a_bound_is_told_in_the_validators_words():
    [(pointer, message)] = said("Annotations", {"priority": 3})
    assert pointer == "/priority"
    assert "3" in message


def test_a_place_is_the_same_for_every_item():
    [misfit] = misfits(OLD, "ListToolsResult", {"tools": [{"name": "x", "inputSchema": 3}]})
    assert misfit.pointer == "/tools/0/inputSchema"
    assert misfit.place == "/tools/*/inputSchema"


def test_what_fits_has_no_misfit():
    assert said(CALL, {"content": []}) == []


def test_a_long_list_of_faults_is_cut():
    assert len(said("ListToolsResult", {"tools": [{}] * 10_000})) == MOST_MISFITS


def test_a_fault_far_down_a_list_is_still_told():
    good = {"name": "x", "inputSchema": {"type": "object"}}
    [(pointer, message)] = said("ListToolsResult", {"tools": [*[good] * MOST_ITEMS, {}]})
    assert pointer == ""
    assert str(MOST_ITEMS) in message


def test_control_characters_of_a_server_are_shown_escaped():
    [(_, message)] = said("Role", "\x1b[31m")
    assert "\x1b" not in message
