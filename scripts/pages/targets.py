"""targets.md: where an expectation may look; the names are held to those that the source knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.gates import GRADE_TARGETS, SPEC_TARGETS
from mcptest.fuzz.findings import targets_of as fuzz_targets
from mcptest.fuzz.hunt import Tally
from mcptest.lint.block import ROOTS as QUALITY_ROOTS
from mcptest.negative.findings import targets_of
from mcptest.suite.entry import CALL_ROOTS
from pages.markdown import page, table

_INTRO = """\
A target says where to look.
It is a path such as `result.content[0].text`, or a JSONPath query (RFC 9535) when it begins with `$`.

```yaml
expect:
  - target: result.structuredContent["a b"]
    matcher: present
  - target: result.content[-1].text
    matcher: { type: string }
  - target: $.result.content[?@.type == 'text'].text
    matcher: { length: { min: 1 } }
```

A member is written `.name`, or `["any text"]` where the name has dots, spaces or brackets; an entry of a list is `[0]`, from the end `[-1]`.
A path that leads nowhere is *absent*, which is not null: `absent` and `present` tell the two apart.
A query that finds several values gives the list of them.
"""
_CALLS = {
    "result": "The result of the response; absent when it was an error.",
    "error": "The error of the response, with `code`, `message` and `data`; absent otherwise.",
    "text": "All text blocks of the result, joined by line breaks.",
    "duration_ms": "How long the call took, in milliseconds.",
    "notifications": "The notifications that came while the call was running.",
    "stderr": "What the server wrote to standard error meanwhile.",
}
_QUALITY = {
    "schema_criticals": "Errors found by the SCH rules.",
    "schema_warnings": "Warnings of the SCH rules.",
    "critical_count": "Errors found by all other rules.",
    "warning_count": "Warnings of all other rules.",
    "min_score": "The score of the worst tool, from 0 to 1.",
    "mean_score": "The mean score of all tools, from 0 to 1.",
    "tool": 'One tool, as in `tool["search"].score`.',
}
_NEGATIVE = {
    "checks_run": "How many probes ran.",
    "failures": "How many of them found something.",
    "gate_passed": "1 when none failed, else 0.",
}
_FUZZ = {
    "cases_run": "How many inputs were sent.",
    "succeeded": "How many of them returned a result.",
    "crashes": "How many of them ended the server.",
    "hangs": "How many of them got no answer in time.",
    "protocol_violations": "How many answers were no JSON-RPC response.",
    "leaks": "How many errors showed a stack trace, a path, SQL, an internal host name or a secret.",
    "gate_passed": "1 when nothing was found, else 0.",
}
_SPEC = {
    "spec_clean": "Whether nothing changed between the two revisions.",
    "spec_breaking_changes": "How many rules changed.",
    "spec_added": "How many rules are new.",
    "spec_removed": "How many rules are gone.",
    "spec_unchanged": "How many rules are the same.",
}
_GRADE = {
    "grade": "The letter.",
    "score": "The score, from 0 to 100.",
    "grade_regressed": "Whether the letter fell since the scorecard.",
    "regressed_sections": "The sections whose score fell.",
}
_LIMITS = """\
## What targets do not do

They see one answer, not the next one; carry a value from one call to another with `capture` in `steps`.
A target that begins with a name that its block does not have is an error when the suite is loaded, not a failed test.
"""


def files() -> Iterator[tuple[str, str]]:
    negative = {f"negative_path.{name}": text for name, text in _NEGATIVE.items()}
    fuzz = {f"fuzz.{name}": text for name, text in _FUZZ.items()}
    _hold("a call", _CALLS, CALL_ROOTS)
    _hold("tool_quality", _QUALITY, QUALITY_ROOTS)
    _hold("negative_path", _NEGATIVE, tuple(targets_of([])))
    _hold("fuzz", _FUZZ, tuple(fuzz_targets(Tally())))
    _hold("spec_version_check", _SPEC, SPEC_TARGETS)
    _hold("grade_delta", _GRADE, GRADE_TARGETS)
    yield (
        "docs/reference/targets.md",
        page(
            "Targets",
            _INTRO,
            _section("Tests of tools, resources and prompts", _CALLS),
            _section("`negative_path` of a tool test", negative),
            _section("`fuzz` of a tool test", fuzz),
            _section("`tool_quality`", _QUALITY),
            _section("`spec_version_check` of `compliance`", _SPEC),
            _section("`grade_delta` of `compliance`", _GRADE),
            _LIMITS,
        ),
    )


def _section(title: str, texts: Mapping[str, str]) -> str:
    rows = [(f"`{name}`", text) for name, text in texts.items()]
    return f"## {title}\n\n{table(('Target', 'What it is'), rows)}"


def _hold(where: str, texts: Mapping[str, str], names: tuple[str, ...]) -> None:
    """Neither a name without a text nor a text without a name."""
    differing = set(texts) ^ set(names)
    if differing:
        raise SystemExit(f"scripts/pages/targets.py and the targets of {where}: {differing}")
