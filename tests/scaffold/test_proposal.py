import pytest

from mcptest.match.bind import bind
from mcptest.match.matcher import MatchContext
from mcptest.match.path import Path
from mcptest.scaffold.proposal import MOST, propose_assertions


def text(said, **more):
    return {"content": [{"type": "text", "text": said}], **more}


def proposed(first, second, arguments=None):
    entries = propose_assertions(first, second, arguments or {})
    for result in (first, second) if second is not None else (first,):
        for one in entries:
            value = Path.parse(one["target"]).resolve({"result": result})
            assert bind(one["matcher"]).compare(value, MatchContext()) is None
    return {one["target"]: one["matcher"] for one in entries}


T = "result.content[0].text"
ISO_TIME = (
    "[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?"
    r"(?:\s?(?:Z|UTC|GMT|[+-][0-9]{2}:?[0-9]{2}))?"
)


@pytest.mark.parametrize(
    ("first", "second", "matcher"),
    [
        ("same", "same", {"exact": "same"}),
        ("", "", {"exact": ""}),
        ("it is 12 now", "it is 13 now", {"type": "string"}),
        ("at 2026-01-02T03:04:05Z.", "at 2026-01-02T03:04:09Z.", {"regex": rf"(?s)^at\ {ISO_TIME}\.$"}),
        ("at 2026-01-02T03:04:05Z.", "at 2026-01-02T03:04:05Z.", {"regex": rf"(?s)^at\ {ISO_TIME}\.$"}),
        ("alpha\nbeta", "beta\nalpha", {"contains-all": ["alpha", "beta"]}),
        ("first line\n" + "x" * 500, "first line\n" + "x" * 500, {"starts-with": "first line"}),
        ("\n" + "x" * 500, "\n" + "x" * 500, {"type": "string"}),
        (" " * 500, " " * 500, {"type": "string"}),
        ("sk-live-abcdefghijklmnopqrstuvwx", "sk-live-abcdefghijklmnopqrstuvwx", {"type": "string"}),
    ],
)  # fmt: skip
def test_text_seen_twice_is_pinned_or_described(first, second, matcher):
    assert proposed(text(first), text(second))[T] == matcher


def test_success_is_always_asserted():
    assert proposed(text("a"), text("a"))["result.isError"] == {"not": {"exact": True}}


@pytest.mark.parametrize(
    ("said", "arguments", "matcher"),
    [
        ("hello there", {"message": "hello there"}, {"exact": "hello there"}),
        ("created hello", {"message": "hello"}, {"contains": "hello"}),
        ("created 17", {"message": "hello"}, {"type": "string"}),
        ("created ab", {"message": "ab"}, {"type": "string"}),
        ("made first, second", {"names": ["first", {"x": "second"}, 5]}, {"contains": "second"}),
    ],
)
def test_text_seen_once_is_pinned_only_where_it_echoes(said, arguments, matcher):
    assert proposed(text(said), None, arguments)[T] == matcher


def test_a_different_number_of_blocks_is_only_a_list():
    two = {"content": [{"type": "text", "text": "a"}] * 2}
    assert proposed(text("a"), two)["result.content"] == {"type": "array"}


def test_a_block_that_changes_its_type_is_left_open():
    found = proposed(text("a"), {"content": [{"type": "image", "mimeType": "x", "data": ""}]})
    assert found["result.content[0].type"] == {"type": "string"}


@pytest.mark.parametrize(
    ("block", "target"),
    [
        ({"type": "image", "data": "aGk=", "mimeType": "image/png"}, "result.content[0].mimeType"),
        ({"type": "resource_link", "uri": "a:b", "name": "n"}, "result.content[0].uri"),
        (
            {"type": "resource", "resource": {"uri": "a:b", "text": ""}},
            "result.content[0].resource.uri",
        ),
    ],
)
def test_other_blocks_are_told_by_what_they_are(block, target):
    answer = {"content": [block]}
    assert proposed(answer, answer)[target] == {"type": "string"}


@pytest.mark.parametrize("answer", [{}, {"content": "x"}, {"content": ["x"]}])
def test_odd_answers_propose_little_and_break_nothing(answer):
    assert proposed(answer, answer)


