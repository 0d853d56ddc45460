"""Every code that the program can produce has a text, and every text has a code."""

from __future__ import annotations

from functools import cache

import pytest
from tests.docs.codes_in_source import codes_in_source, kinds_of_files

from mcptest.cli.explanations import known_entries
from mcptest.error_codes.catalogue import ErrorHelp, explain_error, families, known_codes


@cache
def expected_codes() -> dict[str, str]:
    expected: dict[str, str] = {}
    explained = known_entries() - known_codes()  # rules and probes bring their own texts
    for code, place in codes_in_source().items():
        if code in explained:
            continue
        kinds = kinds_of_files() if code.startswith("*-") else {""}
        for kind in kinds:
            expected.setdefault(kind + code.removeprefix("*"), place)
    return expected


@pytest.mark.untraced
@pytest.mark.timeout(120)  # the whole source is read, on a machine that may be busy
def test_every_code_in_the_source_has_a_text():
    known = known_codes()
    missing = {code: place for code, place in expected_codes().items() if code not in known}
    lines = [
        f"  {code}: (from src/mcptest/{place})\n    means: …\n    why: …\n    fix: …"
        for code, place in sorted(missing.items())
    ]
    assert not missing, (
        "add these to the file of their family in src/mcptest/error_codes/ (a new kind of YAML "
        "file goes to `prefixes` in files.yaml), then run `make docs`:\n" + "\n".join(lines)
    )


@pytest.mark.untraced
@pytest.mark.timeout(120)
def test_every_text_has_a_code_in_the_source():
    stale = known_codes() - set(expected_codes())
    assert not stale, (
        f"no source has these; remove them from src/mcptest/error_codes/: {sorted(stale)}"
    )


def test_a_code_stands_in_one_family_only():
    seen: set[str] = set()
    for family in families():
        twice = seen & set(family.codes())
        assert not twice, f"{family.name} repeats {twice}"
        seen |= set(family.codes())


@pytest.mark.parametrize("family", list(families()), ids=lambda family: family.name)
def test_texts_are_sentences(family):
    for entry in family.entries:
        for text in (entry.means, entry.why, entry.fix):
            assert text.endswith("."), (entry.code, text)
            assert text[0].isupper() or text.startswith(("`", "mcptest ")), (entry.code, text)
            assert "!" not in text.replace("!!", ""), (entry.code, text)


def test_a_code_is_explained_in_any_case():
    found = explain_error("SUITE-TAB")
    assert found == ErrorHelp(
        "suite-tab",
        "A tab is used for indentation.",
        "YAML only allows spaces there.",
        "Replace the tab with spaces.",
    )
    assert explain_error("no-such-code") is None
