"""Everything that a page can see and do while ``mcptest ui`` runs."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from mcptest import __version__
from mcptest.errors import UsageError
from mcptest.mcp_server.workspace import Workspace
from mcptest.model.json import JsonObject
from mcptest.model.spec_version import SpecVersion
from mcptest.ui.apps.documents import Apps
from mcptest.ui.calls import Calls
from mcptest.ui.editor.suites import SuiteFolder
from mcptest.ui.feed import Feed
from mcptest.ui.history import History
from mcptest.ui.jobs import Jobs
from mcptest.ui.live import LiveServer
from mcptest.ui.messages.frames import Frames
from mcptest.ui.offered import OfferedServer
from mcptest.ui.questions import Questions
from mcptest.ui.signing.sign_in import SignIns

_NEWEST_FRAMES = 5_000


class Hub:
    """One for a start; every open page shares it."""

    def __init__(
        self,
        offered: Sequence[OfferedServer],
        folder: Workspace,
        environ: Mapping[str, str],
        *,
        keeps_history: bool = True,
    ) -> None:
        self.feed = Feed()
        self.frames = Frames()
        self.questions = Questions(self.feed)
        self.history = History(folder, keeps=keeps_history)
        earlier = self.history.load({one.name for one in offered})
        self.calls = Calls(self.feed, self.questions, self.history, earlier)
        self.jobs = Jobs(self.feed, folder.root)
        self.sign_ins = SignIns(self.feed)
        self.apps = Apps(self.feed)
        self.suites = SuiteFolder(folder, environ)
        self.servers = {
            one.name: LiveServer(one, self.feed, self.frames, self.questions) for one in offered
        }

    def live(self, name: str) -> LiveServer:
        """Raises: UsageError for a server that was not named at the start."""
        if name not in self.servers:
            raise UsageError("ui-unknown", f"there is no server {name!r}")
        return self.servers[name]

    @property
    def state(self) -> JsonObject:
        """Everything that a page needs to begin, and from which event it goes on."""
        frames = [
            frame.summary(self.servers[frame.server].redactor)
            for frame in self.frames.newest(_NEWEST_FRAMES)
        ]
        return {
            "version": __version__,
            "folder": self.suites.root.name,
            "revisions": [version.wire for version in SpecVersion if version != SpecVersion.DRAFT],
            "servers": [live.document for live in self.servers.values()],
            "frames": list(frames),
            "pinned": list(self.frames.pinned),
            "questions": [one.document for one in self.questions.open.values()],
            "rules": self.questions.rules_document,
            "calls": [call.summary for call in self.calls.kept.values()],
            "history": {"keeps": self.history.keeps, "problem": self.history.problem},
            "jobs": [job.summary for job in self.jobs.kept.values()],
            "last": self.feed.last,
        }

    async def close(self) -> None:
        """End every call, run and server."""
        await self.calls.close()
        await self.sign_ins.close()
        closing = [live.disconnect() for live in self.servers.values()]
        await asyncio.gather(self.jobs.close(), *closing, return_exceptions=True)
