"""The stages of an audit have a name in reports and a name in documents; both are accepted."""

from __future__ import annotations

from typing import Final

STAGE_ROOMS: Final = {"protocol": "compliance", "valid-calls": "probe", "bad-input": "negative"}
