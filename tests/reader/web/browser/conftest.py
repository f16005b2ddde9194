"""The page in Debian's Chromium, and helpers for its tests."""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.reader.web.conftest import serving_app

TEXT = (
    "Her acquiescence surprised everyone at dinner.\n\n"
    "The haploinsufficiency was mild, and they crossed the deep river at dawn."
)
#: Functions that run in the page: what is pasted, what is dropped, and heights that are compared.
PASTE, DROP, HEIGHTS = (
    Path(__file__).with_name("scripts").joinpath(f"{name}.js").read_text(encoding="utf-8")
    for name in ("paste", "drop", "heights")
)
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="session")
def address(make_client):
    with serving_app(make_client(characters=20_000, document=200_000).app) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def opened(browser, address):
    """Open the page; requests to other hosts and script errors fail the test."""
    contexts, hosts, faults = [], set(), []

    def open_page(url=address, **options):
        context = browser.new_context(accept_downloads=True, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("dialog", lambda dialog: faults.append(dialog.message))
        page.on("console", lambda line: faults.append(line.text) if _is_fault(line) else None)
        page.goto(url)
        return page

    yield open_page
    for context in contexts:
        context.close()
    # The URL of a download from the page has no host.
    assert {host.partition(":")[0] for host in hosts - {""}} == {"127.0.0.1"}
    assert faults == []


def _is_fault(line):
    # Chromium logs every HTTP error; the page shows them itself.
    return line.type == "error" and "Failed to load resource" not in line.text


@pytest.fixture
def page(opened):
    return opened()


def enter(page, text):
    """Type a text in place of the one that is shown."""
    page.get_by_role("button", name="Clear").click()
    page.get_by_label("Text", exact=True).fill(text)


def annotate(page, text=TEXT):
    """Enter a text, and wait until it is annotated and can be read."""
    enter(page, text)
    page.keyboard.press("Control+Enter")
    annotated(page)


def annotated(page):
    """Wait until the marks are up to date."""
    page.locator("#annotated[aria-busy=false]").wait_for(state="attached")


def shown(page):
    """Return the text below the field, with its white space."""
    return page.locator("#map").text_content()


def by_complexity(page, threshold):
    """Mark words from a complexity."""
    page.get_by_label("Threshold", exact=True).fill(str(threshold))


def word(page, text):
    """Return the words, or expressions, of the text that are spelled so."""
    return page.locator("#map [data-complexity]").filter(has_text=re.compile(f"^{text}$"))


def hard_words(page):
    return page.locator(".text .hard").all_inner_texts()


def details(page, text):
    return page.get_by_role("region", name=text, exact=True)
