"""What the words of a tool say about it, both ways."""

import tomllib
from importlib.resources import files

import pytest

from mcptest.model.tool import ToolDescriptor
from mcptest.safety import ClassSource, ToolClass, classify
from mcptest.safety.lexicon import lexicon
from mcptest.safety.wording import judge_title, judge_warnings

SEED_MUTATING = [
    "create",
    "update",
    "set",
    "send",
    "write",
    "post",
    "put",
    "insert",
    "patch",
    "add",
    "upload",
]
SEED_DESTRUCTIVE = [
    "delete",
    "remove",
    "drop",
    "destroy",
    "purge",
    "erase",
    "wipe",
    "kill",
    "revoke",
]
DESTRUCTIVE, MUTATING = ToolClass.DESTRUCTIVE, ToolClass.MUTATING
PRESUMED = ToolClass.READ_ONLY_PRESUMED


def found(name, description=None, annotations=None, **properties):
    raw = {"name": name, "description": description, "annotations": annotations}
    raw = {key: value for key, value in raw.items() if value is not None}
    return classify(ToolDescriptor.from_json({**raw, "inputSchema": {"properties": properties}}))


def test_the_lists_of_the_seed_are_a_floor():
    entries = lexicon().entries
    for word in SEED_MUTATING:
        assert entries[(word,)].tool_class is MUTATING
        assert found(f"get_{word}_x").tool_class is MUTATING
    for word in SEED_DESTRUCTIVE:
        assert entries[(word,)].tool_class is DESTRUCTIVE
        assert found(f"list_{word}_x").tool_class is DESTRUCTIVE


def test_there_are_many_words_each_with_a_reason_and_none_is_both():
    data = tomllib.loads(files("mcptest.safety").joinpath("words.toml").read_text("utf-8"))
    assert all(group["reason"] and group["class"] for group in data["group"])
    known = lexicon()
    assert len(known.entries) > 500
    dangerous = {words[0] for words in known.entries if len(words) == 1}
    assert not dangerous & (known.reading | known.computing | known.last)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("pay_invoice", DESTRUCTIVE),
        ("transferFunds", DESTRUCTIVE),
        ("format_disk", DESTRUCTIVE),
        ("shut_down", DESTRUCTIVE),
        ("shutDown", DESTRUCTIVE),
        ("hset", MUTATING),
        ("xdel", DESTRUCTIVE),
        ("deletefile", DESTRUCTIVE),
        ("createuser", MUTATING),
        ("kubectl_exec_into_pod", DESTRUCTIVE),
        ("run_command", DESTRUCTIVE),
        ("run-code", DESTRUCTIVE),
        ("call_tool", DESTRUCTIVE),
        ("eliminar_usuario", DESTRUCTIVE),
        ("\u0443\u0434\u0430\u043b\u0438\u0442\u044c", DESTRUCTIVE),
        ("\u521b\u5efa\u7528\u6237", MUTATING),
        ("find_and_pay", DESTRUCTIVE),
        ("search_and_replace", MUTATING),
        ("git_commit", MUTATING),
        ("email_customer", MUTATING),
    ],
)
def test_a_dangerous_name_is_found_out(name, expected):
    assert found(name).tool_class is expected
    assert found(name).source is ClassSource.NAME


@pytest.mark.parametrize(
    "name",
    [
        "get_order",
        "list_commits",
        "getPullRequest",
        "check_email",
        "issue_read",
        "message_search",
        "get_transfer_history",
        "read_payment",
        "kubectl_get_by_name",
        "search_cancellation_policy",
        "\u67e5\u8be2\u7528\u6237",
        "buscar_usuario",
    ],
)
def test_a_noun_behind_a_reading_word_is_no_alarm(name):
    assert (found(name).tool_class, found(name).reads) == (PRESUMED, True)


