"""What a strict, a lenient, a crashing, a hanging and a babbling server are told."""

import pytest
from tests.negative.negative_kit import (
    VERSION,
    definition,
    failed_probes,
    kinds,
    probe_target,
    sample_target,
)

from mcptest.mock.memory import memory_target
from mcptest.mock.server import MockServer
from mcptest.model.outcome import SkipReason
from mcptest.model.spec_version import SpecVersion
from mcptest.negative.sample import BASE, SAMPLE
from mcptest.negative.table import ALL, DEFAULT
from mcptest.safety.policy import ExecutionPolicy
from mcptest.wire.limits import Limits
from mcptest.wire.target import MemoryTarget

ON_CALL = {"on": "tools/call"}


def only(schema, **more):
    return {"mock_server": {"tools": [{"name": "search", "inputSchema": schema, **more}]}}


def test_a_strict_server_passes_all_five(tmp_path):
    finished, result = probe_target(sample_target(tmp_path))
    assert result.status == "passed"
    assert dict(result.targets) == {
        "negative_path.checks_run": 5,
        "negative_path.failures": 0,
        "negative_path.gate_passed": 1,
    }
    assert finished.exit_code == 0


def test_a_lenient_server_fails_wrong_type_and_extra_field_and_nothing_else(tmp_path):
    accepts = [
        {**ON_CALL, "when": {"params": {"arguments": arguments}}, "result": {"content": []}}
        for arguments in ({"query": 42}, {"limit": "not a number"}, {"sort": 42})
    ]
    accepts.append(
        {
            **ON_CALL,
            "when": {"params": {"arguments": {"mcptest_unexpected": "mcptest"}}},
            "result": {"content": []},
        }
    )
    _, result = probe_target(sample_target(tmp_path, accepts))
    assert kinds(result) == {
        "wrong_type": "accepted silently",
        "extra_field": "accepted silently",
    }
    assert result.targets["negative_path.failures"] == 2
    assert result.targets["negative_path.gate_passed"] == 0


@pytest.mark.parametrize(
    ("broken", "kind"),
    [
        ({"exit": 3}, "crashed"),
        ({"silent": True}, "hung"),
        ({"reply": {"jsonrpc": "2.0", "id": "${request.id}", "nothing": 1}}, "malformed reply"),
        ({"error": {"code": "x", "message": "text as a code"}}, "malformed reply"),
        ({"error": "text"}, "malformed reply"),
        ({"error": {"code": 1}}, "malformed reply"),
        ({"result": [1]}, "malformed reply"),
        ({"raw": '{"id": ${request.id}, babble'}, "malformed reply"),
    ],
)
def test_a_broken_server_is_named_as_what_it_is(broken, kind, tmp_path):
    target = sample_target(tmp_path, [{**ON_CALL, **broken}])
    _, result = probe_target(target, limit=0.05)
    blamed = set(DEFAULT) - ({"oversized"} if kind == "hung" else set())  # a short text hangs, too
    assert set(kinds(result)) == blamed
    assert set(kinds(result).values()) == {kind}


@pytest.mark.parametrize("text", ["x" * 65536, "mcptest"])
def test_a_tool_that_hangs_with_a_short_text_is_not_blamed_for_a_long_one(tmp_path, text):
    base = {**BASE, "query": "mcptest"}
    hangs = [
        {**ON_CALL, "when": {"params": {"arguments": {"query": each}}}, "silent": True}
        for each in {"x" * 65536, text}
    ]
    target = sample_target(tmp_path, hangs)
    _, result = probe_target(target, ["oversized"], args=base, limit=0.2)
    if text == "mcptest":
        assert kinds(result) == {}
        assert "query with a short string hangs too" in str(result.notes)
    else:
        assert kinds(result) == {"oversized": "hung"}


def test_a_crash_does_not_spoil_the_next_probe_and_the_report_says_so(tmp_path):
    broken = {**ON_CALL, "when": {"params": {"arguments": {"query": 42}}}, "exit": 1}
    _, result = probe_target(sample_target(tmp_path, [broken]))
    assert failed_probes(result) == ["wrong_type"]
    assert "was restarted" in " ".join(result.notes)
    assert result.targets["negative_path.checks_run"] == 5


def test_a_crash_is_counted_three_times_at_most_in_a_probe(tmp_path):
    schema = {
        "type": "object",
        "properties": {name: {"type": "string"} for name in "abcdef"},
        "required": list("abcdef"),
    }
    target = sample_target(tmp_path, [{**ON_CALL, "exit": 1}], manifest=only(schema))
    _, result = probe_target(target, ["missing_required"], args={})
    assert sum("was restarted" in note for note in result.notes) == 3
    assert any("completed" in note for note in result.notes)


def test_three_required_arguments_make_three_requests_and_one_probe(tmp_path):
    finished, result = probe_target(sample_target(tmp_path), ["missing_required"])
    assert len(finished.calls) == 3
    assert result.targets["negative_path.checks_run"] == 1


