"""What the tools do not check: sizes, names, first sentences, and who may print."""

import ast
import io
import re
import tokenize
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.untraced  # reads the sources and runs none of them
SRC = Path(__file__).parents[1] / "src" / "mcptest"
FILES = sorted(SRC.rglob("*.py"))
SHAPELESS = {"utils", "util", "helpers", "helper", "common", "misc", "base", "core", "lib"}
LONGEST_FILE = 300
LONGEST_FUNCTION = 60
MOST_MODULES = 25
REGISTRIES = {
    "cli/commands",
    "client/scenarios",
    "compliance/checks",
    "compliance/views",
    "lint/rules",
    "security/rules",
    "ui/actions",
}  # one file an entry


@cache
def text_of(path):
    return path.read_text(encoding="utf-8")


@cache
def tree_of(path):
    return ast.parse(text_of(path))


def comments_of(path):
    tokens = tokenize.generate_tokens(io.StringIO(text_of(path)).readline)
    return [token.string for token in tokens if token.type == tokenize.COMMENT]


def breaking(law):
    """The files that a law does not hold for, by their name in the package."""
    assert len(FILES) > 100
    return {path.relative_to(SRC).as_posix(): said for path in FILES if (said := law(path))}


def test_a_file_has_one_subject_that_fits_a_page():
    assert breaking(lambda path: len(text_of(path).splitlines()) > LONGEST_FILE) == {}


def test_a_function_does_one_thing():
    def long_functions(path):
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
        functions = [node for node in ast.walk(tree_of(path)) if isinstance(node, kinds)]
        return [f.name for f in functions if f.end_lineno - f.lineno >= LONGEST_FUNCTION]

    assert breaking(long_functions) == {}


def test_a_name_says_what_is_inside():
    def shapeless(path):
        return SHAPELESS & {part.removesuffix(".py") for part in path.relative_to(SRC).parts}

    assert breaking(shapeless) == {}


def test_no_name_needs_a_private_dictionary():
    private = re.compile(r"household|nursery|keeper|patience|haste|(^|_)bury", re.IGNORECASE)

    def names(path):
        nodes = list(ast.walk(tree_of(path)))
        defined = [n.name for n in nodes if isinstance(n, ast.ClassDef | ast.FunctionDef)]
        used = [n.attr for n in nodes if isinstance(n, ast.Attribute)]
        used += [n.arg for n in nodes if isinstance(n, ast.arg)]
        used += [n.id for n in nodes if isinstance(n, ast.Name)]
        return [name for name in (path.stem, *defined, *used) if private.search(name)]

    assert breaking(names) == {}


def test_nothing_is_left_for_later():
    later = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b")
    assert breaking(lambda path: [c for c in comments_of(path) if later.search(c)]) == {}


def test_a_module_opens_with_a_sentence():
    def no_sentence(path):
        first = (ast.get_docstring(tree_of(path)) or "").split("\n\n", 1)[0].strip()
        return not first or first[-1] not in ".:`"

    assert breaking(no_sentence) == {}


def test_only_the_command_line_prints():
    def prints(path):
        if path.relative_to(SRC).parts[0] == "cli":
            return []
        calls = [node for node in ast.walk(tree_of(path)) if isinstance(node, ast.Call)]
        return [call.lineno for call in calls if getattr(call.func, "id", "") == "print"]

    assert breaking(prints) == {}


def test_a_folder_can_be_taken_in_at_a_glance():
    folders = {path.parent for path in FILES}
    counts = {
        folder.relative_to(SRC).as_posix(): len(list(folder.glob("*.py"))) for folder in folders
    }
    too_full = {name for name, count in counts.items() if count > MOST_MODULES}
    assert too_full == REGISTRIES


def test_a_class_name_means_one_thing():
    homes: dict[str, list[str]] = {}
    for path in FILES:
        for node in tree_of(path).body:
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(path.relative_to(SRC).as_posix())
    assert {name: where for name, where in homes.items() if len(where) > 1} == {}


def test_no_room_reaches_up_by_name():
    """An import by string is invisible to the contracts, so it may only lead down."""

    def reaches_up(path):
        room = path.relative_to(SRC).parts[0]
        return re.findall(r'"mcptest\.cli\b[.\w]*', text_of(path)) if room != "cli" else []

    assert breaking(reaches_up) == {}


def test_the_map_of_the_house_names_every_room():
    told = (SRC.parents[1] / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rooms = {path.relative_to(SRC).parts[0].removesuffix(".py") for path in FILES}
    assert {
        room for room in rooms if not room.startswith("__") and f"`{room}`" not in told
    } == set()
