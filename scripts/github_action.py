"""What action.yml runs: install mcptest, call it with the inputs, tell GitHub how it ended.

Inputs come as environment variables and become words of a command, never text of a shell.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from collections.abc import Mapping
from pathlib import Path

_PREFIX = "MCPTEST_ACTION_"
_MOST_SUMMARY = 900_000  # GitHub takes a mebibyte
_MOST_COMMENT = 60_000  # GitHub takes 65,536 characters
_NAMES = re.compile(r"[A-Za-z0-9_,-]*")
_PULL = re.compile(r"refs/pull/(?P<number>[0-9]{1,9})/(?:merge|head)")
_VERSION = re.compile(r"[A-Za-z0-9.!+]*")


def main(environ: Mapping[str, str]) -> int:
    """Install, run, tell; the exit code is that of mcptest."""
    inputs = {
        name.removeprefix(_PREFIX).lower(): value
        for name, value in environ.items()
        if name.startswith(_PREFIX)
    }
    folder = Path(environ.get("RUNNER_TEMP", "/tmp")).resolve() / "mcptest-action"
    wanted = requirement(inputs)
    program = install(folder, wanted)
    summary = folder / "summary.md" if inputs["summary"] == "true" else None
    own = {name: value for name, value in environ.items() if not name.startswith(_PREFIX)}
    code = subprocess.run([program, *words(inputs, summary)], env=own, check=False).returncode
    tell(environ, code, summary)
    if inputs.get("comment") == "true" and summary is not None and summary.is_file():
        comment(environ, inputs.get("token", ""), summary)
    return code


def requirement(inputs: Mapping[str, str]) -> str:
    """What to install: a release, or what the action comes with.

    Raises: SystemExit.
    """
    version, extras = inputs["version"].strip(), inputs["extras"].replace(" ", "")
    if not _VERSION.fullmatch(version) or not _NAMES.fullmatch(extras):
        raise SystemExit(f"no version and extras that could be installed: {version!r}, {extras!r}")
    wanted = f"mcptest[{extras}]" if extras else "mcptest"
    if version:
        return f"{wanted}=={version}"
    return f"{wanted} @ {Path(inputs['path']).resolve().as_uri()}"


def install(folder: Path, wanted: str) -> Path:
    """The program in an environment of its own.

    Raises: SystemExit.
    """
    venv.create(folder, with_pip=True, symlinks=os.name != "nt")
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    pip = [scripts / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if subprocess.run([*pip, wanted], check=False).returncode:
        raise SystemExit(f"mcptest could not be installed as {wanted}")
    return scripts / "mcptest"


def words(inputs: Mapping[str, str], summary: Path | None) -> list[str]:
    """The command line."""
    reports = [*lines(inputs["reports"]), *([f"markdown={summary}"] if summary else [])]
    server = lines(inputs["server"])
    # A comparison has formats of its own, and none that annotates lines.
    style = "text" if inputs["command"].split()[:1] == ["compare"] else inputs["format"]
    return [
        *inputs["command"].split(),
        *(["--format", style] if style else []),
        *(word for report in reports for word in ("--report", report)),
        *lines(inputs["args"]),
        *lines(inputs["suite"]),
        *(["--", *server] if server else []),
    ]


def comment(environ: Mapping[str, str], token: str, summary: Path) -> None:
    """On the pull request of this job, in place of the comment of the last push."""
    pull = _PULL.fullmatch(environ.get("GITHUB_REF", ""))
    if pull is None:
        print("this job does not belong to a pull request, so there is nothing to comment on")
        return
    body = summary.with_name("comment.md")
    body.write_text(shortened(summary.read_text(encoding="utf-8")), encoding="utf-8")
    command = ["gh", "pr", "comment", pull["number"], "--body-file", str(body)]
    own = {name: value for name, value in environ.items() if not name.startswith(_PREFIX)}
    how = ["--edit-last", "--create-if-none"]
    subprocess.run([*command, *how], env={**own, "GH_TOKEN": token}, check=False)


def shortened(text: str) -> str:
    """Whole lines, as many as GitHub takes."""
    if len(text) <= _MOST_COMMENT:
        return text
    whole = text[:_MOST_COMMENT].rpartition("\n")[0]
    return f"{whole}\n\nThe rest is in the summary of the job.\n"


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def tell(environ: Mapping[str, str], code: int, summary: Path | None) -> None:
    """The output of the step, and the page of the job."""
    if place := environ.get("GITHUB_OUTPUT"):
        with Path(place).open("a", encoding="utf-8") as file:
            file.write(f"exit-code={code}\n")
    page = environ.get("GITHUB_STEP_SUMMARY")
    if page and summary is not None and summary.is_file():
        text = summary.read_text(encoding="utf-8")[:_MOST_SUMMARY]
        with Path(page).open("a", encoding="utf-8") as file:
            file.write(text + "\n")


if __name__ == "__main__":
    sys.exit(main(os.environ))
