"""How a scenario is reached: Streamable HTTP, HTTP+SSE, and a stdio server that relays."""
