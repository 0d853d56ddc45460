"""A small server on FastMCP, over stdio, or over HTTP at the port that is named."""

import sys

from fastmcp import FastMCP

server = FastMCP("small")


@server.tool
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


@server.resource("greeting://{name}")
def greeting(name: str) -> str:
    """A greeting."""
    return f"hello, {name}"


@server.prompt
def review(code: str) -> str:
    """Ask for a review."""
    return f"Please review: {code}"


if __name__ == "__main__":
    if len(sys.argv) > 1:
        server.run("http", host="127.0.0.1", port=int(sys.argv[1]), show_banner=False)
    else:
        server.run("stdio", show_banner=False)
