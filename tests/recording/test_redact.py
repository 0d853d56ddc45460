"""Secrets in frames: by name, by pattern, and wherever a known one turns up later."""

import json

import pytest

from mcptest.recording.format.redact import FrameRedactor, secret_values, secrets_in_command

PLANTED = "correct-horse-battery"


def test_a_value_that_was_masked_by_its_name_is_masked_afterwards():
    redactor = FrameRedactor()
    assert redactor.json({"params": [{"api_key": PLANTED, "n": 1}]}) == {
        "params": [{"api_key": "[redacted]", "n": 1}]
    }
    assert redactor.text(f"you sent {PLANTED}") == "you sent [redacted]"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Authorization", f"Bearer {PLANTED}"),
        ("X-Api-Key", PLANTED),
        ("Cookie", f"a=1; sid={PLANTED}"),
        ("Set-Cookie", f"sid={PLANTED}; Path=/"),
        ("Mcp-Session-Id", PLANTED),
    ],
)
def test_a_header_with_a_credential_is_masked_and_remembered(name, value):
    redactor = FrameRedactor()
    assert redactor.headers([(name, value), ("Accept", "*/*")]) == {
        name.lower(): "[redacted]",
        "accept": "*/*",
    }
    assert PLANTED not in json.dumps(redactor.json({"text": f"<{PLANTED}>"}))


def test_a_header_that_came_twice_is_a_list():
    pairs = [("Vary", "a"), ("vary", "b"), ("Vary", "c")]
    assert FrameRedactor().headers(pairs) == {"vary": ["a", "b", "c"]}


def test_the_environment_gives_what_its_names_say():
    environment = {"DB_PASSWORD": PLANTED, "HOME": "/home/x", "PLAIN": "kept-secret", "EMPTY": ""}
    assert secret_values(environment) == [PLANTED]
    assert secret_values(environment, ["PLAIN", "EMPTY"]) == [PLANTED, "kept-secret"]


def test_a_command_line_gives_what_its_options_say():
    command = [
        "server", "--token", PLANTED, "--api-key=other-secret-1", "PASSWORD=third-secret",
        "https://me:fourth-secret@example.org/", "--verbose", "x",
    ]  # fmt: skip
    found = [PLANTED, "other-secret-1", "third-secret", "fourth-secret"]
    assert list(secrets_in_command(command)) == found
    shown = FrameRedactor().command(command)
    assert not any(secret in str(shown) for secret in found)
    assert shown[-2:] == ["--verbose", "x"]
