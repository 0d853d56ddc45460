"""The files are whole, each revision stands on its own, and a later one keeps what it inherits."""

from __future__ import annotations

import pytest

from mcptest.model.spec_version import Era, SpecVersion
from mcptest.schema.synth import synthesize
from mcptest.schema.validate import check_schema
from mcptest.shapes.notation import KINDS
from mcptest.shapes.revision import FOLDER, read_revision
from mcptest.shapes.shapes import shapes_of

REVISIONS = list(SpecVersion)


def test_every_revision_has_a_file_and_every_file_a_revision():
    assert {file.stem for file in FOLDER.iterdir()} == {version.value for version in SpecVersion}


@pytest.mark.parametrize("version", REVISIONS)
def test_a_revision_is_one_valid_schema(version):
    assert check_schema(shapes_of(version).document) == []


@pytest.mark.parametrize("version", REVISIONS)
def test_every_shape_compiles_and_has_a_value(version):
    shapes = shapes_of(version)
    for name in shapes.definitions:
        check = shapes.validator(name)
        assert check.schema_errors == (), name
        made = synthesize(shapes.schema(name))
        assert made.problem is None, name
        assert check.is_valid(made.value), name


@pytest.mark.parametrize("version", REVISIONS)
def test_every_name_that_is_used_is_defined(version):
    plain = read_revision(version)
    used = set(_names(plain["define"], plain)) | set(_names(plain["errors"], plain))
    assert used - set(KINDS) <= set(plain["define"])


def _names(part, plain):
    if isinstance(part, str):
        words = part.replace("[", " ").replace("]", " ").replace("|", " ").split()
        yield from (word for word in words if not word.startswith("="))
    elif isinstance(part, list):
        yield from (name for item in part for name in _names(item, plain))
    elif isinstance(part, dict):
        for key, value in part.items():
            if key not in ("$enum", "$any", "$most"):
                yield from _names(value, plain)


@pytest.mark.parametrize("version", REVISIONS)
def test_no_definition_is_left_that_no_message_leads_to(version):
    shapes = shapes_of(version)
    reached = set()
    for name in shapes.definitions:
        if ":" in name or name.endswith(("Response", "Error", "BatchRequest")):
            reached |= set(shapes.schema(name)["$defs"]) | {name}
    spare = {"BaseMetadata", "RelatedTaskMetadata", "JSONRPCBatchResponse"}
    assert set(shapes.definitions) - reached <= spare


def test_unknown_members_are_always_welcome():
    shapes = shapes_of(SpecVersion.V2025_11_25)
    assert shapes.validator("Tool").is_valid(
        {"name": "x", "inputSchema": {"type": "object", "additionalProperties": False}, "y": 1}
    )


def test_the_draft_is_what_it_extends():
    draft, newest = shapes_of(SpecVersion.DRAFT), shapes_of(SpecVersion.V2026_07_28)
    assert draft.definitions == newest.definitions


@pytest.mark.parametrize("version", REVISIONS)
def test_a_server_asks_its_client_only_where_there_is_a_handshake(version):
    asks = shapes_of(version).message("server", "roots/list") is not None
    assert asks == (version.era is Era.HANDSHAKE)


def test_what_a_revision_removed_has_no_shape():
    older, newer = shapes_of(SpecVersion.V2025_11_25), shapes_of(SpecVersion.V2026_07_28)
    assert older.result("client", "ping") == "client:ping:result"
    assert newer.result("client", "ping") is None
    assert older.message("client", "mcptest/none") is None


def test_an_error_code_may_have_a_shape_of_its_own():
    shapes = shapes_of(SpecVersion.V2026_07_28)
    assert shapes.error(-32022) == "UnsupportedProtocolVersionError"
    assert shapes.error(-32042) == shapes.error("x") == "JSONRPCErrorResponse"
    assert shapes_of(SpecVersion.V2025_11_25).error(-32042) == "URLElicitationRequiredError"


def test_a_changed_member_replaces_the_old_one_also_when_it_may_now_be_left_out():
    at_2025_06 = read_revision(SpecVersion.V2025_06_18)["define"]["CancelledNotificationParams"]
    at_2025_11 = read_revision(SpecVersion.V2025_11_25)["define"]["CancelledNotificationParams"]
    assert "requestId" in at_2025_06
    assert "requestId" not in at_2025_11
    assert "(requestId)" in at_2025_11


def test_both_yaml_readers_read_the_same():
    import yaml

    fast = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    for file in FOLDER.iterdir():
        text = file.read_text("utf-8")
        assert yaml.load(text, Loader=fast) == yaml.load(text, Loader=yaml.SafeLoader)
