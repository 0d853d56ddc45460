"""The file of a recording: what is written comes back, and a broken line costs itself alone."""

import json

import jsonschema_rs
import pytest

from mcptest.errors import FileProblemsError, WriteError
from mcptest.recording.format.frame import RecordedFrame
from mcptest.recording.format.read import is_recording, read_recording
from mcptest.recording.format.write import RecordingWriter, new_part, open_recording
from mcptest.report.schemas import document_schema

FRAMES = [
    RecordedFrame(at=0.5, session="a-1", sender="client", stream="stdin", message={"id": 1}),
    RecordedFrame(at=1, session="a-1", sender="server", stream="stdout", text="hello"),
    RecordedFrame(at=2, session="a-1", sender="server", stream="stdout", data=b"\xff\x00"),
    RecordedFrame(at=3, session="a-1", sender="mcptest", stream="", note="over", code="x"),
    RecordedFrame(
        at=4,
        session="a-2",
        sender="server",
        stream="http-1",
        http={"status": 200},
        event={"id": "7"},
        message=None,
    ),
]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "session.ndjson"
    writer = RecordingWriter(open_recording(path))
    writer.write([new_part("stdio", {"command": ["x"]}), *FRAMES])
    writer.close()
    return path


def test_every_kind_of_frame_comes_back(file):
    found = read_recording(file)
    assert [frame.as_json() for frame in found.frames] == [frame.as_json() for frame in FRAMES]
    assert (found.transport, found.server, found.problems) == ("stdio", {"command": ["x"]}, ())
    assert list(found.sessions) == ["a-1", "a-2"]
    assert is_recording(file)


def test_every_line_fits_the_published_schema(file):
    check = jsonschema_rs.validator_for(document_schema("recording"))
    for line in file.read_text().splitlines():
        check.validate(json.loads(line))
    assert not check.is_valid({"at": 1})


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b"{nonsense", "not valid JSON"),
        (b"[]", "expected an object"),
        (b'{"at": 1}', '"from" must be one of'),
        (b'{"at": true, "from": "client"}', '"at" must be a number'),
        (b'{"at": 1, "from": "client"}', '"session" must be a string'),
        (b'{"at":1,"from":"client","session":"s","stream":"","http":[]}', '"http" must be an obj'),
        (b'{"at":1,"from":"client","session":"s","stream":"","bytes":"!"}', '"bytes" must be'),
        (b'{"schema": "another/v1"}', '"schema" must be'),
    ],
)
def test_a_broken_line_is_named_and_the_rest_is_used(file, line, problem):
    lines = file.read_bytes().splitlines()
    file.write_bytes(b"\n".join([*lines[:2], line, b"", *lines[2:]]) + b"\n")
    found = read_recording(file)
    assert len(found.frames) == len(FRAMES)
    [said] = found.problems
    assert said.startswith("line 3: ")
    assert problem in said


def test_a_file_that_was_cut_at_any_byte_gives_every_whole_frame(file):
    raw = file.read_bytes()
    first = raw.index(b"\n") + 1
    for size in range(first, len(raw)):
        file.write_bytes(raw[:size])
        found = read_recording(file)
        assert len(found.frames) in (raw[:size].count(b"\n") - 1, raw[:size].count(b"\n"))
        assert len(found.problems) <= 1


def test_a_second_recording_begins_on_a_line_of_its_own(file):
    file.write_bytes(file.read_bytes() + b'{"at": 5, "fr')
    writer = RecordingWriter(open_recording(file))
    writer.write([new_part("stdio", {}), FRAMES[0]])
    writer.close()
    found = read_recording(file)
    assert (len(found.parts), len(found.frames), len(found.problems)) == (2, len(FRAMES) + 1, 1)


def test_what_is_no_recording_is_refused(tmp_path):
    other = tmp_path / "x.json"
    other.write_text('{"at": 1}\n')
    with pytest.raises(FileProblemsError) as refused:
        read_recording(other)
    assert refused.value.code == "recording-no-header"
    assert not is_recording(other)
    assert not is_recording(tmp_path / "absent")
    with pytest.raises(FileProblemsError) as refused:
        read_recording(tmp_path / "absent")
    assert refused.value.code == "recording-unreadable"
    other.write_text('{"schema": "mcptest.recording/v2"}\n')
    with pytest.raises(FileProblemsError) as refused:
        read_recording(other)
    assert refused.value.code == "recording-newer"


def test_a_place_that_cannot_be_written_is_an_error(tmp_path):
    with pytest.raises(WriteError):
        open_recording(tmp_path / "absent" / "x.ndjson")


def test_a_writer_that_fails_says_why_and_goes_on(tmp_path):
    descriptor = open_recording(tmp_path / "x.ndjson")
    writer = RecordingWriter(descriptor)
    writer.close()
    writer.write([FRAMES[0]])
    assert writer.problem
    writer.write([FRAMES[0]])
