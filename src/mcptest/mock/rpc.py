"""Write the mock's JSON-RPC messages and error codes."""

from __future__ import annotations

from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
RESOURCE_NOT_FOUND = -32002
HEADER_MISMATCH = -32020
MISSING_CAPABILITY = -32021
UNSUPPORTED_VERSION = -32022


class RpcError(Exception):
    """A request that is answered with an error."""

    def __init__(self, code: int, message: str, data: MaybeJson = MISSING) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data

    def as_json(self) -> JsonObject:
        error: JsonObject = {"code": self.code, "message": self.message}
        if self.data is not MISSING:
            error["data"] = self.data
        return error


def result_message(request_id: MaybeJson, result: Json) -> JsonObject:
    return {"jsonrpc": "2.0", **_id(request_id), "result": result}


def error_message(request_id: MaybeJson, error: Json) -> JsonObject:
    return {"jsonrpc": "2.0", **_id(request_id), "error": error}


def _id(request_id: MaybeJson) -> JsonObject:
    return {} if request_id is MISSING else {"id": request_id}
