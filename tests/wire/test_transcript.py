"""A record with a bound."""

from __future__ import annotations

from mcptest.model.json import MISSING
from mcptest.wire.transcript import LARGEST_ENTRY, Transcript


def test_entries_tell_direction_time_and_message():
    transcript = Transcript(100_000)
    transcript.sent(b'{"id":1}', "stdin")
    transcript.received(b'{"id":2}', "stdout")
    transcript.stderr(b"{}")
    transcript.note("something happened")
    entries = transcript.entries
    assert [entry.direction for entry in entries] == ["sent", "received", "stderr", "note"]
    assert [entry.message for entry in entries] == [{"id": 1}, {"id": 2}, MISSING, MISSING]
    assert [entry.at for entry in entries] == sorted(entry.at for entry in entries)
    assert transcript.problems == ()


def test_a_flagged_entry_says_what_is_odd():
    transcript = Transcript(100_000)
    transcript.flagged(b"oops", "frame-json", "no JSON", "stdout")
    transcript.note("the end came early", "frame-unterminated")
    assert [entry.code for entry in transcript.problems] == ["frame-json", "frame-unterminated"]
    assert transcript.problems[0].message is MISSING
    assert len(transcript.entries) == 2


def test_the_oldest_go_first_and_problems_stay():
    transcript = Transcript(3_000)
    transcript.flagged(b"odd", "frame-json", "no JSON")
    mark = transcript.mark()
    for _ in range(100):
        transcript.received(b"x" * 100)
    assert transcript.dropped > 80
    assert [entry.raw for entry in transcript.problems] == [b"odd"]
    assert len(list(transcript.since(mark))) == len(transcript.entries)


def test_requests_outlive_the_large_responses_and_those_the_small_ones():
    transcript = Transcript(20_000)
    for number in range(10):
        transcript.sent(b"request %d" % number)
        transcript.received(b"small %d" % number)
        transcript.received(b"x" * 5_000)
    kept = [entry.raw for entry in transcript.entries]
    assert sum(raw.startswith(b"request") for raw in kept) == 10
    assert sum(raw.startswith(b"small") for raw in kept) == 10
    assert kept[0] == b"request 0"  # the order stays
    assert transcript.dropped == 10 * 3 - len(kept)


def test_what_was_sent_goes_last_but_goes():
    transcript = Transcript(3_000)
    transcript.received(b"a response")
    for number in range(20):
        transcript.sent(b"request %d" % number)
    kept = [entry.raw for entry in transcript.entries]
    assert kept[-1] == b"request 19"
    assert b"a response" not in kept
    assert len(kept) < 10
    copied = transcript.copy()
    copied.sent(b"later")
    assert copied.mark() == transcript.mark() + 1


def test_since_gives_what_came_after_the_mark():
    transcript = Transcript(100_000)
    transcript.sent(b"1")
    mark = transcript.mark()
    transcript.sent(b"2")
    assert [entry.raw for entry in transcript.since(mark)] == [b"2"]


def test_a_huge_entry_is_cut_and_keeps_its_size():
    transcript = Transcript(100 * LARGEST_ENTRY)
    transcript.received(b"x" * (LARGEST_ENTRY + 5))
    entry = transcript.entries[0]
    assert len(entry.raw) == LARGEST_ENTRY
    assert entry.size == LARGEST_ENTRY + 5


def test_what_is_forgotten_leaves_the_problems():
    transcript = Transcript(100_000)
    transcript.sent(b"{}")
    transcript.flagged(b"oops", "frame-json", "no JSON", "stdout")
    mark = transcript.mark()
    transcript.forget()
    transcript.received(b"[]")
    assert [entry.raw for entry in transcript.since(mark)] == [b"[]"]
    assert [entry.raw for entry in transcript.problems] == [b"oops"]
