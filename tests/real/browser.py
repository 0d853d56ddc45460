"""A headless Chromium, spoken to over a pipe: enough of the DevTools protocol to look at a page."""

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import time
from contextlib import contextmanager

import pytest

TIMEOUT = 60  # seconds for one answer; browsers start slowly on a busy machine
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)


@contextmanager
def browsing(folder):
    """A browser with a profile of its own; ended at the end."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip("no Chromium is installed")
    to_read, to_write = os.pipe(), os.pipe()  # what the browser reads, what it writes
    process = subprocess.Popen(
        [program, *FLAGS, f"--user-data-dir={folder}", "about:blank"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: _as_three_and_four(to_read[0], to_write[1]),  # noqa: PLW1509  (no threads)
        pass_fds=(3, 4),
        start_new_session=True,
    )
    os.close(to_read[0])
    os.close(to_write[1])
    try:
        yield Browser(to_read[1], to_write[0])
    finally:
        os.killpg(process.pid, 9)
        process.wait(20)
        os.close(to_read[1])
        os.close(to_write[0])


def _as_three_and_four(read, write):
    """The two descriptors by which Chromium expects its pipe."""
    high = [fcntl.fcntl(each, fcntl.F_DUPFD, 64) for each in (read, write)]
    for number, each in enumerate(high, 3):
        os.dup2(each, number, inheritable=True)
        os.close(each)


class EvaluationError(AssertionError):
    """The page threw, or it was being replaced by another one."""


class Browser:
    def __init__(self, write, read):
        self._write, self._read = write, read
        self._buffer = b""
        self._number = 0
        self.events = []

    def call(self, method, session=None, **params):
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if session is not None:
            message["sessionId"] = session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + TIMEOUT
        while True:
            answer = self._next(deadline)
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise EvaluationError(answer)
                return answer["result"]
            self.events.append(answer)

    def _next(self, deadline):
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._read], [], [], max(0, deadline - time.monotonic()))
            assert ready, "the browser did not answer in time"
            more = os.read(self._read, 1 << 20)
            assert more, "the browser went away"
            self._buffer += more
        frame, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(frame)

    def open(self, address, *, width=1280, height=900, dark=False, script=True):
        return Tab(self, address, width=width, height=height, dark=dark, script=script)


class Tab:
    """One page, with everything it complained about or asked for."""

    def __init__(self, browser, address, *, width, height, dark, script):
        self._browser = browser
        browser.events.clear()
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        attached = browser.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        self._target = target
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.size(width, height)
        self.scheme("dark" if dark else "light")
        if not script:
            self.call("Emulation.setScriptExecutionDisabled", value=True)
        self.call("Page.navigate", url=address)
        self._wait_for("Page.loadEventFired")

    def call(self, method, **params):
        return self._browser.call(method, self._session, **params)

    def close(self):
        self._browser.call("Target.closeTarget", targetId=self._target)

    def _wait_for(self, event):
        deadline = time.monotonic() + TIMEOUT
        while not any(each.get("method") == event for each in self._browser.events):
            self._browser.events.append(self._browser._next(deadline))

    def size(self, width, height):
        shape = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.call("Emulation.setDeviceMetricsOverride", **shape)

    def scheme(self, name):
        wanted = {"prefers-color-scheme": name, "prefers-reduced-motion": "reduce"}
        features = [{"name": key, "value": value} for key, value in wanted.items()]
        self.call("Emulation.setEmulatedMedia", features=features)

    def look(self, expression):
        """The value of an expression in the page."""
        wanted = {"returnByValue": True, "awaitPromise": True}
        told = self.call("Runtime.evaluate", expression=expression, **wanted)
        if "exceptionDetails" in told:
            raise EvaluationError(told)
        return told["result"].get("value")

    def wait(self, expression, seconds=TIMEOUT):
        """The value of an expression as soon as it is truthy; what throws is not there yet."""
        deadline = time.monotonic() + seconds
        problem = ""
        while True:
            try:
                if value := self.look(f"(e => e instanceof Element || e)({expression})"):
                    return value
            except EvaluationError as error:
                problem = f" ({error})"
            assert time.monotonic() < deadline, f"still not: {expression}{problem}"
            time.sleep(0.02)

    def reload(self):
        """Load the page again, and wait until the old one is gone."""
        loaded = "Page.loadEventFired"
        before = sum(each.get("method") == loaded for each in self._browser.events)
        self.call("Page.reload")
        deadline = time.monotonic() + TIMEOUT
        while sum(each.get("method") == loaded for each in self._browser.events) == before:
            self._browser.events.append(self._browser._next(deadline))

    def click(self, label, within="document"):
        """The first button, link or tab that says this, as soon as it is there."""
        found = f"[...{within}.querySelectorAll('button, a')].find(e => e.textContent.trim() === {json.dumps(label)} && e.checkVisibility() && !e.disabled)"
        self.wait(f"(e => e && (e.click(), true))({found})")

    def type(self, text):
        """Text where the focus is, as a keyboard or an input method gives it."""
        self.call("Input.insertText", text=text)

    def press(self, key, *, ctrl=False):
        named = {"Enter": 13, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38, "Tab": 9, "End": 35}
        code = named.get(key, ord(key[0].upper()))
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        for kind in ("keyDown", "keyUp"):
            more = {"text": text} if text and kind == "keyDown" and not ctrl else {}
            self.call(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                windowsVirtualKeyCode=code,
                modifiers=2 * ctrl,
                **more,
            )

    def shot(self, path, *, whole=True):
        told = self.call("Page.captureScreenshot", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(told["data"]))

    def picture(self, path):
        """What is in sight, small enough for a page of the docs."""
        told = self.call("Page.captureScreenshot", format="webp", quality=70)
        path.write_bytes(base64.b64decode(told["data"]))

    def pdf(self):
        return base64.b64decode(self.call("Page.printToPDF", printBackground=True)["data"])

    @property
    def requests(self):
        return [
            each["params"]["request"]["url"]
            for each in self._browser.events
            if each.get("method") == "Network.requestWillBeSent"
        ]

    @property
    def complaints(self):
        """Errors, warnings, exceptions and dialogues."""
        bad = {
            "Log.entryAdded",
            "Runtime.exceptionThrown",
            "Runtime.consoleAPICalled",
            "Page.javascriptDialogOpening",
        }
        return [each for each in self._browser.events if each.get("method") in bad]
