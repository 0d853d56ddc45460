"""``snapshot``: the same as last time, volatile parts aside."""

from __future__ import annotations

from mcptest.match.containment import absent
from mcptest.match.matcher import Check, MatchContext, Matcher, Mismatch
from mcptest.match.normalise import normalise
from mcptest.match.show import short
from mcptest.model.json import MISSING, Json, MaybeJson

_LONGEST = 100


def _bind(wants: Json) -> Check:
    named = isinstance(wants, str) and 0 < len(wants) <= _LONGEST
    if wants is not True and not named:
        raise ValueError(
            f"expected true or a name of up to {_LONGEST} characters, got {short(wants)}"
        )

    def compare(value: MaybeJson, context: MatchContext) -> Mismatch | None:
        if value is MISSING:
            return absent()
        if context.snapshots is None:
            return Mismatch("was not compared: this type of run has no snapshots")
        name = wants if isinstance(wants, str) else f"{context.case_id}::{context.target}"
        changed = context.snapshots.compare(name, normalise(value))
        return Mismatch(f'differs from the snapshot "{name}"', changed) if changed else None

    return Check("snapshot", wants, compare)


MATCHER = Matcher(
    name="snapshot",
    summary=(
        "The value equals the stored snapshot, a file beside the suite. Times, ids, durations and "
        "temporary paths are normalized first. The first run, and run --update-snapshots, write "
        "the file."
    ),
    argument={
        "anyOf": [
            {"const": True},
            {"type": "string", "minLength": 1, "maxLength": _LONGEST},
        ],
        "default": True,
    },
    example={"snapshot": True},
    bind=_bind,
)
