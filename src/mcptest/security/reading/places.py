"""Private places and outward addresses that look the same in every language."""

from __future__ import annotations

import re
from typing import Final

# Cheap to look for, so that most texts need no pattern at all.
HINTS: Final = (
    ".ssh", "id_rsa", "id rsa", "id_ed25519", ".env", ".aws", "/etc/", "mcp.json", "169.254.",
    ".netrc", ".git-credentials", ".kube", ".npmrc", ".pypirc", "keychain", "cookies",
)  # fmt: skip
PRIVATE_PLACE: Final = re.compile(
    r"""(?xi)
    (?:~|\$HOME|/home/[\w.-]+|/root|/Users/[\w.-]+|\bssh)?[/_\\]?(?<!\w)\.?
    (?:
      \.ssh\b(?:[/\\][\w.-]+)?  | \bid_(?:rsa|ed25519|ecdsa|dsa)\b(?!\.pub)
    | (?<![\w.])\.env\b(?!\.example|\.sample|\.template)
    | \.aws[/\\](?:credentials|config) | /etc/(?:passwd|shadow)\b
    | \.?(?:cursor|claude|vscode)?[/\\]?\bmcp\.json\b
    | \b169\.254\.169\.254\b[\w/.-]* | \.netrc\b | \.git-credentials\b | \.kube[/\\]config
    | \.(?:npmrc|pypirc)\b
    )
    | \b(?:ssh\ )?id\ rsa\b
    """
)
ADDRESS: Final = re.compile(
    r"""(?xi)
    \bhttps?://[^\s)'"`>]+ | (?<![\w.+-])[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}\b
    """
)
METADATA: Final = "169.254.169.254"
IMAGE: Final = re.compile(r"!\[[^\]]{0,80}\]\(https?://[^)\s]{0,200}[{<$\[][^)\s]{1,120}\)")
CHAT_MARK: Final = re.compile(
    r"<\|(?:im_start|im_end|system|assistant|user)\|>|\[/?INST\]|<</?SYS>>"
    r"|</(?:tool|tools|description|tool_description|function|system)>|<system>",
    re.IGNORECASE,
)
TURN: Final = re.compile(r"(?im)^\s{0,8}(?:system|assistant|user|human)\s?:\s")
TURN_INLINE: Final = re.compile(r"\bSYSTEM:\s")
DECODE_AND_FOLLOW: Final = re.compile(
    r"(?i)\bdecode\b[^.\n]{0,60}\b(?:follow|execute|obey|carry out|run|do)\b[^.\n]{0,30}"
    r"(?:instructions?|it|them|says)\b"
)
