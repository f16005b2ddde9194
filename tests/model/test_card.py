"""A model's card describes its purpose, training data, scores and licences."""

import json
import re
from pathlib import Path

import pytest

import lcp
from lcp.files.recipes import recipe_folder
from lcp.model.output_folder import model_card
from tests.cases import cases

CITATION = Path(__file__).parents[2] / "CITATION.cff"


DESCRIPTION = json.loads(
    Path(__file__).with_name("files").joinpath("description.json").read_text("utf-8")
)


@cases("model/cases/cards", "changes", "contains", "lacks")
def test_a_card_describes_its_model(changes, contains, lacks):
    card = model_card(DESCRIPTION | changes)
    assert [text for text in contains if text not in card] == []
    assert [text for text in lacks if text in card] == []


def test_the_card_of_the_bundled_model_is_that_of_its_description():
    folder = recipe_folder("models") / "bundled"
    described = json.loads((folder / "model.json").read_text("utf-8"))
    assert (folder / "CARD.md").read_text("utf-8") == model_card(described)


@pytest.mark.skipif(not CITATION.is_file(), reason="no CITATION.cff beside the tests")
def test_the_card_cites_the_software_as_citation_cff_does():
    text = CITATION.read_text("utf-8")
    card = model_card(DESCRIPTION)
    title = re.search(r'^title: "(.+)"$', text, re.MULTILINE)[1]
    author = re.search(r"^  - name: (.+)$", text, re.MULTILINE)[1]
    assert f"title = {{{{{title}}}}}" in card
    assert f"author = {{{{{author}}}}}" in card
    assert f"version: {lcp.__version__}\n" in text
    assert f"version = {{{lcp.__version__}}}" in card
