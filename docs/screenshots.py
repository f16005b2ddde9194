"""Take the pictures of the web page for the documentation: ``python docs/screenshots.py``.

Needs the extras ``test`` and ``web``, Debian's ``chromium``, and WordNet (``lcp resources fetch
wordnet``) for easier words.
"""

from __future__ import annotations

import io
import shutil
import socket
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvicorn
from PIL import Image
from playwright.sync_api import sync_playwright

import lcp
from lcp.reader.web.app import UVICORN, create_app

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Locator, Page

IMAGES = Path(__file__).parent / "images"
#: Largest size of a picture in bytes, and number of its colours.
LARGEST, COLOURS = 150_000, 128
#: Name, width, height and colour scheme of each picture; "print" is as printed in grey.
PICTURES = (
    ("page", 1280, 700, "light"),
    ("page-phone", 390, 844, "dark"),
    ("page-print", 800, 760, "print"),
    ("page-expressions", 1280, 560, "light"),
)
#: Text of the picture of expressions, and the one whose details are shown.
TEXT = """\
He took his wet hat off at the door and kicked off his boots. By and large, the day had gone well, \
in spite of the rain. The clue that they had counted on was a red herring, so they called the \
search off and put it off until Monday. His aunt pulled his leg: nobody had spilled the beans. She \
had run out of patience, but she did not lose her temper. They were looking forward to the \
holidays, and they took the long journey into account."""
EXPRESSION = "red herring"
#: The word whose details are shown.
WORD = "endeavour"


@contextmanager
def serving() -> Iterator[str]:
    """Serve the page on a free port; yield its address."""
    app = create_app(lcp.load_model())
    server = uvicorn.Server(uvicorn.Config(app, **UVICORN))
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            while not server.started:
                time.sleep(0.05)
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


def of_text(page: Page, word: str) -> Locator:
    """Return a word of the text."""
    return page.locator("#map [data-complexity]").get_by_text(word, exact=True)


def show(page: Page, address: str, scheme: str, word: str) -> None:
    """Open the page and, except for print, the details of a word."""
    page.goto(address)
    page.locator("#annotated[aria-busy=false]").wait_for()
    if word == EXPRESSION:
        page.get_by_role("button", name="Edit").click()
        page.locator("#text").fill(TEXT)
        page.keyboard.press("Control+Enter")
        of_text(page, word).wait_for()
    if scheme == "print":
        page.emulate_media(media="print")
        return
    of_text(page, word).click()
    if word == WORD:
        page.locator(".synonyms button").first.wait_for(state="attached")
    page.locator("#details").get_by_text("Numbers").wait_for()
    page.mouse.move(0, 0)


def write(picture: bytes, path: Path) -> None:
    """Write a picture as PNG with few colours.

    Raises
    ------
    ValueError
        If it is too large for the repository.
    """
    reduced = (
        Image.open(io.BytesIO(picture)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    )
    reduced.save(path, optimize=True)
    if path.stat().st_size > LARGEST:
        raise ValueError(f"{path.name} has more than {LARGEST:,} bytes.")


def main() -> None:
    """Take all pictures."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    chromium = next(filter(None, map(shutil.which, names)), None)
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, width, height, scheme in PICTURES:
            options: dict[str, Any] = {"viewport": {"width": width, "height": height}}
            if scheme != "print":
                options["color_scheme"] = scheme
            page = browser.new_page(**options, reduced_motion="reduce")
            show(page, address, scheme, EXPRESSION if name == "page-expressions" else WORD)
            write(page.screenshot(), IMAGES / f"{name}.png")
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
