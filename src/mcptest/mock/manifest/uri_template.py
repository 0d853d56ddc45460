"""Match a URI against a template with ``{name}`` and ``{+name}`` variables (RFC 6570, 1 and 2)."""

from __future__ import annotations

import re
from urllib.parse import unquote

_VARIABLE = re.compile(r"\{(\+?)([A-Za-z_]\w*)\}")


def template_pattern(template: str) -> re.Pattern[str] | None:
    """The URIs that a template makes; None where it uses what is not supported here."""
    parts: list[str] = []
    names: set[str] = set()
    end = 0
    for found in _VARIABLE.finditer(template):
        literal = template[end : found.start()]
        if found[2] in names or "{" in literal or "}" in literal:
            return None
        names.add(found[2])
        value = ".+" if found[1] else "[^/?#]+"
        parts.append(f"{re.escape(literal)}(?P<{found[2]}>{value})")
        end = found.end()
    rest = template[end:]
    if not names or "{" in rest or "}" in rest:
        return None
    return re.compile("".join(parts) + re.escape(rest), re.DOTALL)


def match_uri(pattern: re.Pattern[str], uri: str) -> dict[str, str] | None:
    """The variables, decoded; a value that climbs out of its place matches nothing."""
    found = pattern.fullmatch(uri)
    if found is None:
        return None
    values = {name: unquote(value) for name, value in found.groupdict().items()}
    climbs = any(".." in re.split(r"[/\\]", value) for value in values.values())
    return None if climbs else values
