"""Rehearse a release: build, check the metadata, install the wheel, run the demo with it."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from email.parser import HeaderParser
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
_WANTED = ("Summary", "License-Expression", "Requires-Python", "Author", "Description-Content-Type")


def main() -> int:
    """Exit 1 at the first step that fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tag", default="", help="The tag to be pushed, such as v0.2.0.")
    options = parser.parse_args()
    shutil.rmtree(DIST, ignore_errors=True)
    try:
        _run(sys.executable, "-m", "hatchling", "build", "-d", str(DIST), cwd=ROOT)
        wheel, sdist = _only("*.whl"), _only("*.tar.gz")
        version = check_metadata(wheel, options.tag)
        check_rebuild(sdist, wheel)
        check_installed(wheel, version)
    except (ReleaseError, subprocess.CalledProcessError) as error:
        print(f"release-dry-run: {error}", file=sys.stderr)
        return 1
    print(f"release-dry-run: mcptest {version} is ready: {wheel.name}, {sdist.name}")
    return 0


class ReleaseError(Exception):
    """Something that must not be published."""


def check_metadata(wheel: Path, tag: str) -> str:
    """The version, after looking at what an index shows of the project."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        inner = next(name for name in names if name.endswith(".dist-info/METADATA"))
        found = HeaderParser().parsestr(archive.read(inner).decode())
    missing = [name for name in _WANTED if not found.get(name)]
    if missing or not found.get_all("Project-URL"):
        raise ReleaseError(f"the metadata lacks {', '.join(missing) or 'Project-URL'}")
    version = str(found["Version"])
    if tag and tag != f"v{version}":
        raise ReleaseError(f"the tag is {tag}, the version {version}")
    foreign = [name for name in names if not name.startswith(("mcptest/", "mcptest-"))]
    if foreign or not any(name.endswith("rules.json") for name in names):
        raise ReleaseError(
            f"the wheel has other files than it should: {foreign or 'no rules.json'}"
        )
    _run(sys.executable, "-m", "twine", "check", "--strict", *map(str, DIST.iterdir()))
    return version


def check_rebuild(sdist: Path, wheel: Path) -> None:
    """The sdist alone builds the same files as the checkout."""
    with tempfile.TemporaryDirectory() as folder:
        _unpack(sdist, folder)
        source = next(Path(folder).iterdir())
        _run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=source)
        rebuilt = Path(folder, wheel.name)
        if _names(rebuilt) != _names(wheel):
            different = sorted(_names(rebuilt) ^ _names(wheel))
            raise ReleaseError(f"a wheel built from the sdist differs in {different}")


def check_installed(wheel: Path, version: str) -> None:
    """Nothing of the checkout is in reach: another environment, another folder."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        venv.create(home / "env", with_pip=True)
        programs = home / "env" / ("Scripts" if os.name == "nt" else "bin")
        _run(str(programs / "python"), "-m", "pip", "install", "--quiet", str(wheel))
        shutil.copytree(ROOT / "examples", home / "examples")
        mcptest = str(programs / "mcptest")
        environment = os.environ | {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
        told = subprocess.check_output([mcptest, "--version"], text=True, cwd=home)
        if told.strip() != f"mcptest {version}":
            raise ReleaseError(f"the installed program says {told.strip()!r}")
        demo = [mcptest, "run", "examples/quickstart.mcptest.yml"]
        subprocess.run(demo, check=True, cwd=home, env=environment)


def _only(pattern: str) -> Path:
    (found,) = DIST.glob(pattern)
    return found


def _unpack(sdist: Path, folder: str) -> None:
    with tarfile.open(sdist) as archive:
        if hasattr(tarfile, "data_filter"):  # Python before 3.11.4 has no filters
            archive.extraction_filter = tarfile.data_filter
        archive.extractall(folder)


def _names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def _run(*command: str, cwd: Path | None = None) -> None:
    subprocess.run(command, check=True, cwd=cwd)


if __name__ == "__main__":
    sys.exit(main())