def test_many_failures_of_one_kind_are_one_finding(tmp_path):
    schema = {
        "type": "object",
        "properties": {name: {"type": "string"} for name in "abcdefgh"},
    }
    target = sample_target(
        tmp_path, [{**ON_CALL, "result": {"content": []}}], manifest=only(schema)
    )
    _, result = probe_target(target, ["wrong_type"], args={})
    (finding,) = [f for f in result.findings if f.severity == "error"]
    assert "and 3 more" in finding.message


def test_the_form_of_the_revision_is_advice(tmp_path):
    protocol = {**ON_CALL, "error": {"code": -32602, "message": "bad"}}
    for version, said in ((VERSION, True), (SpecVersion.V2025_06_18, False)):
        target = sample_target(tmp_path, [protocol], version=version)
        _, result = probe_target(target, ["wrong_type"], version=version)
        assert result.status == "passed"
        assert any("isError" in f.message for f in result.findings) is said
        assert all(f.severity == "note" for f in result.findings)


def test_an_unknown_tool_as_a_result_with_is_error_passes_with_advice(tmp_path):
    tool_error = {
        **ON_CALL,
        "when": {"params": {"name": "mcptest_no_such_tool"}},
        "result": {"content": [], "isError": True},
    }
    _, result = probe_target(sample_target(tmp_path, [tool_error]), ["unknown_tool"])
    assert result.status == "passed"
    assert ["-32602" in f.message for f in result.findings] == [True]


def test_extra_field_is_skipped_with_its_reason_where_the_schema_is_open(tmp_path):
    target = sample_target(tmp_path, manifest=only({"type": "object"}))
    _, result = probe_target(target, ["unknown_tool", "extra_field"], args={})
    assert result.targets["negative_path.checks_run"] == 1
    assert any("additionalProperties is not false" in note for note in result.notes)


def test_where_every_probe_is_skipped_so_is_the_test(tmp_path):
    target = sample_target(tmp_path, manifest=only({"type": "object"}))
    _, result = probe_target(target, ["missing_required", "extra_field"], args={})
    assert result.status == "skipped"
    assert result.skip.reason is SkipReason.NOT_APPLICABLE
    assert "missing_required" in result.skip.detail
    assert "extra_field" in result.skip.detail


@pytest.mark.parametrize("schema", [{}, {"type": "object", "properties": {}}, True, {"type": 5}])
def test_a_tool_without_arguments_can_still_be_probed(schema, tmp_path):
    _, result = probe_target(sample_target(tmp_path, manifest=only(schema)), args={})
    assert result.status == "passed"
    assert result.targets["negative_path.checks_run"] == 2


def test_arguments_that_no_schema_takes_are_remarked_on(tmp_path):
    manifest = only({"type": "object", "properties": {"a": False}, "required": ["a"]})
    _, result = probe_target(sample_target(tmp_path, manifest=manifest), args={"a": 1})
    assert any("does not match the input schema" in note for note in result.notes)


def test_a_mutating_tool_is_probed_since_the_block_is_consent(tmp_path):
    manifest = {"mock_server": {"tools": [{**SAMPLE["mock_server"]["tools"][0]}]}}
    manifest["mock_server"]["tools"][0].update(name="create_note", annotations={})
    finished, result = probe_target(sample_target(tmp_path, manifest=manifest), tool="create_note")
    assert result.status == "passed"
    assert {record.decision for record in finished.calls} == {"Execute"}
    assert {record.tool for record in finished.calls} == {"create_note", "mcptest_no_such_tool"}
    assert {record.feature for record in finished.calls} == {"negative_path"}


def test_a_destructive_tool_needs_the_flag(tmp_path):
    manifest = only({"type": "object"}, annotations={"destructiveHint": True})
    target = sample_target(tmp_path, manifest=manifest)
    finished, result = probe_target(target, args={})
    assert result.skip.reason is SkipReason.REFUSED_BY_POLICY
    assert [record.called for record in finished.calls] == [False]
    policy = ExecutionPolicy(execute_destructive=True, call_delay=0)
    _, result = probe_target(target, args={}, policy=policy)
    assert result.status == "passed"


def test_a_spent_budget_skips_the_rest(tmp_path):
    policy = ExecutionPolicy(max_calls=1, call_delay=0)
    _, result = probe_target(sample_target(tmp_path), policy=policy)
    assert result.targets["negative_path.checks_run"] == 1
    assert any("budget" in note for note in result.notes)
    _, result = probe_target(
        sample_target(tmp_path), policy=ExecutionPolicy(max_calls=0, call_delay=0)
    )
    assert result.skip.reason is SkipReason.BUDGET_EXHAUSTED


def test_a_tool_that_the_server_does_not_offer_is_a_finding_with_a_suggestion(tmp_path):
    _, result = probe_target(sample_target(tmp_path), tool="serch")
    (finding,) = result.findings
    assert (finding.id, finding.help) == ("tool-not-offered", 'did you mean "search"?')


def test_with_expectations_of_the_user_findings_do_not_decide(tmp_path):
    target = sample_target(tmp_path, [{**ON_CALL, "result": {"content": []}}])
    _, result = probe_target(target, gated=False)
    assert result.status == "passed"
    assert result.targets["negative_path.failures"] == 4


