"""The face of the package: what it names, what that costs, what the types say."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import mcptest

ROOT = Path(__file__).parents[2]


def test_every_public_name_can_be_imported():
    assert all(getattr(mcptest, name) is not None for name in mcptest.__all__)
    assert dir(mcptest) == mcptest.__all__ == sorted(mcptest.__all__)


def test_checkers_see_the_names_that_are_there_at_run_time():
    tree = ast.parse(Path(mcptest.__file__).read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {(node.module, each.name) for node in block.body for each in node.names}
    homes = {(home, name) for home, names in mcptest._HOMES.items() for name in names.split()}
    assert seen == homes
    assert sorted({name for _, name in homes} | {"__version__"}) == mcptest.__all__


def test_no_public_name_is_also_a_module():
    """Importing the module would put it in the place of the name."""
    modules = {path.stem for path in Path(mcptest.__file__).parent.iterdir()}
    assert modules.isdisjoint(mcptest.__all__)


def test_another_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'nobody'"):
        _ = mcptest.nobody


def test_the_import_brings_nothing_along():
    code = "import sys, mcptest; print(*sorted(n for n in sys.modules if n.startswith('mcptest')))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=20
    )
    assert done.stdout.split() == ["mcptest"]
