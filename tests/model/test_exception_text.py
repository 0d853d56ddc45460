"""Which tool errors are the text of an uncaught exception: real texts, both ways."""

import pytest

from mcptest.model.error_texts.exception_text import find_exception, is_masked

CRASHES = {
    "python key error, wrapped by the SDK": "Error executing tool weather: 'temperature'",
    "python key error, wrapped by FastMCP": "Error calling tool 'weather': 'temperature'",
    "python key error, bare": "'temperature'",
    "python key error, named": "KeyError: 'temperature'",
    "python attribute": "Error executing tool x: 'NoneType' object has no attribute 'get'",
    "python subscript": "'NoneType' object is not subscriptable",
    "python arguments": "fetch() missing 1 required positional argument: 'url'",
    "python keyword": "Client.get() got an unexpected keyword argument 'retries'",
    "python operand": "unsupported operand type(s) for +: 'int' and 'str'",
    "python concatenation": 'can only concatenate str (not "int") to str',
    "python name": "name 'requests' is not defined",
    "python local": "cannot access local variable 'row' where it is not associated with a value",
    "python import": "No module named 'numpy'",
    "python json": "Object of type datetime is not JSON serializable",
    "python await": "object dict can't be used in 'await' expression",
    "python unpack": "not enough values to unpack (expected 2, got 1)",
    "python traceback": (
        'Traceback (most recent call last):\n  File "/srv/a.py", line 3, in f\n'
        "AttributeError: module 'os' has no attribute 'getcwdx'"
    ),
    "node undefined": "Cannot read properties of undefined (reading 'name')",
    "node undefined, old": "TypeError: Cannot read property 'name' of undefined",
    "node function": "client.fetchAll is not a function",
    "node reference": "ReferenceError: fs is not defined",
    "node undefined function": "undefined is not a function",
    "bun": "undefined is not an object (evaluating 'a.b')",
    "node argument": (
        'The "path" argument must be of type string or an instance of Buffer or URL. '
        "Received undefined"
    ),
    "node const": "Assignment to constant variable.",
    "node module": "Cannot find module './lib/db.js'",
    "java": 'java.lang.NullPointerException: Cannot invoke "String.length()" because "<local1>" is null',
    "java cast": "class java.lang.Integer cannot be cast: java.lang.ClassCastException",
    "kotlin": "lateinit property client has not been initialized",
    "go nil": "runtime error: invalid memory address or nil pointer dereference",
    "go handler": "panic recovered in search tool handler: runtime error: index out of range [3] with length 2",
    "go conversion": "interface conversion: interface {} is nil, not string",
    "go trace": "goroutine 7 [running]:\nmain.main()",
    "rust": "thread 'tokio-runtime-worker' panicked at src/main.rs:31:9",
    "rust unwrap": "called `Option::unwrap()` on a `None` value",
    "rust join": "task 12 panicked",
    "csharp": "Object reference not set to an instance of an object.",
    "csharp named": "System.NullReferenceException: Object reference",
    "csharp key": "The given key 'units' was not present in the dictionary.",
    "ruby": "undefined method 'name' for nil",
    "php": "Call to a member function rows() on null",
}
REJECTIONS = {
    "a missing file": "ENOENT: no such file or directory, open 'example.txt'",
    "a missing record": "Error executing tool get_note: no note with the id example",
    "a deliberate ValueError": "Error executing tool weather: city unknown",
    "a deliberate ValueError, named": "ValueError: city unknown",
    "a deliberate FastMCP error": "Error calling tool 'weather': Invalid unit: example",
    "a validation error": (
        "1 validation error for weatherArguments\ncity\n  Field required "
        "[type=missing, input_value={}, input_type=dict]"
    ),
    "an SDK's validation": "Input validation error: 'city' is a required property",
    "a TypeScript SDK's validation": "MCP error -32602: Invalid arguments for tool x: []",
    "no network, node": "TypeError: fetch failed",
    "no network, python": "httpx.ConnectError: All connection attempts failed",
    "no network, go": 'Get "https://example.com/": dial tcp: lookup example.com: no such host',
    "no network, java": "java.net.UnknownHostException: example.com",
    "a bad address": "TypeError: Invalid URL",
    "access denied": "Access denied - path outside allowed directories: /a/example.txt not in /b",
    "no key": "OPENAI_API_KEY environment variable is not set",
    "a domain message with a quoted word": "Unknown time zone 'Mars/Phobos'",
    "an operation that is not supported": "Only SELECT statements are supported",
    "a word for functions": "example is not a function of this module",
    "a calculator": "Cannot divide by zero",
    "a database": "relation does not exist",
    "nothing": "",
}


