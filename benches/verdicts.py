"""Grade many servers and compare two such recordings rule by rule.

``python -m benches.verdicts record FILE [--mock SOURCE] [--only NAME]`` grades the installed
servers and every ``mock --break``. SOURCE is the ``src`` folder that the mock is taken from, so
that two versions of mcptest judge the same servers. ``compare BEFORE AFTER`` prints what differs.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import NamedTuple, TypeAlias

from benches.cost import MCPTEST, environment
from benches.peers import served as served_mock
from tests.real.servers import HTTP, STDIO, served

from mcptest.compliance.corpus.version_corpus import load_all

Verdicts: TypeAlias = dict[str, str]
_GRADE = ("compliance", "run")
_EVERY = (*_GRADE, "--all-revisions")
_LIMIT = 300
_AT_ONCE = 2


class Job(NamedTuple):
    words: tuple[str, ...]  # after ``mcptest``
    server: AbstractContextManager[str | None]  # gives the address of one that listens
    command: tuple[str, ...] = ()  # of one that is started


def jobs(mock: str | None) -> Iterator[tuple[str, Job]]:
    for name, command in STDIO.items():
        found = tuple(command())
        yield f"audit {name}", Job(("audit",), nullcontext(), found)
        yield f"grade {name}", Job(_GRADE, nullcontext(), found)
        if name in {"mcp 2.x", "everything"}:
            yield f"all revisions of {name}", Job(_EVERY, nullcontext(), found)
    for name in HTTP:
        yield f"HTTP {name}", Job(_EVERY, served(name))
    for rule, transport in breakable().items():
        yield f"broken {rule}", _broken(rule, transport, mock)


def breakable() -> dict[str, str | None]:
    """Every rule with the transport on which it can be broken, where only one will do."""
    return {rule.id: rule.proof.transport for rules in load_all().values() for rule in rules}


def _broken(rule: str, transport: str | None, mock: str | None) -> Job:
    command = (*MCPTEST, "mock", "--break", rule)
    if transport != "http":
        taken = ("--env", f"PYTHONPATH={mock}") if mock else ()
        return Job((*_GRADE, *taken), nullcontext(), command)
    prefix = ["env", f"PYTHONPATH={mock}"] if mock else []
    return Job(_GRADE, served_mock(lambda port: [*prefix, *command, "--http", port]))


def record(mock: str | None, names: list[str]) -> dict[str, Verdicts]:
    todo = {
        name: job for name, job in jobs(mock) if not names or any(part in name for part in names)
    }

    def grade(name: str) -> Verdicts:
        job = todo[name]
        with job.server as url:
            found = verdicts(job.words, ("--url", url) if url else ("--", *job.command))
        print(f"{name}: {len(found)} verdicts", file=sys.stderr, flush=True)
        return found

    with ThreadPoolExecutor(_AT_ONCE) as pool:
        return dict(zip(todo, pool.map(grade, todo), strict=True))


def verdicts(words: tuple[str, ...], server: tuple[str, ...]) -> Verdicts:
    """How every case ended, by its name."""
    with tempfile.TemporaryDirectory() as folder:
        report, work = Path(folder, "run.json"), Path(folder, "work")
        work.mkdir()
        asked = [*MCPTEST, *words, "--report", f"json={report}", *server]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        done = subprocess.run(
            asked, **quiet, cwd=work, env=environment(), check=False, timeout=_LIMIT
        )
        document = json.loads(report.read_text(encoding="utf-8")) if report.exists() else {}
    found = {case["id"]: case["status"] for case in document.get("cases", [])}
    grade = (document.get("compliance") or {}).get("grade")
    return {"exit": str(done.returncode), "grade": str(grade), **found}


def differences(before: Mapping[str, Verdicts], after: Mapping[str, Verdicts]) -> Iterator[str]:
    for name in sorted({*before, *after}):
        old, new = before.get(name), after.get(name)
        if old is None or new is None:
            yield f"{name}: only {'after' if old is None else 'before'}"
            continue
        for rule in sorted({*old, *new}):
            if old.get(rule) != new.get(rule):
                yield f"{name}: {rule}: {old.get(rule, 'absent')}, then {new.get(rule, 'absent')}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    recording = commands.add_parser("record")
    recording.add_argument("file", type=Path)
    recording.add_argument("--mock", metavar="SOURCE")
    recording.add_argument("--only", metavar="NAME", action="append", default=[])
    comparing = commands.add_parser("compare")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    given = parser.parse_args()
    if given.command == "record":
        found = record(given.mock, given.only)
        given.file.write_text(json.dumps(found, indent=1), encoding="utf-8")
        return 0
    before, after = (json.loads(file.read_text()) for file in (given.before, given.after))
    found = list(differences(before, after))
    print(*found, f"{len(before)} grades compared, {len(found)} differences", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
