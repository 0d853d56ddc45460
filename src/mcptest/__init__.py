"""Test, lint, fuzz and grade MCP servers; the names below are the public Python API.

Every name is imported when it is first asked for, so that the import itself costs nothing.
"""

__version__ = "0.1.0"

TYPE_CHECKING = False  # what typing calls so; checkers know the name, and it saves the import
if TYPE_CHECKING:
    from mcptest.api.answer import Answer, Match, matches
    from mcptest.api.catalogs import diff, lint_tools
    from mcptest.api.classifying import classify
    from mcptest.api.client import AsyncClient
    from mcptest.api.grading import grade, grade_async
    from mcptest.api.oauth import oauth
    from mcptest.api.rendering import render
    from mcptest.api.suites import load, run, run_async
    from mcptest.api.sync_client import Client
    from mcptest.compliance.corpus.version_corpus import VersionCorpus
    from mcptest.compliance.revisions.migration import Fail, MigrationCorpus, Pass, Skipped
    from mcptest.compliance.revisions.version_diff import VersionDiff, diff_versions
    from mcptest.errors import (
        ExitCode,
        FileProblemsError,
        InternalError,
        McptestError,
        NoAnswerError,
        NothingSelectedError,
        Problem,
        ProtocolViolationError,
        RefusedByPolicyError,
        SignInError,
        TargetConnectError,
        TargetDeniedError,
        TargetError,
        TargetHandshakeError,
        TargetStartError,
        UsageError,
        WriteError,
    )
    from mcptest.lint.diff.catalog_diff import CatalogDiff
    from mcptest.model.finding import Finding, Severity
    from mcptest.model.grade import Compliance
    from mcptest.model.outcome import CaseResult, Status
    from mcptest.model.run import Run
    from mcptest.model.spec_version import SpecVersion
    from mcptest.model.tool import ToolDescriptor
    from mcptest.safety.budget import BudgetExhausted, CallBudget
    from mcptest.safety.classify import Classification, ToolClass
    from mcptest.safety.policy import ExecutionPolicy
    from mcptest.suite.load import Suite
    from mcptest.wire.target import HttpTarget, MemoryTarget, StdioTarget
    from mcptest.wire.transcript import Transcript

__all__ = [
    "Answer",
    "AsyncClient",
    "BudgetExhausted",
    "CallBudget",
    "CaseResult",
    "CatalogDiff",
    "Classification",
    "Client",
    "Compliance",
    "ExecutionPolicy",
    "ExitCode",
    "Fail",
    "FileProblemsError",
    "Finding",
    "HttpTarget",
    "InternalError",
    "Match",
    "McptestError",
    "MemoryTarget",
    "MigrationCorpus",
    "NoAnswerError",
    "NothingSelectedError",
    "Pass",
    "Problem",
    "ProtocolViolationError",
    "RefusedByPolicyError",
    "Run",
    "Severity",
    "SignInError",
    "Skipped",
    "SpecVersion",
    "Status",
    "StdioTarget",
    "Suite",
    "TargetConnectError",
    "TargetDeniedError",
    "TargetError",
    "TargetHandshakeError",
    "TargetStartError",
    "ToolClass",
    "ToolDescriptor",
    "Transcript",
    "UsageError",
    "VersionCorpus",
    "VersionDiff",
    "WriteError",
    "__version__",
    "classify",
    "diff",
    "diff_versions",
    "grade",
    "grade_async",
    "lint_tools",
    "load",
    "matches",
    "oauth",
    "render",
    "run",
    "run_async",
]

_HOMES = {
    "mcptest.api.answer": "Answer Match matches",
    "mcptest.api.catalogs": "diff lint_tools",
    "mcptest.api.classifying": "classify",
    "mcptest.api.client": "AsyncClient",
    "mcptest.api.grading": "grade grade_async",
    "mcptest.api.oauth": "oauth",
    "mcptest.api.rendering": "render",
    "mcptest.api.suites": "load run run_async",
    "mcptest.api.sync_client": "Client",
    "mcptest.compliance.corpus.version_corpus": "VersionCorpus",
    "mcptest.compliance.revisions.migration": "Fail MigrationCorpus Pass Skipped",
    "mcptest.compliance.revisions.version_diff": "VersionDiff diff_versions",
    "mcptest.errors": (
        "ExitCode FileProblemsError InternalError McptestError NoAnswerError "
        "NothingSelectedError Problem ProtocolViolationError RefusedByPolicyError SignInError "
        "TargetConnectError TargetDeniedError TargetError TargetHandshakeError TargetStartError "
        "UsageError WriteError"
    ),
    "mcptest.lint.diff.catalog_diff": "CatalogDiff",
    "mcptest.model.finding": "Finding Severity",
    "mcptest.model.grade": "Compliance",
    "mcptest.model.outcome": "CaseResult Status",
    "mcptest.model.run": "Run",
    "mcptest.model.spec_version": "SpecVersion",
    "mcptest.model.tool": "ToolDescriptor",
    "mcptest.safety.budget": "BudgetExhausted CallBudget",
    "mcptest.safety.classify": "Classification ToolClass",
    "mcptest.safety.policy": "ExecutionPolicy",
    "mcptest.suite.load": "Suite",
    "mcptest.wire.target": "HttpTarget MemoryTarget StdioTarget",
    "mcptest.wire.transcript": "Transcript",
}

if not TYPE_CHECKING:  # a checker would take any name for granted

    def __getattr__(name: str) -> object:
        """Import a public name from the room that has it."""
        for home, names in _HOMES.items():
            if name in names.split():
                from importlib import import_module

                found: object = getattr(import_module(home), name)
                globals()[name] = found
                return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