@pytest.mark.parametrize("name", ["frobnicate", "process", "widget", "checklist", "x", ""])
def test_without_a_reading_word_nothing_speaks_for_a_tool(name):
    assert (found(name).tool_class, found(name).reads) == (PRESUMED, False)


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("Deletes the record.", DESTRUCTIVE),
        ("This tool permanently deletes a user", DESTRUCTIVE),
        ("Allows you to delete a user.", DESTRUCTIVE),
        ("Find and remove duplicates", DESTRUCTIVE),
        ("List, create or delete branches", DESTRUCTIVE),
        ("<Purpose>\nRemoves everything", DESTRUCTIVE),
        ("Example 3: Delete a pod.", DESTRUCTIVE),
        ("Calculates/deletes the entry", DESTRUCTIVE),
        ("Sends a message", MUTATING),
        ("Sets the value", MUTATING),
    ],
)
def test_the_first_verb_of_the_description_counts(description, expected):
    for name in ("get_x", "x"):
        one = found(name, description)
        assert (one.tool_class, one.source) == (expected, ClassSource.DESCRIPTION)


@pytest.mark.parametrize(
    "description",
    [
        "Get the delete log",
        "Returns the records that were created and deleted.",
        "Search for issues and pull requests",
        "The set of real numbers.",
        "Created records, newest first",
        "Get a record. Delete it with delete_record.",
        "A list of commands that were run",
    ],
)
def test_what_is_not_the_first_verb_is_no_alarm(description):
    assert found("get_x", description).tool_class is PRESUMED


def test_the_more_dangerous_of_name_and_description_wins():
    assert found("delete_x", "Get a record").tool_class is DESTRUCTIVE
    assert found("create_x", "Deletes a record").tool_class is DESTRUCTIVE


def test_a_reading_description_speaks_for_a_tool_but_a_result_does_not():
    assert found("current", "Get the time").reads
    assert not found("zorp", "Returns true when it was zorped").reads


@pytest.mark.parametrize("name", ["command", "cmd", "shellCommand", "sql", "sql_query", "script"])
def test_an_argument_that_takes_a_program_makes_a_tool_destructive(name):
    one = found("get_x", None, None, **{name: {"type": "string"}})
    assert (one.tool_class, one.source) == (DESTRUCTIVE, ClassSource.ARGUMENT)


@pytest.mark.parametrize("argument", ["country_code", "code", "query", "commander", "transcript"])
def test_other_arguments_are_no_alarm(argument):
    assert found("get_x", None, None, **{argument: {"type": "string"}}).tool_class is PRESUMED


def test_an_argument_called_code_counts_where_it_is_executed():
    code = {"type": "string", "description": "Python code to execute"}
    assert found("x", None, None, code=code).tool_class is DESTRUCTIVE
    assert found("x", "Runs JavaScript in the page", None, code={}).tool_class is DESTRUCTIVE


def test_a_program_that_is_only_examined_is_no_alarm():
    for name in ("validate_sql", "explain", "lint_code"):
        assert found(name, "Look at the statement", None, sql={}, code={}).tool_class is PRESUMED
    assert found("validate", None, None, command={}).tool_class is DESTRUCTIVE


@pytest.mark.parametrize(
    ("values", "expected"),
    [(["list", "delete"], DESTRUCTIVE), (["get", "create"], MUTATING), (["get", "list"], PRESUMED)],
)
def test_the_most_dangerous_action_that_can_be_chosen_counts(values, expected):
    assert found("get_x", None, None, action={"enum": values}).tool_class is expected


@pytest.mark.parametrize("argument", ["output_file", "dryRun", "confirm"])
def test_a_file_to_write_or_a_confirmation_makes_a_tool_mutating(argument):
    assert found("convert", None, None, **{argument: {}}).tool_class is MUTATING


