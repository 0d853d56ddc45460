"""A tool that declares itself read-only and runs any SQL."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.sample import arguments, sample, text
from mcptest.model.finding import Signal
from mcptest.security.capability import runs_sql
from mcptest.security.evidence import SecurityHit
from mcptest.security.rule import CatalogProof, StaticRule
from mcptest.security.subject import CatalogSubject


def _check(catalog: CatalogSubject) -> Iterator[SecurityHit]:
    for subject in catalog.tools:
        argument = runs_sql(subject)
        if argument is not None and subject.hint("readOnlyHint") is True:
            yield SecurityHit(
                message=f'"{argument.name}" takes any SQL statement, and the tool declares readOnlyHint: true without saying what enforces it',
                pointer=argument.pointer,
                tool=subject.index,
                kind="sql",
                signals=(Signal("free SQL", 1.0, argument.name), Signal("readOnlyHint: true", 1.0)),
                remedy="Say that a read-only role or a parser refuses writes, or drop the hint.",
                text=argument.name,
            )


RULE = StaticRule(
    id="SEC-027",
    family="capability",
    title="A read-only tool takes any SQL statement",
    score=3.9,
    cwe=89,
    what="Looks for free-text SQL arguments in tools that declare readOnlyHint: true and mention nothing that prevents writes.",
    why="A statement can delete data unless something prevents it, and hosts run read-only tools without asking.",
    fix="Use a read-only role, and say so in the description.",
    not_this="Tools that mention a read-only role, connection or check, and tools that do not run the statement.",
    check=_check,
    proof=CatalogProof(
        passing=(
            sample(),
            sample(
                name="query_db",
                description="Run a SELECT statement; writes are rejected.",
                inputSchema=arguments({"sql": text("Statement.")}),
            ),
        ),
        failing=(
            sample(
                name="query_db",
                description="Run a SQL statement and return the rows.",
                inputSchema=arguments({"sql": text("Statement.")}),
            ),
        ),
    ),
)
