"""All that ``prompts/list`` gives."""

from mcptest.compliance.listing import listing_view

VIEW = listing_view("prompts", "prompts")
