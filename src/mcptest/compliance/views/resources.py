"""All that ``resources/list`` gives."""

from mcptest.compliance.observe.listing import listing_view

VIEW = listing_view("resources", "resources")
