"""Where a local server listens, in the cases that no proof shows."""

from __future__ import annotations

import socket

import pytest
from tests.compliance.peer import corpora, grade_mock, http

from mcptest.compliance.corpus.healthy import HEALTHY
from mcptest.compliance.views import binding
from mcptest.mock.http import listen
from mcptest.mock.manifest.load import load_definition
from mcptest.mock.overrides.read import parse_overrides
from mcptest.mock.server import MockServer
from mcptest.model.outcome import SkipReason, Status
from mcptest.model.spec_version import SpecVersion

V26 = SpecVersion.V2026_07_28


def looked_at(hints=None):
    with http((), V26) as target:
        rule = corpora()[V26].rules["SHL-019"]
        return grade_mock([rule], target, V26, hints)["SHL-019"]


def test_a_machine_without_another_address_cannot_show_it(monkeypatch):
    monkeypatch.setattr(binding, "other_addresses", list)
    assert looked_at().skip.reason is SkipReason.NOT_APPLICABLE


def test_a_remote_server_is_not_asked():
    assert looked_at({"remote": True}).skip.reason is SkipReason.NOT_APPLICABLE


def test_another_program_at_the_same_port_is_not_the_server():
    """The stage answers at its second address too, but not as the mock does."""
    assert looked_at().status is Status.PASSED


@pytest.mark.parametrize(("platform", "first"), [("linux", "127.0.0.2"), ("darwin", None)])
def test_only_linux_has_a_second_loopback_address(monkeypatch, platform, first):
    def refuse(*_):
        raise OSError

    monkeypatch.setattr(binding.sys, "platform", platform)
    monkeypatch.setattr(socket, "socket", refuse)
    assert binding.other_addresses() == ([] if first is None else [first])


@pytest.mark.parametrize(
    ("overrides", "host"), [([], "127.0.0.1"), ([{"on": "listen"}], "0.0.0.0")]
)
def test_a_broken_mock_listens_on_every_address(monkeypatch, overrides, host):
    bound = []
    monkeypatch.setattr(listen, "serve_application", lambda _make, host, _port: bound.append(host))
    server = MockServer(load_definition(HEALTHY), overrides=parse_overrides(overrides))
    listen.serve_http(server, "127.0.0.1", 0)
    assert bound == [host]
