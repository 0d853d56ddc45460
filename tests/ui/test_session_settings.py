"""Session settings: metadata of every request, and capabilities that are not declared."""

import json
import sys

import pytest
from tests.ui.conftest import stdio

from mcptest.compliance.corpus.healthy import HEALTHY
from mcptest.ui.questions import CAPABILITIES
from mcptest.ui.session_settings import SessionSettings, names_of

MOCK = (sys.executable, "-m", "mcptest", "mock", "--tools-from", str(HEALTHY))
UI = "io.modelcontextprotocol/ui"


def sent(client, method):
    """The newest message of ours with this method."""
    frames = [one for one in client.hub.frames.newest(99) if one.direction == "sent"]
    return json.loads(next(one.raw for one in reversed(frames) if one.method == method))


def test_what_is_withheld_is_not_declared_and_the_rest_is():
    left = SessionSettings(withheld=("sampling", UI)).declared(CAPABILITIES)
    assert "sampling" not in left
    assert list(left["extensions"]) == ["io.modelcontextprotocol/tasks"]
    assert {*left, "sampling"} == set(CAPABILITIES)
    assert list(left["tasks"]["requests"]) == ["elicitation"]
    assert SessionSettings().declared(CAPABILITIES) == CAPABILITIES
    assert {"sampling", UI} < set(names_of(CAPABILITIES))
    assert "extensions" not in names_of(CAPABILITIES)


@pytest.mark.parametrize("revision", ["2025-11-25", "2026-07-28"])
def test_metadata_goes_with_every_request_and_capabilities_with_the_next_session(page, revision):
    async def look(client):
        before = await client.value("connect", server="tiny", revision=revision)
        assert (before["settings"], "sampling" in before["declared"]) == (
            {"meta": {}, "withheld": []},
            True,
        )
        chosen = {"meta": {"tenant": "blue", "progressToken": 5}, "withheld": ["sampling", UI]}
        after = await client.value("session_settings", server="tiny", **chosen)
        assert (after["settings"], "sampling" in after["declared"]) == (chosen, True)
        await client.call("tiny", name="echo", arguments={"text": "a"})
        meta = sent(client, "tools/call")["params"]["_meta"]
        assert meta["tenant"] == "blue"
        assert meta["progressToken"] != 5  # ours, which the page follows
        await client.value("list", server="tiny", kind="tools")
        listed = sent(client, "tools/list")["params"]["_meta"]
        assert listed["tenant"] == "blue"
        again = await client.value("connect", server="tiny", revision=revision)
        assert "sampling" not in again["declared"]
        assert UI not in again["declared"]["extensions"]
        await client.value("session_settings", server="tiny", meta={}, withheld=[])
        await client.value("list", server="tiny", kind="tools")
        assert "tenant" not in json.dumps(sent(client, "tools/list"))

    page(look, stdio("tiny", *MOCK))


@pytest.mark.parametrize("wrong", [{"meta": []}, {"meta": None}, {"withheld": "sampling"}])
def test_settings_of_the_wrong_shape_are_refused(page, wrong):
    async def look(client):
        given = {"server": "tiny", "meta": {}, "withheld": [], **wrong}
        assert (await client.error("session_settings", **given))["code"] == "ui-bad-request"

    page(look, stdio("tiny", *MOCK))
