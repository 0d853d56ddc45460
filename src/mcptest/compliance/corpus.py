"""The rules of one revision: its own folder, laid over the folders that it extends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cache
from pathlib import Path

from mcptest.compliance.folder import Folder, read_folder
from mcptest.compliance.rule import Rule
from mcptest.errors import FileProblemsError, Problem
from mcptest.model.location import Location
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion

BUILTIN = Path(__file__).parent / "rules"


@record
class VersionCorpus:
    """Rules by id, in id order, and the revision in which each id first stood."""

    version: SpecVersion
    rules: Mapping[str, Rule]
    since: Mapping[str, SpecVersion] = field(default_factory=dict)

    @classmethod
    def load_dir(cls, version: str, path: str | Path) -> VersionCorpus:
        """Read the folder of a revision and, beside it, the folders that it extends.

        Raises: UnknownSpecVersionError, FileProblemsError.
        """
        return _loader(Path(path).parent).corpus(SpecVersion.parse(version), Path(path))

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules.values())

    def __len__(self) -> int:
        return len(self.rules)


@cache
def load_builtin(version: SpecVersion) -> VersionCorpus:
    """The corpus that ships with mcptest."""
    return VersionCorpus.load_dir(version.value, BUILTIN / version.value)


def load_all(root: Path = BUILTIN) -> dict[SpecVersion, VersionCorpus]:
    """Every revision that has a folder below ``root``, each file read once.

    Raises: FileProblemsError, also where there is not one.
    """
    loader = _loader(root)
    found = {
        version: loader.corpus(version, root / version.value)
        for version in SpecVersion
        if (root / version.value).is_dir()
    }
    if not found:
        text = f"{root} holds no folder of a revision"
        hint = "it should hold folders such as v2025-06-18"
        where = Location(str(root), 1, 1)
        raise FileProblemsError([Problem("corpus-missing", text, where, hint)])
    return found


def _loader(root: Path) -> _Loader:
    return _builtin_loader() if root == BUILTIN else _Loader(root)


@cache
def _builtin_loader() -> _Loader:
    """One for the whole process: what ships with mcptest does not change while it runs."""
    return _Loader(BUILTIN)


class _Loader:
    """Keeps the folders read so far, since six revisions share most of them."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._folders: dict[Path, Folder] = {}

    def corpus(self, version: SpecVersion, path: Path) -> VersionCorpus:
        rules: dict[str, Rule] = {}
        since: dict[str, SpecVersion] = {}
        for folder in reversed(self._chain(version, path)):
            _refuse_empty_removals(folder, rules)
            for rule_id in folder.removes:
                del rules[rule_id], since[rule_id]
            rules.update(folder.rules)
            for rule_id in folder.rules:
                since.setdefault(rule_id, folder.version)
        return VersionCorpus(version, dict(sorted(rules.items())), since)

    def _chain(self, version: SpecVersion, path: Path) -> list[Folder]:
        chain = [self._folder(version, path)]
        while (parent := chain[-1].extends) is not None:
            if parent in [folder.version for folder in chain]:
                names = " → ".join(folder.version.value for folder in chain)
                text = f"{names} → {parent.value} is a circle"
                raise _problem(chain[-1], "corpus-cycle", text, "extends")
            if not (self._root / parent.value).is_dir():
                text = f"{chain[-1].version.value} extends {parent.value}, which has no folder here"
                raise _problem(chain[-1], "corpus-missing-revision", text, "extends")
            chain.append(self._folder(parent, self._root / parent.value))
        return chain

    def _folder(self, version: SpecVersion, path: Path) -> Folder:
        if path not in self._folders:
            self._folders[path] = read_folder(version, path)
        return self._folders[path]


def _refuse_empty_removals(folder: Folder, rules: Mapping[str, Rule]) -> None:
    for rule_id in folder.removes:
        if rule_id not in rules:
            text = f"{folder.version.value} removes {rule_id}, which it never had"
            raise _problem(folder, "corpus-empty-removal", text, rule_id)
        if rule_id in folder.rules:
            text = f"{folder.version.value} removes {rule_id} and has a file for it"
            raise _problem(folder, "corpus-empty-removal", text, rule_id)


def _problem(folder: Folder, code: str, message: str, word: str) -> FileProblemsError:
    """At the line of the revision file that has the word."""
    file = folder.path / "revision.yaml"
    lines = file.read_text("utf-8").splitlines()
    number = next((n for n, line in enumerate(lines, 1) if word in line), 1)
    text = lines[number - 1]
    where = Location(str(file), number, text.index(word) + 1, len(word), text)
    return FileProblemsError([Problem(code, message, where)])
