"""The client has a metadata document, which the authorization server accepts."""

from __future__ import annotations

from mcptest.client.authorization.plan import AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-client-document",
    title="A client id metadata document",
    summary="The client has a metadata document, which the authorization server accepts.",
    transports=("http",),
    first=SpecVersion.V2025_11_25,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(about="client-document", client_documents=True),
    oauth={"client_metadata_url": "https://client.example/metadata.json"},
)
