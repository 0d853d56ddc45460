"""Names that other tools use for a matcher, to suggest the right one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_NAMES: Final[Mapping[str, str]] = {
    "exact": "equals equal eq is be value same to-equal toequal ==",
    "contains": "includes include has have to-contain tocontain",
    "regex": "matches match pattern re regexp like",
    "length": "len size count has-length",
    "present": "exists exist defined not-null",
    "absent": "missing undefined not-exists",
    "range": "gt gte lt lte min max between greater less",
    "one-of": "in enum oneof is-in",
    "approx": "close near almost around",
    "schema": "json-schema jsonschema json_schema",
    "type": "is-a typeof instance-of",
    "all-of": "and all",
    "any-of": "or any",
    "starts-with": "begins-with prefix",
    "ends-with": "suffix",
    "snapshot": "golden to-match-snapshot",
}
OTHER_NAMES: Final[Mapping[str, str]] = {
    other: name for name, others in _NAMES.items() for other in others.split()
}
