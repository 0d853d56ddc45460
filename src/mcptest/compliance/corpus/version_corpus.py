"""The rules of one revision: its own folder on top of those that it extends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from mcptest.compliance.corpus.folder import Folder, FolderData, make_folder, read_folder
from mcptest.compliance.corpus.rule import Rule
from mcptest.compliance.corpus.spec_place import place_in
from mcptest.errors import FileProblemsError, Problem
from mcptest.model.json import Json
from mcptest.model.location import Location
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion

if TYPE_CHECKING:
    from mcptest.compliance.corpus.built import Built

BUILTIN = Path(__file__).parents[1] / "rules"


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
        parsed = SpecVersion.parse(version)
        return registry_at(Path(path).parent).read(parsed, Path(path))

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules.values())

    def __len__(self) -> int:
        return len(self.rules)


def load_builtin(version: SpecVersion) -> VersionCorpus:
    """The corpus that ships with mcptest."""
    return builtin().at(version)


def load_all(root: Path = BUILTIN) -> dict[SpecVersion, VersionCorpus]:
    """Every revision that has a folder below ``root``.

    Raises: FileProblemsError, also where there is not one.
    """
    return registry_at(root).all()


def registry_at(root: Path) -> Registry:
    """The one below a folder; for what ships with mcptest always the same."""
    return builtin() if root == BUILTIN else Registry(root)


@cache
def builtin() -> Registry:
    """One for the whole process: what ships with mcptest does not change while it runs."""
    from mcptest.compliance.corpus.built import load_built

    return Registry(BUILTIN, load_built)


class Registry:
    """All revisions below one folder; each file is read and each corpus put together once."""

    def __init__(self, root: Path, load: Callable[[], Built] | None = None) -> None:
        self.root = root
        self._load = load
        self._folders: dict[Path, Folder] = {}
        self._corpora: dict[Path, VersionCorpus] = {}

    @property
    def claims(self) -> Json:
        """Which rule judges which member of a message.

        Another folder can have its own ``claims.yaml``; without one, the built-in table applies.
        """
        if self._built:
            return self._built["claims"]
        file = self.root / "claims.yaml"
        if not file.is_file():
            return builtin().claims
        from mcptest.suite.yaml.source import load_source

        return load_source(file, kind="rule").plain()

    @cached_property
    def _built(self) -> Built | None:
        return self._load() if self._load else None

    @property
    def _known(self) -> Mapping[str, FolderData]:
        return self._built["folders"] if self._built else {}

    def at(self, version: SpecVersion) -> VersionCorpus:
        """The rules of one revision.

        Raises: FileProblemsError.
        """
        return self.read(version, self.root / version.value)

    def all(self) -> dict[SpecVersion, VersionCorpus]:
        """Every revision that there is.

        Raises: FileProblemsError, also where there is not one.
        """
        found = {version: self.at(version) for version in SpecVersion if self.has(version)}
        if not found:
            text = f"{self.root} holds no folder of a revision"
            hint = "it should hold folders such as v2025-06-18"
            where = Location(str(self.root), 1, 1)
            raise FileProblemsError([Problem("corpus-missing", text, where, hint)])
        return found

    def has(self, version: SpecVersion) -> bool:
        return version.value in self._known or (self.root / version.value).is_dir()

    def read(self, version: SpecVersion, path: Path) -> VersionCorpus:
        """A revision whose folder may have any name.

        Raises: FileProblemsError.
        """
        if path not in self._corpora:
            self._corpora[path] = self._corpus(version, path)
        return self._corpora[path]

    def _corpus(self, version: SpecVersion, path: Path) -> VersionCorpus:
        rules: dict[str, Rule] = {}
        since: dict[str, SpecVersion] = {}
        chain = self._chain(version, path)
        for folder in reversed(chain):
            _refuse_empty_removals(folder, rules)
            for rule_id in folder.removes:
                del rules[rule_id], since[rule_id]
            rules.update(folder.rules)
            for rule_id in folder.rules:
                since.setdefault(rule_id, folder.version)
        revisions = sorted(folder.version for folder in chain)
        placed = {rule_id: _placed(rules[rule_id], revisions) for rule_id in sorted(rules)}
        return VersionCorpus(version, placed, since)

    def _chain(self, version: SpecVersion, path: Path) -> list[Folder]:
        chain = [self._folder(version, path)]
        while (parent := chain[-1].extends) is not None:
            if parent in [folder.version for folder in chain]:
                names = " → ".join(folder.version.value for folder in chain)
                text = f"{names} → {parent.value} is a circle"
                raise _problem(chain[-1], "corpus-cycle", text, "extends")
            if not self.has(parent):
                text = f"{chain[-1].version.value} extends {parent.value}, which has no folder here"
                raise _problem(chain[-1], "corpus-missing-revision", text, "extends")
            chain.append(self._folder(parent, self.root / parent.value))
        return chain

    def _folder(self, version: SpecVersion, path: Path) -> Folder:
        if path not in self._folders:
            known = self._known.get(path.name)
            self._folders[path] = make_folder(version, path, known or read_folder(version, path))
        return self._folders[path]


def _placed(rule: Rule, revisions: Sequence[SpecVersion]) -> Rule:
    """The rule with its place in the newest of these revisions."""
    place = place_in(rule.spec, rule.revision, revisions)
    return rule if place.revision is rule.revision else replace(rule, place=place)


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
