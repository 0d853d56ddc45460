"""Whether an SDK rejected the result of its own tool, which does not match the outputSchema."""

from __future__ import annotations

import re
from typing import Final

from mcptest.model.json import MaybeJson

_SAID: Final = re.compile(
    r"""(?x)
    \bOutput\ validation\ error\b                              # Python SDK 1, TypeScript
    |\bstructured_content\ must\ be\ a\ dict\ or\ None\b       # FastMCP
    |\bvalidating\ tool\ output:                               # Go
    |\bResponse\ missing\ structured\ content\ which\ is\ expected\b           # Java
    |\bstructuredContent\ does\ not\ match\ tool\ outputSchema\b
    |\bStructured\ content\ does\ not\ match\ the\ tool's\ output\ schema\b    # a proxy's client
    |\bhas\ an\ output\ schema\ but\ did\ not\ return\ structured\ content\b
    """
)
# Python SDK 1 names the model, which is the title of the schema; SDK 2 logs where it was.
_MODEL: Final = re.compile(r"\bvalidation errors? for (?P<model>[\w.]+)$", re.MULTILINE)
_CONVERTED: Final = re.compile(
    r", in convert_result$(?:\n.*){1,40}?\n.*ValidationError: .*", re.MULTILINE
)
_ROOT_MODEL: Final = "DictModel"


def find_output_error(text: str, schema: MaybeJson, *, sent: str) -> str | None:
    """The line that says so; what the arguments in ``sent`` say themselves does not count."""
    for found in (_SAID.search(text), _model_of(schema, text), _CONVERTED.search(text)):
        if found is not None and found.group() not in sent:
            return _line_at(text, found.end())
    return None


def _model_of(schema: MaybeJson, text: str) -> re.Match[str] | None:
    title = schema.get("title") if isinstance(schema, dict) else None
    found = _MODEL.search(text)
    if found is None or not isinstance(title, str):
        return None
    root = title if title.endswith("DictOutput") else ""
    return found if found["model"] == title or (root and found["model"] == _ROOT_MODEL) else None


def _line_at(text: str, at: int) -> str:
    end = text.find("\n", at)
    return text[text.rfind("\n", 0, at) + 1 : end if end != -1 else len(text)].strip()
