"""A registry can have claims of its own: which rule judges which member of a message."""

from mcptest.compliance.corpus.claims import Claims, all_claims, read_claims
from mcptest.compliance.corpus.version_corpus import builtin, registry_at
from mcptest.compliance.grading import Grading
from mcptest.model.spec_version import SpecVersion
from mcptest.shapes.misfit import Misfit

V = SpecVersion.V2025_11_25
TABLE = "results:\n  tools/list:\n    OWN-001: [/tools/*/name]\n"


def test_a_folder_without_claims_has_those_that_ship(tmp_path):
    assert read_claims(registry_at(tmp_path).claims) == all_claims()


def test_claims_of_the_folder_take_their_place(tmp_path):
    (tmp_path / "claims.yaml").write_text(TABLE, "utf-8")
    (claim,) = read_claims(registry_at(tmp_path).claims)
    assert (claim.rule, claim.kind, claim.method) == ("OWN-001", "results", "tools/list")


def test_a_violated_rule_of_the_folder_leaves_nothing_for_the_shape_rules(tmp_path):
    (tmp_path / "claims.yaml").write_text(TABLE, "utf-8")
    claims = Claims({"OWN-001"}, read_claims(registry_at(tmp_path).claims))
    misfit = Misfit("/tools/3/name", "is not a string", "type")
    assert claims.cover("results", "tools/list", misfit)
    assert not Claims({"OWN-001"}).cover("results", "tools/list", misfit)


def test_a_grading_judges_by_the_claims_of_its_registry(tmp_path):
    (tmp_path / "claims.yaml").write_text(TABLE, "utf-8")
    folder = tmp_path / V.value
    folder.mkdir()
    source = builtin().root / "v2024-11-05" / "TOOL-002.yaml"
    (folder / "TOOL-002.yaml").write_text(source.read_text("utf-8"), "utf-8")
    grading = Grading("s", V, registry=registry_at(tmp_path))
    grading.cases()
    assert [claim.rule for claim in grading.exams[0].claims or ()] == ["OWN-001"]
    shipped = Grading("s", V)
    shipped.cases()
    assert shipped.exams[0].claims is None
