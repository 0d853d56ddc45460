"""A server with two skills; the file of one is not what its list promises."""

import json
import sys
from hashlib import sha256

TEA = "---\nname: tea\ndescription: Make tea.\n---\nBoil water.\n"
FILES = {"skill://tea/SKILL.md": TEA, "skill://tea/notes/kinds.txt": "oolong\n"}
FILES["skill://coffee/SKILL.md"] = TEA.replace("tea", "coffee")


def entry(name, *uris, promised=None):
    files = [
        {
            "uri": uri,
            "digest": f"sha256:{sha256((promised or FILES[uri]).encode()).hexdigest()}",
            "size": len(FILES[uri]),
        }
        for uri in uris
    ]
    frontmatter = {"name": name, "description": f"Make {name}."}
    return {"uri": uris[0], "frontmatter": frontmatter, "resources": files}


SKILLS = [
    entry("tea", "skill://tea/SKILL.md", "skill://tea/notes/kinds.txt"),
    entry("coffee", "skill://coffee/SKILL.md", promised="something else"),
]
EXTENSIONS = {"io.modelcontextprotocol/skills": {"directoryRead": True}}


def result_of(method, params):
    match method:
        case "initialize":
            return {
                "protocolVersion": params["protocolVersion"],
                "capabilities": {"resources": {}, "extensions": EXTENSIONS},
                "serverInfo": {"name": "skills", "version": "1"},
            }
        case "skills/list":
            last = params.get("cursor") == "2"
            return {"skills": SKILLS[1:]} if last else {"skills": SKILLS[:1], "nextCursor": "2"}
        case "skills/get":
            return {"skill": next(one for one in SKILLS if one["uri"] == params["uri"])}
        case "resources/read":
            content = {"uri": params["uri"], "mimeType": "text/markdown"}
            return {"contents": [{**content, "text": FILES[params["uri"]]}]}
        case "resources/directory/read":
            inside = [uri for uri in FILES if uri.startswith(f"{params['uri']}/")]
            return {"resources": [{"uri": uri, "name": uri} for uri in inside]}
    return {}


for line in sys.stdin:
    asked = json.loads(line)
    if "id" in asked:
        told = result_of(asked["method"], asked.get("params") or {})
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": told}) + "\n")
        sys.stdout.flush()
