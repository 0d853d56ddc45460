"""The mechanical part of plain English, held over every text that people read.

A new kind of text is one more generator in ``SOURCES``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from tests.compliance.peer import corpora

import mcptest
from mcptest.compliance.observe.hints import HINTS
from mcptest.error_codes.catalogue import families
from mcptest.lint.deprecation import deprecations
from mcptest.lint.engine import all_rules
from mcptest.model.counted import counted
from mcptest.negative.table import chosen

HOME = Path(mcptest.__file__).parent
BANNED = re.compile(
    r"(?<!there )\b(?:is|are) no (?!longer\b)|\bof yours\b|\bwhat is no\b|\bin need of\b|\bis gone on with\b"
    r"|\bby the derived\b|\bmade up by us\b|\bmisspelt\b|\bfor ever\b|  ",
    re.IGNORECASE,
)
SENTENCES = {
    "why",
    "fix",
    "migration",
    "level_reason",
    "means",
    "about",
    "what",
    "sends",
    "demands",
}


def rule_texts() -> Iterator[tuple[str, str, str]]:
    for rule in {rule.file: rule for corpus in corpora().values() for rule in corpus}.values():
        place = f"{rule.revision}-{rule.id}"
        for kind in ("title", "why", "fix", "migration", "level_reason"):
            if (text := getattr(rule, kind)) is not None:
                yield place, kind, text
        for entry in (*rule.applies, *rule.expect):
            if "message" in entry:
                yield place, "message", str(entry["message"])


def error_texts() -> Iterator[tuple[str, str, str]]:
    for family in families():
        yield family.name, "title", family.title
        yield family.name, "about", family.about
        for entry in family.entries:
            for kind in ("means", "why", "fix"):
                yield entry.code, kind, getattr(entry, kind)


def check_texts() -> Iterator[tuple[str, str, str]]:
    for rule in all_rules():
        for kind in ("title", "what", "why", "fix"):
            yield rule.id, kind, getattr(rule, kind)
    for probe in chosen(["all"]):
        for kind in ("sends", "demands", "why", "fix"):
            yield probe.id, kind, getattr(probe, kind)
    for one in deprecations().values():
        yield one.id, "title", one.title
        yield one.id, "why", one.why
        yield one.id, "fix", one.replacement
    for hint in HINTS:
        yield hint.name, "why", hint.use


def messages_in_code() -> Iterator[tuple[str, str, str]]:
    """Every string of the rooms that make findings, docstrings aside."""
    for room in ROOMS:
        for path in sorted((HOME / room).rglob("*.py")):
            for line, text in strings(ast.parse(path.read_text(encoding="utf-8"))):
                yield f"{path.relative_to(HOME)}:{line}", "message", text


ROOMS = ("compliance", "negative", "lint", "match", "shapes", "doctor", "report", "engine")
SOURCES = (rule_texts, error_texts, check_texts, messages_in_code)


def strings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in bare:
            yield node.lineno, node.value.strip()


def is_layout(kind: str, text: str) -> bool:
    """Columns of a table and YAML samples in code are not prose."""
    return kind == "message" and (
        "\n" in text or re.search(r"[\\{}:|=]\s{2}|^\W", text) is not None
    )


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.__name__)
def test_no_text_has_a_banned_phrase(source):
    found = [
        f"{place} {kind}: {text}"
        for place, kind, text in source()
        if not is_layout(kind, text) and BANNED.search(text)
    ]
    assert found == []


@pytest.mark.parametrize("source", SOURCES[:3], ids=lambda source: source.__name__)
def test_titles_are_phrases_and_texts_are_sentences(source):
    odd = [
        f"{place} {kind}: {text}"
        for place, kind, text in source()
        if (kind == "title" and text.endswith("."))
        or (kind in SENTENCES and not text.endswith("."))
    ]
    assert odd == []


def test_the_ban_holds_for_what_it_is_meant_for():
    for bad in ("text that is no message", "They are no tools", "a hint of yours", "two  spaces"):
        assert BANNED.search(bad), bad
    for good in ("It is no longer required.", "There is no way."):
        assert not BANNED.search(good), good


def test_no_code_is_written_twice_in_one_file():
    for path in sorted((HOME / "error_codes").glob("*.yaml")):
        root = yaml.compose(path.read_text(encoding="utf-8"))
        codes = next(value for key, value in root.value if key.value == "codes")
        names = [key.value for key, _ in codes.value]
        assert sorted(set(names)) == sorted(names), path.name


@pytest.mark.parametrize(
    ("number", "said"), [(0, "0 tools"), (1, "1 tool"), (2, "2 tools"), (1500, "1,500 tools")]
)
def test_numbers_agree_with_their_nouns(number, said):
    assert counted(number, "tool") == said


def test_an_irregular_plural_is_given():
    assert (counted(1, "entry", "entries"), counted(3, "entry", "entries")) == (
        "1 entry",
        "3 entries",
    )
