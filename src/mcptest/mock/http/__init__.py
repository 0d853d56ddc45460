"""The mock over HTTP: Streamable HTTP and HTTP+SSE."""
