"""What the transcript view says about an error, which the rules about codes put in sentences."""

import json

import pytest
from tests.compliance.peer import corpora

from mcptest.compliance.judge.expectation import compile_expectation
from mcptest.compliance.judge.judge_rule import judge
from mcptest.compliance.views.transcript import VIEW, sort_messages
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.transcript import Transcript

RULE = corpora()[SpecVersion.V2026_07_28].rules["RPC-026"]
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}


@pytest.mark.parametrize(
    ("number", "asked"),
    [(1, "tools/list"), (None, "a malformed message"), (9, "an unknown request")],
)
def test_the_sentence_about_an_error_says_what_was_asked(number, asked):
    error = {"jsonrpc": "2.0", "id": number, "error": {"code": -32000, "message": "no"}}
    transcript = Transcript(100_000)
    transcript.sent(json.dumps(LIST).encode())
    transcript.received(json.dumps(error).encode())
    root = {name: [] for name in VIEW.members}
    sort_messages(transcript, {}, root, stdio=True)

    (finding,) = judge(
        RULE, [compile_expectation(one) for one in RULE.expect], {"transcript": root}
    ).findings
    assert finding.message == f"the server returned error -32000 for {asked}"


def test_a_response_is_matched_although_large_ones_took_all_the_room():
    transcript = Transcript(100_000)
    for number in range(100):
        transcript.sent(json.dumps({**LIST, "id": number}).encode())
        text = "x" if number % 2 else "x" * 10_000
        result = {"jsonrpc": "2.0", "id": number, "result": {"text": text}}
        transcript.received(json.dumps(result).encode())
    root = {name: [] for name in VIEW.members}
    sort_messages(transcript, {}, root, stdio=True)
    assert transcript.dropped
    assert all(one["method"] == "tools/list" for one in root["results"])
