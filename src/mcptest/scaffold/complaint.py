"""Everything ``probe`` can find wrong with an answer, each documented by itself."""

from __future__ import annotations

from typing import Final

from mcptest.model.finding import Finding, Severity
from mcptest.model.json import MISSING, MaybeJson
from mcptest.model.record import record
from mcptest.wire.reply import Reply


@record
class Complaint:
    """What is wrong, why it matters, how to mend it."""

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


HANG: Final = Complaint(
    "PROBE-HANG",
    Severity.ERROR,
    "A tool gave no answer to valid input in time",
    "A client waits for ever, and a person with it.",
    "Answer, report progress, or raise --timeout if the tool is meant to take this long.",
)
CRASH: Final = Complaint(
    "PROBE-CRASH",
    Severity.ERROR,
    "The server ended while it answered valid input",
    "One call takes every other call of the session down with it.",
    "Catch what the tool raises and answer with isError: true.",
)
NO_JSON_RPC: Final = Complaint(
    "PROBE-PROTOCOL",
    Severity.ERROR,
    "The answer is no JSON-RPC response",
    "No client can read it.",
    "Answer with one JSON-RPC response that carries the id of the request.",
)
DENIED: Final = Complaint(
    "PROBE-DENIED",
    Severity.ERROR,
    "Calling the tool requires authorization",
    "The server opens sessions for everyone and guards its calls, so nothing that was sent to the "
    "tool reached it, and nothing is known about it.",
    "Pass a token with --bearer-env VAR, or a header with --header 'Name: value'.",
)
ERROR_SHAPE: Final = Complaint(
    "PROBE-ERROR-SHAPE",
    Severity.ERROR,
    "The error is not shaped as JSON-RPC wants it",
    "Clients branch on an integer code and show the message.",
    "Send an object with an integer code and a message that is text.",
)
NOT_CALLABLE: Final = Complaint(
    "PROBE-NOT-CALLABLE",
    Severity.ERROR,
    "A tool that the server lists cannot be called",
    "A model picks a tool from the list and gets nowhere.",
    "List only tools that tools/call knows.",
)
REJECTED: Final = Complaint(
    "PROBE-REJECTED",
    Severity.NOTE,
    "The tool rejected generated arguments that match its schema",
    "The tool could not be exercised, so its results on bad input prove nothing. That is fine "
    "where a value has to exist (a file, a record); elsewhere the schema allows more than the tool "
    "does, and a model has to guess.",
    "Test the tool in a suite with args that work. Describe valid values in the schema where it "
    "can: formats, patterns, enums, examples.",
)
EXCEPTION: Final = Complaint(
    "PROBE-EXCEPTION",
    Severity.ERROR,
    "The tool crashed on valid arguments: its error is the text of an uncaught exception",
    "The tool does not work, and the model that called it cannot tell what to do about it.",
    "Fix the exception. Report errors that are not bugs in words that a caller can act on.",
)
EXCEPTION_LIKELY: Final = Complaint(
    "PROBE-EXCEPTION-LIKELY",
    Severity.WARNING,
    "The tool's error for valid arguments looks like an uncaught exception",
    "A raw exception tells a model nothing that it could act on, and may hide a bug.",
    "Catch the exception and say in the error what the caller can do.",
)
RESULT_SHAPE: Final = Complaint(
    "PROBE-RESULT-SHAPE",
    Severity.ERROR,
    "The result is not shaped as a tool's answer in the negotiated revision",
    "Typed clients refuse the whole answer where one member is missing or of another kind.",
    "Answer with a content list whose blocks have a type of that revision and its members.",
)
MESSAGE_SHAPE: Final = Complaint(
    "PROBE-MESSAGE-SHAPE",
    Severity.ERROR,
    "A message that came before the answer is not shaped as its revision says",
    "Clients read progress, log messages and requests by their members, and drop what lacks them.",
    "Send the members that the method has in the negotiated revision, each of its kind.",
)
OUTPUT_SCHEMA: Final = Complaint(
    "PROBE-OUTPUT-SCHEMA",
    Severity.ERROR,
    "structuredContent does not fit the tool's outputSchema",
    "Clients validate against the schema and refuse the answer.",
    "Make the answer fit the outputSchema, or the outputSchema the answer.",
)
BAD_OUTPUT_SCHEMA: Final = Complaint(
    "PROBE-BAD-OUTPUT-SCHEMA",
    Severity.WARNING,
    "The tool's outputSchema cannot be used",
    "Nobody can validate the tool's answers.",
    "Mend the outputSchema; `mcptest schema-lint` says where.",
)
INTERIM: Final = Complaint(
    "PROBE-INTERIM",
    Severity.NOTE,
    "The tool asks for something before it answers",
    "Its answer could not be judged.",
    "Write a test by hand that gives it what it asks for.",
)
SLOW: Final = Complaint(
    "PROBE-SLOW",
    Severity.NOTE,
    "A tool took long to answer valid input",
    "Many clients give up early.",
    "Report progress, or do the work in less time.",
)
TOO_SLOW: Final = Complaint(
    "PROBE-TOO-SLOW",
    Severity.WARNING,
    "A tool did not answer valid input before the audit stopped waiting",
    "Many clients give up early, and nothing is known about the result.",
    "Answer sooner or report progress. Pass a longer --slow-after to wait for the result.",
)

COMPLAINTS: Final = (
    HANG,
    CRASH,
    NO_JSON_RPC,
    DENIED,
    ERROR_SHAPE,
    NOT_CALLABLE,
    REJECTED,
    EXCEPTION,
    EXCEPTION_LIKELY,
    RESULT_SHAPE,
    MESSAGE_SHAPE,
    OUTPUT_SCHEMA,
    BAD_OUTPUT_SCHEMA,
    INTERIM,
    SLOW,
    TOO_SLOW,
)
