"""Tools of the mock that are vulnerable on purpose."""

import socket
import threading

import pytest

from mcptest.mock.caller import PendingCall
from mcptest.mock.vulnerable import vulnerable_tool


def asked(behaviour, value):
    tool = vulnerable_tool(behaviour)
    [argument] = tool.entry["inputSchema"]["properties"]
    response = tool.answer({argument: value}, PendingCall())
    return response.content[0]["text"], response.is_error


@pytest.mark.parametrize(
    ("behaviour", "value", "answer"),
    [
        ("shell", "x; echo $((6*7))", "42 notes.txt"),
        ("shell", "$(echo $((6*7)))", "42 notes.txt"),
        ("shell", "`echo $((6+7))`", "13 notes.txt"),
        ("shell", "milk", "no match"),
        ("template", "{{6*7}}", "Dear 42,"),
        ("template", "<%= 6-7 %>", "Dear -1,"),
        ("template", "{{name}}", "Dear {{name}},"),
        ("sql", "today", "today: Buy milk."),
        ("sql", "x' UNION SELECT 6*7, 'p'-- ", "42: p"),
        ("sql", "tomorrow", "no match"),
        ("option", "--version", "git version 2.43.0"),
        ("option", "-x", "usage: git log [<options>]"),
        ("option", "main", "no branch main"),
    ],
)
def test_a_hole_does_what_a_careless_program_would_do(behaviour, value, answer):
    assert asked(behaviour, value) == (answer, False)


@pytest.mark.parametrize(
    ("behaviour", "value"),
    [
        ("sql", "'"),
        ("shell", "x; echo $((6**7))"),
        ("path", "no-such-note-of-this-test"),
        ("fetch", "https://example.com/"),
        ("fetch", "http://127.0.0.1:1/"),
        ("file-url", "http://127.0.0.1/"),
    ],
)
def test_what_does_not_work_is_a_plain_error(behaviour, value):
    assert asked(behaviour, value) == ("not found", True)


def test_files_are_read_wherever_they_are(tmp_path):
    note = tmp_path / "note.txt"
    note.write_text("Buy milk.")
    assert asked("path", str(note)) == ("Buy milk.", False)
    assert asked("file-url", f"file://{note}") == ("Buy milk.", False)


def test_only_this_machine_is_fetched():
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve():
            with listener.accept()[0] as connection:
                connection.recv(4096)
                connection.sendall(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")

        thread = threading.Thread(target=serve)
        thread.start()
        assert asked("fetch", f"http://127.0.0.1:{listener.getsockname()[1]}/") == (
            "HTTP 204",
            False,
        )
        thread.join(20)
