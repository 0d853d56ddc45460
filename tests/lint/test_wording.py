"""What each rule says of its failing proof: where, in which words, what it expected and saw.

``wording.txt`` is read in review; ``pytest tests/lint --update-goldens`` writes it.
"""

import re
from pathlib import Path

from tests.lint.test_rules import RULES, found

from mcptest.lint.sample import sample, under
from mcptest.match.show import short

GOLDEN = Path(__file__).parent / "wording.txt"


OBJECT = {"type": "object", "additionalProperties": False}
STRING = {"type": "string", "maxLength": 9, "description": "Some words to look for."}
# Catalogs beyond the proofs: the other ways in which a rule can speak, and where it has to be still.
ODD = [
    [sample(description=text)]
    for text in (5, None, "", "  \n", "word", "TODO", "Fixme: later", "x" * 1024, "x" * 1025)
]
ODD += [[sample(name=name)] for name in (5, None, "", "a$b c%d^e&f*g", "n" * 128, "n" * 129)]
ODD += [
    [sample(name="a"), sample(name="b"), sample(name="c")],
    [sample(name="x"), sample(name="x"), sample(name="x")],
    [sample(name="get_note"), sample(name="Get-Note"), sample(name="note_get")],
    [sample(name="get_note", annotations=stated) for stated in ({}, {"destructiveHint": False})],
    [sample(name="delete_note", annotations={"title": 5, "readOnlyHint": True})],
    [sample(name="drop", annotations={"destructiveHint": False, "idempotent": True})],
    [sample(inputSchema=None)],
    [sample(inputSchema=[])],
    [sample(outputSchema=None), sample(outputSchema=[])],
    [
        under({**OBJECT, "required": [], "properties": {"a": {**STRING, "pattern": pattern}}})
        for pattern in ("(", "[^]x", "(?<n>a)\\k<n>", "a{2,1}")
    ],
    [
        under(
            {
                **OBJECT,
                "required": ["b", "c"],
                "properties": {"a": {"type": "integer", "enum": [1.0, 2, "3"]}},
            }
        )
    ],
    [
        under(
            {
                **OBJECT,
                "required": [],
                "properties": {"user_id": STRING, "userId": STRING, "USERID": STRING},
            }
        )
    ],
    [
        under(
            {
                **OBJECT,
                "required": [],
                "properties": {
                    "a": {"type": "array", "items": {"type": "string"}},
                    "b": {"type": "number", "minimum": 3, "maximum": 2},
                    "c": {"type": "string", "minLength": 9, "maxLength": 1},
                    "d": {"$ref": "#/nowhere"},
                    "e": True,
                },
            }
        )
    ],
    [{"name": "bare"}, {}, None],
]


def spoken():
    for rule_id, rule in RULES.items():
        yield from (line for f in found(rule.proof.failing) if f.id == rule_id for line in told(f))
    for number, catalog in enumerate(ODD):
        yield f"# odd catalog {number}"
        yield from (line for finding in found(catalog) for line in told(finding))


def told(finding):
    yield f"{finding.id} {finding.severity} at {short(finding.pointer)}"
    yield f"    {ours(finding.message)}"
    yield f"    expected {short(finding.expected)}, actual {short(finding.actual)}"


def ours(text):
    """Without what the validator says in its own words, which are not ours to keep."""
    return re.sub(r"(is not valid.*?|its own schema): .*", r"\1: <its words>", text)


def test_the_words_are_those_that_were_read_in_review(pytestconfig):
    said = "\n".join(spoken()) + "\n"
    if pytestconfig.getoption("--update-goldens"):
        GOLDEN.write_text(said, encoding="utf-8")
    assert said == GOLDEN.read_text(encoding="utf-8")
