"""Every bad input of the catalogue has a test that carries its number."""

import re
from pathlib import Path

NUMBERS = frozenset(range(1, 86))
HERE = Path(__file__).parent
FILES = [*HERE.glob("test_*.py"), HERE.parent / "test_atomic_torture.py"]
ROW = re.compile(r'^ {4,8}"(\d{1,2})(?: [^"]*)?": ', re.MULTILINE)  # of a table of inputs
DOC = re.compile(r'^ {4}"""(\d[\d, to]*)[.:]', re.MULTILINE)  # of a test


def numbers_in(text):
    yield from map(int, ROW.findall(text))
    for said in DOC.findall(text):
        for part in said.split(","):
            first, _, last = part.strip().partition(" to ")
            yield from range(int(first), int(last or first) + 1)


def test_a_number_is_found_in_a_table_and_in_a_docstring():
    text = (
        '    "4 utf-16": (x),\n    """63 to 65."""\n    """39, 42: words, 7."""\n        "11": y\n'
    )
    assert sorted(numbers_in(text)) == [4, 11, 39, 42, 63, 64, 65]


def test_every_number_has_a_test():
    found = {number for path in FILES for number in numbers_in(path.read_text())}
    assert sorted(NUMBERS - found) == []
