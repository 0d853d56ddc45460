"""JSON Schema: walk, validate, generate valid and invalid values. Pure."""
