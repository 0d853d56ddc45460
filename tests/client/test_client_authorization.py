"""Protected scenarios: what is not judged, what several servers see, and the browser."""

import asyncio

import pytest
from tests.client.trial import found_in, scripted

from mcptest.client.access import Access
from mcptest.client.browser import visit
from mcptest.client.play import Showing, play, staged
from mcptest.client.scenario import all_scenarios, find_scenario
from mcptest.client.serve.listener import ScenarioListener
from mcptest.model.spec_version import SpecVersion

V2025_03 = SpecVersion.V2025_03_26
V2025_11 = SpecVersion.V2025_11_25
V2026 = SpecVersion.V2026_07_28


def protected():
    return [scenario for scenario in all_scenarios() if scenario.protection is not None]


@pytest.mark.parametrize("version", [V2025_03, V2025_11, V2026])
def test_a_client_that_does_not_sign_in_is_not_failed(version):
    async def tried():
        fault = [{"behave": "never-sign-in"}]
        fitting = [one for one in protected() if one.fits(version, "http")]
        return await asyncio.gather(*(found_in(one, version, "http", fault) for one in fitting))

    seen = asyncio.run(tried())
    assert all(found == {} for found, _ in seen)
    assert not any("CLIENT-134" <= rule <= "CLIENT-179" for _, rules in seen for rule in rules)


def test_a_right_client_is_let_in_wherever_it_may_sign_in():
    refusing = {"other-issuer", "other-resource", "no-pkce", "other-state", "missing-iss"}
    refusing |= {"other-iss", "unannounced-iss", "slashed-iss"}

    async def tried():
        names = [one for one in protected() if one.fits(V2026, "http")]
        logs = [play(Showing(one, V2026, "http", seconds=20), scripted()) for one in names]
        return {
            one.protection.about: bool(log.of("heard"))
            for one, (log, _) in zip(names, await asyncio.gather(*logs), strict=True)
        }

    admitted = asyncio.run(tried())
    assert {about for about, inside in admitted.items() if not inside} == refusing


def test_steps_of_a_protected_scenario_say_what_to_sign_in_with(tmp_path):
    async def told(name):
        async with staged(Showing(find_scenario(name), V2026, "http")) as (_, access):
            return access.steps

    assert "oauth" not in asyncio.run(told("plain"))
    assert asyncio.run(told("authorization"))["oauth"] == {}
    steps = asyncio.run(told("authorization-pre-registered"))
    assert steps["oauth"]["client_id"] == "mcptest"
    access = Access(steps, tmp_path, url="http://127.0.0.1:1/mcp")
    assert "mcptest.client.browser %s &" in access.environment["BROWSER"]


def visited(answers):
    """What the browser makes of pages by path: a status and where it leads."""
    seen = []

    async def handle(request):
        seen.append(f"{request.path}?{request.query}")
        status, where = answers[request.path]
        await request.respond(status, (("Location", where),) if where else ())

    async def whole():
        listener = ScenarioListener(handle)
        await listener.open()
        try:
            return await asyncio.to_thread(visit, f"http://127.0.0.1:{listener.port}/start?a=1")
        finally:
            await listener.close()

    return asyncio.run(whole()), seen


def test_the_browser_follows_redirects_on_this_machine():
    status, seen = visited({"/start": (302, "/back?code=7"), "/back": (200, "")})
    assert status == 200
    assert seen == ["/start?a=1", "/back?code=7"]


@pytest.mark.parametrize("where", ["https://example.com/", "http://192.0.2.1/", "file:///etc"])
def test_the_browser_leaves_this_machine_for_nobody(where):
    assert visited({"/start": (302, where)}) == (None, ["/start?a=1"])


def test_the_browser_gives_up_in_a_circle():
    status, seen = visited({"/start": (302, "/start?a=1")})
    assert status is None
    assert len(seen) == 6
