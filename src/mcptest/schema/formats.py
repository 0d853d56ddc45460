"""One plain value for every string format that JSON Schema names, and for common others.

Names and addresses are the ones kept for documentation (RFC 2606, RFC 5737, RFC 3849), so that a
call that reaches the network reaches nobody.
"""

from __future__ import annotations

from typing import Final

FORMAT_VALUES: Final = {
    "email": "user@example.com",
    "idn-email": "user@example.com",
    "uri": "https://example.com/",
    "url": "https://example.com/",
    "uri-reference": "https://example.com/",
    "iri": "https://example.com/",
    "iri-reference": "https://example.com/",
    "uri-template": "https://example.com/{id}",
    "date": "2025-01-15",
    "time": "12:00:00Z",
    "date-time": "2025-01-15T12:00:00Z",
    "datetime": "2025-01-15T12:00:00Z",
    "duration": "P1D",
    "uuid": "123e4567-e89b-42d3-a456-426614174000",
    "hostname": "example.com",
    "idn-hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ip": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "json-pointer": "/example",
    "relative-json-pointer": "0",
    "regex": "^example$",
    "byte": "ZXhhbXBsZQ==",
    "base64": "ZXhhbXBsZQ==",
}
