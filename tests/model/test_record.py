"""A record is a frozen, slotted dataclass in everything but the price of its declaration."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar

import pytest

from mcptest.model.record import record, with_changes

T = TypeVar("T")


@record
class Point:
    """A place."""

    unit: ClassVar[str] = "m"
    x: int
    y: int = 0
    tags: list[str] = dataclasses.field(default_factory=list)
    note: str = dataclasses.field(default="", repr=False, compare=False)


@record
class Deep(Point):
    z: int = 0


@record(kw_only=True)
class Named:
    name: str
    size: int = 1


@record
class Box(Generic[T]):
    value: T

    def __post_init__(self) -> None:
        if self.value is None:
            raise ValueError("a box holds something")


@record
class Nothing:
    pass


def twin(cls: type[Any]) -> type[Any]:
    """The same declaration, made by the standard library."""

    class Plain:
        x: int
        y: int = 0
        tags: list[str] = dataclasses.field(default_factory=list)

    return dataclasses.dataclass(frozen=True, slots=True)(Plain)


def test_arguments_and_defaults_are_those_of_a_dataclass() -> None:
    made, plain = Point(1, tags=["a"]), twin(Point)(1, tags=["a"])
    assert (made.x, made.y, made.tags) == (plain.x, plain.y, plain.tags)
    assert Point(1).tags is not Point(1).tags
    assert Point.unit == "m"


@pytest.mark.parametrize("make", [Point, lambda: Point(1, 2, 3, 4, 5), lambda: Named("a")])
def test_wrong_arguments_are_a_type_error(make: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        make()


def test_nothing_can_be_changed_added_or_removed() -> None:
    point = Point(1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        point.x = 2
    with pytest.raises(dataclasses.FrozenInstanceError):
        point.extra = 2
    with pytest.raises(dataclasses.FrozenInstanceError):
        del point.x
    assert not hasattr(point, "__dict__")


def test_equality_looks_at_the_fields_of_one_class() -> None:
    assert Point(1, note="a") == Point(1, note="b")
    assert Point(1) != Point(2)
    assert Point(1) != Deep(1)
    assert Nothing() == Nothing()
    assert len({Named(name="a"), Named(name="a"), Named(name="b")}) == 2
    with pytest.raises(TypeError):
        hash(Point(1))


def test_the_standard_library_takes_it_for_its_own() -> None:
    point = Deep(1, z=3, note="n")
    assert dataclasses.is_dataclass(point)
    assert [each.name for each in dataclasses.fields(point)] == ["x", "y", "tags", "note", "z"]
    assert dataclasses.replace(point, x=9) == Deep(9, z=3)
    assert dataclasses.asdict(Named(name="a")) == {"name": "a", "size": 1}
    assert repr(Point(1)) == "Point(x=1, y=0, tags=[])"


def test_a_dataclass_may_inherit_from_it() -> None:
    @dataclasses.dataclass(frozen=True)
    class More(Named):
        colour: str = "red"

    assert More(name="a", colour="blue").colour == "blue"


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))]
)
def test_it_can_be_copied_and_pickled(again: Callable[[Point], Point]) -> None:
    point = Point(1, 2, ["a"])
    assert again(point) == point


def test_it_matches_by_position() -> None:
    match Point(1, 2):
        case Point(x, y):
            assert (x, y) == (1, 2)
    assert Named.__match_args__ == ()


def test_what_is_checked_after_the_making_is_checked() -> None:
    assert Box(1).value == 1
    with pytest.raises(ValueError):
        Box(None)


@record(frozen=False)
class Draft:
    name: str
    lines: list[str] = dataclasses.field(default_factory=list)


def test_one_that_is_not_frozen_can_be_changed_and_not_hashed() -> None:
    draft = Draft("a")
    draft.name = "b"
    assert draft == Draft("b")
    with pytest.raises(TypeError):
        hash(draft)
    with pytest.raises(AttributeError):
        draft.other = 1


def test_changes_make_another_one_as_replace_does():
    for one in (Point(1, 2, ["a"], "n"), Deep(1, z=4), Named(name="x"), Box(5)):
        first = next(iter(one.__dataclass_fields__))
        made = with_changes(one, **{first: 9})
        assert made == dataclasses.replace(one, **{first: 9})
        assert type(made) is type(one)
    assert with_changes(Nothing()) == Nothing()
    with pytest.raises(TypeError):
        with_changes(Point(1), w=1)
    with pytest.raises(ValueError, match="holds something"):
        with_changes(Box(1), value=None)


@record(guarded=False)
class Light:
    x: int
    y: int = 0


def test_a_record_without_a_guard_is_equal_hashed_and_replaced_like_any_other() -> None:
    assert Light(1) == Light(1, 0)
    assert hash(Light(1)) == hash(Light(1, 0))
    assert dataclasses.replace(Light(1), y=2) == Light(1, 2)
    assert with_changes(Light(1), x=3) == Light(3)
