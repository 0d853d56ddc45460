"""Our corpus of tools as definitions: payloads hidden or encoded as each entry asks for."""

import base64
from pathlib import Path
from urllib.parse import quote

import yaml

HERE = Path(__file__).with_name("corpus")
ZOO = sorted((Path(__file__).parents[3] / "shared" / "zoo").glob("*.json"))


def poisoned(name="poisoned.yaml"):
    return [(entry, [definition(entry)]) for entry in read(name)]


def benign():
    return [
        (entry, [definition(entry), *map(neighbour, entry.get("also", ()))])
        for entry in read("benign.yaml")
    ]


def read(name):
    return yaml.safe_load((HERE / name).read_text(encoding="utf-8"))


def definition(entry):
    tool = {"name": entry["name"], "description": describe(entry)}
    properties = {
        name: {"type": "string", "description": text}
        for name, text in (entry.get("args") or {}).items()
    }
    tool["inputSchema"] = entry.get("schema") or {"type": "object", "properties": properties}
    for key, member in (
        ("output", "outputSchema"),
        ("annotations", "annotations"),
        ("meta", "_meta"),
    ):
        if key in entry:
            tool[member] = entry[key]
    return tool


def neighbour(name):
    return {
        "name": name,
        "description": "Another tool of the same server.",
        "inputSchema": {"type": "object"},
    }


def describe(entry):
    text, payload = entry["description"], entry.get("payload", "")
    if "blank" in entry:
        return text + " " * entry["blank"] + payload
    if "blank_lines" in entry:
        return text + "\n" * entry["blank_lines"] + payload
    if "encode" in entry:
        return f"{text} {ENCODINGS[entry['encode']](payload)}"
    if "hide" in entry:
        return text + HIDINGS[entry["hide"]](payload)
    return text


def bits(text):
    return "".join(
        "\u200c" if bit == "1" else "\u200b" for char in text.encode() for bit in f"{char:08b}"
    )


def selectors(text):
    return "".join(chr(0xFE00 + b) if b < 16 else chr(0xE0100 + b - 16) for b in text.encode())


ENCODINGS = {
    "base64": lambda text: base64.b64encode(text.encode()).decode(),
    "hex": lambda text: text.encode().hex(),
    "percent": lambda text: quote(text, safe=""),
    "escape": lambda text: "".join(f"\\x{ord(c):02x}" for c in text),
    "entity": lambda text: "".join(f"&#{ord(c)};" for c in text),
}
HIDINGS = {
    "tags": lambda text: "".join(chr(0xE0000 + ord(c)) for c in text),
    "zero-width": bits,
    "selectors": selectors,
}
