"""Injection probes on tools with real holes and on tools without, over both transports."""

import json
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.servers.weak_tools import HARDENED, VULNERABLE

from mcptest.cli.main import run
from mcptest.security.attack.forms import (
    command_forms,
    option_forms,
    path_forms,
    scheme_forms,
    sql_forms,
    template_forms,
    url_forms,
)
from mcptest.security.attack.trial import Canary, Trial

SERVER = Path(__file__).parents[1] / "servers" / "weak_tools.py"
PARTS = 4


@contextmanager
def reached(kind, part, transport):
    """The words that name the server."""
    words = [sys.executable, str(SERVER), kind, f"{part}/{PARTS}"]
    if transport == "stdio":
        yield ["--", *words]
        return
    with subprocess.Popen([*words, "--http"], stdout=subprocess.PIPE, text=True) as process:
        try:
            yield ["--url", process.stdout.readline().removeprefix("listening on ").strip()]
        finally:
            process.terminate()


def attacked(capsys, where, *more):
    code = run(["security", "--attack", "--select", "attack", "--format", "json", *more, *where])
    document = json.loads(capsys.readouterr().out)
    cases = {
        c["name"].removeprefix("attack "): c
        for c in document["cases"]
        if c["name"].startswith("attack ")
    }
    return code, cases, document


@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize("part", range(PARTS))
def test_every_hole_is_confirmed(capsys, part, transport):
    with reached("vulnerable", part, transport) as where:
        code, cases, document = attacked(capsys, where)
    expected = dict(list(VULNERABLE.items())[part::PARTS])
    assert code == 1
    assert cases.keys() == expected.keys()
    for name, (_, _, rule, _) in expected.items():
        found = {f["id"]: f["security"]["proof"] for f in cases[name]["findings"]}
        assert found.get(rule) == "confirmed", name
    assert {call["feature"] for call in document["calls"]} == {"probe", "security"}


@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize("part", range(PARTS))
def test_a_tool_without_a_hole_gets_nothing(capsys, part, transport):
    with reached("hardened", part, transport) as where:
        code, cases, _ = attacked(capsys, where)
    assert cases.keys() == dict(list(HARDENED.items())[part::PARTS]).keys()
    risks = {
        name: [f["security"]["risk"] for f in case["findings"]] for name, case in cases.items()
    }
    assert code == 0
    assert {risk for found in risks.values() for risk in found} <= {"info"}


def test_there_are_twenty_of_each():
    assert (len(VULNERABLE), len(HARDENED)) == (20, 20)


def test_tools_that_may_change_something_are_not_attacked(capsys, tmp_path):
    catalog = tmp_path / "tools.json"
    schema = {"type": "object", "properties": {"path": {"type": "string"}}}
    catalog.write_text(
        json.dumps(
            {
                "tools": [
                    {"name": "delete_note", "inputSchema": schema},
                    {"name": "write_note", "inputSchema": schema},
                ]
            }
        )
    )
    where = ["--", sys.executable, "-m", "mcptest", "mock", "--tools-from", str(catalog)]
    _, cases, document = attacked(capsys, where)
    assert {case["skip"]["reason"] for case in cases.values()} == {"refused-by-policy"}
    assert [
        call["tool"]
        for call in document["calls"]
        if call["called"] and call["feature"] == "security"
    ] == []


def test_another_machine_is_not_attacked_without_permission(capsys):
    assert run(["security", "--attack", "--url", "http://192.0.2.1/mcp"]) == 5
    assert "security-attack-remote" in capsys.readouterr().err
    assert run(["security", "--attack", "tools.json"]) == 2


def can_isolate():
    if shutil.which("unshare") is None or not sys.platform.startswith("linux"):
        return False
    trial = subprocess.run(["unshare", "-rn", "true"], capture_output=True, check=False)
    return trial.returncode == 0


def test_no_probe_names_an_address_outside_of_this_machine():
    trial = Trial(1, 2, (Canary("/tmp/canary", "token"),), "nonce", 8000, lambda _: False)
    hosts = {urlsplit(form).hostname for form in url_forms(trial)}
    assert hosts == {
        "127.0.0.1",
        "localhost",
        "::ffff:127.0.0.1",
        "2130706433",
        "127.1",
        "0x7f000001",
    }
    others = (command_forms, template_forms, sql_forms, path_forms, scheme_forms, option_forms)
    assert [form for forms in others for form in forms(trial) if "http" in form] == []


@pytest.mark.skipif(not can_isolate(), reason="network namespaces are not permitted here")
def test_the_scan_itself_contacts_nothing_but_loopback(tmp_path):
    """In a namespace with loopback alone; what the server does with a valid address is its own."""
    trace = shutil.which("strace")
    scan = [
        sys.executable,
        "-m",
        "mcptest",
        "security",
        "--attack",
        "--select",
        "attack",
        "--format",
        "json",
    ]
    scan += ["--", sys.executable, str(SERVER), "vulnerable", "3/4"]
    log = tmp_path / "connects.txt"
    traced = (
        [trace, "-f", "-qq", "-s", "500", "-e", "trace=connect,execve", "-o", str(log), *scan]
        if trace
        else scan
    )
    line = "ip link set lo up && exec " + " ".join(f"'{word}'" for word in traced)
    done = subprocess.run(
        ["unshare", "-rn", "sh", "-c", line],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    found = {f["id"] for case in json.loads(done.stdout)["cases"] for f in case["findings"]}
    assert found & {rule for *_, rule, _ in list(VULNERABLE.values())[3::4]}
    if trace:
        lines = log.read_text().splitlines()
        servers = {
            line.split()[0]
            for line in lines
            if "execve" in line and SERVER.name in line and "security" not in line
        }
        ours = [line for line in lines if "AF_INET" in line and line.split()[0] not in servers]
        assert [line for line in ours if "127.0.0." not in line and "::1" not in line] == []
