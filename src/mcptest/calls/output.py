"""Check a tool's structured result against its ``outputSchema``."""

from __future__ import annotations

from mcptest.calls.call import DefaultCheck
from mcptest.engine.context import Context
from mcptest.model.finding import Finding, Severity
from mcptest.model.json import Missing
from mcptest.wire.reply import Reply


def check_output(tool: str) -> DefaultCheck:
    """The default expectation of a tool test, beside plain success."""

    async def check(context: Context, reply: Reply) -> Finding | None:
        if not isinstance(reply.result, dict):
            return None  # no structuredContent to look at; the shape of the result is told anyway
        described = next((t for t in await context.tools() if t.name == tool), None)
        if described is None or isinstance(described.output_schema, Missing):
            return None
        if "structuredContent" not in reply.result:
            return _finding(
                tool,
                "the tool declares an outputSchema, but the result has no structuredContent",
                reply,
            )
        from mcptest.schema.validate import validator

        errors = validator(described.output_schema).errors(reply.result["structuredContent"])
        if not errors:
            return None
        first = errors[0]
        said = f"structuredContent does not match outputSchema: {first.message}"
        return _finding(tool, said, reply, f"/result/structuredContent{first.pointer}")

    return check


def _finding(tool: str, message: str, reply: Reply, pointer: str | None = None) -> Finding:
    return Finding(
        id="output-schema",
        severity=Severity.ERROR,
        message=f"{tool}: {message}",
        pointer=pointer,
        help="return structuredContent that matches the schema, or fix the schema",
        exchange=reply.exchange,
    )
