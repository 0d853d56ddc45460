"""The rules that ship with mcptest, read from one built file instead of hundreds of YAML files.

A wheel carries the file. An editable install builds it on first use, beside the bytecode, under
the digest of what it was built from: after a change it is built anew.
"""

from __future__ import annotations

import json
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final, TypedDict, cast

from mcptest.compliance.corpus.folder import FolderData, read_folder
from mcptest.errors import WriteError
from mcptest.model.json import Json
from mcptest.model.spec_version import SpecVersion

HERE: Final = Path(__file__).parent
RULES: Final = HERE.parent / "rules"
CLAIMS: Final = HERE / "claims.yaml"
SHIPPED: Final = HERE / "rules.json"
CACHE: Final = HERE / "__pycache__"
_FORMAT: Final = 1


class Built(TypedDict):
    """Every folder by the name of its revision, and the table of claims."""

    digest: str
    folders: dict[str, FolderData]
    claims: Json


def load_built(
    *, shipped: Path = SHIPPED, cache: Path = CACHE, rules: Path = RULES, claims: Path = CLAIMS
) -> Built:
    """Load what was built; build it where that is missing or out of date.

    Raises: FileProblemsError where a rule cannot be read.
    """
    if shipped.exists():
        return cast("Built", json.loads(shipped.read_bytes()))
    digest = digest_of(rules, claims)
    file = cache / f"rules.{digest[:16]}.json"
    found = _read(file, digest)
    if found is None:
        found = build(rules, claims)
        _keep(file, found)
    return found


def build(rules: Path = RULES, claims: Path = CLAIMS) -> Built:
    """Read every file with its checks.

    Raises: FileProblemsError.
    """
    from mcptest.suite.yaml.source import load_source

    folders = {
        version.value: read_folder(version, rules / version.value)
        for version in SpecVersion
        if (rules / version.value).is_dir()
    }
    table = load_source(claims, kind="rule").plain()
    return {"digest": digest_of(rules, claims), "folders": folders, "claims": table}


def digest_of(rules: Path, claims: Path) -> str:
    """A digest of the name and the content of every file that is built in."""
    digest = sha256(f"{_FORMAT}".encode())
    for file in (claims, *sorted(rules.glob("*/*.yaml"))):
        content = file.read_bytes()
        digest.update(f"\0{file.parent.name}/{file.name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def dump(built: Built) -> bytes:
    return json.dumps(built, ensure_ascii=False, separators=(",", ":")).encode()


def _read(file: Path, digest: str) -> Built | None:
    """None for what is missing or damaged, which is then built again."""
    try:
        found = json.loads(file.read_bytes())
    except (OSError, ValueError):
        return None
    whole = isinstance(found, dict) and found.get("digest") == digest
    return cast("Built", found) if whole else None


def _keep(file: Path, built: Built) -> None:
    """Replace older ones. Where nothing can be written, the rules are read again next time."""
    from mcptest.atomic import write_atomically

    with suppress(OSError, WriteError):
        file.parent.mkdir(exist_ok=True)
        write_atomically(file, dump(built))
        for old in file.parent.glob("rules.*.json"):
            if old != file:
                old.unlink(missing_ok=True)
