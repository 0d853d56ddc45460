"""Envelope, handshake, stateless requests and batches."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest.mock.manifest.definition import MockDefinition
from mcptest.mock.server import MockServer
from mcptest.model.json import MISSING
from mcptest.model.spec_version import SpecVersion

V24, V25_03, V25_06, V25_11, V26 = list(SpecVersion)[:5]
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


def init(version="2025-11-25", **changes):
    params = {
        "protocolVersion": version,
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
        **changes,
    }
    params = {key: value for key, value in params.items() if value is not MISSING}
    return {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}


def only(outs):
    [out] = outs
    return out.message


@pytest.mark.parametrize("version", [V24, V25_03, V25_06, V25_11])
def test_a_spoken_revision_is_echoed(shop, connect, version):
    result = connect(MockServer(shop), version).opening["result"]
    assert result["protocolVersion"] == version.wire
    assert result["instructions"] == "Ask nicely."
    assert ("title" in result["serverInfo"]) == (version >= V25_06)


@pytest.mark.parametrize("asked", ["1999-01-01", "2026-07-28", "draft", ""])
def test_another_revision_is_answered_with_the_newest_spoken(shop, asked):
    assert only(MockServer(shop).handle(init(asked)))["result"]["protocolVersion"] == "2025-11-25"
    pinned = MockServer(shop, version=V25_03)
    assert only(pinned.handle(init(asked)))["result"]["protocolVersion"] == "2025-03-26"


@pytest.mark.parametrize("member", ["protocolVersion", "capabilities", "clientInfo"])
def test_initialize_needs_its_params(shop, member):
    for value in (MISSING, 5, None):
        server = MockServer(shop)
        assert only(server.handle(init(**{member: value})))["error"]["code"] == -32602
        assert "result" in only(server.handle(init()))


def test_a_second_initialize_is_refused_and_the_session_lives_on(shop):
    server = MockServer(shop)
    server.handle(init())
    assert only(server.handle(init()))["error"]["code"] == -32600
    assert only(server.handle(PING))["result"] == {}


def test_a_connection_that_reopens_agrees_to_another_revision(shop):
    connection = MockServer(shop).connect(reopens=True)
    for version in ("2025-11-25", "2025-03-26"):
        assert only(connection.handle(init(version)))["result"]["protocolVersion"] == version
    assert connection.version is V25_03


def test_before_initialize_only_ping_is_served(shop):
    listing = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    assert only(MockServer(shop).handle(PING))["result"] == {}
    assert only(MockServer(shop).handle(listing))["error"]["code"] == -32602
    pinned = MockServer(shop, version=V25_06)
    assert only(pinned.handle(listing))["error"]["code"] == -32600
    discover = {"jsonrpc": "2.0", "id": 1, "method": "server/discover"}
    assert only(pinned.handle(discover))["error"]["code"] == -32601


def test_ping_is_gone_in_the_stateless_era(client):
    if client.version is V26:
        assert client.error("ping")["code"] == -32601
        assert client.error("initialize")["code"] == -32601
    else:
        assert client.result("ping") == {}


def test_discover_tells_versions_capabilities_and_hints(shop, connect):
    result = connect(MockServer(shop), V26).result("server/discover")
    assert result["supportedVersions"] == ["2026-07-28"]
    assert set(result["capabilities"]) == {"tools", "resources", "prompts"}
    assert result["resultType"] == "complete"
    assert (result["ttlMs"], result["cacheScope"]) == (0, "private")
    assert result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "shop"


def test_a_stateless_result_has_hints_only_where_it_may_be_cached(shop, connect):
    client = connect(MockServer(shop), V26)
    assert "ttlMs" in client.result("resources/read", {"uri": "shop://a"})
    assert "ttlMs" not in client.call("search", {"query": "x"})["result"]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"protocolVersion": MISSING}, -32602),
        ({"protocolVersion": 5}, -32602),
        ({"clientCapabilities": MISSING}, -32602),
        ({"clientCapabilities": []}, -32602),
        ({"clientInfo": {"name": "x"}}, -32602),
        ({"clientInfo": 5}, -32602),
        ({"logLevel": "loud"}, -32602),
        ({"protocolVersion": "1900-01-01"}, -32022),
        ({"protocolVersion": "2025-11-25"}, -32022),
        ({"clientInfo": {"name": "x", "version": "1"}, "logLevel": "debug"}, None),
    ],
)
def test_a_stateless_request_is_held_to_its_meta(shop, meta, changes, code):
    for server in (MockServer(shop), MockServer(shop, version=V26)):
        params = {"_meta": meta(**changes)}
        request = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": params}
        assert only(server.handle(request)).get("error", {}).get("code") == code


def test_an_unsupported_version_is_told_what_is_supported(shop, meta):
    params = {"_meta": meta("1900-01-01")}
    request = {"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": params}
    data = only(MockServer(shop).handle(request))["error"]["data"]
    assert data == {"supported": ["2026-07-28"], "requested": "1900-01-01"}


def test_a_stateless_server_refuses_the_handshake_and_names_its_versions(shop):
    for version in (V26, SpecVersion.DRAFT):
        error = only(MockServer(shop, version=version).handle(init()))["error"]
        assert error["code"] == -32022
        assert error["data"] == {"supported": ["2026-07-28"], "requested": "2025-11-25"}
        assert "2026-07-28" in error["message"]


def test_both_eras_are_served_by_one_connection(shop, meta):
    server = MockServer(shop)
    modern = {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {"_meta": meta()}}
    assert only(server.handle(modern))["result"]["resultType"] == "complete"
    assert "result" in only(server.handle(init()))
    assert only(server.handle(modern))["result"]["resultType"] == "complete"
    plain = only(server.handle({"jsonrpc": "2.0", "id": 3, "method": "tools/list"}))
    assert "resultType" not in plain["result"]


@pytest.mark.parametrize("request_id", [1, "a-1", "", 9007199254740991, -3])
def test_an_id_comes_back_as_it_was(shop, request_id):
    reply = only(MockServer(shop).handle({**PING, "id": request_id}))
    assert reply["id"] == request_id
    assert type(reply["id"]) is type(request_id)


@pytest.mark.parametrize("request_id", [None, 1.5, True, {}, [1]])
def test_an_id_of_another_type_is_no_request(shop, request_id):
    reply = only(MockServer(shop).handle({**PING, "id": request_id}))
    assert reply["error"]["code"] == -32600
    assert "id" not in reply


@pytest.mark.parametrize(
    "message",
    [
        {"jsonrpc": "1.0", "id": 5, "method": "ping"},
        {"id": 5, "method": "ping"},
        {"jsonrpc": "2.0", "id": 5},
        {"jsonrpc": "2.0", "id": 5, "method": 7},
        {"jsonrpc": "2.0", "id": 5, "result": {}, "error": {}},
    ],
)
def test_a_broken_envelope_is_refused_under_its_id(shop, message):
    reply = only(MockServer(shop).handle(message))
    assert (reply["id"], reply["error"]["code"]) == (5, -32600)


@pytest.mark.parametrize("params", [[1], "x", None, 5])
def test_params_that_are_no_object_are_refused(shop, params):
    request = {"jsonrpc": "2.0", "id": 41, "method": "tools/list", "params": params}
    reply = only(MockServer(shop).handle(request))
    assert (reply["id"], reply["error"]["code"]) == (41, -32602)


@pytest.mark.parametrize("message", [5, "x", None, True])
def test_a_message_that_is_no_object_is_refused_without_an_id(shop, message):
    assert "id" not in only(MockServer(shop).handle(message))
    old = MockServer(shop, version=V25_06)
    assert only(old.handle(message))["id"] is None


def test_notifications_and_responses_are_never_answered(shop):
    for message in (
        {"jsonrpc": "2.0", "method": "notifications/x-unknown"},
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": [1]},
        {"jsonrpc": "2.0", "method": "tools/list"},
        {"jsonrpc": "2.0", "id": 9, "result": {}},
        {"jsonrpc": "2.0", "id": 9, "error": {"code": 1, "message": ""}},
    ):
        assert MockServer(shop).handle(message) == []


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"{bad", -32700),
        (b"", -32700),
        (b"\xff\xfe", -32700),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","x":NaN}', -32700),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","x":1e999}', -32700),
        (b"1" * 5000, -32700),
        (b"[" * 100_000, -32600),
    ],
)
def test_bytes_that_are_no_json_get_one_error(shop, raw, code):
    assert only(MockServer(shop).connect().receive(raw))["error"]["code"] == code


@pytest.mark.parametrize("request_id", ["7", '"seven"'])
def test_a_message_nested_too_deeply_is_refused_under_its_id(shop, request_id):
    deep = "[" * 1000 + "]" * 1000
    raw = f'{{"jsonrpc":"2.0","id":{request_id},"method":"ping","params":{{"id":2,"x":{deep}}}}}'
    reply = only(MockServer(shop).connect().receive(raw.encode()))
    assert (reply["id"], reply["error"]["code"]) == (json.loads(request_id), -32600)


def test_many_brackets_are_not_depth(shop):
    raw = json.dumps({**PING, "params": {"x": [[]] * 500}}).encode()
    assert only(MockServer(shop).connect().receive(raw))["result"] == {}


def test_an_unreadable_id_in_a_deep_message_is_left_out(shop):
    raw = b'{"id":' + b"9" * 5000 + b',"x":' + b"[" * 200
    assert "id" not in only(MockServer(shop).connect().receive(raw))


def test_an_unpaired_surrogate_is_refused_and_a_pair_is_text(shop):
    connection = MockServer(shop).connect()
    lone = b'{"jsonrpc":"2.0","id":3,"method":"ping","params":{"x":"\\ud800"}}'
    reply = only(connection.receive(lone))
    assert (reply["id"], reply["error"]["code"]) == (3, -32602)
    pair = lone.replace(b"\\ud800", b"\\ud83d\\ude00")
    assert only(connection.receive(pair))["result"] == {}
    assert only(connection.receive(b'["\\ud800"]'))["error"]["code"] == -32602
    assert connection.receive(b'{"jsonrpc":"2.0","method":"\\udfff"}') == []


def test_batches_are_answered_at_2025_03_alone(client):
    batch = [PING, {"jsonrpc": "2.0", "method": "notifications/x"}, {**PING, "id": "b"}]
    [reply] = client.say(batch)
    if client.version is V25_03:
        assert [(item["id"], item["result"]) for item in reply] == [(1, {}), ("b", {})]
    else:
        assert reply["error"]["code"] == -32600


def test_a_batch_holds_no_initialize_and_no_batch(shop, connect):
    client = connect(MockServer(shop), V25_03)
    [reply] = client.say([init(), [PING], 5])
    assert [item["error"]["code"] for item in reply] == [-32600, -32600, -32600]
    assert client.say([{"jsonrpc": "2.0", "method": "notifications/x"}]) == []
    [empty] = client.say([])
    assert empty["error"]["code"] == -32600
    [first] = MockServer(shop).handle([init()])
    assert first.message["error"]["code"] == -32600


def test_connections_of_one_server_are_apart(shop):
    server = MockServer(shop, version=V25_06)
    one, two = server.connect(), server.connect()
    one.handle(init())
    listing = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    assert "result" in only(one.handle(listing))
    assert "error" in only(two.handle(listing))


@given(st.binary(max_size=200))
def test_any_bytes_get_an_error_or_nothing(raw):
    for out in MockServer(MockDefinition()).connect().receive(raw):
        assert "error" in out.message


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["jsonrpc", "id", "method", "params", "_meta", "name"]), inner
            )
        ),
        max_leaves=10,
    )
)
def test_any_json_gets_an_answer_that_is_json_rpc(message):
    for out in MockServer(MockDefinition(tools=())).handle(message):
        assert out.message["jsonrpc"] == "2.0"
        assert ("result" in out.message) != ("error" in out.message)
