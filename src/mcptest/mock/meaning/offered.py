"""Whether the server has what a message names: a tool, resource, cursor, version or session."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import unquote

from mcptest.mock.manifest.uri_template import template_pattern
from mcptest.mock.meaning.scene import Scene
from mcptest.mock.rpc import RpcError
from mcptest.mock.stateless import LEVELS, PREFIX
from mcptest.model.json import MaybeJson
from mcptest.model.spec_version import SpecVersion

_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:\S*")
_OPENING: Final = ("initialize", "ping", "server/discover")
_REFERENCES: Final = ("ref/prompt", "ref/resource")
_OWN_META: Final = ("progressToken", "traceparent", "tracestate", "baggage")


def knows_method(value: MaybeJson, scene: Scene) -> bool:
    methods = {} if scene.offer is None else scene.offer.features.methods
    return value in _OPENING or (isinstance(value, str) and value in methods)


def knows_name(value: MaybeJson, scene: Scene) -> bool:
    """A tool in ``tools/call``, a prompt in ``prompts/get``."""
    if scene.incoming.method == "prompts/get":
        return knows_prompt(value, scene)
    tools = () if scene.offer is None else scene.offer.features.definition.tools or ()
    return any(tool.name == value for tool in tools)


def has_foreign_key(value: MaybeJson, _scene: Scene) -> bool:
    """A ``_meta`` with a key that is none of the protocol's own."""
    keys = value if isinstance(value, dict) else {}
    return any(key not in _OWN_META and not key.startswith(PREFIX) for key in keys)


def knows_prompt(value: MaybeJson, scene: Scene) -> bool:
    prompts = () if scene.offer is None else scene.offer.features.definition.prompts or ()
    return any(prompt.name == value for prompt in prompts)


def knows_uri(value: MaybeJson, scene: Scene) -> bool:
    return is_listed(value, scene) or (is_templated(value, scene) and not is_climbing(value, scene))


def has_no_uri(value: MaybeJson, scene: Scene) -> bool:
    """A sound uri that names nothing here."""
    unsound = is_no_uri(value, scene) or is_climbing(value, scene)
    return isinstance(value, str) and not unsound and not knows_uri(value, scene)


def is_listed(value: MaybeJson, scene: Scene) -> bool:
    resources = () if scene.offer is None else scene.offer.features.definition.resources or ()
    return any(resource.uri == value for resource in resources)


def is_templated(value: MaybeJson, scene: Scene) -> bool:
    """The uri has the form of a template, whatever its variables say."""
    if not isinstance(value, str):
        return False
    patterns = [template_pattern(template) for template in _templates(scene)]
    return any(pattern is not None and pattern.fullmatch(value) for pattern in patterns)


def is_climbing(value: MaybeJson, _scene: Scene) -> bool:
    """A step up stands in it, be it encoded."""
    return isinstance(value, str) and ".." in re.split(r"[/\\]", unquote(value))


def is_outside(value: MaybeJson, scene: Scene) -> bool:
    """A step up stands in it, and nothing that the server has is of its scheme."""
    if not isinstance(value, str) or not is_climbing(value, scene):
        return False
    resources = () if scene.offer is None else scene.offer.features.definition.resources or ()
    offered = [*(resource.uri for resource in resources), *_templates(scene)]
    return value.partition(":")[0] not in {uri.partition(":")[0] for uri in offered}


def is_no_uri(value: MaybeJson, _scene: Scene) -> bool:
    return isinstance(value, str) and _SCHEME.fullmatch(value) is None


def knows_reference(value: MaybeJson, scene: Scene) -> bool:
    """What completion may be asked for: a template as it is written, or a resource."""
    return value in _templates(scene) or knows_uri(value, scene)


def knows_reference_type(value: MaybeJson, _scene: Scene) -> bool:
    return value in _REFERENCES


def knows_cursor(value: MaybeJson, scene: Scene) -> bool:
    listing = None
    if scene.offer is not None:
        listing = scene.offer.features.methods.get(scene.incoming.method)
    if listing is None or not isinstance(value, str):
        return False
    try:
        listing({"cursor": value}, max(SpecVersion))
    except RpcError:
        return False
    return True


def knows_level(value: MaybeJson, _scene: Scene) -> bool:
    return isinstance(value, str) and value in LEVELS


def knows_version(value: MaybeJson, scene: Scene) -> bool:
    """One that can be had where the message names it: ``initialize`` opens the older era alone."""
    if scene.offer is None:
        return False
    older, newer = scene.offer.handshakes, scene.offer.stateless
    return value in (older if scene.incoming.method == "initialize" else (*older, *newer))


def knows_request(value: MaybeJson, scene: Scene) -> bool:
    return isinstance(value, str | int) and value in scene.standing.asked


def knows_client(value: MaybeJson, scene: Scene) -> bool:
    """A client by the name that came before on this connection, or the first one."""
    return scene.standing.client in (None, value)


def knows_session(_value: MaybeJson, scene: Scene) -> bool:
    return scene.http is not None and scene.http.session == "known"


def is_ended_session(_value: MaybeJson, scene: Scene) -> bool:
    return scene.http is not None and scene.http.session == "ended"


def knows_origin(value: MaybeJson, scene: Scene) -> bool:
    return isinstance(value, str) and scene.http is not None and scene.http.own_origin


def is_lookalike_origin(value: MaybeJson, scene: Scene) -> bool:
    """A foreign one that starts like one of this machine."""
    own = ("http://localhost", "http://127.0.0.1")
    return isinstance(value, str) and value.startswith(own) and not knows_origin(value, scene)


def knows_host(value: MaybeJson, scene: Scene) -> bool:
    return isinstance(value, str) and scene.http is not None and scene.http.own_host


def _templates(scene: Scene) -> list[str]:
    templates = () if scene.offer is None else scene.offer.features.definition.templates or ()
    return [template.uri_template for template in templates]
