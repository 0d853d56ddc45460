"""Grade a server against the rules of a protocol revision; compare revisions."""

from mcptest.compliance.corpus.version_corpus import VersionCorpus, load_all, load_builtin
from mcptest.compliance.revisions.version_diff import VersionDiff, diff_versions

__all__ = ["VersionCorpus", "VersionDiff", "diff_versions", "load_all", "load_builtin"]
