"""Modes by name: a family is a module here, a mode a function in it that spoils a server."""

import importlib

STDIO = ("starting", "framing", "messages", "calling", "content")
HTTP = ("http_broken", "http_sse", "http_refusing")


def modes(families, package="tests.servers.hostile"):
    """Every mode of these families: its name and the function."""
    found = {}
    for family in families:
        module = importlib.import_module(f"{package}.{family}" if package else family)
        found |= module.MODES
    return found


class Family(dict):
    """Collects the functions of one module; an underscore in a name becomes a hyphen."""

    def __call__(self, function):
        self[function.__name__.strip("_").replace("_", "-")] = function
        return function
