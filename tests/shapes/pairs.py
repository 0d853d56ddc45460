"""Which of our shapes stands for which official definition, and why some stand for none."""

from __future__ import annotations

from functools import cache

from tests.shapes import official

from mcptest.model.spec_version import SpecVersion
from mcptest.schema.validate import validator
from mcptest.shapes.shapes import shapes_of

ALIASES = {
    "Annotated": None,
    "JSONRPCError": "JSONRPCErrorResponse",
    "ResourceReference": "ResourceTemplateReference",
    "RequestMetaObject": "RequestMeta",
    "NotificationMetaObject": "NotificationMeta",
    "ResultMetaObject": "ResultMeta",
    "SubscriptionsListenResultMetaObject": "SubscriptionsListenResultMeta",
}
UNPAIRED = {
    "a sum of definitions that are compared one by one": {
        "ClientNotification", "ClientRequest", "ClientResult", "JSONRPCMessage", "ServerNotification",
        "JSONRPCResponse", "ServerRequest", "ServerResult", "SingleSelectEnumSchema", "MultiSelectEnumSchema",
    },
    "what other definitions have in common, on no wire by itself": {
        "Annotated", "Icons", "Notification", "PaginatedRequest", "Request",
    },
    "a plain kind of JSON": {"Cursor", "JSONArray", "JSONObject", "JSONValue", "MetaObject", "ResultType"},
    "a map that is compared where it is used": {"InputRequests", "InputResponses"},
    "an error that differs from the plain one in its code alone": {
        "InternalError", "InvalidParamsError", "InvalidRequestError", "MethodNotFoundError", "ParseError",
    },
}  # fmt: skip
OURS_ALONE = {
    "a name for a part that the official schema writes out or leaves unnamed": {
        "ElicitAction", "ElicitValue", "NotificationMeta", "OutputSchema", "RequestMeta",
        "RequestedSchema", "ResultMeta", "SamplingContent", "TaskRequestParams", "TitledChoice",
        "ToolSchema",
    },
    "named in later revisions only, and the same before": {
        "Annotations", "CallToolRequestParams", "CancelledNotificationParams",
        "CompleteRequestParams", "ContentBlock", "CreateMessageRequestParams",
        "ElicitRequestParams", "Error", "GetPromptRequestParams", "InitializeRequestParams",
        "JSONRPCResultResponse", "LoggingMessageNotificationParams", "NotificationParams",
        "PaginatedRequestParams", "ProgressNotificationParams", "ReadResourceRequestParams",
        "RequestParams", "ResourceRequestParams", "ResourceUpdatedNotificationParams",
        "SamplingMessageContentBlock", "SetLevelRequestParams", "SubscribeRequestParams",
        "UnsubscribeRequestParams", "ElicitationCompleteNotificationParams",
    },
    "of the tasks extension, which has no official schema": {
        "CreateTaskResult", "GetTaskResult", "Task", "TaskRequestParams", "TaskStatus",
        "TaskStatusNotificationParams", "UpdateTaskRequestParams",
    },
    "judged with the message that it is part of": {"ListRootsRequest"},
}  # fmt: skip


class Pair:
    """One of our schemas, one official definition, and both as validators."""

    def __init__(self, version: SpecVersion, name: str, ours: dict) -> None:
        self.version, self.name, self.ours = version, name, ours
        self.theirs = official.schema(version, name)
        self.our_check = validator(ours)
        self.their_check = validator(self.theirs)

    def __repr__(self) -> str:
        return f"{self.version.wire} {self.name}"


@cache
def pairs(version: SpecVersion) -> list[Pair]:
    found = {name: our_schema(version, name) for name in sorted(official.definitions(version))}
    return [Pair(version, name, schema) for name, schema in found.items() if schema is not None]


def our_schema(version: SpecVersion, name: str):
    """The schema of ours that an official name stands for, or None."""
    shapes = shapes_of(version)
    ours = ALIASES.get(name, name)
    if name == "JSONRPCResponse" and "JSONRPCResultResponse" not in official.definitions(version):
        ours = "JSONRPCResultResponse"
    if name.endswith("ResultResponse") and name != "JSONRPCResultResponse":
        method = method_of(version, name.removesuffix("ResultResponse") + "Request")
        return answered(shapes, method)
    if ours in shapes.definitions:
        return shapes.schema(ours)
    method = method_of(version, name)
    return None if method is None else said(version, shapes, name, method)


def method_of(version: SpecVersion, name: str):
    properties = official.definitions(version).get(name, {}).get("properties", {})
    return properties.get("method", {}).get("const")


def said(version, shapes, name, method):
    """Our message for a method; without its envelope where the official one has none."""
    side = "client" if f"client:{method}" in shapes.definitions else "server"
    whole = dict(shapes.definitions[f"{side}:{method}"])
    if "jsonrpc" not in official.definitions(version)[name]["properties"]:
        del whole["allOf"]
    return shapes.alone(whole)


def answered(shapes, method):
    result = dict(shapes.definitions[f"client:{method}:result"])
    envelope = {"$ref": "#/$defs/JSONRPCResultResponse"}
    return shapes.alone({"allOf": [envelope], "properties": {"result": result}})
