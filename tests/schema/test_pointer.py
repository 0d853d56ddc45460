import pytest

from mcptest.model.json import MISSING
from mcptest.schema.pointer import follow_pointer, follow_reference, join_pointer

DOCUMENT = {"a/b": [10, {"~": True}], "c": {"d e": 1}}


def test_the_whole_document_is_the_empty_pointer():
    assert join_pointer([]) == ""
    assert follow_pointer(DOCUMENT, "") is DOCUMENT


def test_a_pointer_leads_where_it_was_made_from():
    assert follow_pointer(DOCUMENT, join_pointer(["a/b", 1, "~"])) is True


@pytest.mark.parametrize("pointer", ["a", "/x", "/a~1b/7", "/a~1b/x", "/a~1b/0/z"])
def test_a_pointer_to_nothing_is_missing(pointer):
    assert follow_pointer(DOCUMENT, pointer) is MISSING


def test_a_reference_within_the_document_is_followed():
    assert follow_reference(DOCUMENT, "#/c/d%20e") == 1


def test_a_reference_elsewhere_is_missing():
    assert follow_reference(DOCUMENT, "other.json#/c") is MISSING
