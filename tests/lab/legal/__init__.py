"""Every legal change: a list from each file of this folder."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from tests.lab.change import Change

from mcptest.model.spec_version import SpecVersion

FILES = ("json_text", "between", "answers", "pipe", "streams", "http_answers")


@cache
def legal_changes(version: SpecVersion) -> dict[str, Change]:
    """By name; what the revision does not allow is left out."""
    found: list[Change] = []
    for name in FILES:
        found += import_module(f"tests.lab.legal.{name}").changes()
    found += import_module("tests.lab.legal.members").changes(version)
    known = {change.name: change for change in found}
    assert len(known) == len(found)
    return {name: one for name, one in known.items() if one.since <= version <= one.until}


def find(name: str, version: SpecVersion) -> Change:
    """One by its name, for a process of its own: the generated ones are made when asked for."""
    for file in FILES:
        for change in import_module(f"tests.lab.legal.{file}").changes():
            if change.name == name:
                return change
    return legal_changes(version)[name]