S = "result.structuredContent"


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ({"a": 1}, {"a": 1}, {S: {"exact": {"a": 1}}}),
        ({"a": 1, "b c": "x"}, {"a": 2, "b c": "x"}, {S: {"type": "object"}, f"{S}.a": {"type": "integer"}, f'{S}["b c"]': {"exact": "x"}}),
        ({"a": 1, "x": 0}, {"a": 1.5}, {S: {"type": "object"}, f"{S}.a": {"type": "number"}}),
        ({"a": None}, {"a": "x"}, {S: {"type": "object"}, f"{S}.a": {"type": ["null", "string"]}}),
        ({"createdAt": 17, "k": 1}, {"createdAt": 17, "k": 1}, {S: {"type": "object"}, f"{S}.createdAt": {"type": "integer"}, f"{S}.k": {"exact": 1}}),
        ([1, 2], [1, 2, 3], {S: {"type": "array"}}),
        ([1, 2], [2, 1], {S: {"contains-all": [1, 2]}}),
        ([1, 2], [1, 3], {S: {"length": 2}, f"{S}[0]": {"exact": 1}, f"{S}[1]": {"type": "integer"}}),
    ],
)  # fmt: skip
def test_structure_is_pinned_where_it_stays_and_described_where_it_moves(first, second, expected):
    found = proposed({"structuredContent": first}, {"structuredContent": second})
    del found["result.isError"]
    assert found == expected


def test_structure_seen_once_is_described():
    answer = {"structuredContent": {"id": 5, "name": "hello", "tags": ["a"]}}
    found = proposed(answer, None, {"name": "hello"})
    assert found[f"{S}.name"] == {"exact": "hello"}
    assert found[f"{S}.id"] == {"type": "integer"}
    assert found[f"{S}.tags"] == {"type": "array"}


def test_structure_that_is_there_only_once_is_left_out():
    assert S not in proposed({"structuredContent": {}}, {})


def test_text_that_repeats_the_structure_is_not_pinned_twice():
    answer = text('{"n": 1}', structuredContent={"n": 1})
    assert proposed(answer, answer)[T] == {"type": "string"}
    other = text("not json", structuredContent={"n": 1})
    assert proposed(other, other)[T] == {"exact": "not json"}


def test_a_large_answer_gets_a_bounded_number_of_assertions():
    deep = {f"key{n}": {"a": {"b": {"c": {"d": n}}}} for n in range(100)}
    answer = {"structuredContent": deep}
    assert len(propose_assertions(answer, answer, {})) == MOST
    assert len(propose_assertions(answer, None, {})) == MOST


def test_what_cannot_be_written_as_a_path_is_not_proposed():
    answer = {"structuredContent": {"k" * 2000: "x" * 300, "ok": 1}}
    other = {"structuredContent": {"k" * 2000: "x" * 300, "ok": 2}}
    assert not any("kkk" in target for target in proposed(answer, other))


NOW = {
    "timezone": "UTC",
    "datetime": "2026-11-18T16:53:23+00:00",
    "day_of_week": "Wednesday",
    "is_dst": False,
    "dayName": "Wed",
}
LATER = {
    "timezone": "UTC",
    "datetime": "2027-07-04T06:07:08.123+02:00",
    "day_of_week": "Sunday",
    "is_dst": True,
    "dayName": "Sun",
}


@pytest.mark.parametrize("nested", [False, True])
def test_what_is_proposed_today_holds_on_another_day(nested):
    def result(said):
        more = {"source": said, "time_difference": said["dayName"]}
        return text("ok", structuredContent=more if nested else said)

    for target, matcher in proposed(result(NOW), result(NOW)).items():
        value = Path.parse(target).resolve({"result": result(LATER)})
        assert bind(matcher).compare(value, MatchContext()) is None, target


def test_a_time_is_checked_by_a_pattern_and_its_neighbours_that_stay_by_value():
    found = proposed(text("ok", structuredContent=NOW), text("ok", structuredContent=NOW))
    assert found["result.structuredContent.datetime"] == {"regex": f"(?s)^{ISO_TIME}$"}
    assert found["result.structuredContent.timezone"] == {"exact": "UTC"}
    assert found["result.structuredContent.is_dst"] == {"type": "boolean"}


def test_a_weekday_without_a_time_beside_it_is_pinned():
    seen = text("ok", structuredContent={"first_day": "Monday", "dst": False})
    assert proposed(seen, seen)["result.structuredContent"] == {
        "exact": {"first_day": "Monday", "dst": False}
    }


def test_a_pattern_that_would_match_anything_is_not_proposed():
    seen = text("Wed, 18 Nov 2026 16:53:23 GMT")
    assert proposed(seen, seen)[T] == {"type": "string"}
