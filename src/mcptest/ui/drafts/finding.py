"""A test from a finding: its request, and the response that the server should have sent."""

from __future__ import annotations

from mcptest.errors import UsageError
from mcptest.model.json import JsonObject
from mcptest.ui.drafts.expected import proposal_of
from mcptest.ui.drafts.source import DraftSource
from mcptest.ui.hub import Hub


def source_of_finding(hub: Hub, place: JsonObject) -> DraftSource:
    """A test that fails until the finding is fixed; nothing is called.

    Raises: UsageError where a test cannot say what the finding says.
    """
    job = hub.jobs.get(int(str(place["job"])))
    live = hub.live(str(job.repeat.get("server")))
    finding = _find(hub.jobs.document(job.number), str(place["case"]), int(str(place["index"])))
    proposal = proposal_of(finding)
    if proposal is None:
        raise UsageError("ui-no-test", "a test cannot express this finding")
    return DraftSource(
        live,
        f"{proposal.subject}: {finding.get('id')}",
        lambda name: proposal.draft(name=name),
        {"assertions": None},
    )


def _find(document: JsonObject, case: str, index: int) -> JsonObject:
    events = document["events"]
    assert isinstance(events, list)
    cases = (event.get("case") for event in events if isinstance(event, dict))
    found = next((one for one in cases if isinstance(one, dict) and one.get("id") == case), {})
    findings = found.get("findings")
    if not isinstance(findings, list) or not 0 <= index < len(findings):
        raise UsageError("ui-unknown", f"the run has no finding {index} of {case!r}")
    finding = findings[index]
    assert isinstance(finding, dict)
    return finding
