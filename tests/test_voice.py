"""The mechanical part of plain English, checked in every text that people read.

A new kind of text is one more generator in ``SOURCES``.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
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
from mcptest.security.engine import all_rules as security_rules

pytestmark = pytest.mark.untraced  # reads what people read, and runs little
HOME = Path(mcptest.__file__).parent
ROOT = Path(__file__).parents[1]
# Phrases that no text may have, docstrings and comments included.
EVERYWHERE = (
    r"(?<!there )\b(?:is|are|was|were) no (?!longer\b|more than\b|less than\b)|\bof (?:yours|ours)\b"
    r"|\bwhat is no\b|\bin need of\b|\bwhoever\b|\bheld (?:against|to)\b"
    r"|\bhold(?:s|ing)? (?:\w+ ){1,3}against\b|\bgo(?:es|ne)? on with\b|\bmisspelt\b|\bfor ever\b"
)
# Phrases that no text for users may have.
FOR_USERS = (
    r"|\bby the derived\b|\bmade[- ]up\b|\banew\b|\bmend(?:s|ed|ing)?\b|\bleast grade\b"
    r"|\bsay(?:s)? which server\b|\bas (?:YAML|JSON|the protocol) wants\b|  "
    r"|\bhas no key\b|\bis another(?:$|,)|, too\.$|\d %(?:\W|$)"
    r"|\b(?:notes?|inbox|files?) of the user\b"
    r"|\b(?:handler|prefix|server) of your own\b|\balso (?:with|to) |\bin vain\b|\bamong the findings\b"
)
BANNED = re.compile(EVERYWHERE + FOR_USERS, re.IGNORECASE)
BANNED_IN_CODE = re.compile(EVERYWHERE, re.IGNORECASE)
# What every banned phrase has a part of: looking for it is much quicker than for the phrases.
CLUES = (
    *(f"{word} no " for word in ("is", "are", "was", "were")),
    *("of ours", "of yours", "whoever", "held ", " against", " on with", "misspelt", "for ever"),
    *("in need", "derived", "made up", "made-up", "anew", "mend", "least grade", "which server"),
    *("wants", "has no key", "is another", ", too", "of the user", " %"),
    *("of your own", "also with ", "also to ", "in vain"),
    *("among the findings",),
)
TWO_SPACES = re.compile(r"[^\s]  [^\s#]")
JOINT = re.compile(r"""["']\s*\n\s*[rf]?["']""")  # between the parts of one literal
# "250ms" is how a suite writes a duration, which a text may show; a measured value has a space.
JOINED_UNIT = re.compile(r"(?:\}|\b\d[\d.,]*)(?:KiB|MiB|GiB|KB|MB|µs)\b|\}ms\b")
UNIT_IN_TEXT = re.compile(r"\}(?:KiB|MiB|GiB|KB|MB|µs|ms)\b")
WRITES_SUITES = HOME / "fuzz" / "entry.py"
PLURAL = re.compile(
    r"^ (?:more )?(tools|servers|tests|cases|calls|findings|rules|seeds|entries)\b(?! it\b)"
)
PLURAL_IN_TEXT = re.compile(r"\}" + PLURAL.pattern.removeprefix("^"))
SENTENCES = {
    "why",
    "fix",
    "migration",
    "level_reason",
    "means",
    "about",
    "what",
    "not_this",
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
    for rule in security_rules():
        for kind in ("title", "what", "why", "fix", "not_this"):
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
    """Every string of the package, docstrings aside."""
    for path in suspects("src"):
        for line, text in strings(parsed(path)):
            yield f"{path.relative_to(ROOT)}:{line}", "message", text


def pages() -> Iterator[tuple[str, str, str]]:
    """The prose of every Markdown page: neither code nor blocks of it."""
    fragments = (ROOT / "changelog.d").glob("*.md")
    for path in sorted(
        (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *examples("md"), *fragments)
    ):
        if path.name == "CHANGELOG.md" or "rules" in path.parts:  # rules are read as data above
            continue
        for number, line in enumerate(prose(path.read_text(encoding="utf-8")), start=1):
            yield f"{path.relative_to(ROOT)}:{number}", "page", line


def project_files() -> Iterator[tuple[str, str, str]]:
    """Help of make, the action, the templates, and the comments of the examples."""
    github = (path for path in (ROOT / ".github").rglob("*") if path.is_file())
    for path in sorted((ROOT / "Makefile", ROOT / "action.yml", *github, *examples("yml"))):
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
            yield f"{path.relative_to(ROOT)}:{number}", "page", " ".join(line.split())


def templates() -> Iterator[tuple[str, str, str]]:
    """The text of the HTML pages, without tags and expressions."""
    for path in sorted(HOME.rglob("*.html")):
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
            text = re.sub(r"<[^>]*>|\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", " ", line)
            yield f"{path.relative_to(ROOT)}:{number}", "page", " ".join(text.split())


SOURCES = (
    rule_texts,
    error_texts,
    check_texts,
    messages_in_code,
    pages,
    project_files,
    templates,
)


def examples(ending: str) -> Iterator[Path]:
    return (ROOT / "examples").rglob(f"*.{ending}")


def suspects(*folders: str) -> Iterator[Path]:
    """The modules whose text has a clue anywhere; parsing all of them takes too long."""
    for path in modules(*folders):
        text = path.read_text(encoding="utf-8")
        flat = " ".join(JOINT.sub("", text).lower().split())
        if any(clue in flat for clue in CLUES) or TWO_SPACES.search(text):
            yield path


def modules(*folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


def having(pattern: re.Pattern[str]) -> Iterator[Path]:
    """The modules of the package with the pattern, which begins with a plain character."""
    return (path for path in modules("src") if pattern.search(path.read_text(encoding="utf-8")))


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def prose(text: str) -> Iterator[str]:
    fenced = False
    for line in text.split("\n"):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        blank = fenced or line.lstrip().startswith(("```", "|", "<!--"))
        yield "" if blank else re.sub(r"`[^`]*`", "`code`", line.strip())


def strings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in bare:
            yield node.lineno, node.value.strip()


def is_layout(kind: str, text: str) -> bool:
    """Columns of a table, patterns and YAML samples in code are not prose."""
    return kind == "message" and (
        "\n" in text or re.search(r"[\\{}:|=]\s{2}|\s{3}|^\W|\(\?[a-z:!=<]", text) is not None
    )


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.__name__)
def test_no_text_has_a_banned_phrase(source):
    found = [
        f"{place} {kind}: {text}"
        for place, kind, text in source()
        if not is_layout(kind, text) and BANNED.search(text)
    ]
    assert found == []


def test_no_docstring_or_comment_has_a_banned_phrase():
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in suspects("src", "scripts", "benches", "examples")
        for line, text in (*docstrings(parsed(path)), *comments(path))
        if BANNED_IN_CODE.search(text)
    ]
    assert found == []


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.lineno, " ".join(str(node.value.value).split())


def comments(path: Path) -> Iterator[tuple[int, str]]:
    with tokenize.open(path) as file:
        for token in tokenize.generate_tokens(io.StringIO(file.read()).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string


@pytest.mark.parametrize("source", SOURCES[:3], ids=lambda source: source.__name__)
def test_titles_are_phrases_and_texts_are_sentences(source):
    odd = [
        f"{place} {kind}: {text}"
        for place, kind, text in source()
        if (kind == "title" and text.endswith("."))
        or (kind in SENTENCES and not text.endswith("."))
    ]
    assert odd == []


def test_a_counted_noun_agrees_with_its_number():
    """``{len(x)} tools`` says "1 tools"; ``counted`` does not."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}"
        for path in having(PLURAL_IN_TEXT)
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.JoinedStr) and any(map(disagrees, node.values, node.values[1:]))
    ]
    assert found == []


def disagrees(number: ast.expr, noun: ast.expr) -> bool:
    if not isinstance(number, ast.FormattedValue) or not isinstance(noun, ast.Constant):
        return False
    shown = ast.unparse(number.value)
    is_limit = shown.strip("_").isupper()  # a constant, and never one
    return not is_limit and "counted" not in shown and PLURAL.match(str(noun.value)) is not None


def test_a_unit_has_a_space_before_it():
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}"
        for path in having(UNIT_IN_TEXT)
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.JoinedStr) and JOINED_UNIT.search(written(node))
        if path != WRITES_SUITES
    ]
    found += [f"{place}: {text}" for place, _, text in pages() if JOINED_UNIT.search(text)]
    assert found == []


def written(node: ast.JoinedStr) -> str:
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values
    )


def test_the_ban_works_for_what_it_is_meant_for():
    for bad in (
        "text that is no message",
        "They are no tools",
        "a hint of yours",
        "two  spaces",
        "a fault of ours",
        "Whoever calls it",
        "held against its schema",
        "holds a value against it",
        "the run is gone on with",
        'this test has no key "tol"',
        "the default is another",
        "Generate optional arguments, too.",
        "the notes of the user",
        "at least 95 % of the rules",
    ):
        assert BANNED.search(bad), bad
    for good in ("It is no longer required.", "There is no way.", "A call made in time."):
        assert not BANNED.search(good), good
    assert JOINED_UNIT.search("40MiB")
    assert not JOINED_UNIT.search("40 MiB")
    tree = ast.parse('f"{len(x)} tools"').body[0].value
    assert disagrees(*tree.values)


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
