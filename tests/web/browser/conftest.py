"""A page in Debian's Chromium, and what its tests do with it."""

from __future__ import annotations

import re
import socket
import threading
import time
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest

TEXT = (
    "Her acquiescence surprised everyone at dinner.\n\n"
    "The haploinsufficiency was mild, and they crossed the deep river at dawn."
)
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@contextmanager
def serving(model):
    """Address of a server in a thread."""
    import uvicorn

    from lcp.web.app import create_app
    from lcp.web.settings import Settings

    app = create_app(Settings(characters=20_000), model=model)
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", ws="none", lifespan="off"))
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            while not server.started:
                assert thread.is_alive(), "the server did not start"
                time.sleep(0.02)
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


@pytest.fixture(scope="module")
def address(model):
    with serving(model) as found:
        yield found


@pytest.fixture
def opened(browser, address):
    """Open the page; whatever a test does, no other host is asked and no script fails."""
    contexts, hosts, faults = [], set(), []

    def open_page(at=address, **options):
        context = browser.new_context(accept_downloads=True, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("dialog", lambda dialog: faults.append(dialog.message))
        page.on("console", lambda said: faults.append(said.text) if _is_fault(said) else None)
        page.goto(at)
        return page

    yield open_page
    for context in contexts:
        context.close()
    # What is inside the page, such as a file to download, is asked of nobody.
    assert {host.partition(":")[0] for host in hosts - {""}} == {"127.0.0.1"}
    assert faults == []


def _is_fault(said):
    # Chromium notes every answer that is an error; the page tells of these itself.
    return said.type == "error" and "Failed to load resource" not in said.text


@pytest.fixture
def page(opened):
    return opened()


def rate(page, text=TEXT):
    page.get_by_label("Text", exact=True).fill(text)
    page.get_by_role("button", name="Rate", exact=True).click()
    page.get_by_role("heading", name="Rated text").wait_for()


def word(page, text):
    return page.get_by_role("button", name=re.compile(f"^{text}, "))


def complex_words(page):
    return page.locator(".text .complex").all_inner_texts()
