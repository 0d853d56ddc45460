"""targets.md: the targets of assertions; the names must match those in the source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.calls.hook_steps import COMMAND_ROOTS
from mcptest.compliance.gates import GRADE_TARGETS, SPEC_TARGETS
from mcptest.fuzz.findings import targets_of as fuzz_targets
from mcptest.fuzz.hunt import Tally
from mcptest.negative.findings import targets_of
from mcptest.plan import all_blocks
from mcptest.plan.blocks import NESTED, NestedBlock
from mcptest.suite.entry import CALL_ROOTS
from pages.markdown import page, table

_INTRO = """\
A target is the part of a response that an assertion checks.
It is a path such as `result.content[0].text`, or a JSONPath query (RFC 9535) if it starts with `$`.

```yaml
expect:
  - target: result.structuredContent["a b"]
    matcher: present
  - target: result.content[-1].text
    matcher: { type: string }
  - target: $.result.content[?@.type == 'text'].text
    matcher: { length: { min: 1 } }
```

Write a member as `.name`, or as `["any text"]` if the name has dots, spaces or brackets; write an entry of a list as `[0]`, or `[-1]` from the end.
A path that does not exist is *absent*, which is not null.
A query that can match several values returns a list.
"""
_CALLS = {
    "result": "The result of the response; absent when it was an error.",
    "error": "The error of the response, with `code`, `message` and `data`; absent otherwise.",
    "text": "The text of all content blocks, joined by line breaks.",
    "duration_ms": "How long the call took, in milliseconds.",
    "notifications": "Notifications that arrived during the call.",
    "stderr": "What the server wrote to stderr during the call.",
    "progress": "Progress notifications of the call, if the test sets `progress: true`; `progress.count` is their number.",
    "logs": "Log messages that arrived during the call.",
}
_SPEC = {
    "spec_clean": "Whether nothing changed between the two revisions.",
    "spec_breaking_changes": "Ids of the rules that changed.",
    "spec_added": "Ids of the rules that were added.",
    "spec_removed": "Ids of the rules that were removed.",
    "spec_unchanged": "Ids of the rules that did not change.",
}
_GRADE = {
    "grade": "The grade.",
    "score": "The score, from 0 to 100.",
    "grade_regressed": "Whether the grade is below that of the scorecard.",
    "regressed_sections": "The sections whose score is lower.",
}
_HOOKS = {
    "exit_code": "The exit code of the command.",
    "stdout": "What it wrote to stdout.",
    "stderr": "What it wrote to stderr.",
    "json": "Its stdout as JSON; absent if that is not JSON.",
    "duration_ms": "How long it ran, in milliseconds.",
}
_REPEATS = """\
## Repeated tests

The report of a test with `repeat` has `flaky.runs`, `flaky.failures`, `flaky.rate`, `flaky.low` and `flaky.high`: how often it ran and failed, and the 95% confidence interval of that rate.
They are values in the report, not targets for `expect`.
"""
_LIMITS = """\
## What targets do not do

They only see one response; pass a value from one call to another with `capture` in `steps`.
A target that starts with an unknown name is an error when the suite is loaded, not a failed test.
"""


def files() -> Iterator[tuple[str, str]]:
    nested = {key: row() for key, row in NESTED.items()}
    _hold("a call", _CALLS, CALL_ROOTS)
    _hold("a command", _HOOKS, COMMAND_ROOTS)
    _hold("negative_path", nested["negative_path"].targets, tuple(targets_of([])))
    _hold("fuzz", nested["fuzz"].targets, tuple(fuzz_targets(Tally())))
    _hold("spec_version_check", _SPEC, SPEC_TARGETS)
    _hold("grade_delta", _GRADE, GRADE_TARGETS)
    yield (
        "docs/reference/targets.md",
        page(
            "Targets",
            _INTRO,
            _section("Tests of tools, resources and prompts", _CALLS),
            *(_section(f"`{key}` of a tool test", _below(key, it)) for key, it in nested.items()),
            *(_section(f"`{it.key}`", it.targets) for it in all_blocks() if it.targets),
            _section("`spec_version_check` of `compliance`", _SPEC),
            _section("`grade_delta` of `compliance`", _GRADE),
            _section("A `command` in `setup`, `teardown`, `before_each` or `after_each`", _HOOKS),
            _REPEATS,
            _LIMITS,
        ),
    )


def _below(key: str, block: NestedBlock) -> dict[str, str]:
    return {f"{key}.{name}": text for name, text in block.targets.items()}


def _section(title: str, texts: Mapping[str, str]) -> str:
    rows = [(f"`{name}`", text) for name, text in texts.items()]
    return f"## {title}\n\n{table(('Target', 'Meaning'), rows)}"


def _hold(where: str, texts: Mapping[str, str], names: tuple[str, ...]) -> None:
    """Fail if a name has no text, or a text has no name."""
    differing = set(texts) ^ set(names)
    if differing:
        raise SystemExit(f"scripts/pages/targets.py and the targets of {where}: {differing}")
