"""Listed templates filled with values that climb out of any folder."""

from mcptest.compliance.observe.fixtures.template_reading import template_view

CLIMBING = "../../../../../../../../etc/passwd"
ENCODED = "..%2F..%2F..%2F..%2F..%2F..%2F..%2F..%2Fetc%2Fpasswd"

VIEW = template_view(
    "template-traversal",
    "Reads of up to three listed templates whose variables hold a path out of any folder.",
    lambda _exam, _template, _name: (CLIMBING, ENCODED),
)
