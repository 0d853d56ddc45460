"""A finding as plain text: what was found, where, expected, actual, what to do next."""

from __future__ import annotations

import json
import re

from mcptest.model.bounds import bounded
from mcptest.model.escape import one_line, visible
from mcptest.model.finding import Finding
from mcptest.model.json import MISSING, JsonObject, MaybeJson, Missing
from mcptest.report.excerpt import show_place

_LONG = 400
_BESIDE = 70
_LONGEST_COMMAND = 2_000
_MESSAGES = {"request", "response", "message"}
_OURS = "io.modelcontextprotocol/"
_EVERY_REQUEST = {
    f"{_OURS}{key}" for key in ("protocolVersion", "clientInfo", "clientCapabilities")
}
_BLANK_LINES = re.compile(r"\n{3,}")
_IMPORT = re.compile(r"(from|import)\b")
# A line of a CI log that begins like this is obeyed by the CI service.
CI_ORDER = re.compile(r"(?m)^(\s*)(::|##\[|##vso\[|##teamcity\[)")


def finding_text(finding: Finding) -> str:
    return "\n".join(finding_lines(finding))


def finding_lines(
    finding: Finding,
    *,
    title: str | None = None,
    values: bool = True,
    advice: bool = True,
    reproduce: bool = True,
    exchange: bool = True,
) -> list[str]:
    """The message, the place with a caret, the facts, then what to do.

    A ``title`` names the rule, below the message. Where ``values`` is false, the message says what
    was expected; without ``advice`` or ``exchange``, the reader has had it before.
    """
    first, *rest = harmless(bounded(finding.message)).split("\n")
    head = f"{finding.severity}[{visible(finding.id)}]"
    lines = [f"{head}: {first}", *(f"  {line}" for line in rest)]
    lines += [] if title is None else [f"  rule: {title}"]
    label = _label(finding) if advice else None
    if finding.where is not None:
        lines += [visible(line) for line in show_place(finding.where, label)]
    again = reproduce_lines(finding) if reproduce else []
    sent = not (again and command_of(finding) == "send")
    lines += _facts(finding, values=values, sent=sent, exchange=exchange)
    lines += sdk_note(finding) if advice else []
    if finding.help and label is None and advice:
        first, *rest = harmless(bounded(finding.help)).split("\n")
        lines += [f"  = {first}", *(f"    {line}" for line in rest)]
    lines += code_lines(finding) if advice else []
    if finding.spec and advice:
        lines.append(f"  = see {visible(finding.spec)}")
    return [*lines, *again]


def reproduce_lines(finding: Finding) -> list[str]:
    """The command that sends the request again: whole, since people copy it."""
    command = finding.reproduce
    if command is None:
        return []
    if len(command) > _LONGEST_COMMAND:
        command = f"(a command of {len(command):,} characters; see --report json=FILE)"
    return [f"  reproduce: {visible(command)}"]


def command_of(finding: Finding) -> str:
    """Which command reproduces it, such as ``send``; nothing where none does."""
    return "".join((finding.reproduce or "").split()[1:2])


def sdk_note(finding: Finding) -> list[str]:
    """What is the SDK's, which tells who can follow the advice below it."""
    return [] if finding.sdk is None else [f"  = SDK: {visible(finding.sdk)}"]


def code_lines(finding: Finding, *, short: bool = False) -> list[str]:
    """The fix in terms of the SDK; a ``short`` one has no imports."""
    if finding.code is None:
        return []
    code = _BLANK_LINES.sub("\n\n", finding.code).split("\n")
    if short:
        code = [line for line in code if line.strip() and not _IMPORT.match(line)]
    return ["  = for example:", *(f"      {line}".rstrip() for line in code)]


def _label(finding: Finding) -> str | None:
    """Help that is short enough to stand beside the caret."""
    short = finding.help and "\n" not in finding.help and len(finding.help) <= _BESIDE
    return finding.help if short and finding.where and finding.where.text else None


def harmless(text: str) -> str:
    """Text of several lines from anywhere, none of which a terminal or a CI log obeys."""
    return CI_ORDER.sub(r"\1\\\2", visible(text))


def _facts(finding: Finding, *, values: bool, sent: bool, exchange: bool) -> list[str]:
    """Values and messages; a request that the command below repeats is not ``sent`` again."""
    pairs: list[tuple[str, MaybeJson]] = []
    told = finding.spec is not None or not values
    if not told and not isinstance(finding.expected, Missing):
        pairs += [("expected", finding.expected), ("actual", finding.actual)]
    elif not told and not isinstance(finding.actual, Missing):
        pairs.append(("actual", finding.actual))
    seen = exchange_pairs(finding) if exchange else []
    pairs += [pair for pair in seen if sent or pair[0] != "request"]
    lines = [
        f"  {name + ':':9} {_told(name, value)}" for name, value in pairs if _worth(name, value)
    ]
    if finding.spec is not None or not finding.pointer or finding.exchange is not None:
        return lines
    return [f"  at {one_line(finding.pointer)}", *lines]


def exchange_pairs(finding: Finding) -> list[tuple[str, MaybeJson]]:
    """The request as it was sent, and what came back."""
    seen = finding.exchange
    if seen is None:
        return []
    headers: MaybeJson = dict(seen.headers) if seen.headers else MISSING
    return [("request", seen.request), ("headers", headers), (seen.what_came, seen.reply)]


def _told(name: str, value: MaybeJson) -> str:
    return message_text(value) if name in _MESSAGES else shown(value)


def message_text(value: MaybeJson, *, limit: int = _LONG) -> str:
    """A message as it was sent: what is not JSON is not quoted as if it were.

    JSON that breaks off looks as if we had cut it, so it is marked.
    """
    if not isinstance(value, str):
        return shown(value, limit=limit)
    text = one_line(value, limit=limit)
    return f"'{text}' (not valid JSON)" if _is_broken_json(value) else text


def _is_broken_json(text: str) -> bool:
    if not text.lstrip().startswith(("{", "[")):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return True
    return False


def _worth(name: str, value: MaybeJson) -> bool:
    return name in {"expected", "actual"} or not isinstance(value, Missing)


def shown(value: MaybeJson, *, limit: int = _LONG) -> str:
    """A value on one line, cut where it is long; what all our requests carry is left out."""
    if isinstance(value, Missing):
        return "(absent)"
    text = json.dumps(value, ensure_ascii=False)
    if (meta := _usual_meta(value)) is not None:
        text = text.replace(json.dumps(meta, ensure_ascii=False), "{…}")
    return one_line(text, limit=limit)


def _usual_meta(value: MaybeJson) -> JsonObject | None:
    """The ``_meta`` of a request in the stateless era that says nothing but who asks."""
    params = value.get("params") if isinstance(value, dict) else None
    meta = params.get("_meta") if isinstance(params, dict) else None
    if not isinstance(meta, dict) or meta.keys() != _EVERY_REQUEST:
        return None
    client = meta[f"{_OURS}clientInfo"]
    usual = isinstance(client, dict) and client.get("name") == "mcptest"
    return meta if usual and meta[f"{_OURS}clientCapabilities"] == {} else None
