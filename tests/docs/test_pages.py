"""Suites in the pages can be used, links lead somewhere, and nothing public is left out."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest
import yaml
from tests.docs.pages import DOCS, ROOT, Fence, anchors, fences, links, pages

from mcptest import registry
from mcptest.cli.main import group, run
from mcptest.error_codes.catalogue import families
from mcptest.errors import ExitCode
from mcptest.match.bind import MATCHERS, bind
from mcptest.match.matcher import Matcher
from mcptest.plan import suite_schema
from mcptest.plan.blocks import BLOCKS, NESTED
from mcptest.report.report import FORMATS, Report
from mcptest.report.schemas import DOCUMENTS, document_schema
from mcptest.suite.entry import CALL_ROOTS
from mcptest.wire.limits import Limits

REFERENCE = DOCS / "reference"
TOP_KEYS = {"server", "servers"}


def read_yaml(text: str) -> object:
    """With libyaml where it is there: every worker reads all pages."""
    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


@cache
def mappings() -> list[tuple[Fence, dict]]:
    """The YAML blocks of all pages that are mappings, with their values."""
    found = [f for page in pages() for f in fences(page) if f.language == "yaml"]
    values = [(f, read_yaml(f.text)) for f in found if "invalid" not in f.words]
    return [(fence, value) for fence, value in values if isinstance(value, dict)]


SUITES = [fence for fence, value in mappings() if TOP_KEYS & set(value)]


@pytest.fixture
def examples(tmp_path, monkeypatch) -> Path:
    shutil.copytree(ROOT / "examples", tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:/usr/bin:/bin")
    for name in ("API_TOKEN", "STAGING_TOKEN", "OAUTH_SECRET", "IDP_SECRET", "ID_TOKEN"):
        monkeypatch.setenv(name, "for-the-docs")
    return tmp_path


@pytest.mark.parametrize("fence", SUITES, ids=str)
def test_a_suite_in_a_page_is_valid(fence, examples, capsys):
    kind = "fleet" if "fleet" in fence.words else "mcptest"
    name = f"page.{fence.line}.{kind}.yml"
    (examples / name).write_text(fence.text, encoding="utf-8")
    assert run(["validate", name]) == ExitCode.OK, capsys.readouterr()


def parts_of_suites() -> list[Fence]:
    """Blocks that a page shows without their server."""
    known = set(suite_schema()["properties"])
    return [f for f, value in mappings() if set(value) <= known and not TOP_KEYS & set(value)]


@pytest.mark.parametrize("fence", parts_of_suites(), ids=str)
def test_a_part_of_a_suite_in_a_page_is_valid(fence, examples, capsys):
    name = f"part.{fence.line}.mcptest.yml"
    (examples / name).write_text("server: { command: [x] }\n" + fence.text, encoding="utf-8")
    assert run(["validate", name]) == ExitCode.OK, capsys.readouterr()


@pytest.mark.parametrize("fence", [f for f in SUITES if "runnable" in f.words], ids=str)
def test_a_runnable_suite_in_a_page_is_green(fence, examples, capsys):
    name = f"page.{fence.line}.mcptest.yml"
    (examples / name).write_text(fence.text, encoding="utf-8")
    assert run(["run", name]) == ExitCode.OK, capsys.readouterr()


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page):
    for link in links(page):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{page.relative_to(ROOT)} links to {link}"
        if anchor and target.suffix == ".md":
            assert anchor in anchors(target), f"{page.relative_to(ROOT)} links to {link}"


def test_every_page_can_be_reached_from_the_index():
    reached, open_pages = set(), [DOCS / "index.md"]
    while open_pages:
        page = open_pages.pop()
        if page in reached:
            continue
        reached.add(page)
        targets = [(page.parent / link.partition("#")[0]).resolve() for link in links(page)]
        open_pages += [each for each in targets if each.suffix == ".md" and DOCS in each.parents]
    missing = sorted(str(p.relative_to(ROOT)) for p in set(DOCS.rglob("*.md")) - reached)
    assert not missing, f"link these from docs/index.md or a page that it leads to: {missing}"


@pytest.mark.parametrize(
    "page",
    [p for p in pages() if DOCS in p.parents and REFERENCE not in p.parents],
    ids=lambda page: page.stem,
)
def test_a_page_that_explains_also_says_what_the_thing_does_not_do(page):
    if page.name != "tutorial.md":
        text = page.read_text(encoding="utf-8").lower()
        assert re.search(r"\bdo(es)? not\b|\bcannot\b|\bnever\b", text), page


def test_generated_files_are_fresh():
    done = subprocess.run(
        [sys.executable, "scripts/generate.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr


def all_commands(command: click.Command, path: str = "") -> list[tuple[str, click.Command]]:
    found = [(path, command)] if path else []
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            found += all_commands(inner, f"{path} {name}".strip())
    return found


def test_every_command_and_option_is_documented():
    text = (REFERENCE / "cli.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^###? `([^`]+)`\n(.*?)(?=^##|\Z)", text, re.MULTILINE | re.DOTALL))
    for path, command in all_commands(group):
        assert path in sections
        for option in command.params:
            if isinstance(option, click.Option) and not option.hidden:
                for name in option.opts:
                    assert f"`{name}`" in sections[path], (path, name)


def test_every_option_says_what_it_does():
    silent = [
        f"{path} {option.opts[0]}"
        for path, command in all_commands(group)
        for option in command.params
        if isinstance(option, click.Option) and not option.help and not option.hidden
    ]
    assert not silent, f"give these a help text: {silent}"


def test_every_key_of_a_suite_is_documented():
    text = (REFERENCE / "suite.md").read_text(encoding="utf-8")
    for key in (*suite_schema()["properties"], *BLOCKS, *NESTED):
        assert f"| `{key}` |" in text, key


def test_every_target_root_is_documented():
    text = (REFERENCE / "targets.md").read_text(encoding="utf-8")
    for root in (*CALL_ROOTS, *(f"{name}." for name in NESTED)):
        assert f"| `{root}" in text, root


@pytest.mark.parametrize(
    "matcher", registry.collect(MATCHERS, "MATCHER", Matcher).values(), ids=lambda each: each.name
)
def test_every_matcher_is_documented_with_an_example_that_binds(matcher):
    assert f"## `{matcher.name}`" in (REFERENCE / "matchers.md").read_text(encoding="utf-8")
    assert list(matcher.example) == [matcher.name]
    bind(matcher.example)


def test_every_report_format_is_documented():
    text = (REFERENCE / "reports.md").read_text(encoding="utf-8")
    for report in registry.collect(FORMATS, "REPORT", Report).values():
        assert f"| `{report.name}` |" in text


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_member_of_a_document_says_what_it_is(name):
    silent = [
        key for key, schema in _properties(document_schema(name)) if not schema.get("description")
    ]
    assert not silent, f"give these a description in report/documents/{name}.json: {silent}"


def _properties(schema: object) -> Iterator[tuple[str, dict[str, object]]]:
    if isinstance(schema, list):
        for each in schema:
            yield from _properties(each)
    elif isinstance(schema, dict):
        properties = schema.get("properties")
        yield from properties.items() if isinstance(properties, dict) else ()
        for key, each in schema.items():
            if key not in {"if", "then", "else"}:  # these repeat members that are described
                yield from _properties(each)


def test_every_exit_code_is_documented():
    text = (REFERENCE / "exit-codes.md").read_text(encoding="utf-8")
    for code in ExitCode:
        assert f"| {int(code)} |" in text


def test_every_error_code_is_documented():
    text = (REFERENCE / "errors.md").read_text(encoding="utf-8")
    for family in families():
        for entry in family.entries:
            name = f"KIND-{entry.code}" if family.prefixes else entry.code
            assert f"### `{name}`" in text


def test_commands_that_the_pages_name_exist():
    known = {path for path, _ in all_commands(group)}
    for page in pages():
        for fence in fences(page):
            for line in re.findall(r"^\$ mcptest (.+)$", fence.text, re.MULTILINE):
                words = [word for word in line.split() if not word.startswith("[")]
                if not words or words[0].startswith("-"):
                    continue
                assert _names_a_command(words, known), f"{fence}: {line}"
        for line in re.findall(r"`mcptest ([^`\n]+)`", page.read_text(encoding="utf-8")):
            assert _names_a_command(line.split(), known), f"{page}: mcptest {line}"


def test_options_that_the_pages_name_exist():
    commands = dict(all_commands(group))
    for page in pages():
        text = page.read_text(encoding="utf-8")
        lines = re.findall(r"^\$ mcptest (.+)$|`mcptest ([^`\n]+)`", text, re.MULTILINE)
        for line in (fenced or inline for fenced, inline in lines):
            ours = re.split(r" -- | [>|<] | \d>", line)[0]
            words = re.sub(r"'[^']*'|\"[^\"]*\"", "value", ours).split()
            path = max(
                (p for p in commands if line.split()[: len(p.split())] == p.split()), default=""
            )
            known = {o for p in commands[path].params for o in p.opts} if path else {"--version"}
            asked = {word.split("=")[0] for word in words if re.match(r"--?[a-z]", word)}
            assert asked <= {*known, "--help", "-h"}, f"{page}: {line}"


def _names_a_command(words: list[str], known: set[str]) -> bool:
    return words[0].startswith("-") or words[0] in known or " ".join(words[:2]) in known


def test_the_bounds_in_the_page_are_those_of_the_wire():
    text = (DOCS / "explanation" / "limits-and-hostile-servers.md").read_text(encoding="utf-8")
    limits = Limits()
    mib, kib = 1024 * 1024, 1024
    for row in (
        f"| One request | {limits.timeout:g} s, or `timeout` |",
        f"| One message | {limits.message // mib} MiB |",
        f"| Nesting of a message | {limits.depth} levels |",
        f"| Digits of a number | {limits.digits} |",
        f"| Headers of a response | {limits.headers // kib} KiB |",
        f"| Pages of a list | {limits.pages} |",
        f"| Items of a list | {limits.items} |",
        f"| Notifications kept per request | {limits.notifications} |",
        f"the first {limits.stderr_head // kib} KiB and the last {limits.stderr_tail // kib} KiB |",
        f"| Transcript kept | {limits.transcript // mib} MiB |",
        f"| Wait at each step of the shutdown | {limits.grace:g} s |",
    ):
        assert row in text, row


HAND_WRITTEN = [p for p in pages() if DOCS in p.parents and REFERENCE not in p.parents]


@pytest.mark.parametrize("page", HAND_WRITTEN, ids=lambda page: page.stem)
def test_a_line_holds_one_sentence(page):
    prose = re.sub(
        r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
    )
    for line in prose.splitlines():
        text = re.sub(r"^\s*(?:[-*]|\d+\.) |`[^`]*`", "", line)
        if not text.startswith(("|", "#", "<")):
            assert not re.search(r"[a-z)][.?] [A-Z]", text), line
