"""The skills of a server in the page."""

import sys
from pathlib import Path

from tests.ui.conftest import TINY, stdio

SKILLS = (sys.executable, str(Path(__file__).with_name("skill_server.py")))


def test_skills_are_listed_where_the_server_declares_them(page):
    async def look(client):
        await client.value("connect", server="skills")
        listed = await client.value("list", server="skills", kind="skills")
        uris = [item["raw"]["uri"] for item in listed["items"]]
        assert uris == ["skill://tea/SKILL.md", "skill://coffee/SKILL.md"]
        paged = await client.value("list", server="skills", kind="skills", paged=True)
        assert (len(paged["items"]), paged["next"]) == (1, "2")
        await client.value("connect", server="tiny")
        none = await client.value("list", server="tiny", kind="skills")
        assert (none["items"], none["declared"]) == ([], False)

    page(look, stdio("skills", *SKILLS), stdio("tiny", *TINY))
