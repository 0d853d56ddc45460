"""Every view of the page in a real browser."""

import os
from pathlib import Path

import pytest
from tests.real.ui_page import View, ui, write_config

pytestmark = [pytest.mark.real, pytest.mark.timeout(120)]


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ui")
    with ui(folder, "--mcp-config", str(write_config(folder))) as (link, root):
        yield link, root


@pytest.fixture
def view(browser, page):
    """Open the page on a server; at the end it complained about nothing and asked nobody else."""
    opened = []

    def make(server, **look):
        opened.append(View(browser, page[0], server, **look))
        return opened[-1]

    yield make
    origin = page[0].partition("#")[0]
    for one in opened:
        assert one.tab.complaints == []
        outside = [
            url for url in one.tab.requests if not url.startswith((origin, "data:", "blob:"))
        ]
        assert outside == []
        one.tab.close()


def test_the_token_leaves_the_address_and_a_reload_stays_where_it_was(view):
    one = view("tiny").connect().tool("echo")
    assert "token" not in one.tab.look("location.href")
    one.tab.reload()
    one.tab.wait("document.querySelector('.panel h1')?.textContent === 'echo'")
    assert one.tab.look("location.hash").startswith("#/tools/echo")


def test_a_server_is_shown_with_its_revision_and_stderr(view):
    one = view("everything").connect()
    one.tab.wait("document.querySelector('.log').textContent.includes('Starting default')")
    facts = "document.querySelector('.facts').textContent"
    one.tab.wait(f"{facts}.includes('2025-11-25') && {facts}.includes('handshake')")
    one.tab.look(
        "(s => { s.value = '2025-06-18'; s.dispatchEvent(new Event('change')); })(document.querySelector('#revision'))"
    )
    one.tab.wait("document.querySelector('.facts')?.textContent.includes('2025-06-18')")
    one.tab.click("Ping")
    one.tab.wait("document.querySelector('[data-result=ok]') !== null")


def test_a_tool_is_called_by_keyboard_alone(view):
    one = view("everything").connect()
    tab = one.tab
    tab.press("2")
    tab.wait("document.querySelectorAll('.side .row').length > 5")
    tab.press("/")
    tab.wait("document.activeElement.matches('[data-filter]')")
    tab.type("sum")
    tab.wait("document.querySelectorAll('.side .row').length === 1")
    tab.press("ArrowDown")
    tab.press("Enter")
    tab.wait("document.querySelector('.arguments .field') !== null")
    tab.press("f")
    tab.wait("document.querySelector('.arguments input')?.value !== ''")
    tab.press("Enter", ctrl=True)
    tab.wait("document.querySelector('[data-result=ok]') !== null")
    assert "sum of" in one.text("[data-response]")
    assert "call ended" in one.text("#live")
    tab.look("document.querySelector('[data-response]').replaceChildren()")
    tab.look("document.querySelector('[data-key=call]').focus()")
    tab.press("Enter")
    tab.wait("document.querySelector('[data-result=ok]') !== null")
    assert tab.look("document.activeElement.dataset.key") == "call"


@pytest.mark.parametrize(
    ("tool", "arguments", "shown"),
    [
        ("get-tiny-image", False, "img.shown"),
        ("get-structured-content", True, "[data-schema=ok]"),
        ("get-resource-links", True, "button.link"),
        ("get-annotated-message", True, "pre.text"),
    ],
)
def test_every_kind_of_result_is_shown(view, tool, arguments, shown):
    one = view("everything").connect()
    one.go(f"tools/{tool}")
    one.tab.wait("document.querySelector('.arguments .form') !== null")
    if arguments:
        one.tab.click("JSON")
        one.tab.click("Fill")
        one.tab.wait("document.querySelector('.arguments textarea')?.value.length > 5")
    one.call("ok")
    if "schema" in shown:
        one.tab.click("Structured")
    one.tab.wait(f"document.querySelector('[data-response] {shown}') !== null")


