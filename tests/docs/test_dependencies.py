"""What is imported is declared, what is declared is imported, and each has its reason in the docs."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions

from tests.docs.pages import DOCS, ROOT

HOSTS = {"pytest"}  # loads us, so it is there already
EXTRAS = ("fuzz", "http", "watch")  # those whose code stands in the package


@cache
def imported() -> dict[str, str]:
    """The distributions that the package imports, each with a file that does."""
    owners = packages_distributions()
    found: dict[str, str] = {}
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module]
            for name in {name.partition(".")[0] for name in names}:
                if name not in {*sys.stdlib_module_names, *HOSTS, "mcptest"}:
                    found[_plain(owners.get(name, [name])[0])] = str(path.relative_to(ROOT))
    return found


def declared() -> tuple[set[str], dict[str, set[str]]]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {
        name: {_plain(each) for each in wanted}
        for name, wanted in project["optional-dependencies"].items()
        if name not in {"all", "dev"}
    }
    return {_plain(each) for each in project["dependencies"]}, extras


def _plain(requirement: str) -> str:
    name = re.match(r"[A-Za-z0-9_.-]+", requirement)
    assert name, requirement
    return re.sub(r"[-_.]+", "-", name[0]).lower()


def test_what_is_imported_is_declared():
    core, extras = declared()
    everything = core.union(*extras.values())
    undeclared = {name: place for name, place in imported().items() if name not in everything}
    assert not undeclared, f"declare these in pyproject.toml: {undeclared}"


def test_what_is_declared_is_imported():
    core, extras = declared()
    wanted = core.union(*(extras[name] for name in EXTRAS if name in extras))
    unused = wanted - set(imported())
    assert not unused, f"nothing imports these; take them out of pyproject.toml: {unused}"


def test_every_dependency_has_its_reason_in_the_docs():
    core, extras = declared()
    text = (DOCS / "explanation" / "dependencies.md").read_text(encoding="utf-8").lower()
    missing = {name for name in core.union(*extras.values()) if f"| `{name}` |" not in text}
    assert not missing, f"say in docs/explanation/dependencies.md why these are needed: {missing}"
