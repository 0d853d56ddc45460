"""A server behind OAuth: protected_server.py KIND PORT ISSUER JWKS AUDIENCE (or -)."""

import sys

kind, port, issuer, jwks, audience = sys.argv[1:]
here = f"http://127.0.0.1:{port}"
wanted = None if audience == "-" else audience
SCOPES = ["mcp:read"] if wanted else []  # who names no audience names no scope of ours either

if kind == "fastmcp":
    from fastmcp import FastMCP
    from fastmcp.server.auth import RemoteAuthProvider
    from fastmcp.server.auth.providers.jwt import JWTVerifier

    verifier = JWTVerifier(
        jwks_uri=jwks, issuer=issuer, audience=wanted, required_scopes=SCOPES, algorithm="RS256"
    )
    auth = RemoteAuthProvider(
        token_verifier=verifier, authorization_servers=[issuer], base_url=here
    )
    server = FastMCP("guarded", auth=auth)
else:
    import jwt
    from mcp.server.auth.provider import AccessToken
    from mcp.server.auth.settings import AuthSettings
    from mcp.server.mcpserver import MCPServer

    keys = jwt.PyJWKClient(jwks)

    class Verifier:
        async def verify_token(self, token):
            try:
                key = keys.get_signing_key_from_jwt(token)
                options = {"verify_aud": wanted is not None}
                claims = jwt.decode(
                    token, key.key, ["RS256"], audience=wanted, issuer=issuer, options=options
                )
            except jwt.PyJWTError:
                return None
            scope = claims.get("scope", "")
            names = scope if isinstance(scope, list) else scope.split()
            return AccessToken(
                token=token,
                client_id=str(claims.get("client_id") or claims.get("sub")),
                scopes=names,
                expires_at=claims["exp"],
            )

    settings = AuthSettings(
        issuer_url=issuer, resource_server_url=f"{here}/mcp", required_scopes=SCOPES
    )
    server = MCPServer("guarded", token_verifier=Verifier(), auth=settings)


@server.tool()
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


if kind == "fastmcp":
    server.run(transport="http", host="127.0.0.1", port=int(port), show_banner=False)
else:
    server.run(transport="streamable-http", host="127.0.0.1", port=int(port))
