"""Mark the findings that belong to the SDK, and add the code that fixes the others."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from mcptest.model.finding import Finding
from mcptest.model.grade import Compliance
from mcptest.model.outcome import CaseResult, Lane
from mcptest.model.run import Run, SdkFacts, ServerFacts
from mcptest.sdk.detect import CERTAIN
from mcptest.sdk.fixes import fix_for
from mcptest.sdk.profiles import TRANSPORT, SdkAnswer, profiles

_IN_SDK = "Fix for the SDK: "
_REVISION = re.compile(r"/specification/(\d{4}-\d{2}-\d{2})/")


def with_sdk(run: Run) -> Run:
    """The same run; unchanged where no server shows which SDK it is built on."""
    servers = _agreed(run.servers)
    known = {server.name: server for server in servers if server.sdk is not None}
    if not known:
        return run
    only = next(iter(known.values())) if len({*map(_base, servers)}) == 1 else None
    told: set[str] = set()
    cases = tuple(_marked(case, known.get(case.server or "", only), told) for case in run.cases)
    compliance = run.compliance and _graded(run.compliance, list(known.values()))
    return replace(run, servers=servers, cases=cases, compliance=compliance)


def _agreed(servers: Iterable[ServerFacts]) -> tuple[ServerFacts, ...]:
    """A server that is graded at several revisions has one SDK."""
    found = tuple(servers)
    best: dict[str, SdkFacts] = {}
    for server in found:
        if server.sdk is not None and (_base(server) not in best or server.sdk.sure == CERTAIN):
            best[_base(server)] = server.sdk
    return tuple(replace(server, sdk=best.get(_base(server))) for server in found)


def _base(server: ServerFacts) -> str:
    return server.name.partition("@")[0]


def _marked(case: CaseResult, server: ServerFacts | None, told: set[str]) -> CaseResult:
    if server is None or not case.findings:
        return case
    graded = case.lane is Lane.COMPLIANCE
    found = [_noted(one, server) if graded else one for one in case.findings]
    return replace(case, findings=tuple(_with_code(one, server, told) for one in found))


def _noted(finding: Finding, server: ServerFacts) -> Finding:
    answer = _answer(server, finding.id)
    if answer is None:
        return finding
    return replace(finding, sdk=_sentence(server.sdk, answer), help=_help(finding.help, answer))


def _help(said: str | None, answer: SdkAnswer) -> str | None:
    """Whose the fix is, where the author of the server cannot make it."""
    if said is None or answer.decided != TRANSPORT or said.startswith(_IN_SDK):
        return said
    return f"{_IN_SDK}{said}"


def _with_code(finding: Finding, server: ServerFacts, told: set[str]) -> Finding:
    """Only the first of its kind: a catalog can have a thousand of one."""
    code = fix_for(finding.id, server.sdk) if server.sdk else None
    if code is None or finding.id in told or _is_of_another_revision(finding, server):
        return finding
    told.add(finding.id)
    return replace(finding, code=code)


def _is_of_another_revision(finding: Finding, server: ServerFacts) -> bool:
    """A rule of a revision that the server does not speak yet: the code is for the one it does."""
    named = _REVISION.search(finding.spec or "")
    return named is not None and named[1] != server.protocol_version


def _answer(server: ServerFacts, rule: str) -> SdkAnswer | None:
    revision, transport = server.protocol_version or "", server.transport
    answers = profiles()[server.sdk.id].answers if server.sdk else ()
    held = (one for one in answers if one.holds(rule, transport=transport, revision=revision))
    return next(held, None)


def _sentence(sdk: SdkFacts | None, answer: SdkAnswer) -> str:
    """True of the SDK, whatever the server turns out to be."""
    assert sdk is not None
    does = f"{profiles()[sdk.id].release} {answer.does}"
    looks = "" if sdk.sure == CERTAIN else " (the server seems to use this SDK)"
    if answer.decided == TRANSPORT:
        said = "this happens before your code runs, so there is nothing to fix in your code"
        return f"{does}; {said}{looks}"
    return f"{does} by default; your own handler can change that{looks}"


def _graded(compliance: Compliance, servers: list[ServerFacts]) -> Compliance:
    """Which rules of the next grade are the SDK's, at the revision that was graded."""
    others = tuple(_graded(one, servers) for one in compliance.revisions)
    compliance = replace(compliance, revisions=others)
    found = compliance.next_grade
    wire = (compliance.spec_version or "").removeprefix("v")
    server = next((one for one in servers if one.protocol_version == wire), None)
    if found is None or server is None or server.sdk is None:
        return compliance
    theirs = tuple(rule for rule in found.rules if _answer(server, rule))
    named = replace(found, sdk=server.sdk.name if theirs else None, sdk_rules=theirs)
    return replace(compliance, next_grade=named)
