"""What a command line says about bad input, as codes and places rather than words."""

import json

S = "server: {command: ./s}\n"
TEST = S + "tools:\n  - name: a\n    tool: t\n"


def problems(said):
    """(code, line, column) of everything that was wrong, from whichever document told it."""
    if said.err.lstrip().startswith("{"):
        errors = json.loads(said.err)["errors"]
        return [(e["code"], *_place(e["where"])) for e in errors]
    cases = json.loads(said.out)["cases"]
    return [(f["id"], *_place(f["where"])) for case in cases for f in case["findings"]]


def _place(where):
    return (where["line"], where["column"]) if where else (0, 0)


def alias_bomb():
    """Nine levels of nine: 342 bytes or so that would unfold to gigabytes."""
    rows = ["a0: &a0 [x,x,x,x,x,x,x,x,x]"]
    rows += [f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]
    return "\n".join(rows) + "\n"
