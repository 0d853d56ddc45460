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


def variable_bomb(*, lists=False):
    """Eight variables, each ten times the one before."""

    def tenfold(name):
        if lists:
            return "[" + ", ".join([f"'${{{name}}}'"] * 10) + "]"
        return "'" + f"${{{name}}}" * 10 + "'"

    rows = ["  a: [1, 2, 3]" if lists else f"  a: {'x' * 1000}"]
    rows += [f"  {b}: {tenfold(a)}" for a, b in zip("abcdefgh", "bcdefghi", strict=True)]
    return TEST + "    args: {x: '${i}'}\nvariables:\n" + "\n".join(rows) + "\n"


def ten_thousand_tests():
    """Eleven lines: a hundred rows under an anchor, and a hundred tests that use them."""
    rows = ",".join(f"{{name: c{n}, args: {{a: 1}}}}" for n in range(100))
    tests = [f"{{name: t{n}, tool: t, cases: *rows}}" for n in range(1, 100)]
    first = f"{{name: t0, tool: t, cases: &rows [{rows}]}}"
    lines = [",".join(tests[n : n + 13]) for n in range(0, 99, 13)]
    return S + "tools: [\n" + ",\n".join([first, *lines]) + "]\n"
