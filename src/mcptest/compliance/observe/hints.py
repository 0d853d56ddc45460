"""Every hint that a suite can give, with its purpose and its type."""

from __future__ import annotations

from typing import Final

from mcptest.model.record import record


@record
class Hint:
    """``holds`` says what to write under the name, and ``keys`` are all that are allowed there."""

    name: str
    use: str
    holds: str
    keys: tuple[str, ...] = ()  # none where names are the user's own, or it is only true or false


_CALL: Final = "`name` of the tool, `args`"
_CHANGE: Final = "`tool` that makes the change, its `args`"
_NAMED: Final = ("name", "args")
_CHANGING: Final = ("tool", "args")
WITNESS: Final = ("name", "arguments")  # of an interrupted call

HINTS: Final = (
    Hint(
        "tool_args",
        "Arguments for valid calls to a tool, used instead of generated ones by rules, probes and "
        "fuzzing. Destructive tools also need --execute-destructive.",
        "arguments by tool name",
    ),
    Hint(
        "prompt_args",
        "Arguments for prompts/get, if generated ones do not work.",
        "arguments by prompt name",
    ),
    Hint(
        "template_values",
        "Values for resource template variables, so that an expanded URI can be read.",
        "values by variable name",
    ),
    Hint("plain_tool", "A tool that cannot run as a task.", _CALL, _NAMED),
    Hint("failing_tool", "A call that fails inside the tool.", _CALL, _NAMED),
    Hint(
        "failing_resource",
        "A listed resource that fails inside the server when it is read.",
        "`uri`",
        ("uri",),
    ),
    Hint("failing_prompt", "A prompt that fails inside the server.", "`name`", ("name",)),
    Hint(
        "slow_tool",
        "A call that takes a second or more, to be cancelled or interrupted.",
        _CALL,
        _NAMED,
    ),
    Hint(
        "progress_tool", "A call that reports progress if the request has a token.", _CALL, _NAMED
    ),
    Hint(
        "reconnecting_tool",
        "A call whose event stream the server closes before the response.",
        _CALL,
        _NAMED,
    ),
    Hint("logging_tool", "A call that sends log messages at several levels.", _CALL, _NAMED),
    Hint("sampling_tool", "A call that sends a sampling request.", _CALL, _NAMED),
    Hint("roots_tool", "A call that requests the client's roots.", _CALL, _NAMED),
    Hint(
        "eliciting_tool",
        "A call that sends an elicitation request.",
        f"{_CALL}, and `other_args` that also ask for input",
        (*_NAMED, "other_args"),
    ),
    Hint("task_tool", "A call that can run as a task.", _CALL, _NAMED),
    Hint("required_task_tool", "A call that only runs as a task.", _CALL, _NAMED),
    Hint("slow_task_tool", "A task that is still running when it is cancelled.", _CALL, _NAMED),
    Hint("failing_task_tool", "A task whose tool fails.", _CALL, _NAMED),
    Hint("asking_task_tool", "A task that asks for input while it runs.", _CALL, _NAMED),
    Hint("changing_tools", "A call that changes the tool list.", _CHANGE, _CHANGING),
    Hint("changing_prompts", "A call that changes the prompt list.", _CHANGE, _CHANGING),
    Hint("changing_resources", "A call that changes the resource list.", _CHANGE, _CHANGING),
    Hint(
        "changing_resource",
        "A call that changes one resource.",
        f"`uri` of the resource, {_CHANGE}",
        ("uri", *_CHANGING),
    ),
    Hint(
        "ending_subscriptions",
        "A call after which the server ends its open subscriptions.",
        _CHANGE.replace("makes the change", "ends them"),
        _CHANGING,
    ),
    Hint(
        "schema_tool",
        "A tool whose inputSchema is known, to check that the list has all of it.",
        "`name` of the tool, `schema` as it was written",
        ("name", "schema"),
    ),
    Hint(
        "interrupted_call",
        "A slow call, and a second one that shows whether its work was done.",
        f"{_CALL}, `seconds` to wait, `witness` (the second call: its `name` and its `arguments`, "
        "which is the key here, not `args`), and `done`, a text that the witness returns only once "
        "the work is done",
        (*_NAMED, "seconds", "witness", "done"),
    ),
    Hint(
        "tokens",
        "Access tokens of a protected server; give them as `${env.NAME}`. With `--oauth` or a "
        "login mcptest gets `valid` itself, with client credentials also `reduced_scope` and "
        "`other_audience` where the authorization server issues them.",
        "`valid`, `reduced_scope`, `broader_scope`, `other_audience`, `other_issuer`, `other_user` "
        "(of a second user), `expired`, `challenged_scope` (with the scopes that a 403 names), "
        "each where there is one",
        (
            "valid",
            "reduced_scope",
            "broader_scope",
            "other_audience",
            "other_issuer",
            "other_user",
            "expired",
            "challenged_scope",
        ),
    ),
    Hint(
        "scoped_request",
        "A request that the token with too little scope may not make.",
        "`method` and `params`; the rest of the message is added",
        ("method", "params"),
    ),
    Hint(
        "probe_authorization_server",
        "Send a few requests to the authorization server itself, and register a client there. "
        "Without the fixture, this is done on loopback addresses only.",
        "`true`",
    ),
    Hint(
        "client_document",
        "A client metadata document on the web whose `client_id` is not its own URL, so that the "
        "authorization server has to refuse it.",
        "`url` of the document, `redirect_uri` that it lists",
        ("url", "redirect_uri"),
    ),
    Hint(
        "static_key",
        "The server uses a key or another way to sign in that is not OAuth.",
        "`true`",
    ),
    Hint(
        "remote",
        "The address looks local because of a tunnel: rules about local servers only warn.",
        "`true`",
    ),
)

# Those with a tool, a prompt or a resource of the server in them; elsewhere "name" is the user's.
NAMING: Final = frozenset(hint.name for hint in HINTS if {"name", "tool", "uri"} & {*hint.keys})
