"""Read an untrusted file whole, strictly and within a limit."""

from __future__ import annotations

import os
import stat
from typing import Final

from mcptest.model.json import Json
from mcptest.strict_json import JsonFault, StrictJsonError, strict_decoder

MIB: Final = 1024 * 1024
MOST_LEVELS: Final = 300
MOST_DIGITS: Final = 1_000
# A pipe or device would otherwise be waited for, before we can see what it is.
_FLAGS: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class CannotReadError(Exception):
    """Why not, as the end of a sentence."""

    def __init__(self, reason: str, *, missing: bool = False, too_large: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.missing = missing
        self.too_large = too_large

    def about(self, name: object) -> str:
        """The same as a whole sentence."""
        return f"file not found: {name}" if self.missing else f"cannot read {name}: {self.reason}"


class JsonTextError(ValueError):
    """A text that is not JSON as RFC 8259 and we want it; lines and columns count from one."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column


def newer_format(found: Json, known: str) -> str | None:
    """The problem with a document in a newer version of a format; None for any other."""
    family, _, ours = known.rpartition("/v")
    name, _, theirs = found.rpartition("/v") if isinstance(found, str) else ("", "", "")
    if name != family or not theirs.isdecimal() or int(theirs[:9]) <= int(ours):
        return None
    return f"written by a newer mcptest ({name}/v{theirs[:9]}); this version reads up to {known}"


def read_whole(path: str | os.PathLike[str], *, limit: int) -> bytes:
    """The bytes of a regular file of at most ``limit`` bytes; a pipe or device is never read.

    Raises: CannotReadError.
    """
    try:
        handle = os.open(path, _FLAGS)
        with open(handle, "rb") as file:  # noqa: PTH123  a handle, not a path
            mode = os.fstat(handle).st_mode
            if not stat.S_ISREG(mode):
                raise CannotReadError("it is not a regular file")
            raw = file.read(limit + 1)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise CannotReadError(error.strerror or "file not found", missing=True) from None
    except IsADirectoryError:
        raise CannotReadError("it is a folder") from None
    except (OSError, ValueError) as error:  # a NUL in the name is a ValueError
        raise CannotReadError(getattr(error, "strerror", None) or str(error)) from None
    if len(raw) > limit:
        raise CannotReadError(f"it is larger than {limit // MIB} MiB", too_large=True)
    return raw


def parse_json(raw: bytes | str) -> Json:
    """One value; no constants, no key twice, nothing absurdly deep or long.

    Raises: JsonTextError.
    """
    import json

    text = _decode(raw) if isinstance(raw, bytes) else raw
    try:
        value: Json = strict_decoder(digits=MOST_DIGITS).decode(text)
    except StrictJsonError as error:
        limit = f"; the limit is {MOST_DIGITS}" if error.fault is JsonFault.DIGITS else ""
        raise JsonTextError(f"{error}{limit}") from None
    except json.JSONDecodeError as error:
        cut = "; the text is truncated" if text.strip() and error.pos >= len(text.rstrip()) else ""
        message = "it is empty" if not text.strip() else f"{error.msg}{cut}"
        raise JsonTextError(message, error.lineno, error.colno) from None
    except RecursionError:
        raise JsonTextError(f"nested more than {MOST_LEVELS} levels deep") from None
    _check(value, text)
    return value


def parse_jsonc(raw: bytes) -> Json:
    """One value in a file that people edit: comments and trailing commas are skipped.

    Raises: JsonTextError.
    """
    from mcptest.jsonc import plain_json

    return parse_json(plain_json(_decode(raw)))


def _decode(raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8-sig")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise JsonTextError(f"not UTF-8 at byte {error.start}", line, column) from None


def _check(value: Json, text: str) -> None:
    level = [value]
    for _ in range(MOST_LEVELS + 1):
        level = [child for node in level for child in _children(node)]
        if not level:
            break
    else:
        raise JsonTextError(f"nested more than {MOST_LEVELS} levels deep")
    if "\\u" in text:
        import json

        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise JsonTextError("a string contains half of a surrogate pair") from None


def _children(node: Json) -> list[Json]:
    if isinstance(node, dict):
        return list(node.values())
    return node if isinstance(node, list) else []
