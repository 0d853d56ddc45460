"""A server with a state, healthy or with one planted fault, in memory."""

import asyncio
import json
from itertools import count

from mcptest.wire.codec import encode
from mcptest.wire.target import MemoryTarget

INIT = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "shelf", "version": "1"},
}
FAULTS = ("double-apply", "lost-update", "order-dependence", "unstable-ids", "cancel-dies")


class Shelf:
    """Items by name, and a counter; shared by all sessions, as a database would be."""

    def __init__(self, fault=None):
        self.fault = fault
        self.items = []
        self.total = 0
        self._ids = count(1)

    async def call(self, name, args):
        return await getattr(self, name)(**args)

    async def add_item(self, item):
        if item not in self.items or self.fault == "double-apply":
            self.items.append(item)
        return {"added": item}

    async def remove_item(self, item):
        if item in self.items:
            self.items.remove(item)
        return {"removed": item}

    async def list_items(self, limit=100):
        fresh = self.fault == "unstable-ids"
        rows = [
            {"id": next(self._ids) if fresh else n, "name": i} for n, i in enumerate(self.items)
        ]
        return {"items": rows[:limit], "count": len(rows[:limit])}

    async def increment(self, by):
        before = self.total
        if self.fault == "lost-update":
            await asyncio.sleep(0.01)
            self.total = before + by
        else:
            self.total += by
        return {"total": self.total}

    async def total_of(self):
        return {"total": self.total}

    async def find(self, words):
        wanted = words[:1] if self.fault == "order-dependence" else sorted(words)
        return {"found": [word for word in wanted if word in {"a", "b"}]}

    async def reverse(self, text):
        return {"text": text[::-1]}

    def target(self):
        return MemoryTarget(self.serve)

    async def serve(self, pipe):
        async with asyncio.TaskGroup() as group:
            while (raw := await pipe.receive()) is not None:
                message = json.loads(raw)
                if message["method"] == "notifications/cancelled" and self.fault == "cancel-dies":
                    return
                if "id" in message:
                    group.create_task(self._answer(pipe, message))

    async def _answer(self, pipe, message):
        match message["method"]:
            case "initialize":
                result = INIT
            case "tools/list":
                names = ("add_item", "remove_item", "list_items", "increment", "find", "reverse")
                tools = [{"name": name, "inputSchema": {"type": "object"}} for name in names]
                result = {"tools": tools}
            case _:
                params = message["params"]
                made = await self.call(params["name"], params["arguments"])
                text = {"type": "text", "text": json.dumps(made)}
                result = {"content": [text], "structuredContent": made}
        await pipe.send(encode({"jsonrpc": "2.0", "id": message["id"], "result": result}))
