"""Everything ``probe`` can find wrong with a response, each documented by itself."""

from __future__ import annotations

from typing import Final

from mcptest.model.finding import Finding, Severity
from mcptest.model.json import MISSING, MaybeJson
from mcptest.model.record import record
from mcptest.model.valid_calls import TOO_SLOW_ID
from mcptest.wire.reply import Reply


@record
class ResponseCheck:
    """What is wrong, why it matters, how to fix it."""

    id: str
    severity: Severity
    title: str
    why: str
    fix: str

    def found(
        self,
        message: str,
        reply: Reply | None = None,
        *,
        pointer: str | None = None,
        actual: MaybeJson = MISSING,
    ) -> Finding:
        return Finding(
            id=self.id,
            severity=self.severity,
            message=message,
            pointer=pointer,
            actual=actual,
            help=self.fix,
            exchange=reply.exchange if reply else None,
        )


HANG: Final = ResponseCheck(
    "PROBE-HANG",
    Severity.ERROR,
    "A call with valid arguments timed out",
    "The client waits, and so does its user.",
    "Return a result or report progress. Raise --timeout if the tool is meant to take this long.",
)
CRASH: Final = ResponseCheck(
    "PROBE-CRASH",
    Severity.ERROR,
    "The server exited during a valid call",
    "One call ends the session, and every other call with it.",
    "Catch the tool's exceptions and return a result with isError: true.",
)
NO_JSON_RPC: Final = ResponseCheck(
    "PROBE-PROTOCOL",
    Severity.ERROR,
    "The response is not valid JSON-RPC",
    "Clients cannot read it.",
    "Send one JSON-RPC response with the id of the request.",
)
DENIED: Final = ResponseCheck(
    "PROBE-DENIED",
    Severity.ERROR,
    "Calling the tool requires authorization",
    "The server lets anyone open a session but requires authorization for calls. "
    "No call reached the tool, so nothing is known about it.",
    "Pass a token with --bearer-env VAR, or a header with --header 'Name: value'.",
)
ERROR_SHAPE: Final = ResponseCheck(
    "PROBE-ERROR-SHAPE",
    Severity.ERROR,
    "The error is not a valid JSON-RPC error",
    "Clients branch on an integer code and show the message.",
    "Send an object with an integer code and a string message.",
)
NOT_CALLABLE: Final = ResponseCheck(
    "PROBE-NOT-CALLABLE",
    Severity.ERROR,
    "A listed tool cannot be called",
    "Models pick tools from the list and cannot use this one.",
    "List only tools that tools/call accepts.",
)
REJECTED: Final = ResponseCheck(
    "PROBE-REJECTED",
    Severity.NOTE,
    "The tool rejected generated arguments that match its schema",
    "The tool could not be exercised, so its results for bad input prove "
    "nothing. This is expected if an argument must name something that exists (a "
    "file, a record). Otherwise the schema accepts more than the tool does, and "
    "models have to guess.",
    "Pass arguments that work with --hint tool_args.TOOL=ARGUMENTS, or test the tool in a suite. "
    "Describe valid values in the schema where possible: formats, patterns, enums, examples.",
)
EXCEPTION: Final = ResponseCheck(
    "PROBE-EXCEPTION",
    Severity.ERROR,
    "The tool crashed on valid arguments: its error is the text of an uncaught exception",
    "The tool does not work, and the error does not tell the calling model what to do.",
    "Fix the exception. For errors that are not bugs, return a message that the caller can act on.",
)
EXCEPTION_LIKELY: Final = ResponseCheck(
    "PROBE-EXCEPTION-LIKELY",
    Severity.WARNING,
    "The tool's error for valid arguments looks like an uncaught exception",
    "A model cannot act on a raw exception, and it may hide a bug.",
    "Catch the exception and return an error that says what the caller can do.",
)
STOPPED: Final = ResponseCheck(
    "PROBE-STOPPED-WORKING",
    Severity.ERROR,
    "The tool works in a new process, but not after earlier requests",
    "One bad request, or one call, makes the tool useless until the server is restarted.",
    "Undo what a request has changed when it fails: roll back transactions, release locks, close "
    "files. Keep nothing that the next call cannot use.",
)
STOPPED_LIKELY: Final = ResponseCheck(
    "PROBE-STOPPED-LIKELY",
    Severity.WARNING,
    "The tool rejected a valid call that works in a new process",
    "Something that happened before the call made it fail. mcptest could not reproduce what.",
    "Check what the tool keeps between calls, and whether it depends on something unreliable.",
)
RESULT_SHAPE: Final = ResponseCheck(
    "PROBE-RESULT-SHAPE",
    Severity.ERROR,
    "The result does not match the negotiated revision's schema for tool results",
    "Typed clients reject the whole result if a member is missing or has the wrong type.",
    "Return a content list whose blocks have a type of that revision and its required members.",
)
MESSAGE_SHAPE: Final = ResponseCheck(
    "PROBE-MESSAGE-SHAPE",
    Severity.ERROR,
    "A message before the response does not match the schema of its revision",
    "Clients drop progress, log messages and requests that lack required members.",
    "Send every member that the negotiated revision requires for the method, with the right type.",
)
OUTPUT_SCHEMA: Final = ResponseCheck(
    "PROBE-OUTPUT-SCHEMA",
    Severity.ERROR,
    "structuredContent does not match the tool's outputSchema",
    "Clients validate the result against the schema and reject it.",
    "Change the result or the outputSchema so that they match.",
)
BAD_OUTPUT_SCHEMA: Final = ResponseCheck(
    "PROBE-BAD-OUTPUT-SCHEMA",
    Severity.WARNING,
    "The tool's outputSchema is not a valid schema",
    "Clients cannot validate the tool's results.",
    "Fix the outputSchema. Run `mcptest schema-lint` to find the place.",
)
INTERIM: Final = ResponseCheck(
    "PROBE-INTERIM",
    Severity.NOTE,
    "The tool asks for input before it returns a result",
    "Its result could not be checked.",
    "Write a test that provides the input.",
)
SLOW: Final = ResponseCheck(
    "PROBE-SLOW",
    Severity.NOTE,
    "A valid call returned a result, but only after more than 10 s",
    "Many clients have short timeouts.",
    "Report progress, or make the tool faster.",
)
TOO_SLOW: Final = ResponseCheck(
    TOO_SLOW_ID,
    Severity.WARNING,
    "A valid call returned no result before the audit stopped waiting",
    "Many clients have short timeouts. The result of this call is unknown.",
    "Respond sooner or report progress. Raise --slow-after to wait for the result.",
)

RESPONSE_CHECKS: Final = (
    HANG,
    CRASH,
    NO_JSON_RPC,
    DENIED,
    ERROR_SHAPE,
    NOT_CALLABLE,
    REJECTED,
    EXCEPTION,
    EXCEPTION_LIKELY,
    STOPPED,
    STOPPED_LIKELY,
    RESULT_SHAPE,
    MESSAGE_SHAPE,
    OUTPUT_SCHEMA,
    BAD_OUTPUT_SCHEMA,
    INTERIM,
    SLOW,
    TOO_SLOW,
)
