"""How a rule uses the server's processes, as its views and steps say."""

from __future__ import annotations

from mcptest.compliance.corpus.rule import Observe, Rule
from mcptest.compliance.observe.examination import find_view
from mcptest.compliance.observe.scripted_view import SCRATCH


def watches(rule: Rule) -> bool:
    """The rule reads what the others caused."""
    views = [find_view(name) for name in rule.observe.views]
    return any(view is not None and view.watches for view in views)


def goes_apart(rule: Rule) -> bool:
    """The rule says nothing in the shared session, beyond what other rules say there as well."""
    views = [find_view(name) for name in rule.observe.views]
    own = not rule.observe.steps or rule.observe.on != Observe().on
    return own and all(view is not None and view.apart for view in views)


def upsets(rule: Rule) -> bool:
    """The rule may use the process for what may upset a server."""
    views = [find_view(name) for name in rule.observe.views]
    return rule.observe.on == SCRATCH or any(view is not None and view.scratch for view in views)


def yields(rule: Rule) -> bool:
    views = [find_view(name) for name in rule.observe.views]
    return any(view is not None and view.yields for view in views)
