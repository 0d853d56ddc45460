"""The suites of the served folder: found, read, checked and written."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

from mcptest.atomic import write_atomically
from mcptest.engine.case import Case
from mcptest.errors import Problem, UsageError
from mcptest.mcp_server.checking import Watched, attempt
from mcptest.mcp_server.workspace import Workspace
from mcptest.model.json import Json, JsonObject
from mcptest.model.redaction import Redactor
from mcptest.plan import build_cases, load_suite
from mcptest.reading import MIB, CannotReadError, read_whole
from mcptest.suite.discover import discover, is_suite_name
from mcptest.suite.load import Suite

_MOST_SUITES: Final = 200
_LARGEST: Final = 4 * MIB


class SuiteFolder:
    """Every path is inside the folder; links that lead out are refused."""

    def __init__(self, workspace: Workspace, environ: Mapping[str, str]) -> None:
        self._workspace = workspace
        self._environ = environ

    @property
    def root(self) -> Path:
        return self._workspace.root

    def word(self, name: str) -> str:
        """A path as a word of a command line; never an option.

        Raises: RefusedByPolicyError.
        """
        return self._workspace.word(name)

    def all(self) -> list[Json]:
        """Every suite with its tests, or with what is wrong with it."""
        return [self.check(name) for name in self._names()]

    def check(self, name: str, text: str | None = None) -> JsonObject:
        """The tests of a suite and its problems; ``text`` stands for what the file holds."""
        found: JsonObject = {"path": name, "tests": [], "servers": [], "problems": []}
        environ = Watched(self._environ)
        loaded, problems = attempt(lambda: self._load(name, text, environ))
        if loaded is None:
            redactor = Redactor(environ.read)
            return {**found, "problems": [self._problem(one, redactor) for one in problems[:100]]}
        suite, cases = loaded
        tests: list[Json] = [{"id": case.id, "name": case.name} for case in cases]
        return {**found, "tests": tests, "servers": list(suite.servers)}

    def read(self, name: str) -> JsonObject:
        """The text, and a mark that says which text it was.

        Raises: UsageError.
        """
        text = self._text(name)
        return {"path": name, "text": text, "mark": mark_of(text), **_check_only(self.check(name))}

    def write(self, name: str, text: str, mark: str | None) -> JsonObject:
        """Write a suite that was not changed since it was read; ``mark`` None makes a new one.

        Raises: UsageError where it was changed meanwhile, or the name is not that of a suite.
        """
        path = self._workspace.path(name)
        if not is_suite_name(path.name):
            raise UsageError(
                "ui-suite-name",
                f"{name!r} is not the name of a suite",
                hint="use mcptest.yml, or a name that ends in .mcptest.yml",
            )
        now = mark_of(self._text(name)) if path.exists() else None
        if now != mark:
            words = "exists already" if mark is None else "was changed by somebody else"
            raise UsageError("ui-file-changed", f"{name} {words}", hint="read it again first")
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, text)
        return self.read(name)

    def create(self, name: str, text: str) -> None:
        """Write a YAML file that is not there yet.

        Raises: UsageError where it is, or the name is that of another kind of file.
        """
        path = self._workspace.path(name)
        if path.suffix not in {".yml", ".yaml"} or is_suite_name(path.name):
            words = f"{name!r} is not a name for this file"
            raise UsageError("ui-file-name", words, hint="use a name such as server.mock.yml")
        if path.exists():
            hint = "choose another name, or delete the file first"
            raise UsageError("ui-file-changed", f"{name} exists already", hint=hint)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, text)

    def text(self, name: str) -> str | None:
        """What the file holds; None where there is none."""
        return self._text(name) if self._workspace.path(name).exists() else None

    def _load(self, name: str, text: str | None, environ: Watched) -> tuple[Suite, list[Case]]:
        path = self._workspace.path(name)
        suite = load_suite(path, env=environ, text=text, within=self.root)
        return suite, build_cases(suite)[0]

    def _text(self, name: str) -> str:
        try:
            raw = read_whole(self._workspace.path(name), limit=_LARGEST)
        except CannotReadError as error:
            raise UsageError("ui-file", f"cannot read {name}: {error.reason}") from None
        return raw.decode("utf-8", "replace")

    def _names(self) -> Iterator[str]:
        try:
            found = discover([self.root])[:_MOST_SUITES]
        except UsageError:
            return
        for path in found:
            yield path.resolve().relative_to(self.root).as_posix()

    def _problem(self, problem: Problem, redactor: Redactor) -> JsonObject:
        where, plain = problem.where, redactor.text
        return {
            "code": problem.code,
            "message": plain(problem.message).replace(str(self.root) + os.sep, ""),
            "hint": problem.hint and plain(problem.hint),
            "line": where.line if where else None,
            "column": where.column if where else None,
        }


def mark_of(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _check_only(found: JsonObject) -> JsonObject:
    return {key: value for key, value in found.items() if key != "path"}
