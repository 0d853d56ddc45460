"""The public API as a user types it; mypy reads this file, nothing runs it."""

from typing import assert_type

import mcptest

version: str = mcptest.__version__


def use_a_client(mcp: mcptest.Client) -> None:
    answer = mcp.call("add", a=1, b=2)
    assert_type(answer, mcptest.Answer)
    assert_type(answer.text, str)
    assert_type(answer.is_error, bool)
    assert_type(answer.matches("text", {"contains": "3"}), mcptest.Match)
    assert answer.structured["sum"] == 3
    assert_type(mcp.tools(), tuple[mcptest.ToolDescriptor, ...])
    assert_type(mcp.transcript, mcptest.Transcript)


async def use_an_async_client() -> None:
    async with mcptest.AsyncClient(["python", "server.py"], timeout=5) as mcp:
        assert_type(mcp, mcptest.AsyncClient)
        assert_type(await mcp.call("add", {"a": 1}, b=2), mcptest.Answer)
        assert_type(await mcp.read("file:///a"), mcptest.Answer)
        assert_type(await mcp.prompt("greet", who="you"), mcptest.Answer)


def use_suites() -> None:
    suite = mcptest.load("mcptest.yml")
    assert_type(suite, mcptest.Suite)
    run = mcptest.run(suite, tags=["smoke"], jobs=4, servers={"default": "http://localhost/mcp"})
    assert_type(run, mcptest.Run)
    assert_type(run.cases[0].status, mcptest.Status)
    assert_type(mcptest.render(run, "junit"), str)
    mcptest.run(["a.mcptest.yml", suite], policy=mcptest.ExecutionPolicy(max_calls=10))
    mcptest.run(suite, colour=True)  # type: ignore[call-arg]


async def use_suites_awaited() -> None:
    assert_type(await mcptest.run_async("tests"), mcptest.Run)
    assert_type(await mcptest.grade_async("python server.py"), mcptest.Compliance)


def use_the_rest(tools: list[mcptest.ToolDescriptor]) -> None:
    assert_type(mcptest.grade("python server.py", spec_version="draft").grade, str | None)
    assert_type(mcptest.lint_tools(tools), list[mcptest.Finding])
    assert_type(mcptest.lint_tools("tools.json")[0].severity, mcptest.Severity)
    assert_type(mcptest.classify({"name": "delete"}), mcptest.Classification)
    assert_type(mcptest.classify(tools[0]).tool_class, mcptest.ToolClass)
    assert_type(mcptest.diff("old.json", tools), mcptest.CatalogDiff)
    assert_type(mcptest.matches([1], {"length": 1}), mcptest.Match)


def use_the_corpus() -> None:
    old = mcptest.VersionCorpus.load_dir("v2024-11-05", "rules/v2024-11-05")
    found = mcptest.diff_versions(old, old)
    assert_type(found, mcptest.VersionDiff)
    assert_type(found.is_clean(), bool)
    assert_type(found.render_pretty(color=True), str)
    verdict = mcptest.MigrationCorpus().check_resource_error_code(-32002)
    assert_type(verdict, mcptest.Pass | mcptest.Fail | mcptest.Skipped)


def use_the_budget() -> int:
    budget = mcptest.CallBudget(1)
    try:
        budget.acquire()
    except mcptest.BudgetExhausted as spent:
        return spent.limit
    return 0


def say_where(target: mcptest.StdioTarget | mcptest.HttpTarget) -> None:
    try:
        mcptest.Client(target)
    except mcptest.UsageError as error:
        assert_type(error.code, str)
        assert_type(error.hint, str | None)
