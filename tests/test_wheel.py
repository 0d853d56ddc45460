"""What a wheel carries, built as a release builds it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from mcptest.compliance.corpus.built import rules_in
from mcptest.safety.lexicon import PREBUILT as WORDS
from mcptest.shapes.revision import PREBUILT as SHAPES

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=25)
    (found,) = folder.glob("*.whl")
    return found


@pytest.mark.parametrize("data", [rules_in(), WORDS, SHAPES], ids=lambda data: data.name)
def test_a_wheel_carries_what_is_built(wheel, data):
    with zipfile.ZipFile(wheel) as archive:
        name = data.shipped.relative_to(ROOT / "src").as_posix()
        assert json.loads(archive.read(name)) == data.whole()
        assert not [name for name in archive.namelist() if "__pycache__" in name]
    assert not data.shipped.exists()


def test_what_is_installed_from_a_wheel_reads_them_and_writes_nothing(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    code = (
        "from mcptest import prebuilt\n"
        "def refuse(*_): raise SystemExit('the sources are read')\n"
        "prebuilt.Prebuilt.digest = prebuilt.Prebuilt.whole = refuse\n"
        "from mcptest.compliance.corpus.version_corpus import load_all\n"
        "from mcptest.safety.lexicon import lexicon\n"
        "from mcptest.shapes.shapes import shapes_of\n"
        "assert lexicon().entries\n"
        "found = load_all()\n"
        "assert all(shapes_of(version).definitions for version in found)\n"
        "print(prebuilt.__file__, sum(map(len, found.values())))"
    )
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=env,
        timeout=25,
        check=True,
    )
    path, count = done.stdout.split()
    assert Path(path).is_relative_to(tmp_path)
    assert int(count) > 1000
    assert not list(tmp_path.rglob("__pycache__"))
