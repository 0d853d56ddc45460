"""Every stable code that the source can produce, found by reading it.

A code is a string that stands where a code is taken: the argument for a parameter called ``code``,
the ``id`` of a Finding, a value of something whose name speaks of codes, the first of the values
that a function returns, a member of one of the closed lists.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "mcptest"
CODE = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*|[A-Z]+(-[A-Z0-9]+)+")
LISTS = {
    ("outcome.py", "SkipReason"),
    ("schema_diff.py", "ChangeKind"),
}  # enums that people look up
KINDS = {"load_source", "parse_source"}  # readers whose codes begin with the kind of the file
NOT_OURS = {"error_codes"}  # the texts themselves
Signatures = dict[str, set[int]]


@dataclass
class Module:
    path: Path
    tree: ast.Module
    constants: dict[str, ast.expr] = field(default_factory=dict)
    signatures: Signatures = field(default_factory=dict)
    prefix: str = ""  # what its private functions put before a code


@cache
def codes_in_source(root: Path = SOURCE) -> dict[str, str]:
    """Each code with the first place that has it; ``*-tab`` begins with the kind of a file."""
    modules = [_read(path) for path in sorted(root.rglob("*.py")) if _ours(path.relative_to(root))]
    everywhere: Signatures = {}
    shared: dict[str, ast.expr] = {}
    for module in modules:
        shared |= {name: value for name, value in module.constants.items() if name[0] != "_"}
        for name, positions in module.signatures.items():
            if not name.startswith("_"):
                everywhere.setdefault(name, set()).update(positions)
    found: dict[str, str] = {}
    for module in modules:
        module.constants = {**shared, **module.constants}
        for code, line in _codes(module, everywhere):
            found.setdefault(code, f"{module.path.relative_to(root)}:{line}")
    return found


@cache
def kinds_of_files(root: Path = SOURCE) -> set[str]:
    """What ``*`` stands for: the kinds that the YAML reader is called with."""
    found = {"suite"}
    for path in root.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _name(node.func) in KINDS:
                words = [each.value for each in node.keywords if each.arg == "kind"]
                found |= {each.value for each in words if isinstance(each, ast.Constant)}
    return found


def _ours(path: Path) -> bool:
    return path.parts[0] not in NOT_OURS


def _read(path: Path) -> Module:
    module = Module(path, ast.parse(path.read_text(encoding="utf-8")))
    for node in module.tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            module.constants[node.targets[0].id] = node.value
        elif isinstance(node, ast.AnnAssign) and node.value and isinstance(node.target, ast.Name):
            module.constants[node.target.id] = node.value
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ClassDef):
            _learn_class(node, module.signatures)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            _learn(node.name, node.args, module.signatures)
        elif isinstance(node, ast.JoinedStr) and _name(_inner(node.values[-1])) == "code":
            module.prefix = _pattern(node).removesuffix("*")
    return module


def _inner(node: ast.expr) -> ast.expr:
    return node.value if isinstance(node, ast.FormattedValue) else node


def _pattern(node: ast.JoinedStr) -> str:
    return "".join(str(v.value) if isinstance(v, ast.Constant) else "*" for v in node.values)


def _learn_class(node: ast.ClassDef, into: Signatures) -> None:
    inits = [n for n in node.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"]
    for init in inits:
        _learn(node.name, init.args, into)
    fields = [
        n.target.id
        for n in node.body
        if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)
    ]
    if not inits and "code" in fields:
        into.setdefault(node.name, set()).add(fields.index("code"))
    if not inits and not fields and any(_name(base).endswith("Error") for base in node.bases):
        into.setdefault(node.name, set()).add(0)  # an error of ours that changes only its exit code


def _learn(name: str, arguments: ast.arguments, into: Signatures) -> None:
    names = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
    names = names[1:] if names[:1] in (["self"], ["cls"]) else names
    if "code" in names:
        into.setdefault(name, set()).add(names.index("code"))


def _codes(module: Module, everywhere: Signatures) -> Iterator[tuple[str, int]]:
    for node in ast.walk(module.tree):
        private = isinstance(node, ast.Call) and _name(node.func).startswith("_")
        prefix = module.prefix if private else ""
        for value in _places(node, module, everywhere):
            yield from ((prefix + code, line) for code, line in _strings(value, module))


def _places(node: ast.AST, module: Module, everywhere: Signatures) -> Iterator[ast.expr]:
    """The expressions under a node that give a code."""
    if isinstance(node, ast.Call):
        yield from _in_call(node, module, everywhere)
    elif isinstance(node, ast.Assign) and any(_speaks_of_codes(each) for each in node.targets):
        yield from _in_assignment(node)
    elif isinstance(node, ast.AnnAssign) and node.value and _speaks_of_codes(node.target):
        yield node.value
    elif isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple) and node.value.elts:
        first = node.value.elts[0]
        if isinstance(first, ast.Constant) and "-" in str(first.value):
            yield first
    elif isinstance(node, ast.ClassDef) and (module.path.name, node.name) in LISTS:
        yield from (each.value for each in node.body if isinstance(each, ast.Assign))
    elif isinstance(node, ast.FunctionDef):
        yield from _defaults(node.args)


def _in_call(node: ast.Call, module: Module, everywhere: Signatures) -> Iterator[ast.expr]:
    name = _name(node.func)
    positions = module.signatures.get(name, everywhere.get(name, set()))
    yield from (node.args[at] for at in positions if at < len(node.args))
    yield from (each.value for each in node.keywords if each.arg == "code")
    if name == "Finding":
        yield from (each.value for each in node.keywords if each.arg == "id")
        yield from node.args[:1]


def _in_assignment(node: ast.Assign) -> Iterator[ast.expr]:
    target = node.targets[0]
    if not isinstance(target, ast.Tuple):
        yield node.value
        return
    at = next(i for i, each in enumerate(target.elts) if _speaks_of_codes(each))
    choices = (
        [node.value.body, node.value.orelse] if isinstance(node.value, ast.IfExp) else [node.value]
    )
    yield from (each.elts[at] for each in choices if isinstance(each, ast.Tuple))


def _defaults(arguments: ast.arguments) -> Iterator[ast.expr]:
    names = [each.arg for each in arguments.args][-len(arguments.defaults) or len(arguments.args) :]
    pairs = [*zip(names, arguments.defaults, strict=False)]
    pairs += [
        (a.arg, d) for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if d
    ]
    yield from (default for name, default in pairs if name == "code")


def _speaks_of_codes(target: ast.expr) -> bool:
    if isinstance(target, ast.Tuple):
        return any(_speaks_of_codes(each) for each in target.elts)
    return _name(target).lower().strip("_") in {"code", "codes"}


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def _strings(value: ast.expr, module: Module) -> Iterator[tuple[str, int]]:
    """Codes in an expression; a constant of the module is looked up, a call's result is not."""
    match value:
        case ast.Constant(value=str(text)) if CODE.fullmatch(text):
            yield text, value.lineno
        case ast.JoinedStr() if _pattern(value).startswith("*-") and _pattern(value) != "*-*":
            yield _pattern(value), value.lineno
        case ast.Name(id=name) if name in module.constants:
            yield from _strings(module.constants[name], module)
        case ast.Subscript(value=ast.Name(id=name)) if name in module.constants:
            yield from _strings(module.constants[name], module)
        case ast.IfExp(body=body, orelse=orelse):
            yield from _strings(body, module)
            yield from _strings(orelse, module)
        case ast.BoolOp(values=values):
            for each in values:
                yield from _strings(each, module)
        case ast.Dict(values=values):
            for each in values:
                yield from _strings(each, module)
        case ast.Call(func=ast.Attribute(attr="get"), args=arguments):
            for each in arguments[1:]:
                yield from _strings(each, module)
