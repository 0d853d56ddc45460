"""Accept the findings of an earlier scan, so that only new or changed ones count."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from mcptest.atomic import write_atomically
from mcptest.errors import FileProblemsError, Problem
from mcptest.model.json import Json
from mcptest.model.location import Location
from mcptest.reading import MIB, CannotReadError, JsonTextError, parse_json, read_whole
from mcptest.security.engine import Located

SCHEMA: Final = "mcptest.security-baseline/v1"


def load_security_baseline(path: Path) -> dict[str, str]:
    """Fingerprints, each with the hash of the text that the finding was about.

    Raises: FileProblemsError.
    """
    try:
        raw = parse_json(read_whole(path, limit=16 * MIB))
    except CannotReadError as trouble:
        raise _bad(path, trouble.about(path)) from None
    except JsonTextError as trouble:
        raise _bad(path, f"{path} is not valid JSON: {trouble.message}") from None
    members = raw if isinstance(raw, dict) else {}
    entries = members.get("findings")
    if members.get("schema") != SCHEMA or not isinstance(entries, list):
        raise _bad(path, f"{path} is not a security baseline ({SCHEMA})")
    found = [entry for entry in entries if isinstance(entry, dict)]
    return {str(entry.get("fingerprint")): str(entry.get("text", "")) for entry in found}


def _bad(path: Path, words: str) -> FileProblemsError:
    hint = "write one with --update-baseline"
    where = Location(str(path), 1, 1)
    return FileProblemsError([Problem("security-baseline-unusable", words, where, hint)])


def write_security_baseline(path: Path, found: Iterable[Located]) -> int:
    """Replace the file with what was found; the number of entries.

    Raises: WriteError.
    """
    entries: dict[str, Json] = {}
    for located in found:
        facts = located.finding.security
        if facts is not None:
            entries[facts.fingerprint] = {
                "rule": located.finding.id,
                "tool": located.name or None,
                "pointer": located.finding.pointer,
                "fingerprint": facts.fingerprint,
                "text": facts.text_hash,
            }
    document: Json = {"schema": SCHEMA, "findings": [entries[key] for key in sorted(entries)]}
    write_atomically(path, (json.dumps(document, indent=2) + "\n").encode())
    return len(entries)
