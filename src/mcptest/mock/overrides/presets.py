"""Sets of overrides that many proofs share, by the name that ``{use: NAME}`` gives."""

from __future__ import annotations

from typing import Final

from mcptest.model.json import Json

# A server that wants a token. It is its own authorization server, since a proof has one listener.
_PROTECTED: Final[list[Json]] = [{"on": "auth"}]

PRESETS: Final[dict[str, list[Json]]] = {"protected": _PROTECTED}
