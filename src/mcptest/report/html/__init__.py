"""Self-contained pages: what the HTML report and the fleet dashboard share.

A page is a Jinja template that extends ``page.html`` and imports its parts:

    {% extends "page.html" %}
    {% import "parts.html" as parts %}
    {% block nav %}<a href="#servers">Servers</a>{% endblock %}
    {% block main %}
      {{ parts.grade_chip("A+") }}  {{ parts.status("failed") }}  {{ parts.status("failed", 3) }}
      {{ parts.filter_bar("servers", "Filter servers", groups) }}
      {{ parts.table("servers", "Servers", columns, rows) }}
    {% endblock %}

and is rendered with

    from mcptest.report.html.page import render_page
    text = render_page("fleet.html", folder=Path(__file__).with_name("look"), title="Fleet", ...)

``folder`` holds the templates of the caller; the parts of this room are found as well.
Cells, columns and filter groups are values of ``parts.py``; drawings come from ``charts.py``
(``sparkline``, ``score_bar``, ``medal``, ``histogram``, ``columns``, ``stacked_bar``).

What the page promises, and every template has to keep: no ``style`` attribute and no inline
handler (the policy allows one style and one script, by hash), no address from a server, no
``|safe``. Text needs no care: whatever a template prints goes through one function
(``sink.html_text``) that escapes it, makes control characters visible and bounds its length.
"""
