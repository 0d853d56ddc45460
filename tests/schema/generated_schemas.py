"""Schemas that some value satisfies, made at random from a seed."""

from random import Random

PATTERNS = ["^[a-z]{3}$", r"^\d+$", "^(a|b)c?$", "^[A-Z][a-z]+-[0-9]{2,4}$", "x", r"^\w+@\w+\.com$"]
FORMATS = [
    "email", "uri", "date", "date-time", "time", "uuid", "ipv4", "ipv6", "hostname", "duration",
    "json-pointer", "regex", "uri-reference", "uri-template", "idn-email",
]  # fmt: skip
NAMES = ["path", "url", "query", "limit", "id", "a b", "a/b", "~", "items", "$ref2", "é"]
PLAIN = [{}, True, {"type": "boolean"}, {"type": "null"}, {"type": "object"}, {"type": "array"}]


class SchemaMaker:
    def __init__(self, seed):
        self.random = Random(seed)

    def schema(self):
        """An object with shared definitions, one of which refers to itself without need."""
        shared = self.nested(2)
        tree = {
            "type": "object",
            "properties": {"next": {"$ref": "#/$defs/tree"}, "v": shared},
            "required": ["v"],
        }
        root = self.object(3)
        root["properties"]["shared"] = {"$ref": "#/$defs/shared"}
        root["properties"]["tree"] = {"$ref": "#/$defs/tree"}
        root["required"] += self.random.sample(["shared", "tree"], self.random.randint(0, 2))
        return {**root, "$defs": {"shared": shared, "tree": tree}}

    def nested(self, depth):
        makers = [self.string, self.number, self.plain]
        if depth:
            makers += [self.object, self.array, self.choice, self.every]
        return self.random.choice(makers)(depth - 1)

    def plain(self, _):
        return self.random.choice(PLAIN)

    def string(self, _):
        low = self.random.randint(0, 12)
        return self.random.choice(
            [
                {"type": "string"},
                {"type": "string", "minLength": low, "maxLength": low + self.random.randint(0, 5)},
                {"type": "string", "pattern": self.random.choice(PATTERNS)},
                {"type": "string", "format": self.random.choice(FORMATS)},
                {"enum": self.random.sample(["a", "", "bc", 7, None, {"x": 1}], 3)},
                {"const": self.random.choice(["a", 1.5, None, [1]])},
                {"type": ["null", "string"]},
                {"type": "string", "default": self.random.choice(["d", 5])},
            ]
        )

    def number(self, _):
        low = self.random.randint(-1000, 1000)
        high = low + self.random.randint(4, 50)
        step = self.random.choice([{}, {"multipleOf": 1}, {"multipleOf": 2}])
        kind = self.random.choice(["integer", "number"])
        if self.random.random() < 0.5:
            return {"type": kind, "minimum": low, "maximum": high, **step}
        return {"type": kind, "exclusiveMinimum": low, "exclusiveMaximum": high, **step}

    def object(self, depth):
        names = self.random.sample(NAMES, self.random.randint(0, 4))
        members = {name: self.nested(depth - 1) for name in names} if depth > 0 else {}
        required = [name for name in members if self.random.random() < 0.6]
        schema = {"type": "object", "properties": members, "required": required}
        extra = self.random.choice(["closed", "least", "open"])
        if extra == "closed":
            schema["additionalProperties"] = False
        if extra == "least":
            schema["minProperties"] = len(members) + self.random.randint(0, 2)
        return schema

    def array(self, depth):
        low = self.random.randint(0, 3)
        if self.random.random() < 0.3:
            prefix = [self.nested(depth) for _ in range(low)]
            return {"type": "array", "prefixItems": prefix or [True], "minItems": low}
        bounds = self.random.choice([{}, {"minItems": low, "maxItems": low + 2}])
        return {"type": "array", "items": self.nested(depth), **bounds}

    def choice(self, depth):
        parts = [self.nested(depth) for _ in range(self.random.randint(1, 3))]
        return {"anyOf": parts} if self.random.random() < 0.7 else {"oneOf": parts[:1]}

    def every(self, depth):
        part = self.nested(depth)
        return {"allOf": [part, {"title": "t"}]}
