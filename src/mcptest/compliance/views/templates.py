"""All that ``resources/templates/list`` gives."""

from mcptest.compliance.observe.listing import listing_view

VIEW = listing_view("templates", "resources/templates")
