"""The named faults, each as overrides; all but ``wedged`` affect ``tools/call``.

hang              a call is never answered
wedged            the handshake (or ``server/discover``) is answered, and nothing after it
slow:MS           a call is answered MS milliseconds late
crash             the process ends with status 1 at the first call
garbage           a call returns text that is not JSON
recover-after:N   the first N calls fail with a tool error; later ones are healthy
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

from mcptest.errors import UsageError
from mcptest.mock.overrides.override import Override
from mcptest.mock.overrides.patch import Patch

_CALL: Final = "tools/call"
_OPENING: Final = ("initialize", "server/discover")
_PLAIN: Final = {
    "hang": Override(_CALL, silent=True),
    "wedged": Override("*", unless=_OPENING, silent=True),
    "crash": Override(_CALL, exit=1),
    "garbage": Override(_CALL, raw="Segmentation fault (not really): this line is not JSON"),
}
_FAILURE: Final = (
    Patch("add", ("result", "content"), [{"type": "text", "text": "unavailable; try again"}]),
    Patch("add", ("result", "isError"), True),
    Patch("remove", ("result", "structuredContent")),
)
_NUMBERED: Final = ("slow", "recover-after")
NAMES: Final = ("hang", "wedged", "slow:MS", "crash", "garbage", "recover-after:N")


def parse_fault(text: str | None) -> tuple[Override, ...]:
    """The overrides of a fault; none for no fault.

    Raises: UsageError.
    """
    if text is None:
        return ()
    if text in _PLAIN:
        return (_PLAIN[text],)
    name, colon, number = text.partition(":")
    if name in _NUMBERED and colon and number.isdecimal() and len(number) < 10:  # noqa: PLR2004
        return _numbered(name, int(number))
    raise UsageError("mock-unknown-fault", f'unknown fault "{text}"', hint=_hint(name))


def _hint(name: str) -> str:
    near = get_close_matches(name, [known.partition(":")[0] for known in NAMES], n=1)
    exact = next((known for known in NAMES if near and known.partition(":")[0] == near[0]), None)
    return f'did you mean "{exact}"?' if exact else f"known faults: {', '.join(NAMES)}"


def _numbered(name: str, number: int) -> tuple[Override, ...]:
    if name == "slow":
        return (Override(_CALL, delay_ms=number),)
    return (Override(_CALL, times=number, patch=_FAILURE),)
