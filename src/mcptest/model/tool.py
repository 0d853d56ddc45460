"""A tool as a server describes it, with all its members."""

from __future__ import annotations

from mcptest.model.json import MISSING, Json, MaybeJson
from mcptest.model.record import record


@record
class ToolDescriptor:
    """One entry of ``tools/list``; a member of the wrong type is kept in ``raw`` only."""

    name: str
    description: str | None
    input_schema: MaybeJson
    output_schema: MaybeJson
    annotations: MaybeJson
    raw: Json

    @classmethod
    def from_json(cls, raw: Json) -> ToolDescriptor:
        members = raw if isinstance(raw, dict) else {}
        name = members.get("name")
        description = members.get("description")
        return cls(
            name=name if isinstance(name, str) else "",
            description=description if isinstance(description, str) else None,
            input_schema=members.get("inputSchema", MISSING),
            output_schema=members.get("outputSchema", MISSING),
            annotations=members.get("annotations", MISSING),
            raw=raw,
        )

    @property
    def task_support(self) -> Json:
        """What ``execution.taskSupport`` says; None where it says nothing."""
        execution = self.raw.get("execution") if isinstance(self.raw, dict) else None
        return execution.get("taskSupport") if isinstance(execution, dict) else None
