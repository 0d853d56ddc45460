"""All that ``prompts/list`` gives."""

from mcptest.compliance.observe.listing import listing_view

VIEW = listing_view("prompts", "prompts")
