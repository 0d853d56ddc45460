"""From the bytes that pass to the frames in a file, without making anybody wait."""

import os
import time
from pathlib import Path

import pytest

from mcptest.recording.format.read import read_recording
from mcptest.recording.format.redact import FrameRedactor
from mcptest.recording.format.write import RecordingWriter, new_part, open_recording
from mcptest.recording.proxy import tap as tap_module
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
        ("mcptest", "", None, None),
        ("server", "stderr", None, '{"id": 3}'),
    ]


def test_a_reader_that_is_slow_does_not_hold_up_whoever_writes(monkeypatch):
    monkeypatch.setattr(tap_module, "_MOST_WAITING", 3_000_000)
    reading, writing = os.pipe()
    tap = Tap(writing)
    data = b"x" * 500_000
    for _ in range(12):  # six megabytes, and nobody reads
        tap.put(Kind.CLIENT, 1, data)
    parcels, found = Parcels(), []
    while len(found) < 8:
        found += parcels.feed(os.read(reading, 1 << 20))
    tap.put(Kind.CLIENT, 2, b"after")
    while found[-1].data != b"after":
        found += parcels.feed(os.read(reading, 1 << 20))
    tap.close()
    assert os.read(reading, 1) == b""
    os.close(reading)
    kinds = [parcel.kind for parcel in found]
    assert Kind.MISSED in kinds
    whole = [parcel.data for parcel in found if parcel.kind is Kind.CLIENT]
    assert set(whole) == {data, b"after"}


def test_a_reader_that_is_gone_is_forgotten():
    reading, writing = os.pipe()
    tap = Tap(writing)
    os.close(reading)
    tap.put(Kind.CLIENT, 0, b"x")
    tap.put(Kind.CLIENT, 0, b"x")
    tap.close()


def test_parcels_come_back_however_they_are_cut():
    reading, writing = os.pipe()
    tap = Tap(writing)
    for number in range(3):
        tap.put(Kind.SERVER, number, b"abc" * number)
    tap.close()
    raw = os.read(reading, 4096)
    os.close(reading)
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


def test_a_full_disk_is_told_once_and_the_session_goes_on(tmp_path, capsys):
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    frames = lambda: StdioFrames("s", 0.0, FrameRedactor())  # noqa: E731
    writer = RecordingWriter(os.open("/dev/full", os.O_WRONLY))
    scribe = start_scribe(RecordingJob(writer, new_part("stdio", {}), frames), fork=False)
    scribe.tap.put(Kind.CLIENT, 0, b"x\n")
    scribe.finish()
    assert writer.problem