def test_what_is_not_json_blocks_the_call_and_what_breaks_the_schema_asks(view):
    one = view("asking").connect().tool("get_person")
    one.tab.click("JSON")
    one.fill(".arguments textarea", '{"name": ')
    one.tab.click("Call")
    one.tab.wait("document.querySelector('.blocks-call') !== null")
    assert one.tab.look("document.querySelector('[data-result]')") is None
    one.fill(".arguments textarea", '{"name": 5}')
    one.tab.wait("document.querySelector('.field-errors')?.textContent.includes('/name')")
    one.tab.click("Call")
    one.tab.wait("document.querySelector('dialog')?.textContent.includes('do not match')")
    one.tab.click("Send them anyway")
    one.tab.wait("document.querySelector('[data-result=ok]') !== null")
    one.tab.click("Structured")
    one.tab.wait("document.querySelector('[data-schema=wrong]') !== null")


def test_a_destructive_tool_is_called_after_it_was_confirmed(view):
    one = view("asking").connect().tool("delete_all")
    one.tab.click("Call")
    one.tab.wait("document.querySelector('dialog')?.textContent.includes('destructive')")
    one.tab.click("Cancel", "document.querySelector('dialog')")
    one.tab.wait("document.querySelector('dialog') === null")
    one.tab.click("Call")
    one.tab.click("Call it anyway")
    one.tab.wait("document.querySelector('[data-result=ok]') !== null")


def test_a_call_is_saved_as_a_test_and_run(view, page):
    one = view("everything").connect()
    one.go("tools/get-sum")
    one.tab.wait("document.querySelector('.arguments .field') !== null")
    one.fill("[data-field=a] input", "2")
    one.fill("[data-field=b] input", "3")
    one.call("ok")
    one.tab.click("Save as test")
    one.tab.wait("document.querySelector('[data-yaml]')?.textContent.includes('tool: get-sum')")
    one.fill("dialog input[list]", "sums.mcptest.yml")
    one.tab.press("Tab")
    one.tab.wait(
        "document.querySelector('dialog')?.textContent.includes('sums.mcptest.yml is a new file')"
    )
    one.tab.click("Save and run")
    one.tab.wait("document.querySelector('[data-job-word=passed]') !== null")
    assert "sum of 2 and 3 is 5" in (page[1] / "sums.mcptest.yml").read_text()
    one.tab.wait(
        "document.querySelector('[data-open-suite] textarea').value.startsWith('# Tests for everything')"
    )


def test_a_sequence_of_calls_is_saved_as_steps_and_run(view, page):
    one = view("everything").connect()
    one.go("tools/get-tiny-image")
    one.tab.wait("document.querySelector('.arguments .form') !== null")
    one.call("ok")
    one.go("tools/get-structured-content")
    one.tab.wait("document.querySelector('.arguments [data-field=location]') !== null")
    one.tab.click("JSON")
    one.tab.click("Fill")
    one.tab.wait("document.querySelector('.arguments textarea')?.value.length > 5")
    one.call("ok")
    one.go("history")
    rows = "[...document.querySelectorAll('.side .row')]"
    for number, name in ((1, "get-tiny-image"), (0, "get-structured-content")):
        one.tab.wait(f"{rows}[{number}]?.textContent.includes('{name}')")
        one.tab.look(f"{rows}[{number}].click()")
        one.tab.wait(f"document.querySelector('.panel h1')?.textContent === '{name}'")
        one.tab.press("x")
        one.tab.wait(f"{rows}[{number}].textContent.includes('in sequence')")
    one.tab.click("Save 2 calls as test")
    one.tab.wait("document.querySelector('[data-yaml]')?.textContent.includes('steps:')")
    one.fill("dialog input[list]", "steps.mcptest.yml")
    one.tab.press("Tab")
    one.tab.wait(
        "document.querySelector('dialog')?.textContent.includes('steps.mcptest.yml is a new file')"
    )
    one.tab.click("Save and run")
    one.tab.wait("document.querySelector('[data-job-word=passed]') !== null")
    assert "steps:" in (page[1] / "steps.mcptest.yml").read_text()


