"""What an error must not tell."""

import pytest

from mcptest.model.leak import find_leaks, texts_in

TRACES = {
    "python": 'Traceback (most recent call last):\n  File "x.py", line 1, in f',
    "python frame": 'boom\n  File "/x", line 12',
    "node": "TypeError: x\n    at handler (file:///srv/index.js:3:5)",
    "node bare": "Error\n    at /srv/index.js:3:5",
    "node core": "Error\n    at Object.open (node:fs:600:3)",
    "java": "x\n\tat com.example.Tool.call(Tool.java:12)",
    "go": "panic: x\n\ngoroutine 1 [running]:",
    "rust": "thread 'main' panicked at src/main.rs:3",
    "ruby": "x (RuntimeError)\n\tfrom app.rb:3:in `call'",
    "php": "#0 /srv/a.php(12): f()",
}


@pytest.mark.parametrize("text", TRACES.values(), ids=list(TRACES))
def test_stack_traces_of_many_languages_are_seen(text):
    assert "stack trace" in {leak.kind for leak in find_leaks(text)}


@pytest.mark.parametrize(
    "text",
    [
        "cannot open /home/ada/.config/app.toml",
        "cannot open /Users/ada/x",
        r"cannot open C:\Users\ada\x",
        "at /opt/venv/lib/python3.11/site-packages/app/x",
        "in /srv/app/tools.py",
    ],
)
def test_places_on_the_machine_are_seen(text):
    assert [leak.kind for leak in find_leaks(text)] == ["path"]


def test_a_secret_is_seen_and_never_quoted():
    (leak,) = find_leaks("bad key sk-live-abcdefghijklmnopqrstuvwx")
    assert (leak.kind, leak.excerpt) == ("secret", "[redacted]")


@pytest.mark.parametrize(
    "text",
    [
        "limit must be at most 50",
        "see https://example.com/home/user/index.js for help",
        "the path /tmp/x does not exist",
        "unknown tool: search/all",
        "query: at least 1 character",
        "token [redacted] was refused: bearer [redacted]",
        "a/b/c.py is not allowed",
        r"must be absolute, e.g. 'C:\Users\me\q1.xlsx' or '/home/me/q1.xlsx'.",
        "a folder, for example /Users/you/notes",
    ],
)
def test_plain_words_are_no_leak(text):
    assert find_leaks(text) == ()


def test_what_was_said_before_is_known():
    text = "no such file: /home/ada/x"
    assert find_leaks(text, known="/home/ada/x") == ()
    key = "ghp_abcdefghijklmnopqrstuvwxyz"
    assert find_leaks(f"bad {key}", known=key) == ()


def test_texts_are_collected_in_order():
    assert texts_in({"a": ["x", {"b": "y"}], "c": 1, "d": "z"}) == "x\ny\nz"
