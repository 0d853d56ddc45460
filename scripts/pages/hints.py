"""hints.md: what a suite can tell the compliance rules, from the source and the proofs."""

from __future__ import annotations

import json
from collections.abc import Iterator

from mcptest.compliance.corpus.rule import Rule
from mcptest.compliance.corpus.version_corpus import load_all
from mcptest.compliance.observe.hints import HINTS, Hint
from pages.markdown import page, table

_INTRO = """\
Some rules need a *fixture*: something on your server that mcptest cannot always find itself, such as a slow tool, a tool that asks the user, or a valid token.
A *hint* names a fixture: you give it with `--hint`, in a file for `--hints`, or in a suite's `compliance.hints`.

A grade first [looks for fixtures](../explanation/what-we-call.md#what-a-grade-calls) in what the tools do.
A rule whose fixture is missing is skipped with the reason `needs-fixture`, names the fixture that would decide it, and does not affect the grade.
A fixture that you give replaces one that mcptest finds.
A tool that you name in a fixture may be called more than once even if it is mutating: naming it is your consent.

```console
$ mcptest compliance hints -- python my_server.py > hints.yml
$ mcptest compliance run --hints hints.yml -- python my_server.py
$ mcptest audit --hint slow_tool=sleep --hint 'tool_args.search={"query": "alpha"}' -- python my_server.py
```

`compliance hints` prints the fixtures that it found, as a file for `--hints`.
`--hint KEY=VALUE` takes YAML or JSON, and a dot in KEY sets one member of a fixture.
The name of a tool is enough: mcptest generates its arguments.
In a suite, set them in `compliance.hints`:

```yaml runnable
server:
  command: [mcptest, mock, --tools-from, "${CONFIG_DIR}/mocks/records.yml"]
compliance:
  hints:
    tool_args: { search_records: { query: alpha } }
    progress_tool: { name: search_records, args: { query: alpha } }
  tests:
    - name: TOOL-005 a call gives a list of content
    - name: UTIL-010 no progress without a token
```

`mcptest compliance run --from-suite FILE` checks all rules with the suite's fixtures.
The examples below are for the mock that `mcptest mock --break RULE-ID` serves.
"""
_LIMITS = """\
## What fixtures do not do

A fixture lets mcptest check a rule; it never changes what the rule expects.
An unknown key is an error before anything runs.
"""


_PREFACE = {
    "tool_args": "all rules that call the tool",
    "prompt_args": "all rules that get the prompt",
}
_READ_BY_VIEWS = {"probe_authorization_server": "authorization_server"}


def files() -> Iterator[tuple[str, str]]:
    rules = {rule.id: rule for corpus in load_all().values() for rule in corpus}
    rows = [_row(hint, [rules[name] for name in sorted(rules)]) for hint in HINTS]
    found = table(("Key", "Purpose", "Value", "Example", "Rules"), rows)
    yield "docs/reference/hints.md", page("Fixtures", _INTRO, "## Every fixture", found, _LIMITS)


def _row(hint: Hint, rules: list[Rule]) -> tuple[str, ...]:
    using = [rule for rule in rules if _reads(rule, hint.name)]
    example = next((rule.proof.hints[hint.name] for rule in using if _shows(rule, hint)), None)
    shown = "" if example is None else f"`{hint.name}: {_flow(example)}`"
    links = ", ".join(f"[{rule.id}](rules/{rule.id}.md)" for rule in using)
    return f"`{hint.name}`", hint.use, hint.holds, shown, _PREFACE.get(hint.name, "") + links


def _reads(rule: Rule, name: str) -> bool:
    needed = {each.partition(".")[0] for each in rule.needs.fixture}
    read = _READ_BY_VIEWS.get(name) in rule.observe.views
    if name in needed or name in rule.proof.hints or read:
        return True
    return any(str(each.get("target")).endswith(f".{name}") for each in rule.applies)


def _shows(rule: Rule, hint: Hint) -> bool:
    return hint.name in rule.proof.hints


def _flow(value: object) -> str:
    """JSON with bare keys, which is YAML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(part)}" for key, part in value.items()) + "}"
    return json.dumps(value)
