"""The scenarios as a list for people and as a document."""

from __future__ import annotations

from mcptest.client.corpus import client_registry
from mcptest.client.scenario import Scenario, all_scenarios
from mcptest.model.json import Json, JsonObject
from mcptest.model.spec_version import SpecVersion


def _fitting(version: SpecVersion | None) -> list[Scenario]:
    return [
        scenario
        for scenario in all_scenarios()
        if version is None or scenario.first <= version <= scenario.last
    ]


def scenario_rows(version: SpecVersion | None) -> list[tuple[str, str, str, str]]:
    """Name, transports, revisions and summary of each."""
    return [
        (one.name, ", ".join(one.transports), _revisions(one), one.summary)
        for one in _fitting(version)
    ]


def _revisions(scenario: Scenario) -> str:
    """``2025-06-18 to 2025-11-25``; an end that is open is left out."""
    first, *_, last = SpecVersion
    if scenario.first is first and scenario.last is last:
        return "all revisions"
    if scenario.last is last:
        return f"from {scenario.first.wire}"
    if scenario.first is first:
        return f"up to {scenario.last.wire}"
    if scenario.first is scenario.last:
        return scenario.first.wire
    return f"{scenario.first.wire} to {scenario.last.wire}"


def scenarios_document(version: SpecVersion | None) -> JsonObject:
    """The ``mcptest.scenarios/v1`` document."""
    rows: list[Json] = [
        {
            "name": one.name,
            "title": one.title,
            "summary": one.summary,
            "transports": list[Json](one.transports),
            "revisions": [found.value for found in SpecVersion if one.first <= found <= one.last],
            "rules": list[Json](rules_of(one.name)),
            "steps": list[Json](one.steps),
        }
        for one in _fitting(version)
    ]
    return {"schema": "mcptest.scenarios/v1", "scenarios": rows}


def rules_of(scenario: str) -> list[str]:
    """The rules that a scenario is there to provoke."""
    corpora = client_registry().all().values()
    found = {
        rule.id
        for corpus in corpora
        for rule in corpus
        if rule.proof.hints.get("scenario") == scenario
    }
    return sorted(found)