@pytest.mark.parametrize(
    ("annotations", "name", "expected", "source"),
    [
        ({"readOnlyHint": False}, "get_x", MUTATING, ClassSource.ANNOTATION),
        ({"readOnlyHint": False}, "charge_card", DESTRUCTIVE, ClassSource.NAME),
        ({"readOnlyHint": False}, "delete_x", DESTRUCTIVE, ClassSource.NAME),
        (
            {"readOnlyHint": False, "destructiveHint": True},
            "get_x",
            DESTRUCTIVE,
            ClassSource.ANNOTATION,
        ),
        (
            {"readOnlyHint": False, "destructiveHint": False},
            "get_x",
            MUTATING,
            ClassSource.ANNOTATION,
        ),
        (
            {"readOnlyHint": False, "idempotentHint": True},
            "get_x",
            MUTATING,
            ClassSource.ANNOTATION,
        ),
        ({"idempotentHint": False}, "delete_x", MUTATING, ClassSource.ANNOTATION),
        ({"idempotentHint": False}, "run_command", DESTRUCTIVE, ClassSource.NAME),
        ({"readOnlyHint": False, "destructiveHint": "yes"}, "get_x", PRESUMED, ClassSource.NAME),
    ],
)
def test_an_annotation_that_is_not_read_only_is_at_least_mutating(
    annotations, name, expected, source
):
    one = found(name, None, annotations)
    assert (one.tool_class, one.source) == (expected, source)


def test_whoever_declares_read_only_is_believed():
    one = found("run_command", "Deletes everything", {"readOnlyHint": True}, command={})
    assert (one.tool_class, one.source) == (ToolClass.READ_ONLY, ClassSource.ANNOTATION)


@pytest.mark.parametrize(
    "schema", [None, True, [], {"properties": 5}, {"properties": {"a": 5, "action": {"enum": 5}}}]
)
def test_any_schema_can_be_looked_at(schema):
    raw = {"name": "get_x", "inputSchema": schema}
    assert classify(ToolDescriptor.from_json(raw)).tool_class is PRESUMED


@pytest.mark.parametrize(
    ("text", "warns"),
    [
        ("Get an item. This irreversibly empties the box after reading.", True),
        ("Get an item. It cannot be undone!", True),
        ("Get an item. It can\u2019t be undone!", True),
        ("Get an item without permanently locking it.", False),
        ("Get an item; this does not permanently lock it.", False),
        ("Get an item.", False),
        (None, False),
    ],
)
def test_a_warning_counts_in_every_sentence(text, warns):
    assert (judge_warnings(text) is not None) is warns


@pytest.mark.parametrize(
    "title", [{"title": "Delete all"}, {"annotations": {"title": "Delete all"}}]
)
def test_the_verb_of_a_title_counts(title):
    raw = {"name": "thing", "inputSchema": {"type": "object"}, **title}
    assert classify(ToolDescriptor.from_json(raw)).tool_class is ToolClass.DESTRUCTIVE


def test_a_title_that_begins_with_a_noun_says_nothing():
    assert judge_title("New releases") is None


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("sil", None),
        ("ta_bort", None),
        ("smazat_zaznam", None),
        ("हटाएं", None),
        ("buynow", None),
        ("wiretransfer", "Moves funds."),
        ("zap", None),
        ("helper", "Utility. Deletes the item if confirm is true."),
        ("process_item", "Processes an item; the original is destroyed."),
        ("sync", "Reads a folder. The target will be overwritten."),
    ],
)
def test_a_dangerous_tool_is_known_by_a_foreign_word_or_a_later_sentence(name, description):
    assert found(name, description).tool_class is DESTRUCTIVE


@pytest.mark.parametrize(
    "description",
    [
        "Search notes. Remove the filter to see all of them.",
        "Search notes. Does not delete anything.",
        "Search notes. Orders are listed by date.",
        "Search notes. Nothing will not be deleted.",
    ],
)
def test_a_later_sentence_that_speaks_to_the_reader_is_not_a_danger(description):
    assert found("search_notes", description).tool_class is PRESUMED
