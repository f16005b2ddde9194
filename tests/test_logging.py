"""What the package logs, and how often it warns."""

import pytest

import lcp
from tests.processes import python


def test_nothing_is_printed_unless_logging_is_configured(small_model):
    code = (
        "import logging, sys; {}import lcp;"
        "lcp.load_model(sys.argv[1]); logging.getLogger('lcp.test').warning('a warning')"
    )
    assert python("-c", code.format(""), small_model).stderr == ""
    assert "a warning" in python("-c", code.format("logging.basicConfig();"), small_model).stderr


@pytest.mark.parametrize("level", ["DEBUG", "INFO"])
def test_loading_a_model_is_logged_at_level_debug(small_model, caplog, level):
    caplog.set_level(level, "lcp")
    lcp.load_model(small_model)
    assert (f"Loading the model {small_model}." in caplog.messages) == (level == "DEBUG")


def test_a_text_in_another_language_is_logged_each_time_and_warned_of_once():
    code = """
import logging, lcp
logging.basicConfig(level="INFO")
for text in ["Hallitus hyväksyi eilen uuden lain. ", "Joka koskee monia kansalaisia. "]:
    for name in ("", "Paris "):
        lcp.annotate(f"{name}{text}" * 8)
"""
    errors = python("-c", code).stderr
    assert errors.count("UserWarning") == 1
    assert errors.count("INFO:lcp.reader.annotation.annotator:") == 4
