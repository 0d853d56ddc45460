"""Which package a command line runs, and which version of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath
from typing import Final

from mcptest.model.record import record

_RUNNERS: Final = {
    "npx": ({"-p", "--package", "-c", "--call"}, {"-y", "--yes", "-q", "--quiet"}),
    "bunx": (set(), {"--bun"}),
    "uvx": ({"--from", "--with", "--python", "-p", "--index-url"}, set()),
    "pipx": ({"--spec", "--python", "--pip-args"}, set()),
}
_EXACT: Final = re.compile(r"[0-9]+(?:\.[0-9A-Za-z]+)*(?:[-+.][\w.-]+)?\Z")
_GIT: Final = re.compile(r"(?:git\+|https?://|github:|git@)")
_COMMIT: Final = re.compile(r"[@#][0-9a-f]{40}\b")
_VALUED_DOCKER: Final = frozenset(
    {"-e", "--env", "-v", "--volume", "--mount", "-p", "--publish", "--name", "--network", "--net",
     "--env-file", "-u", "--user", "-w", "--workdir", "--entrypoint", "--platform", "--add-host",
     "--label", "-l", "--memory", "-m", "--cpus", "--pull"}
)  # fmt: skip
# Packages that many people start; one letter beside them is worth a second look.
WELL_KNOWN: Final = (
    "@modelcontextprotocol/server-everything", "@modelcontextprotocol/server-filesystem",
    "@modelcontextprotocol/server-github", "@modelcontextprotocol/server-memory",
    "@modelcontextprotocol/server-sequential-thinking", "@playwright/mcp", "@upstash/context7-mcp",
    "chrome-devtools-mcp", "mcp-remote", "mcp-server-fetch", "mcp-server-git", "mcp-server-sqlite",
    "mcp-server-time", "awslabs.core-mcp-server", "firecrawl-mcp", "tavily-mcp",
    "@notionhq/notion-mcp-server", "@sentry/mcp-server", "@supabase/mcp-server-supabase",
)  # fmt: skip


@record
class Package:
    """``version`` is None where none is named; ``exact`` where exactly one can be meant."""

    runner: str
    name: str
    version: str | None
    exact: bool
    remote: bool = False  # an address instead of a name in a registry


def package_of(command: Sequence[str]) -> Package | None:
    """The package that a runner would fetch; None where the command runs something else."""
    if not command:
        return None
    words = list(command)
    runner = PurePath(words[0]).name.removesuffix(".cmd").removesuffix(".exe").lower()
    if runner in {"cmd", "env", "sudo"} or runner.endswith("sh"):
        inner = [i for i, w in enumerate(words) if w in {*_RUNNERS, "docker", "podman"}]
        return package_of(words[inner[0] :]) if inner else None
    if runner in {"docker", "podman"}:
        return _image(words[1:])
    if runner in {"uv", "pipx", "npm", "pnpm", "yarn"}:
        runner, words = _unwrapped(runner, words)
    if runner not in _RUNNERS:
        return None
    named = _named(words[1:], *_RUNNERS[runner])
    return None if named is None else _package(runner, named)


def _unwrapped(runner: str, words: list[str]) -> tuple[str, list[str]]:
    """``uv tool run``, ``pipx run``, ``npm exec``, ``pnpm dlx`` as their short forms."""
    forms = {("uv", "tool", "run"): "uvx", ("pipx", "run"): "pipx", ("npm", "exec"): "npx"}
    forms |= {("pnpm", "dlx"): "npx", ("yarn", "dlx"): "npx"}
    for form, short in forms.items():
        if form[0] == runner and tuple(words[1 : len(form)]) == form[1:]:
            return short, [short, *words[len(form) :]]
    return "", words


def _named(words: Sequence[str], valued: set[str], flags: set[str]) -> str | None:
    del flags
    skip = False
    for index, word in enumerate(words):
        if skip:
            skip = False
        elif word in {"--from", "--spec", "-p", "--package"} and index + 1 < len(words):
            return words[index + 1]
        elif word in valued:
            skip = True
        elif not word.startswith("-"):
            return word
    return None


def _package(runner: str, word: str) -> Package | None:
    if _GIT.match(word):
        return Package(runner, word, None, exact=bool(_COMMIT.search(word)), remote=True)
    if word.startswith((".", "/", "~")) or "\\" in word:
        return None  # a folder of the user
    if "==" in word:
        name, _, version = word.partition("==")
        return Package(runner, name.partition("[")[0], version, exact=bool(_EXACT.match(version)))
    name, at, version = word.rpartition("@")
    if not at or not name:
        bare = re.split(r"[<>=~!\[ ]", word)[0]
        return Package(
            runner, bare or word, None if bare == word else word[len(bare) :], exact=False
        )
    return Package(runner, name, version, exact=bool(_EXACT.match(version)))


def _image(words: list[str]) -> Package | None:
    if "run" not in words:
        return None
    rest, skip = words[words.index("run") + 1 :], False
    for word in rest:
        if skip:
            skip = False
        elif word in _VALUED_DOCKER:
            skip = True
        elif not word.startswith("-"):
            name, colon, tag = word.rpartition(":")
            if not colon or "/" in tag:
                name, tag = word, ""
            digest = "@sha256:" in word
            versioned = digest or bool(re.match(r"v?\d+\.\d+(?:\.\d+)?", tag))
            return Package("docker", name, tag or None, exact=versioned)
    return None


def well_known_near(name: str) -> str | None:
    """A well-known package that this is not, but for one letter."""
    if name in WELL_KNOWN:
        return None
    return next((known for known in WELL_KNOWN if _one_apart(name, known)), None)


def _one_apart(one: str, other: str) -> bool:
    if abs(len(one) - len(other)) > 1:
        return False
    shorter, longer = sorted((one, other), key=len)
    at = next(
        (i for i, (a, b) in enumerate(zip(shorter, longer, strict=False)) if a != b), len(shorter)
    )
    if len(shorter) == len(longer):
        swapped = (
            shorter[at : at + 2] == longer[at : at + 2][::-1]
            and shorter[at + 2 :] == longer[at + 2 :]
        )
        return shorter[at + 1 :] == longer[at + 1 :] or swapped
    return shorter[at:] == longer[at + 1 :]
