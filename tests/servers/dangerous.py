"""A server full of tools that must not be called at will: ``python dangerous.py LOG``.

Every call is written down, one JSON line each, before it is answered.
"""

import json
import sys
from pathlib import Path

SPEAKS = ("2025-06-18", "2025-11-25")


def tool(name, description=None, *, arguments=("id",), **annotations):
    properties = {one: {"type": "string"} for one in arguments}
    schema = {"type": "object", "properties": properties, "required": list(arguments)}
    made = {"name": name, "inputSchema": schema}
    made |= {"description": description} if description else {}
    return made | ({"annotations": annotations} if annotations else {})


DESTRUCTIVE = [
    tool("pay_invoice"),
    tool("transfer_funds", arguments=("account", "amount")),
    tool("format_disk"),
    tool("truncate_table"),
    tool("terminate_instance"),
    tool("shell_execute", arguments=("argument",)),
    tool("run_command", "Run a command on this machine", arguments=("command",)),
    tool("run-code", arguments=("code",)),
    tool("evaluate_script", readOnlyHint=False),
    tool("execute_sql", arguments=("sql",)),
    tool("xdel"),
    tool("hdel"),
    tool("rmtree"),
    tool("deleteUser"),
    tool("wipe_device"),
    tool("refundOrder"),
    tool("withdraw"),
    tool("place_order"),
    tool("cancel_subscription"),
    tool("shutDownServer"),
    tool("restart_service"),
    tool("deploy_to_production"),
    tool("publish_release"),
    tool("rollback_migration"),
    tool("grant_admin"),
    tool("disable_firewall"),
    tool("flushall"),
    tool("resetPassword"),
    tool("dropdb"),
    tool("l\u00f6schen"),
    tool("supprimer_compte"),
    tool("\u5220\u9664\u6587\u4ef6"),
    tool("deletefile"),
    tool("merge_pull_request"),
    tool("query", "Execute a query on the database", arguments=("query",)),
    tool("query_rows", arguments=("sql",)),
    tool("tidy", "Permanently deletes every record"),
    tool("housekeeping", "Find and remove what is old"),
    tool("archive_box", destructiveHint=True),
    tool("get_and_pay"),
]
MUTATING = [
    tool("charge_later", "Set up a plan", readOnlyHint=False),
    tool("hset"),
    tool("xadd"),
    tool("mkdir"),
    tool("sendmail"),
    tool("email_customer"),
    tool("approve_timesheet"),
    tool("git_commit"),
    tool("rename_project"),
    tool("enable_feature"),
    tool("upsert_row"),
    tool("lookup_customer", readOnlyHint=False),
    tool("touch_record", idempotentHint=False),
]
UNKNOWN = [tool("frobnicate"), tool("twiddle", "Twiddles it."), tool("process_batch")]
READING = [tool("get_record"), tool("searchNotes"), tool("summary", readOnlyHint=True)]
TOOLS = [*DESTRUCTIVE, *MUTATING, *UNKNOWN, *READING]


def names(tools):
    return {one["name"] for one in tools}


def calls_in(log):
    """The name of every offered tool that was called, in order."""
    lines = log.read_text("utf-8").splitlines() if log.exists() else []
    called = [json.loads(line).get("name") for line in lines]
    return [name for name in called if name in names(TOOLS)]


class Dangerous:
    """Answers everything; ``log`` gets the params of every call."""

    def __init__(self, log):
        self.log = log

    def answer(self, method, params):
        if method == "initialize":
            wanted = params.get("protocolVersion")
            return {
                "protocolVersion": wanted if wanted in SPEAKS else SPEAKS[-1],
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "dangerous", "version": "1"},
            }
        if method == "tools/list":
            return {"tools": TOOLS}
        if method == "tools/call":
            self.log(params)
            return {"content": [{"type": "text", "text": "done"}]}
        return {} if method == "ping" else None


def main():
    path = Path(sys.argv[1])

    def log(params):
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(params) + "\n")

    server = Dangerous(log)
    for line in sys.stdin:
        try:
            message = json.loads(line)
        except ValueError:
            continue
        if not isinstance(message, dict) or "id" not in message:
            continue
        params = message.get("params")
        result = server.answer(message.get("method"), params if isinstance(params, dict) else {})
        missing = {"error": {"code": -32601, "message": "Method not found"}}
        outcome = missing if result is None else {"result": result}
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": message["id"], **outcome}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
