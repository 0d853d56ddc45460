import pytest

from mcptest.errors import UsageError
from mcptest.suite.discover import discover, is_suite_name


def touch(folder, *names):
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def names(found, folder):
    return [str(path.relative_to(folder)) for path in found]


def test_without_a_path_the_main_suite_is_meant(tmp_path):
    touch(tmp_path, "mcptest.yml", "tests/a.mcptest.yml")
    assert names(discover([], folder=str(tmp_path)), tmp_path) == ["mcptest.yml"]
    touch(tmp_path, "mcptest.yaml")
    assert names(discover([], folder=str(tmp_path)), tmp_path) == ["mcptest.yaml"]


def test_without_a_main_suite_those_below_tests_are_meant(tmp_path):
    touch(tmp_path, "tests/b.mcptest.yml", "tests/sub/a.mcptest.yaml", "tests/other.yml")
    found = names(discover([], folder=str(tmp_path)), tmp_path)
    assert found == ["tests/b.mcptest.yml", "tests/sub/a.mcptest.yaml"]


def test_nothing_there_is_an_error(tmp_path):
    with pytest.raises(UsageError) as caught:
        discover([], folder=str(tmp_path))
    assert caught.value.code == "no-suite"


def test_a_folder_means_every_suite_in_it(tmp_path):
    touch(tmp_path, "mcptest.yml", "z.mcptest.yml", "a/mcptest.yaml", "a/x.txt")
    touch(tmp_path, ".hidden/mcptest.yml", "node_modules/p/mcptest.yml")
    assert names(discover([tmp_path]), tmp_path) == [
        "mcptest.yml",
        "z.mcptest.yml",
        "a/mcptest.yaml",
    ]


def test_a_file_is_taken_whatever_its_name_and_only_once(tmp_path):
    touch(tmp_path, "any.txt", "mcptest.yml")
    found = discover([tmp_path / "any.txt", tmp_path, tmp_path / "any.txt"])
    assert names(found, tmp_path) == ["any.txt", "mcptest.yml"]


@pytest.mark.parametrize("path", ["missing", "a\0b"])
def test_a_path_that_is_not_there_is_an_error(tmp_path, path):
    with pytest.raises(UsageError) as caught:
        discover([f"{tmp_path}/{path}"])
    assert caught.value.code == "suite-not-found"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("mcptest.yaml", "mcptest.yml"),
        ("serach.mcptest.yml", "search.mcptest.yml"),
        ("missing.mcptest.yml", None),
        ("no-such.yml", None),
        ("no/x.yml", None),
    ],
)
def test_a_suite_of_nearly_that_name_is_suggested(tmp_path, typed, meant):
    touch(tmp_path, "mcptest.yml", "search.mcptest.yml", "other.txt")
    with pytest.raises(UsageError) as caught:
        discover([tmp_path / typed])
    assert caught.value.hint == (f"did you mean {tmp_path / meant}?" if meant else None)


def test_a_folder_without_a_suite_is_an_error(tmp_path):
    with pytest.raises(UsageError) as caught:
        discover([tmp_path])
    assert caught.value.code == "no-suite"


def test_names_of_suites():
    assert is_suite_name("mcptest.yml")
    assert is_suite_name("x.mcptest.yaml")
    assert not is_suite_name("x.yml")
