"""Register tags as marks, for ``-m`` and ``--strict-markers``."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

# A tag of such a name would change how pytest runs the test.
_MEANING = frozenset({"skip", "skipif", "xfail", "parametrize", "usefixtures", "filterwarnings"})
_KNOWN = pytest.StashKey[set[str]]()
_NO_WORD = re.compile(r"[^\w.-]+")


def mark(item: pytest.Item, tags: Iterable[str], *, together: str | None) -> None:
    """Add the tags; ``together`` names the items that one worker of xdist should have."""
    for tag in tags:
        item.extra_keyword_matches.add(tag)
        name = _NO_WORD.sub("_", tag).strip("_")
        if name and name not in _MEANING:
            _register(name, item.config)
            item.add_marker(name)
    if together is not None and item.config.pluginmanager.hasplugin("xdist"):
        item.add_marker(pytest.mark.xdist_group(together))


def _register(name: str, config: pytest.Config) -> None:
    known = config.stash.setdefault(_KNOWN, set())
    if name not in known:
        known.add(name)
        config.addinivalue_line("markers", f"{name}: a tag in an mcptest suite")