def test_the_end_of_a_long_message_is_found(view):
    one = view("tiny").connect().tool("echo")
    one.fill("[data-field=text] :is(input, textarea)", "x" * 500 + " needle")
    one.call("ok")
    one.go("messages")
    one.fill("input[data-filter]", "NEEDLE")
    one.tab.wait("document.querySelectorAll('.messages .row').length === 2")


def test_messages_are_filtered_compared_and_sent_again(view):
    one = view("tiny").connect().tool("echo")
    one.fill("[data-field=text] :is(input, textarea)", "one")
    one.call("ok")
    one.fill("[data-field=text] :is(input, textarea)", "two")
    one.call("ok")
    one.go("messages")
    one.fill("input[data-filter]", "tools/call")
    one.tab.look(
        "(s => { s.value = 'request'; s.dispatchEvent(new Event('change')); })(document.querySelector('.toolbar select'))"
    )
    rows = "[...document.querySelectorAll('.messages .row')]"
    one.tab.wait(f"{rows}.length >= 2 && {rows}.every(r => r.textContent.includes('tools/call'))")
    one.tab.look(f"{rows}.at(-2).click()")
    one.tab.click("Compare…")
    one.tab.look(f"{rows}.at(-1).click()")
    one.tab.wait(
        "[...document.querySelectorAll('button')].some(b => b.textContent.startsWith('Compare with'))"
    )
    one.tab.look(
        "[...document.querySelectorAll('button')].find(b => b.textContent.startsWith('Compare with')).click()"
    )
    one.tab.wait("document.querySelectorAll('.difference .added').length > 0")
    assert '"text": "two"' in one.text(".difference")
    one.tab.click("Edit and send")
    one.tab.wait("document.querySelector('dialog textarea') !== null")
    one.tab.click("Send as it is")
    one.tab.wait("document.querySelector('dialog')?.textContent.includes('Response: answered')")
    one.tab.press("Escape")


def test_resources_and_templates_are_read(view):
    one = view("everything").connect()
    one.go("resources")
    one.tab.wait("document.querySelectorAll('.side .row').length > 3")
    one.tab.look(
        "[...document.querySelectorAll('.side .row')].find(r => r.textContent.includes('{resourceId}')).click()"
    )
    one.fill("[data-field=resourceId] input", "1")
    one.tab.wait("document.querySelector('.panel code').textContent.endsWith('/1')")
    one.tab.click("Read")
    one.tab.wait("document.querySelector('[data-result=ok]') !== null")
    one.tab.click("Subscribe")
    one.tab.wait("document.querySelector('[data-result=ok]') !== null")


def test_prompts_are_completed_and_rendered(view):
    one = view("everything").connect()
    one.go("prompts/completable-prompt")
    one.fill("[data-field=department] input", "E")
    one.tab.wait(
        "document.querySelector('[data-field=department] datalist option')?.value === 'Engineering'"
    )
    one.fill("[data-field=department] input", "Engineering")
    one.fill("[data-field=name] input", "Alice")
    one.tab.click("Get")
    one.tab.wait("document.querySelector('[data-result=ok]') !== null")
    assert "Alice" in one.text("[data-response]")


def test_an_elicitation_is_answered_in_the_inbox(view):
    one = view("asking").connect().tool("ask")
    one.tab.click("Call")
    one.tab.click("Answer in the Inbox")
    one.tab.wait("document.body.dataset.view === 'inbox'")
    one.fill("[data-question='elicitation/create'] [data-field=name] input", "Ada")
    one.tab.click("Accept")
    one.tab.wait("document.querySelector('[data-question=\"elicitation/create\"]') === null")
    one.go("history")
    one.tab.wait("document.querySelector('.side .row')?.textContent.includes('ok')")
    one.tab.look("document.querySelector('.side .row').click()")
    one.tab.wait("document.querySelector('.result')?.textContent.includes('Ada')")