@pytest.mark.parametrize("text", CRASHES.values(), ids=list(CRASHES))
def test_what_only_a_mistake_in_the_program_says_is_certain(text):
    found = find_exception(text, sent={"query": "example"})
    assert found is not None
    assert found.certain
    assert found.excerpt in text


@pytest.mark.parametrize("text", REJECTIONS.values(), ids=list(REJECTIONS))
def test_what_a_tool_may_say_on_purpose_is_no_exception(text):
    assert find_exception(text, sent={"query": "example"}) is None


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("KeyError: 'example'", {"city": "example"}),  # a lookup of what was sent
        ("Error executing tool get: 'example'", {"city": "example"}),
        ("list index out of range", {"index": 1}),
        ("division by zero", {"divisor": 0}),
        ("float modulo", {"divisor": 0.5}),  # zero, once it is an integer
        ("division by zero", {"expression": "1 / 0"}),
        ("The given key 'example' was not present in the dictionary.", {"key": "example"}),
        ("AssertionError: city must be known", {}),
        ("NotImplementedError: not yet", {}),
        ("RangeError: Invalid time value", {}),
        ('java.lang.NumberFormatException: For input string: "example"', {}),
        ("Error: city unknown\n    at getWeather (/srv/index.js:3:5)", {}),
        ('Traceback (most recent call last):\n  File "a.py", line 3\nValueError: city', {}),
        ("KeyError: 'GITHUB_TOKEN'", {}),  # an account that this machine does not have
        ("'NoneType' object has no attribute 'text' after ConnectError", {}),
    ],
)
def test_what_may_be_meant_or_is_about_what_was_sent_is_only_likely(text, sent):
    found = find_exception(text, sent=sent)
    assert found is not None
    assert not found.certain


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("ReferenceError: example is not defined", {"expression": "example"}),
        ("name 'example' is not defined", {"code": "example"}),
        ("Cannot find package 'example'", {"package": "example"}),
        ("no record for KeyError: 'x'", {"query": "KeyError: 'x'"}),
    ],
)
def test_an_echo_of_what_was_sent_is_no_exception(text, sent):
    assert find_exception(text, sent=sent) is None


@pytest.mark.parametrize("sent", [{"city": "Berlin"}, {"n": 1}, {"n": 1, "day": "2026-11-18"}])
@pytest.mark.parametrize("text", ["division by zero", "integer division or modulo by zero"])
def test_a_division_by_zero_without_a_zero_sent_is_one(text, sent):
    found = find_exception(f"Error executing tool page: {text}", sent=sent)
    assert found is not None
    assert found.certain


def test_the_reason_of_a_traceback_is_what_is_quoted():
    text = (
        'Traceback (most recent call last):\n  File "a.py", line 3, in f\nValueError: city unknown'
    )
    assert find_exception(text).excerpt == "ValueError: city unknown"


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("Error executing tool weather", True),
        ("Error calling tool 'weather'", True),
        ("An error occurred invoking 'weather'.", True),
        ("Error executing tool weather: city unknown", False),
        ("city unknown", False),
    ],
)
def test_an_sdk_that_hides_the_text_is_known(text, masked):
    assert is_masked(text) is masked
