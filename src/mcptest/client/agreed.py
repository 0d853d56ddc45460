"""Which rules apply to a client: those of the revision it negotiated."""

from __future__ import annotations

from mcptest.client.arranging import answers, heard, part
from mcptest.client.conversation import key_of
from mcptest.client.corpus import client_corpus
from mcptest.client.judge import RuleLook, judge_log
from mcptest.client.log import ClientLog
from mcptest.compliance.corpus.rule import Rule
from mcptest.model.spec_version import Era, SpecVersion


def judge_session(version: SpecVersion, log: ClientLog) -> list[RuleLook]:
    """Judge a log by the rules of a revision, as far as the client is bound by them.

    A server may agree to another revision than the one that is tested, and then only the rules
    that both have count.
    """
    agreed = _agreed(log) - {version} if version.era is Era.HANDSHAKE else set[SpecVersion]()
    if not agreed:
        return judge_log(client_corpus(version), log)
    log.revision = min(agreed).value
    return judge_log(_shared(version, agreed), log)


def _shared(version: SpecVersion, agreed: set[SpecVersion]) -> list[Rule]:
    """In the form of the oldest, which is never stricter."""
    others = [client_corpus(one).rules for one in sorted({version, *agreed})]
    return [rule for rule in others[0].values() if all(rule.id in other for other in others)]


def _agreed(log: ClientLog) -> set[SpecVersion]:
    """The revisions of all sessions; one that does not exist binds nobody."""
    done, found = answers(log), set[SpecVersion]()
    for entry, message in heard(log):
        reply = done.get((entry["conversation"], *key_of(message.get("id"))))
        if message.get("method") == "initialize" and reply is not None:
            told = part(reply["message"], "result", "protocolVersion")
            revision = SpecVersion.from_wire(str(told))
            found |= set() if revision is None else {revision}
    return found