def test_a_suite_is_edited_and_a_failure_shows_its_difference(view, page):
    one = view("tiny").connect().tool("echo")
    one.fill("[data-field=text] :is(input, textarea)", "hello")
    one.call("ok")
    one.tab.click("Save as test")
    one.fill("dialog input[list]", "edited.mcptest.yml")
    one.tab.press("Tab")
    one.tab.wait(
        "document.querySelector('dialog')?.textContent.includes('edited.mcptest.yml is a new file')"
    )
    one.tab.click("Save", "document.querySelector('dialog')")
    one.tab.wait("document.querySelector('[data-open-suite] textarea')?.value.includes('hello')")
    area = "document.querySelector('[data-open-suite] textarea')"
    one.tab.look(
        f"{area}.value = {area}.value.replace('tool: echo', 'tol: echo'); {area}.dispatchEvent(new Event('input'))"
    )
    one.tab.wait("document.querySelector('[data-problems]').textContent.includes('tol')")
    one.tab.look(
        f"{area}.value = {area}.value.replace('tol: echo', 'tool: echo').replace('exact: hello', 'exact: goodbye'); {area}.dispatchEvent(new Event('input'))"
    )
    one.tab.wait(
        "document.querySelector('[data-problems]').textContent === '' && !document.querySelector('[data-open-suite] .buttons button').disabled"
    )
    one.tab.click("Save")
    one.tab.wait("document.querySelector('[data-open-suite] .buttons button').disabled")
    one.tab.click("Run", "document.querySelector('[data-open-suite] .section-head')")
    one.tab.wait("document.querySelector('[data-case-status=failed] .difference') !== null")
    assert "goodbye" in one.text(".difference")
    assert "goodbye" in (page[1] / "edited.mcptest.yml").read_text()


def test_a_grade_appears_with_its_findings(view):
    one = view("tiny").connect()
    one.go("audit")
    one.tab.click("Grade the server")
    one.tab.wait("document.querySelector('.letter') !== null")
    one.tab.wait("document.querySelector('[data-case-status=failed]') !== null")
    one.tab.wait("document.querySelector('[data-job-state=finished]') !== null")
    assert one.text(".letter") in {"A+", "A", "B", "C", "D", "F"}
    one.tab.click("Save as test")
    one.tab.wait("document.querySelector('[data-yaml]')?.textContent.includes('tool: ')")
    one.tab.wait("document.querySelector('dialog').textContent.includes('fails until the server')")


def test_a_call_of_the_history_is_made_again(view):
    one = view("tiny").connect().tool("count")
    one.call("ok")
    one.go("history")
    one.tab.wait("document.querySelectorAll('.side .row').length > 0")
    before = one.tab.look("document.querySelectorAll('.side .row').length")
    one.tab.look("document.querySelector('.side .row').click()")
    one.tab.click("Call again")
    one.tab.wait(f"document.querySelectorAll('.side .row').length > {before}")
    command = one.tab.wait("document.querySelector('[data-key=c]')?.dataset.copy")
    assert command.startswith("mcptest call count")


def test_a_response_below_the_window_comes_into_sight(view):
    one = view("everything", width=360, height=640).connect()
    one.go("tools/get-sum")
    one.fill("[data-field=a] input", "2")
    one.fill("[data-field=b] input", "3")
    one.tab.look("document.querySelector('.panel').scrollTop = 0")
    one.call("ok")
    one.tab.wait("document.querySelector('[data-response]').getBoundingClientRect().top < 500")


def test_a_question_of_the_page_ends_when_another_view_is_opened(view):
    one = view("tiny").connect()
    one.go("history")
    one.tab.click("Clear the history")
    one.tab.wait("document.querySelector('dialog.ask')")
    one.go("tools")
    one.tab.wait("document.querySelector('dialog') === null")


