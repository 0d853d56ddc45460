"""The page's modules as one script."""

import re

import pytest

from mcptest.errors import InternalError
from mcptest.ui.assets import PAGE, load_assets
from mcptest.ui.bundle import bundled

ONE = 'import { two } from "/two.js";\n\nexport const one = () => two;\n'
TWO = "export const two = 2;\nconst own = 1;\n"


def test_a_module_comes_after_what_it_imports_and_keeps_its_names():
    script = bundled({"/one.js": ONE, "/two.js": TWO, "/unused.js": "nothing"}, "/one.js")
    assert script.index("const two = 2") < script.index("const one")
    assert "const { two } = $module0;" in script
    assert "return { two };" in script
    assert "unused" not in script
    assert "import" not in script


def test_a_module_that_two_import_is_there_once():
    modules = {
        "/a.js": 'import { b } from "/b.js";\nimport { c } from "/c.js";\n',
        "/b.js": 'import { c } from "/c.js";\nexport const b = c;\n',
        "/c.js": "export class c {}\n",
    }
    assert bundled(modules, "/a.js").count("class c {}") == 1


@pytest.mark.parametrize(
    "code",
    [
        'import "/two.js";\n',
        'import * as two from "/two.js";\n',
        "export default 5;\n",
        "export { a };\n",
        'import { a } from "/missing.js";\n',
        'import { a } from "/one.js";\n',
    ],
)
def test_what_it_does_not_know_is_refused(code):
    with pytest.raises(InternalError):
        bundled({"/one.js": code, "/two.js": TWO}, "/one.js")


def test_every_module_of_the_page_is_used():
    script = load_assets()["/page.js"][1].decode()
    named = set(re.findall(r"^// (/[\w/]+\.js)$", script, re.MULTILINE))
    assert named == {f"/{path.relative_to(PAGE).as_posix()}" for path in PAGE.rglob("*.js")}


def test_a_browser_asks_for_four_files():
    assert set(load_assets()) == {"/", "/page.js", "/style.css", "/icon.svg"}
