"""Snapshots through the command line."""

import json

import pytest

BODY = """
    tools:
      - name: says
        tool: echo
        args: {text: "%s"}
        expect: [{target: text, matcher: {snapshot: said}}]
"""


def stored(tmp_path):
    [path] = (tmp_path / "__snapshots__").rglob("*.json")
    return path


def test_a_new_snapshot_is_stored_and_compared_after(cli, suite, tmp_path):
    assert cli("run", suite(BODY % "one")).code == 0
    assert json.loads(stored(tmp_path).read_text())["schema"] == "mcptest.snapshot/v1"
    assert cli("run", suite(BODY % "one")).code == 0
    said = cli("run", suite(BODY % "two"))
    assert said.code == 1
    assert "one" in said.out


def test_an_update_stores_what_is_seen(cli, suite):
    cli("run", suite(BODY % "one"))
    assert cli("run", suite(BODY % "two"), "--update-snapshots").code == 0
    assert cli("run", suite(BODY % "two")).code == 0


def test_under_ci_an_update_is_refused_as_a_whole(cli, suite, tmp_path, monkeypatch):
    monkeypatch.setenv("CI", "true")
    said = cli("run", suite(BODY % "one"), "--update-snapshots")
    assert said.code == 5
    assert "snapshots-in-ci" in said.err
    assert not (tmp_path / "__snapshots__").exists()
    allowed = ["--update-snapshots", "--allow-update-in-ci"]
    assert cli("run", suite(BODY % "one"), *allowed).code == 0


def test_under_ci_a_missing_snapshot_fails_and_is_not_stored(cli, suite, tmp_path, monkeypatch):
    monkeypatch.setenv("CI", "true")
    said = cli("run", suite(BODY % "one"))
    assert said.code == 1
    assert "there is no stored snapshot" in said.out
    assert not (tmp_path / "__snapshots__").exists()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("not json", "snapshot-unreadable"),
        ('{"schema": "mcptest.snapshot/v9"}', "snapshot-format"),
        ("[]", "snapshot-format"),
    ],
)
def test_a_snapshot_that_cannot_be_read_is_said(cli, suite, tmp_path, text, code):
    cli("run", suite(BODY % "one"))
    stored(tmp_path).write_text(text)
    said = cli("run", suite(BODY % "one"))
    assert said.code == 2
    assert f"error[{code}]" in said.err
    assert said.out == ""
    assert stored(tmp_path).read_text() == text


def test_a_folder_that_cannot_be_made_is_said(cli, suite, tmp_path):
    (tmp_path / "__snapshots__").write_text("in the way")
    said = cli("run", suite(BODY % "one"))
    assert said.code == 4
    assert "error[snapshot-unwritable]" in said.out


def test_a_snapshot_that_changed_meanwhile_is_not_overwritten(tmp_path, monkeypatch):
    """Two runs update at once: the later one says so and leaves what the other wrote."""
    from mcptest.errors import WriteError
    from mcptest.suite.snapshots import SnapshotFolder

    def folder():
        suite = tmp_path / "a.mcptest.yml"
        return SnapshotFolder(suite, update=True, store_new=True, redact=lambda value: value)

    folder().compare("n", "first")
    ours, theirs = folder(), folder()
    read = ours._bytes

    def slow(path):
        found = read(path)
        monkeypatch.setattr(ours, "_bytes", read)
        theirs.compare("n", "theirs")
        return found

    monkeypatch.setattr(ours, "_bytes", slow)
    with pytest.raises(WriteError) as caught:
        ours.compare("n", "ours")
    assert caught.value.code == "file-changed"
    assert folder().compare("n", "theirs") is None
    assert [path.suffix for path in stored(tmp_path).parent.iterdir()] == [".json"]
