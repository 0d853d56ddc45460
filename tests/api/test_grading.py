"""Grade a server from code."""

import asyncio

import pytest
from tests.api.bench import deaf, records

import mcptest


def test_a_healthy_server_gets_the_best_grade_at_the_pinned_revision():
    graded = mcptest.grade(records(), spec_version="v2025-06-18")
    assert graded.spec_version == "v2025-06-18"
    assert graded.grade == "A+"
    assert not graded.incomplete


def test_a_server_that_speaks_nothing_gets_no_grade_and_a_reason():
    graded = mcptest.grade(mcptest.MemoryTarget(deaf), timeout=0.5)
    assert (graded.grade, graded.score, graded.tier) == (None, None, None)
    assert "before responding to initialize" in graded.reason
    assert [rule.id for rule in graded.rules] == ["PROTO-001"]


def test_a_grading_that_is_cancelled_is_cancelled():
    begun = asyncio.Event()

    async def serve(pipe):
        if await pipe.receive():
            begun.set()
        await asyncio.Event().wait()

    async def main():
        work = mcptest.grade_async(mcptest.MemoryTarget(serve), spec_version="v2025-06-18")
        task = asyncio.ensure_future(work)
        await begun.wait()
        task.cancel()
        await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(main())
