"""Every hint that a suite can give, what it is for and what it holds."""

from __future__ import annotations

from typing import Final

from mcptest.model.record import record


@record
class Hint:
    """``holds`` says what to write under the name."""

    name: str
    use: str
    holds: str


_CALL: Final = "`name` of the tool, `args`"
_CHANGE: Final = "`tool` that makes the change, its `args`"

HINTS: Final = (
    Hint(
        "tool_args",
        "Arguments to call read-only tools with, where made-up ones lead nowhere.",
        "arguments by the name of the tool",
    ),
    Hint(
        "prompt_args",
        "Arguments to get prompts with, where made-up ones lead nowhere.",
        "arguments by the name of the prompt",
    ),
    Hint(
        "template_values",
        "Values to fill resource templates with, so that an expanded one can be read.",
        "values by the name of the variable",
    ),
    Hint("plain_tool", "A tool that cannot run as a task.", _CALL),
    Hint("failing_tool", "A call that fails inside the tool.", _CALL),
    Hint("failing_resource", "A listed resource whose reading fails inside the server.", "`uri`"),
    Hint("failing_prompt", "A prompt whose making fails inside the server.", "`name`"),
    Hint("slow_tool", "A call that takes a second or more, to be cancelled or interrupted.", _CALL),
    Hint("progress_tool", "A call that reports progress when it is given a token.", _CALL),
    Hint("logging_tool", "A call that writes log messages of several levels.", _CALL),
    Hint("sampling_tool", "A call that asks the client's model.", _CALL),
    Hint("roots_tool", "A call that asks for the client's roots.", _CALL),
    Hint(
        "eliciting_tool",
        "A call that asks the user.",
        f"{_CALL}, and `other_args` that ask as well",
    ),
    Hint("task_tool", "A call that becomes a task, where the server leaves the choice.", _CALL),
    Hint("required_task_tool", "A call that is made as a task or not at all.", _CALL),
    Hint("slow_task_tool", "A task that is still at work when it is cancelled.", _CALL),
    Hint("failing_task_tool", "A task that ends because its tool fails.", _CALL),
    Hint("changing_tools", "A call after which the list of tools is another.", _CHANGE),
    Hint("changing_prompts", "A call after which the list of prompts is another.", _CHANGE),
    Hint("changing_resources", "A call after which the list of resources is another.", _CHANGE),
    Hint(
        "changing_resource",
        "A call after which one resource has changed.",
        f"`uri` of the resource, {_CHANGE}",
    ),
    Hint(
        "schema_tool",
        "A tool whose inputSchema is known, to see that listing it loses nothing.",
        "`name` of the tool, `schema` as it was written",
    ),
    Hint(
        "interrupted_call",
        "A slow call, and another that tells whether its work was done although nobody listened.",
        f"{_CALL}, `seconds` to wait, `witness` with `name` and `arguments`, and `done`, a text "
        "that the witness returns only once the work is done",
    ),
    Hint(
        "tokens",
        "Access tokens of a protected server; give them as `${env.NAME}`.",
        "`valid`, `reduced_scope`, `other_audience`, each where there is one",
    ),
    Hint(
        "scoped_request",
        "A request that the token with too little scope may not make.",
        "`method` and `params`; the rest of the message is added",
    ),
    Hint(
        "remote",
        "The address looks local because of a tunnel: rules about local servers only warn.",
        "`true`",
    ),
)
