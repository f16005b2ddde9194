"""Share trained models between tests of commands."""

import pytest

from lcp.errors import ResourceError


@pytest.fixture
def offline(monkeypatch, no_data, tmp_path):
    """No mirror, an empty cache, no NLTK data, and no network."""

    def refuse(resource, _cache):
        raise ResourceError(
            f"The resource '{resource.name}' could not be downloaded (offline).",
            where="https://example.org",
            hint=f"Run `lcp resources fetch {resource.name}`, or set LCP_DATA to a folder.",
        )

    monkeypatch.setenv("LCP_CACHE", str(tmp_path / "empty"))
    monkeypatch.setattr("lcp.resources.download.download", refuse)


@pytest.fixture(scope="session")
def trained(tmp_path_factory):
    """Train a model on a quarter of the sample; returns its folder, the same for each call."""
    import lcp

    folders = {}

    def train(task, recipe):
        if (task, recipe) not in folders:
            table = lcp.load_corpus("sample", task=task).iloc[::4]
            folder = tmp_path_factory.mktemp("models") / f"task{task}-{recipe}"
            folders[task, recipe] = lcp.train(table, "core", recipe, task=str(task), cv=0).save(
                folder
            )
        return folders[task, recipe]

    return train


@pytest.fixture
def word_model(offline, trained):
    """A model of single words, without scores and intervals."""
    return trained(1, "ridge")


@pytest.fixture
def expression_model(offline, trained):
    """A model of words and expressions, without scores and intervals."""
    return trained(2, "ridge")


PAGE = "<title>T</title><p>The deep <b>river</b> flooded the acquiescence.</p>"


@pytest.fixture
def page(tmp_path):
    """Return the path of a document."""
    path = tmp_path / "page.html"
    path.write_text(PAGE, encoding="utf-8")
    return path
