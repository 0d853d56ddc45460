"""From the bytes that pass to the frames in a file, without making anybody wait."""

import os
import signal
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest.recording.format.read import read_recording
from mcptest.recording.format.redact import FrameRedactor
from mcptest.recording.format.write import RecordingWriter, new_part, open_recording
from mcptest.recording.proxy.backlog import Backlog
from mcptest.recording.proxy.ring import Ring
from mcptest.recording.proxy.scribe import RecordingJob, start_scribe
from mcptest.recording.proxy.stdio_frames import StdioFrames
from mcptest.recording.proxy.tap import Kind, Parcel, Parcels, Tap


def job(path, maker=None):
    frames = maker or (lambda: StdioFrames("s-1", time.monotonic(), FrameRedactor()))
    return RecordingJob(RecordingWriter(open_recording(path)), new_part("stdio", {}), frames)


@pytest.mark.parametrize("fork", [True, False])
def test_what_is_put_into_a_tap_is_in_the_file(tmp_path, fork):
    path = tmp_path / "x.ndjson"
    scribe = start_scribe(job(path), fork=fork)
    scribe.tap.put(Kind.CLIENT, 0, b'{"id": 1}\n{"id"')
    scribe.tap.put(Kind.SERVER, 0, b"not json\n\xff\n")
    scribe.tap.put(Kind.CLIENT, 0, b": 2}\n")
    scribe.tap.put(Kind.STDERR, 0, b'{"id": 3}')
    scribe.tap.note("server-exited", "over")
    scribe.finish()
    found = [
        (f.sender, f.stream, f.message if f.text is f.data is f.note is None else None, f.text)
        for f in read_recording(path).frames
    ]
    assert found == [
        ("client", "stdin", {"id": 1}, None),
        ("server", "stdout", None, "not json"),
        ("server", "stdout", None, None),
        ("client", "stdin", {"id": 2}, None),
        ("server", "stderr", None, '{"id": 3}'),
        ("mcptest", "", None, None),
    ]


def tapped(size=1_000_000):
    """A ring, its tap, and how often somebody was told to hurry."""
    ring, (waking, bell), hurried = Ring(size), os.pipe(), []
    return Backlog(ring, waking), Tap(ring, bell, lambda: hurried.append(1)), hurried


def test_a_reader_that_is_slow_does_not_hold_up_whoever_writes():
    backlog, tap, hurried = tapped(3_000_000)
    data = b"x" * 500_000
    for _ in range(12):  # six megabytes, and nobody reads
        tap.put(Kind.CLIENT, 1, data)
    assert len(hurried) == 12
    parcels, found = Parcels(), []
    while backlog.waits:
        found += parcels.feed(backlog.take())
    tap.put(Kind.CLIENT, 2, b"after")
    tap.close()
    while part := backlog.take():
        found += parcels.feed(part)
    backlog.close()
    assert [parcel.kind for parcel in found] == [Kind.CLIENT] * 5 + [Kind.MISSED, Kind.CLIENT]
    assert [parcel.data for parcel in found] == [data] * 5 + [b"", b"after"]


def test_a_reader_that_is_gone_is_forgotten():
    backlog, tap, _ = tapped(100)
    backlog.close()
    for _ in range(20):
        tap.put(Kind.CLIENT, 0, b"x")
    tap.close()
    tap.put(Kind.CLIENT, 0, b"x")


def test_whoever_sleeps_is_woken_up():
    backlog, tap, _ = tapped()
    for text in (b"first", b"second"):
        found = []
        waiting = threading.Thread(target=lambda: found.append(backlog.take()))  # noqa: B023
        waiting.start()
        tap.put(Kind.CLIENT, 0, text)
        waiting.join(20)
        assert found[0].endswith(text)
    tap.close()
    assert backlog.take() == b""
    backlog.close()


def test_what_was_put_is_there_after_its_process_was_killed():
    ring, (waking, bell) = Ring(), os.pipe()
    pid = os.fork()
    if pid == 0:
        Tap(ring, bell).put(Kind.SERVER, 0, b"last words")
        os.kill(os.getpid(), signal.SIGKILL)
    os.close(bell)
    os.waitpid(pid, 0)
    backlog = Backlog(ring, waking)
    assert backlog.take().endswith(b"last words")
    assert backlog.take() == b""
    backlog.close()


@given(
    steps=st.lists(st.binary(max_size=20) | st.integers(1, 30), max_size=60),
    size=st.integers(20, 50),
)
def test_a_ring_gives_what_was_put_in_order(steps, size):
    """Bytes are put, numbers are taken."""
    ring, put, taken = Ring(size), b"", b""
    for step in steps:
        if isinstance(step, int):
            part = ring.take(step)
            assert len(part) <= step
            taken += part
        elif ring.put(step):
            put += step
        else:
            assert len(put) - len(taken) + len(step) > size
        assert ring.filled == len(put) - len(taken)
    assert taken + ring.take(size) == put


def test_parcels_come_back_however_they_are_cut():
    backlog, tap, _ = tapped()
    for number in range(3):
        tap.put(Kind.SERVER, number, b"abc" * number)
    tap.close()
    raw = backlog.take()
    backlog.close()
    for size in range(1, len(raw)):
        parcels = Parcels()
        cut = [parcels.feed(raw[at : at + size]) for at in range(0, len(raw), size)]
        found = [(p.channel, p.data) for part in cut for p in part]
        assert found == [(0, b""), (1, b"abc"), (2, b"abcabc")]


def test_frames_that_were_missed_are_told():
    frames = StdioFrames("s", 0.0, FrameRedactor())
    [frame] = frames.feed(Parcel(Kind.MISSED, 0, 1.0, b""))
    assert (frame.code, frame.at) == ("frames-missing", 1000.0)


def test_a_line_without_end_is_cut(monkeypatch):
    monkeypatch.setattr("mcptest.recording.proxy.stdio_frames.LARGEST", 10)
    frames = StdioFrames("s", 0.0, FrameRedactor())
    [frame] = frames.feed(Parcel(Kind.CLIENT, 0, 1.0, b"x" * 50))
    assert (frame.code, frame.text) == ("line-too-long", "x" * 50)


def test_a_frame_has_the_time_at_which_it_came_also_where_it_was_passed_on_late(tmp_path):
    path = tmp_path / "x.ndjson"
    scribe = start_scribe(job(path, lambda: StdioFrames("s", 5.0, FrameRedactor())), fork=False)
    scribe.tap.put(Kind.CLIENT, 0, b"{}\n", 6.5)
    scribe.finish()
    assert [frame.at for frame in read_recording(path).frames] == [1500.0]


def test_a_full_disk_is_told_once_and_the_session_goes_on(tmp_path, capsys):
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    frames = lambda: StdioFrames("s", 0.0, FrameRedactor())  # noqa: E731
    writer = RecordingWriter(os.open("/dev/full", os.O_WRONLY))
    scribe = start_scribe(RecordingJob(writer, new_part("stdio", {}), frames), fork=False)
    scribe.tap.put(Kind.CLIENT, 0, b"x\n")
    scribe.finish()
    assert writer.problem
    assert capsys.readouterr().err.count("cannot write the recording") == 1
