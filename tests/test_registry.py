"""A folder as a table."""

import sys

import pytest

from mcptest import registry
from mcptest.match.matcher import Matcher

MATCHERS = "mcptest.match.matchers"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    package = tmp_path / "shelf_of_things"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "_hidden.py").write_text("THING = 1")
    (package / "good_one.py").write_text("THING = 1")
    (package / "bad.py").write_text("THING = 'text'")
    (package / "empty.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield package.name
    for name in [name for name in sys.modules if name.startswith(package.name)]:
        del sys.modules[name]


def test_an_id_is_spelt_as_its_file():
    assert registry.file_name("SCH-001") == "sch_001"


def test_names_are_sorted_and_hidden_modules_are_none(folder):
    assert registry.names(folder) == ["bad", "empty", "good_one"]


def test_one_entry_is_looked_up_alone(folder):
    assert registry.lookup(folder, "GOOD-ONE", "THING", int) == 1
    assert f"{folder}.bad" not in sys.modules


def test_what_is_not_there_is_none(folder):
    assert registry.lookup(folder, "../bad", "THING", int) is None
    assert registry.lookup(folder, "_hidden", "THING", int) is None


@pytest.mark.parametrize("name", ["bad", "empty"])
def test_a_module_without_its_constant_is_a_mistake_of_ours(folder, name):
    with pytest.raises(TypeError, match="must end in THING, a int"):
        registry.lookup(folder, name, "THING", int)
    with pytest.raises(TypeError):
        registry.collect(folder, "THING", int)


def test_a_real_folder_is_collected_whole():
    found = registry.collect(MATCHERS, "MATCHER", Matcher)
    assert list(found) == registry.names(MATCHERS)
