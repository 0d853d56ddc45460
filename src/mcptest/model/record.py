"""Frozen, slotted dataclasses that take an eighth of the time to declare.

One run of one test declares ninety value classes, and ``dataclass`` writes and compiles seven
functions for each. A record compiles one, its ``__init__``, on first use; the rest is shared.
Everything in ``dataclasses`` (``field``, ``replace``, ``fields``, ``asdict``) takes a record for
its own.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from inspect import get_annotations
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform, overload

T = TypeVar("T")
_Fields = dict[str, "dataclasses.Field[Any]"]


@overload
@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def record(cls: type[T], /) -> type[T]: ...
@overload
@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def record(
    *, kw_only: bool = ..., frozen: bool = ..., guarded: bool = ...
) -> Callable[[type[T]], type[T]]: ...
def record(
    cls: type[T] | None = None,
    /,
    *,
    kw_only: bool = False,
    frozen: bool = True,
    guarded: bool = True,
) -> type[T] | Callable[[type[T]], type[T]]:
    """Make a class what ``dataclass(frozen=True, slots=True)`` would make of it.

    One that is not ``guarded`` is frozen for the type checker only, and made in half the time: for
    what is made anew for every test of a large suite.
    """
    if cls is not None:
        return _make(cls, kw_only=kw_only, frozen=frozen, guarded=guarded)
    return lambda it: _make(it, kw_only=kw_only, frozen=frozen, guarded=frozen and guarded)


@dataclasses.dataclass(frozen=True, slots=True)
class _Pattern:
    """A real one, to take from it what marks a class as a dataclass."""

    field: int


_PARAMS = _Pattern.__dataclass_params__  # type: ignore[attr-defined]
_KIND = _Pattern.__dataclass_fields__["field"]._field_type  # type: ignore[attr-defined]  # noqa: SLF001


def _make(cls: type[T], *, kw_only: bool, frozen: bool, guarded: bool) -> type[T]:
    own = dict(_own_fields(cls, kw_only=kw_only))
    fields: _Fields = {}
    for base in cls.__mro__[-1:0:-1]:
        fields.update(getattr(base, "__dataclass_fields__", {}))
    fields.update(own)
    members = {key: value for key, value in cls.__dict__.items() if key not in own}
    for unwanted in ("__dict__", "__weakref__"):
        members.pop(unwanted, None)
    shared = _SHARED | (_GUARD if guarded else {}) | {"__hash__": _hash if frozen else None}
    members.update({key: value for key, value in shared.items() if key not in members})
    members["__slots__"] = tuple(own)
    members["__dataclass_fields__"] = fields
    members["__dataclass_params__"] = _PARAMS
    members["__match_args__"] = tuple(each.name for each in fields.values() if not each.kw_only)
    members["_key"] = _key(fields)
    members["_all"] = _all(fields)
    kind: Any = type(cls)
    made: type[T] = kind(cls.__name__, cls.__bases__, members)
    made.__qualname__ = cls.__qualname__
    made.__init__ = _first_time(made, fields, guarded=guarded)  # type: ignore[method-assign]
    return made


def _first_time(cls: type[Any], fields: _Fields, *, guarded: bool) -> Callable[..., None]:
    """Write the initializer when the first instance is made: of most classes none ever is."""

    def __init__(self: Any, *values: Any, **named: Any) -> None:  # noqa: N807
        made = _initializer(cls, fields, guarded=guarded)
        cls.__init__ = made
        made(self, *values, **named)

    __init__.__qualname__ = f"{cls.__qualname__}.__init__"
    __init__.__module__ = cls.__module__
    return __init__


def _own_fields(cls: type[Any], *, kw_only: bool) -> Iterator[tuple[str, dataclasses.Field[Any]]]:
    for name, kind in get_annotations(cls).items():
        if str(kind).startswith(("ClassVar", "typing.ClassVar")):
            continue
        given = cls.__dict__.get(name, dataclasses.MISSING)
        field: Any = given
        if not isinstance(given, dataclasses.Field):
            field = dataclasses.field(default=given)
        field.name, field.type, field.kw_only = name, kind, kw_only
        field._field_type = _KIND  # noqa: SLF001
        yield name, field


def _key(fields: _Fields) -> attrgetter[Any]:
    """What equality and hash look at; one without fields is equal to its like."""
    return attrgetter(*[each.name for each in fields.values() if each.compare] or ["__class__"])


def _all(fields: _Fields) -> attrgetter[Any]:
    """Every value at once, behind two that make it a tuple however few there are."""
    return attrgetter("__class__", "__class__", *fields)


def _initializer(cls: type[Any], fields: _Fields, *, guarded: bool) -> Callable[..., None]:
    """The one function that must be written out: every instance is made by it."""
    scope: dict[str, Any] = {"_left_out": dataclasses.MISSING}
    positional: list[str] = []
    by_name: list[str] = []
    lines: list[str] = []
    for name, field in fields.items():
        scope[f"_set_{name}"] = getattr(cls, name).__set__
        parameter, value = name, name
        if field.default_factory is not dataclasses.MISSING:
            scope[f"_make_{name}"] = field.default_factory
            parameter = f"{name}=_left_out"
            value = f"_make_{name}() if {name} is _left_out else {name}"
        elif field.default is not dataclasses.MISSING:
            scope[f"_default_{name}"] = field.default
            parameter = f"{name}=_default_{name}"
        (by_name if field.kw_only else positional).append(parameter)
        lines.append(f" _set_{name}(self, {value})" if guarded else f" self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append(" self.__post_init__()")
    parameters = ["self", *positional, *(["*", *by_name] if by_name else [])]
    body = "\n".join(lines) or " pass"
    exec(f"def __init__({', '.join(parameters)}):\n{body}", scope)  # noqa: S102
    made: Callable[..., None] = scope["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    made.__module__ = cls.__module__
    return made


def with_changes(instance: T, **changes: Any) -> T:
    """What ``dataclasses.replace`` gives, for a record and in half the time."""
    made: Any = instance
    members = dict(zip(made.__dataclass_fields__, made._all(made)[2:], strict=True))  # noqa: SLF001
    return type(instance)(**(members | changes))


def _refuse_change(self: Any, name: str, _value: object = None) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot change {name!r} of {type(self).__name__}")


def _equal(self: Any, other: Any) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return self._key(self) == self._key(other)


def _hash(self: Any) -> int:
    return hash(self._key(self))


def _show(self: Any) -> str:
    fields: _Fields = self.__dataclass_fields__
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields.values() if each.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _state(self: Any) -> list[Any]:
    return [getattr(self, name) for name in self.__dataclass_fields__]


def _restore(self: Any, state: list[Any]) -> None:
    for name, value in zip(self.__dataclass_fields__, state, strict=True):
        object.__setattr__(self, name, value)


_GUARD: dict[str, Any] = {"__setattr__": _refuse_change, "__delattr__": _refuse_change}
_SHARED: dict[str, Any] = {
    "__eq__": _equal,
    "__repr__": _show,
    "__getstate__": _state,
    "__setstate__": _restore,
}
