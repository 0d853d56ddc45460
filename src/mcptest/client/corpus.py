"""The client rules, in the same form as the server rules."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from mcptest.compliance.corpus.built import Built
from mcptest.compliance.corpus.folder import read_folder
from mcptest.compliance.corpus.rule import Rule
from mcptest.compliance.corpus.version_corpus import Registry, VersionCorpus
from mcptest.model.spec_version import SpecVersion
from mcptest.prebuilt import Prebuilt

ROOM: Final = Path(__file__).parent
RULES: Final = ROOM / "rules"


def _build() -> Built:
    """Read every file with its checks.

    Raises: FileProblemsError.
    """
    folders = {
        version.value: read_folder(version, RULES / version.value) for version in SpecVersion
    }
    return {"folders": folders, "claims": {}}


CLIENT_RULES: Final = Prebuilt(
    "client_rules", ROOM, sources=lambda: RULES.glob("*/*.yaml"), build=_build
)


def _load() -> Built:
    found: Built = CLIENT_RULES.load()
    return found


@cache
def client_registry() -> Registry:
    """One for the whole process."""
    return Registry(RULES, _load)


def client_corpus(version: SpecVersion) -> VersionCorpus:
    """The rules of one revision."""
    return client_registry().at(version)


def find_client_rule(rule_id: str) -> Rule:
    """The newest form of a rule.

    Raises: KeyError.
    """
    newest = {rule.id: rule for corpus in client_registry().all().values() for rule in corpus}
    return newest[rule_id.upper()]
