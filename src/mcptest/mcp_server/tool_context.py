"""What the tools need: the folder, the rules and their texts, the environment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from mcptest.compliance.corpus.version_corpus import VersionCorpus
from mcptest.mcp_server.workspace import Workspace
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion

Explain: TypeAlias = Callable[[str], list[str]]
Corpora: TypeAlias = Callable[[], Mapping[SpecVersion, VersionCorpus]]
Known: TypeAlias = Callable[[], set[str]]


@record(kw_only=True)
class ToolContext:
    """``explain`` gives the page of an id, ``known`` every id that has one.

    ``corpora`` is asked often and best answers from memory.
    """

    workspace: Workspace
    explain: Explain
    known: Known
    corpora: Corpora
    environ: Mapping[str, str]