def test_the_oversized_request_is_cut_in_the_report(tmp_path):
    target = sample_target(tmp_path, [{**ON_CALL, "exit": 1}])
    _, result = probe_target(target, ["oversized"])
    (finding,) = result.findings
    assert len(str(finding.exchange.request)) < 2_000


def test_all_probes_that_apply_pass_on_the_sample_in_both_eras(tmp_path):
    for version, skipped in (
        (VERSION, {"foreign_session"}),
        (
            SpecVersion.V2026_07_28,
            {"foreign_session", "before_initialize", "double_initialize"},
        ),
    ):
        target = sample_target(tmp_path, version=version)
        _, result = probe_target(target, [ALL], version=version)
        assert (result.status, failed_probes(result)) == ("passed", [])
        assert {note.split(" ")[0] for note in result.notes if "skipped" in note} == skipped


def test_a_capability_that_is_not_declared_skips_its_probes(tmp_path):
    target = sample_target(tmp_path, manifest=only({"type": "object"}))
    _, result = probe_target(target, ["missing_resource", "unknown_prompt"], args={})
    assert result.skip.reason is SkipReason.CAPABILITY_NOT_DECLARED


def test_a_server_that_does_not_come_back_is_told_with_what_was_seen(tmp_path):
    mock = definition(tmp_path, SAMPLE)
    healthy = memory_target(MockServer(mock, version=VERSION))
    starts = []

    async def serve(pipe):
        starts.append(1)
        if len(starts) <= 2:
            broken = sample_target(tmp_path, [{**ON_CALL, "exit": 1}])
            await broken.serve(pipe)

    assert healthy
    limits = Limits(timeout=0.3, grace=0.1)
    _, result = probe_target(MemoryTarget(serve), limits=limits)
    assert result.status == "failed"
    assert any("did not restart" in f.message for f in result.findings)
    assert "unknown_tool: the server crashed" in result.findings[0].message


def test_a_list_without_pages_may_ignore_a_cursor(tmp_path):
    ignoring = {
        "on": "tools/list",
        "when": {"reply": {"error": {}}},
        "result": {"tools": [{"name": "search", "inputSchema": {"type": "object"}}]},
    }
    target = sample_target(tmp_path, [ignoring], manifest=only({"type": "object"}))
    _, result = probe_target(target, ["stale_cursor"], args={})
    assert result.status == "passed"
    assert any("has no pages" in f.message for f in result.findings)
    empty = {**ignoring, "result": {"tools": []}}
    target = sample_target(tmp_path, [empty], manifest=only({"type": "object"}))
    _, result = probe_target(target, ["stale_cursor"], args={})
    assert any("empty page" in f.message for f in result.findings)


def test_silence_to_bad_params_is_a_hang_and_to_a_bad_envelope_is_not(tmp_path):
    silent = [
        {"on": "tools/list", "when": {"reply": {"error": {}}}, "silent": True},
        {"on": "malformed", "silent": True},
    ]
    target = sample_target(tmp_path, silent)
    _, result = probe_target(target, ["bad_params", "bad_envelope"], limit=0.1)
    assert kinds(result) == {"bad_params": "hung"}
    assert any("ignored" in f.message for f in result.findings if f.severity == "note")


def test_a_server_that_dies_of_a_bad_envelope_crashed(tmp_path):
    target = sample_target(tmp_path, [{"on": "malformed", "exit": 1}])
    _, result = probe_target(target, ["bad_envelope"])
    assert kinds(result) == {"bad_envelope": "crashed"}


def test_an_answer_that_repeats_the_depth_is_an_answer(tmp_path):
    deep = '{"jsonrpc":"2.0","id":"mcptest-deep","result":' + "[" * 200 + "]" * 200 + "}"
    target = sample_target(tmp_path, [{"on": "malformed", "raw": deep}])
    _, result = probe_target(target, ["deep_nesting"])
    assert result.status == "passed"


def test_the_handshake_probes_tell_a_hang_from_an_answer(tmp_path):
    early = {"on": "tools/list", "when": {"reply": {"error": {}}}, "result": {"tools": []}}
    refuses = {
        "on": "initialize",
        "when": {"params": {"protocolVersion": "1999-01-01"}},
        "error": {"code": -32602, "message": "no such version"},
    }
    target = sample_target(tmp_path, [early, refuses])
    _, result = probe_target(target, ["before_initialize", "unknown_version"])
    assert result.status == "passed"
    notes = " ".join(f.message for f in result.findings)
    assert "succeeded before the handshake" in notes
    assert "asks for a supported version" in notes


def test_base_is_used_as_it_is_where_it_fits(tmp_path):
    _, result = probe_target(sample_target(tmp_path), ["wrong_enum"], args=BASE)
    assert result.notes == ()


def test_an_early_request_may_be_ignored_if_the_handshake_works(tmp_path):
    ignoring = {"on": "tools/list", "when": {"reply": {"error": {}}}, "silent": True}
    _, result = probe_target(sample_target(tmp_path, [ignoring]), ["before_initialize"], limit=0.1)
    assert result.status == "passed"
    assert any("ignored before the handshake" in f.message for f in result.findings)
