"""JSON Schema: walk, validate, make values, break values. Pure."""
