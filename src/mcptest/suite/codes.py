"""What each error code of a suite means and what to do about it; ``explain`` reads it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class CodePage(NamedTuple):
    """One code: what it means, and the way out."""

    means: str
    fix: str


CODES: Final[Mapping[str, CodePage]] = {
    "no-suite": CodePage(
        "No file was named and the folder holds none of the names that a suite has.",
        "Name the file, call it mcptest.yml or NAME.mcptest.yml, or write one with scaffold.",
    ),
    "suite-alias": CodePage(
        "A YAML alias has no anchor before it, or stands inside the value that it names.",
        "Define the anchor first, or write the value out.",
    ),
    "suite-alias-bomb": CodePage(
        "Aliases unfold to more values than a suite can have; such files fill the memory.",
        "Write the values out, or use variables.",
    ),
    "suite-bad-duration": CodePage(
        "A time span is not written as one, is not more than zero, or is longer than 24 hours.",
        "Write 250ms, 30s or 2m; a bare number is seconds.",
    ),
    "suite-bad-pattern": CodePage(
        "A regular expression cannot be read.", "Correct it at the position that is named."
    ),
    "suite-bad-schema": CodePage(
        "A JSON Schema in a matcher is not valid, or refers to something outside of itself.",
        "Correct it; put what it refers to under $defs, since nothing is ever fetched.",
    ),
    "suite-bad-target": CodePage(
        "A target is no path, or begins with a name that this block does not offer.",
        'Write result.content[0].text, result["a b"], or a JSONPath query beginning with $.',
    ),
    "suite-bad-value": CodePage(
        "A value has the right type and still cannot be meant.", "Use what the message allows."
    ),
    "suite-depth": CodePage(
        "Values are nested more than 64 levels deep.", "Flatten them; nothing needs that many."
    ),
    "suite-documents": CodePage(
        "The file holds a second YAML document, which would be ignored in silence.",
        "Remove the --- line, or make it a file of its own.",
    ),
    "suite-duplicate-key": CodePage(
        "One key stands twice in one object; the second would hide the first.", "Keep one of them."
    ),
    "suite-duplicate-name": CodePage(
        "Two tests on one server, or two servers, have one name; reports could not tell them.",
        "Give each a name of its own.",
    ),
    "suite-empty": CodePage(
        "The file holds nothing but white space or comments.", "Begin with a server and a test."
    ),
    "suite-encoding": CodePage("The file is not UTF-8.", "Save it as UTF-8."),
    "suite-import-cycle": CodePage(
        "Files import each other in a circle.", "Move what they share into a third file."
    ),
    "suite-import-depth": CodePage(
        "Imports follow each other too far, or there are too many.", "Import fewer files."
    ),
    "suite-import-missing": CodePage(
        "An imported file is not there or cannot be read.",
        "Paths are relative to the file that imports.",
    ),
    "suite-import-outside": CodePage(
        "An import leads out of the project, or to an address.",
        "Copy the file into the project; the project is the folder with .git or mcptest.yml.",
    ),
    "suite-key": CodePage("A key is a list, an object or nothing.", "Use a word as the key."),
    "suite-merge-conflict": CodePage(
        "The file still has the marks of a merge conflict.", "Resolve it and remove the marks."
    ),
    "suite-merge-key": CodePage(
        "`<<` merged objects in YAML 1.1; suites are YAML 1.2, where it does not.",
        "Write the keys out or use defaults; quote it to mean a key of that name.",
    ),
    "suite-missing-key": CodePage("A key that must be there is not.", "Add it."),
    "suite-not-found": CodePage("There is no file of this name.", "Check the path."),
    "suite-number": CodePage(
        "A number cannot be sent as JSON: not a number, infinite, or absurdly long.",
        "Quote it if text is meant.",
    ),
    "suite-syntax": CodePage("The file is not valid YAML.", "Look at the place that is shown."),
    "suite-tab": CodePage("A tab indents a line; YAML allows spaces only.", "Use spaces."),
    "suite-tag": CodePage(
        "A YAML tag would make something else than plain data.", "Write the plain value."
    ),
    "suite-too-large": CodePage(
        "The file is larger than 5 MiB, or has more than 400,000 keys and values.",
        "Split it, and use imports.",
    ),
    "suite-unknown-key": CodePage(
        "An object has a key that means nothing there, often a misspelling.",
        "Use the suggestion; mcptest schema lists what there is.",
    ),
    "suite-unknown-matcher": CodePage(
        "A matcher is called by a name that none has.", "Use the suggestion."
    ),
    "suite-unknown-server": CodePage(
        "A test names a server that the suite does not declare.", "Declare it under servers."
    ),
    "suite-unknown-spec-version": CodePage(
        "A pin names no revision of the protocol.", "Use one of those that are listed."
    ),
    "suite-unreadable": CodePage(
        "The file cannot be read: a folder, a pipe, a device, or not allowed.",
        "Name a regular file that you may read.",
    ),
    "suite-unset-variable": CodePage(
        "${name} or a setting names a variable that has no value.",
        "Define it under variables, set it in the environment, or give it a default.",
    ),
    "suite-variable-bomb": CodePage(
        "Variables that are made of variables become more text than a suite can mean.",
        "Write the long text once, or let the server read it from a file.",
    ),
    "suite-variable-cycle": CodePage(
        "Variables refer to each other in a circle.", "Give one of them a literal value."
    ),
    "suite-wrong-type": CodePage(
        "A list stands where text is needed, or the like.", "Write it in the form that is named."
    ),
    "target-too-slow": CodePage(
        "A JSONPath query took longer than a second.", "Name the members rather than use `..`."
    ),
}
