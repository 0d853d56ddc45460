"""Which broken servers the official conformance suite sees: ``python -m benches.official``.

Every rule that can be broken over HTTP is broken by ``mcptest mock --break``, beside the tools,
resources and prompts that the suite asks for by name. A check that the healthy server passes and
the broken one does not has seen the fault. Prints a Markdown table by check; takes minutes.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from benches.cost import MCPTEST
from benches.peers import PEERS, ROOT, served

from mcptest.compliance.corpus.rule import Rule
from mcptest.compliance.corpus.version_corpus import load_all

PROGRAMS = PEERS / "conformance/node_modules/.bin"
FIXTURES = ROOT / "tests/real/official.yaml"
REVISIONS = ("2025-11-25", "2026-07-28")
_RUN = re.compile(r"server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z")
_LIMIT = 120
_GOOD = "SUCCESS"
_BAD = ("FAILURE", "WARNING")
_AT_ONCE = 2


def is_installed() -> bool:
    return (PROGRAMS / "conformance").exists()


def checks(url: str, revision: str, scenario: str | None = None) -> dict[str, str]:
    """How every check of the suite ended, by scenario and id; the worst where one ran twice."""
    chosen = ["--suite", "all"] if scenario is None else ["--scenario", scenario]
    with tempfile.TemporaryDirectory() as folder:
        words = [str(PROGRAMS / "conformance"), "server", "--url", url, *chosen]
        words += ["--spec-version", revision, "--timeout", "15000", "-o", folder]
        path = os.pathsep.join([str(PROGRAMS), os.environ["PATH"]])
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        env = {**os.environ, "PATH": path}
        with suppress(subprocess.TimeoutExpired):  # what ended by then counts
            subprocess.run(words, **quiet, env=env, check=False, timeout=_LIMIT)
        return dict(_read(Path(folder)))


def _read(folder: Path) -> Iterator[tuple[str, str]]:
    found: dict[str, set[str]] = {}
    for file in folder.glob("*/checks.json"):
        run = _RUN.fullmatch(file.parent.name)
        for check in json.loads(file.read_text(encoding="utf-8")):
            assert run is not None
            found.setdefault(f"{run[1]}: {check['id']}", set()).add(check["status"])
    for name, ends in found.items():
        yield name, next((end for end in (*_BAD, _GOOD) if end in ends), min(ends))


def ready(port: str, revision: str, overrides: str) -> list[str]:
    """A server that keeps a rule, with all that the rule needs."""
    words = [sys.executable, "-m", "mcptest.mock", str(FIXTURES), "--http", port]
    return [*words, "--spec-version", revision, "--overrides", overrides]


def broken(port: str, revision: str, rule: str) -> list[str]:
    words = [*MCPTEST, "mock", "--tools-from", str(FIXTURES), "--http", port]
    return [*words, "--spec-version", revision, "--break", rule]


def passed(revision: str, rule: Rule | None = None, scenario: str | None = None) -> set[str]:
    """The checks that a server passes which keeps the rule."""
    with tempfile.TemporaryDirectory() as folder:
        overrides = Path(folder, "overrides.json")
        overrides.write_text(json.dumps([] if rule is None else list(rule.proof.passing)))
        with served(lambda port: ready(port, revision, str(overrides))) as url:
            found = checks(url, revision, scenario)
    return {name for name, end in found.items() if end == _GOOD}


def lost(rule: Rule, revision: str, good: set[str], scenario: str | None = None) -> set[str]:
    """Those of them that the server does not pass which breaks it."""
    with served(lambda port: broken(port, revision, rule.id)) as url:
        found = checks(url, revision, scenario)
    return {name for name in good if found.get(name) in _BAD}


def rules(revision: str) -> dict[str, Rule]:
    """The rules that can be broken over HTTP, by id."""
    corpus = next(found for version, found in load_all().items() if version.wire == revision)
    return {rule.id: rule for rule in corpus if rule.proof.transport in (None, "http")}


def seen(revision: str, chosen: Sequence[Rule]) -> dict[str, set[str]]:
    """The checks that see each rule broken, by its id."""
    healthy = passed(revision)

    def look(rule: Rule) -> set[str]:
        good = passed(revision, rule) if rule.proof.passing else healthy
        return lost(rule, revision, good)

    with ThreadPoolExecutor(_AT_ONCE) as pool:
        found = pool.map(look, chosen)
        return {rule.id: names for rule, names in zip(chosen, found, strict=True)}


def lines(revision: str, chosen: Sequence[Rule]) -> Iterator[str]:
    found = seen(revision, chosen)
    yield f"## {revision}: {sum(map(bool, found.values()))} of {len(found)} broken servers are seen"
    yield "| Official check | Sees the servers that break |"
    yield "| --- | --- |"
    for check in sorted({*passed(revision), *(name for names in found.values() for name in names)}):
        yield f"| {check} | {', '.join(rule for rule in found if check in found[rule])} |"


def main(chosen: list[str]) -> None:
    for revision in REVISIONS:
        known = rules(revision)
        for line in lines(revision, [known[name] for name in chosen or known if name in known]):
            sys.stdout.write(line + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
