"""Read the texts of the codes from the files in this folder, when they are needed."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

from mcptest.model.record import record


@record
class ErrorHelp:
    """One code: what it means, why it is one, what to do."""

    code: str
    means: str
    why: str
    fix: str


@record
class Family:
    """Codes of one subject; with ``prefixes``, each code stands once for every prefix."""

    name: str
    title: str
    about: str
    prefixes: tuple[str, ...]
    entries: tuple[ErrorHelp, ...]

    def codes(self) -> dict[str, ErrorHelp]:
        """Every code as it is printed."""
        return {
            f"{prefix}-{entry.code}" if prefix else entry.code: entry
            for prefix in self.prefixes or ("",)
            for entry in self.entries
        }


def explain_error(code: str) -> ErrorHelp | None:
    """The text behind a code, or None where no code is called that."""
    for family in families():
        for name, found in family.codes().items():
            if name.lower() == code.lower():
                return ErrorHelp(name, found.means, found.why, found.fix)
    return None


def known_codes() -> frozenset[str]:
    """Every code that has a text."""
    return frozenset(code for family in families() for code in family.codes())


def families() -> Iterator[Family]:
    """All families, by name."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    folder = files(__package__)
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        name, dot, ending = file.name.partition(".")
        if dot and ending == "yaml":
            yield _family(name, yaml.load(file.read_bytes(), loader))  # noqa: S506  (safe in C)


def _family(name: str, raw: dict[str, object]) -> Family:
    codes, prefixes = raw["codes"], raw.get("prefixes", [])
    assert isinstance(codes, dict)
    assert isinstance(prefixes, list)
    entries = tuple(ErrorHelp(code, **texts) for code, texts in codes.items())
    return Family(name, str(raw["title"]), str(raw["about"]), tuple(prefixes), entries)
