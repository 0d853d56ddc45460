"""All that ``resources/list`` gives."""

from mcptest.compliance.listing import listing_view

VIEW = listing_view("resources", "resources")
