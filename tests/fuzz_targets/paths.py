"""A target from any text: a path or query that finds something or nothing, or a PathError."""

import json

from mcptest.errors import UsageError
from mcptest.match.path import MAX_LENGTH, Path, PathError
from mcptest.model.json import MISSING

ROOTS = {
    "result": {
        "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "aaaa!"}],
        "a b": {"'": 1, '"': 2, "\\": 3},
        "n": None,
        "deep": [[[[[1]]]]],
    },
    "error": MISSING,
    "text": "x",
    "fuzz.crashes": 0,
}
SEEDS = (
    b"result.content[0].text",
    b'result["a b"]["\\""]',
    b"result['a b']['\\'']",
    b"fuzz.crashes",
    b"$.result.content[*].text",
    b"$..[?match(@.text, 'a+')]",
    b"$..[?search(@.text, '(a+)+$') && @.type == 'text' || !(@.n < 1)]",
    b"$.result.content[-1:0:-1]['text','type']",
    b"$[?count(@.*) > 1][?length(value(@..x)) <= 1e3]",
    b"result[-1][999999999]",
    b"$[?@['\\ud83d\\ude00']==\"\\u00e9\"]",
    b"$" + b"[?@.a" * 40,
)


def check(data: bytes) -> None:
    """Parse and resolve."""
    text = data.decode("utf-8", "replace")
    try:
        path = Path.parse(text)
    except PathError as error:
        _check_place(error, text)
        return
    assert path.text == text
    assert (path.root is None) == text.startswith("$")
    try:
        found = path.resolve(ROOTS)
    except UsageError as error:
        assert error.code == "target-too-slow"  # noqa: PT017  the property itself
        return
    if found is not MISSING:
        json.dumps(found)
    if path.root is not None:
        _check_steps(path)


def _check_place(error: PathError, text: str) -> None:
    assert 1 <= error.column <= min(len(text), MAX_LENGTH) + 2, (error, text)


def _check_steps(path: Path) -> None:
    """The steps written out in one fixed way are the same path."""
    first, *rest = path.steps
    written = first + "".join(f"[{json.dumps(step)}]" for step in rest)
    assert len(written) > MAX_LENGTH or Path.parse(written).steps == path.steps