def test_a_tool_runs_as_a_task(view):
    one = view("everything").connect()
    one.go("tools/simulate-research-query")
    one.fill("[data-field=topic] :is(input, textarea)", "testing")
    one.tab.wait("document.querySelector('.buttons label')?.textContent.includes('Run as task')")
    one.tab.click("Call")
    one.tab.wait("document.querySelector('.buttons .note').textContent.includes('task working')")
    one.tab.wait("document.querySelector('[data-result=ok]') !== null")
    assert "testing" in one.text("[data-response]")


def test_a_question_that_comes_as_a_task_is_answered_later(view):
    one = view("everything").connect()
    one.go("tools/trigger-sampling-request-async")
    one.fill("[data-field=prompt] :is(input, textarea)", "Say hello")
    one.tab.click("Call")
    one.go("inbox")
    one.fill("[data-question='sampling/createMessage'] textarea", "Hello from a person")
    one.tab.click("Answer", "document.querySelector(\"[data-question='sampling/createMessage']\")")
    one.go("tools/trigger-sampling-request-async")
    one.tab.wait("document.querySelector('[data-result=ok]').textContent.includes('COMPLETED')")
    assert "Hello from a person" in one.text("[data-response]")


def test_cancelling_by_keyboard_leads_back_to_the_call(view):
    one = view("everything").connect()
    one.go("tools/trigger-long-running-operation")
    one.fill("[data-field=duration] input", "60")
    one.tab.click("Call")
    cancel = "[...document.querySelectorAll('.panel .buttons button')].find(e => e.textContent === 'Cancel')"
    one.tab.wait(f"{cancel}.checkVisibility()")
    one.tab.look(f"{cancel}.focus()")
    one.tab.press("Enter")
    one.tab.wait("document.querySelector('[data-result=cancelled]') !== null")
    assert one.tab.look("document.activeElement.dataset.key") == "call"


def test_a_subscription_and_its_updates_are_marked(view):
    one = view("asking").connect()
    one.go("resources/test%3A%2F%2Fone")
    one.tab.click("Subscribe")
    row = "document.querySelector('.side .row').textContent"
    one.tab.wait(f"{row}.includes('subscribed') && {row}.includes('updated')")
    one.tab.click("Read")
    one.tab.wait(f"!{row}.includes('updated')")
    one.tab.click("Unsubscribe")
    one.tab.wait(f"!{row}.includes('subscribed')")
    one.tab.click("Refresh")
    one.tab.wait("document.querySelectorAll('.side .row').length === 2")


def test_log_messages_are_shown(view):
    one = view("everything").connect()
    one.go("tools/toggle-simulated-logging")
    one.tab.wait("document.querySelector('.arguments .form') !== null")
    one.call("ok")
    one.go("servers")
    log = "document.querySelector('[aria-label=\"Log messages\"]').textContent"
    one.tab.wait(f"{log}.includes('level') || {log}.includes('message')")


def test_pictures_of_the_page_can_be_taken(view, tmp_path):
    """With MCPTEST_PICTURES=1 they replace those of the docs."""
    docs = Path(__file__).parents[2] / "docs" / "how-to" / "page"
    folder = docs if os.environ.get("MCPTEST_PICTURES") else tmp_path
    one = view("everything", width=1280, height=800).connect()
    one.go("tools/get-sum")
    one.fill("[data-field=a] input", "2")
    one.fill("[data-field=b] input", "3")
    one.call("ok")
    one.tab.picture(folder / "tools.webp")
    one.tab.click("Save as test")
    one.tab.wait("document.querySelector('[data-yaml]')?.textContent.includes('tool: get-sum')")
    one.tab.picture(folder / "save-as-test.webp")
    one.tab.click("Cancel", "document.querySelector('dialog')")
    one.tab.scheme("dark")
    one.go("messages")
    one.tab.wait("document.querySelectorAll('.messages .row').length > 3")
    one.tab.look("document.querySelectorAll('.messages .row')[2].click()")
    one.tab.wait("document.querySelector('[data-open-frame]') !== null")
    one.tab.picture(folder / "messages-dark.webp")
    for name in ("tools", "save-as-test", "messages-dark"):
        assert 5_000 < (folder / f"{name}.webp").stat().st_size < 120_000
