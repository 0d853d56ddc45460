from dataclasses import dataclass

from mcptest.suite.shape import (
    INVALID,
    Duration,
    Flag,
    Integer,
    Key,
    ListOf,
    Object,
    Scope,
    Text,
)
from mcptest.suite.source import parse_source


@dataclass(frozen=True)
class Entry:
    name: str
    tags: tuple[str, ...] = ()
    timeout: float | None = None
    retry: int = 0
    serial: bool = False


ENTRY = Object(
    "tool test",
    {
        "name": Key(Text(), required=True, doc="What it is called."),
        "tags": Key(ListOf(Text())),
        "timeout": Key(Duration()),
        "retry": Key(Integer(minimum=0)),
        "serial": Key(Flag(), preview=True),
    },
    Entry,
)


def test_a_good_object_is_built():
    problems, scope = [], Scope()
    node = parse_source("name: x\ntags: [a, 1.10]\ntimeout: 250ms\nserial: true")
    assert ENTRY.read(node, problems, scope) == Entry("x", ("a", "1.10"), 0.25, 0, True)
    assert not problems
    assert scope.notes == ['"serial" of a tool test is in preview and may change']


def test_all_problems_come_at_once_with_places_and_suggestions():
    problems = []
    node = parse_source("nam: x\ntags: a\ntimeout: 0\nretry: -1\nserial: yes")
    assert ENTRY.read(node, problems, Scope()) is INVALID
    assert [(p.code, p.where.line, p.where.column) for p in problems] == [
        ("suite-unknown-key", 1, 1),
        ("suite-missing-key", 1, 1),
        ("suite-wrong-type", 2, 7),
        ("suite-bad-duration", 3, 10),
        ("suite-bad-value", 4, 8),
        ("suite-wrong-type", 5, 9),
    ]
    assert problems[0].hint == 'did you mean "name"?'
