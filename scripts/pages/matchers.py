"""matchers.md: from the registry of matchers."""

from __future__ import annotations

import json
from collections.abc import Iterator

from mcptest import registry
from mcptest.match.bind import MATCHERS
from mcptest.match.matcher import Matcher
from pages.markdown import fence, inline_yaml, page

_INTRO = """\
A matcher is the condition that the value at a [target](targets.md) must meet.

```yaml
expect:
  - target: text
    matcher: { contains: alpha }
    message: the result contains the search term
```

A matcher without an argument can be written as a plain word: `matcher: present`.
An absent target only matches `absent`, so a misspelled path fails.
"""
_LIMITS = """\
## What matchers do not do

They never call the server again, and never change the value.
A matcher checks one target; to compare two responses, capture a value in `steps` and use it as `${name}`.
"""


def files() -> Iterator[tuple[str, str]]:
    matchers = registry.collect(MATCHERS, "MATCHER", Matcher).values()
    parts = [_section(matcher) for matcher in sorted(matchers, key=lambda each: each.name)]
    yield "docs/reference/matchers.md", page("Matchers", _INTRO, *parts, _LIMITS)


def _section(matcher: Matcher) -> str:
    example = fence("yaml", f"matcher: {inline_yaml(matcher.example)}")
    schema = json.dumps(matcher.argument, ensure_ascii=False)
    argument = f"Argument: `{schema}`" if matcher.argument else "Argument: any value."
    return f"## `{matcher.name}`\n\n{matcher.summary}\n\n{example}\n\n{argument}"
