"""Import point for the shapes: one declaration reads, reports problems and documents itself."""

from __future__ import annotations

from mcptest.suite.scope import INVALID, Invalid, Scope, complain, describe, did_you_mean
from mcptest.suite.shapes.compound import Either, ListOf, MapOf
from mcptest.suite.shapes.interface import Shape
from mcptest.suite.shapes.object import CrossCheck, FieldRow, Key, Object
from mcptest.suite.shapes.single import Any, Flag, Integer, Number, OneOf, Raw, Text
from mcptest.suite.shapes.special import Duration, Revision, ServerName

__all__ = [
    "INVALID",
    "Any",
    "CrossCheck",
    "Duration",
    "Either",
    "FieldRow",
    "Flag",
    "Integer",
    "Invalid",
    "Key",
    "ListOf",
    "MapOf",
    "Number",
    "Object",
    "OneOf",
    "Raw",
    "Revision",
    "Scope",
    "ServerName",
    "Shape",
    "Text",
    "complain",
    "describe",
    "did_you_mean",
]
