"""The page in a real browser: by pointer, by keyboard, by touch, and without scripts."""

from __future__ import annotations

import csv
import re
import socket
import threading
import time
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest

from lcp.model import load_model

pytest.importorskip("fastapi", reason="the extra web is not installed")

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
        while not server.started:
            time.sleep(0.02)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
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


def test_a_text_becomes_a_heat_map(page):
    rate(page)
    assert page.locator(".text").inner_text() == TEXT
    steps = {
        text: int(word(page, text).get_attribute("class")[1])
        for text in ("river", "acquiescence", "haploinsufficiency")
    }
    assert steps["river"] < steps["acquiescence"] < steps["haploinsufficiency"]
    assert page.locator("#marked").inner_text() == "Complex: 1 of 9 rated words."
    assert complex_words(page) == ["haploinsufficiency"]


def test_a_word_says_its_name_complexity_and_mark(page):
    rate(page)
    names = [each.get_attribute("aria-label") for each in page.locator(".text [role=button]").all()]
    assert names[0] == "acquiescence, 0.48, neutral"
    assert re.fullmatch(r"haploinsufficiency, 0\.\d\d, [a-z ]+, complex", names[3])


def test_pointing_at_a_word_shows_its_interval_and_reasons(page):
    rate(page)
    word(page, "acquiescence").hover()
    details = page.get_by_role("region", name="acquiescence")
    details.get_by_text("Frequency: rare").wait_for()
    said = details.inner_text()
    assert re.search(r"0\.48, neutral, 90 % interval 0\.\d\d to 0\.\d\d", said)
    assert re.search(r"rarer than \d+ % of the corpus' words; harder by 0\.0\d", said)
    assert "Smaller reasons: 4" in said
    page.get_by_role("heading", name="Rated text").hover()
    word(page, "mild").hover()
    page.get_by_role("region", name="mild").get_by_text("Reasons").first.wait_for()


def test_a_word_that_is_clicked_stays_until_it_is_closed(page):
    rate(page)
    word(page, "acquiescence").click()
    word(page, "mild").hover()
    page.wait_for_timeout(300)
    details = page.get_by_role("region", name="acquiescence")
    details.get_by_role("button", name="Close").click()
    assert details.count() == 0
    assert page.get_by_role("heading", name="No word chosen").is_visible()
    assert word(page, "acquiescence").evaluate("word => word === document.activeElement")


def test_everything_can_be_done_by_keyboard(page):
    keys = page.keyboard
    focused = page.locator(":focus")

    def tab_to(name):
        for _ in range(15):
            keys.press("Tab")
            if name in (focused.get_attribute("aria-label") or focused.inner_text()):
                return
        pytest.fail(f"{name} is not reached")

    keys.press("Tab")
    assert focused.get_attribute("id") == "text"
    keys.insert_text(TEXT)
    tab_to("Rate")
    keys.press("Enter")
    page.get_by_role("heading", name="Rated text").wait_for()
    tab_to("Threshold, slider")
    keys.press("ArrowLeft")
    assert page.locator("#threshold").input_value() == "0.49"
    tab_to("acquiescence")
    keys.press("ArrowRight")
    assert focused.inner_text() == "surprised"
    keys.press("End")
    assert focused.inner_text() == "dawn"
    keys.press("p")
    assert focused.inner_text() == "haploinsufficiency"
    keys.press("ArrowUp")
    first_line = ["acquiescence", "surprised", "dinner"]
    assert focused.inner_text() in first_line
    keys.press("ArrowDown")
    assert focused.inner_text() not in first_line
    keys.press("Home")
    keys.press("Enter")
    assert focused.inner_text() == "acquiescence"
    assert focused.evaluate("heading => heading.tagName") == "H3"
    page.get_by_text("Frequency: rare").wait_for()
    keys.press("Escape")
    assert focused.get_attribute("role") == "button"
    # All words together are one stop.
    keys.press("Tab")
    assert focused.evaluate("element => element.closest('.text')") is None
    assert focused.inner_text() == "haploinsufficiency"


def test_in_a_text_from_right_to_left_the_left_key_goes_on(page):
    rate(page, "שלום river עולם mountain סוף")
    word(page, "river").focus()
    page.keyboard.press("ArrowLeft")
    assert page.locator(":focus").inner_text() == "mountain"


def test_the_threshold_changes_the_marks_at_once(page):
    rate(page)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    slider = page.get_by_role("slider")
    slider.fill("0.4")
    assert complex_words(page) == ["acquiescence", "haploinsufficiency"]
    assert page.locator("#marked").inner_text() == "Complex: 2 of 9 rated words."
    assert word(page, "acquiescence").get_attribute("aria-label").endswith(", complex")
    line = "word => getComputedStyle(word).textDecorationLine"
    assert word(page, "acquiescence").evaluate(line) == "underline"
    page.get_by_role("button", name="expert").click()
    assert page.locator("#marked strong").inner_text() == "0"
    assert slider.input_value() == page.locator("#threshold").input_value() == "0.75"
    assert complex_words(page) == []
    assert asked == []


def test_a_threshold_off_the_scale_is_refused_and_the_marks_stay(page):
    rate(page)
    field = page.get_by_label("Threshold", exact=True)
    field.fill("1.5")
    assert page.get_by_role("alert").filter(has_text="from 0 to 1").is_visible()
    assert complex_words(page) == ["haploinsufficiency"]
    field.fill("0.2")
    assert page.locator("#wrong").inner_text() == ""
    assert len(complex_words(page)) > 2


def test_the_hardest_words_lead_to_their_place(page):
    rate(page)
    rows = page.locator("#hardest tbody tr")
    values = [float(row.locator("td").nth(1).inner_text()) for row in rows.all()]
    assert values == sorted(values, reverse=True)
    assert rows.first.get_by_role("link").inner_text() == "haploinsufficiency"
    rows.nth(1).get_by_role("link").click()
    assert word(page, "acquiescence").evaluate("word => word === document.activeElement")
    page.get_by_role("region", name="acquiescence").get_by_text("Frequency").wait_for()


def test_easier_synonyms_are_listed(page, data):
    rate(page, "The meeting will commence at noon.")
    word(page, "commence").click()
    synonyms = page.locator(".synonyms tr")
    synonyms.first.wait_for()
    rows = {
        row.locator("th").inner_text(): row.locator("td").all_inner_texts()
        for row in synonyms.all()
    }
    assert "begin" in rows
    assert re.fullmatch(r"0\.\d\d easier", rows["begin"][1])


def test_expressions_are_framed_and_explained(page, data):
    page.get_by_label("Expressions of two words too").check()
    rate(page, "They crossed the deep river at dawn.")
    assert page.locator(".text .expression").inner_text() == "deep river"
    word(page, "deep").click()
    page.get_by_role("button", name=re.compile("^“deep river” together: 0")).click()
    page.get_by_role("region", name="deep river").get_by_text("Word or expression").wait_for()


def test_without_wordnet_the_page_says_how_to_get_it(opened, no_data):
    with serving(load_model()) as address:
        page = opened(address)
        assert page.get_by_label("Expressions of two words too").count() == 0
        rate(page)
        word(page, "acquiescence").click()
        page.locator("#said").get_by_text("lcp fetch").wait_for()
        assert page.locator(".reasons").first.is_visible()
        page.context.close()


@pytest.mark.parametrize(("name", "ending"), [("Table (CSV)", "csv"), ("Page (HTML)", "html")])
def test_downloads_hold_what_was_rated_with_the_threshold_that_is_set(page, name, ending):
    rate(page)
    page.get_by_role("slider").fill("0.4")
    page.get_by_label("Text", exact=True).fill("Something else.")
    assert page.get_by_text("has changed since it was rated").is_visible()
    with page.expect_download() as waiting:
        page.get_by_role("button", name=name).click()
    assert waiting.value.suggested_filename == f"complexity.{ending}"
    content = waiting.value.path().read_text(encoding="utf-8")
    if ending == "csv":
        rows = list(csv.DictReader(content.splitlines()))
        found = [row["text"] for row in rows if row["complex"] == "true"]
        assert all(TEXT[int(row["start"]) : int(row["end"])] == row["text"] for row in rows)
        assert len(rows) == 9
    else:
        found = re.findall(r'class="s\d complex"[^>]*>(\w+)', content)
    assert found == ["acquiescence", "haploinsufficiency"]


def test_markup_is_shown_and_not_run(page):
    text = (
        "<script>alert(1)</script> <img src=x onerror=alert(2)> river </p></div> &lt; 'deep' \"x\""
    )
    rate(page, text)
    assert page.locator(".text").inner_text() == text
    assert page.locator(".text script, .text img").count() == 0
    word(page, "river").click()
    page.get_by_role("region", name="river").get_by_text("Reasons").first.wait_for()


def test_after_emoji_the_right_word_is_explained(page):
    rate(page, "🎉👩‍🔬 Her acquiescence 🎉 surprised\r\neveryone.")
    with page.expect_request("**/api/explain") as waiting:
        word(page, "surprised").click()
    asked = waiting.value.post_data_json
    assert asked["sentence"][asked["start"] : asked["end"]] == "surprised"
    page.get_by_text("Smaller reasons").wait_for()


@pytest.mark.parametrize(
    ("text", "told"),
    [("river " * 4_000, "24,000 characters"), ("deep\0river", "U+0000")],
    ids=["too long", "NUL"],
)
def test_an_error_is_told_in_place_and_nothing_is_lost(page, text, told):
    rate(page)
    page.get_by_label("Text", exact=True).evaluate("(field, text) => { field.value = text; }", text)
    page.get_by_role("button", name="Rate", exact=True).click()
    page.get_by_role("alert").filter(has_text=told).wait_for()
    assert page.get_by_label("Text", exact=True).input_value() == text
    assert word(page, "acquiescence").is_visible()
    rate(page)
    assert page.locator("#error").inner_text() == ""


PASTE = """text => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  const pasted = { clipboardData: data, cancelable: true };
  return document.getElementById("text").dispatchEvent(new ClipboardEvent("paste", pasted));
}"""


def test_megabytes_are_refused_before_the_browser_shows_them(page):
    assert page.evaluate(PASTE, "🎉" * 20_000)
    assert not page.evaluate(PASTE, "deep river " * 450_000)
    alert = page.get_by_role("alert").filter(has_text="4,950,000 characters")
    assert "At most 20,000" in alert.inner_text()


def test_a_server_that_is_gone_is_told(page):
    page.route("**/result", lambda route: route.abort())
    page.get_by_label("Text", exact=True).fill(TEXT)
    page.get_by_role("button", name="Rate", exact=True).click()
    page.get_by_role("alert").filter(has_text="The server does not answer").wait_for()
    assert page.get_by_label("Text", exact=True).input_value() == TEXT


def test_a_wait_is_told_and_can_be_ended(page):
    page.route("**/result", lambda route: None)
    page.get_by_label("Text", exact=True).fill(TEXT)
    page.get_by_role("button", name="Rate", exact=True).click()
    page.get_by_role("status").filter(has_text="Rating").wait_for()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Cancel").wait_for(state="hidden")
    assert page.locator("#error").inner_text() == ""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "The text is empty"),
        ("🎉 42", "There is no word to rate"),
        ("Der Bürgermeister verteilte gestern Auszeichnungen. " * 9, "% of the words are not"),
    ],
    ids=["empty", "no word", "German"],
)
def test_odd_texts_get_an_answer(page, text, told):
    rate(page, text)
    assert page.locator("#result").get_by_text(told).first.is_visible()


DROP = """([content, name]) => {
  const data = new DataTransfer();
  data.items.add(new File([new Uint8Array(content)], name));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
}"""


def test_a_file_can_be_dropped(page):
    page.evaluate(DROP, [list("Naïve rivers.".encode()), "text.txt"])
    word(page, "Naïve").wait_for()
    assert page.get_by_label("Text", exact=True).input_value() == "Naïve rivers."


def test_a_file_can_be_chosen(page, tmp_path):
    file = tmp_path / "text.txt"
    file.write_text(TEXT, encoding="utf-8")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a file").click()
    chooser.value.set_files(file)
    word(page, "acquiescence").wait_for()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\xff\xfed\x00e\x00", "not text in UTF-8"),
        (b"a" * 80_001, "80,001 bytes"),
        (b"a" * 20_001, "20,001 characters"),
    ],
    ids=["UTF-16", "too large", "too long"],
)
def test_a_file_that_is_no_text_is_refused(page, content, told):
    page.evaluate(DROP, [list(content), "file"])
    page.get_by_role("alert").filter(has_text=told).wait_for()
    assert page.get_by_label("Text", exact=True).input_value() == ""


def test_without_scripts_the_form_still_works(opened):
    page = opened(java_script_enabled=False)
    assert page.get_by_role("button", name="Open a file").count() == 0
    page.get_by_label("Text", exact=True).fill(TEXT)
    page.get_by_role("button", name="Rate", exact=True).click()
    assert page.locator(".text .complex").count() == 1
    page.get_by_label("Threshold", exact=True).fill("0.4")
    page.get_by_role("button", name="Apply").click()
    assert page.locator(".text .complex").count() == 2
    assert page.get_by_label("Text", exact=True).input_value() == TEXT
    assert page.locator("#w4").get_attribute("title").startswith("0.48, neutral (")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Table (CSV)").click()
    assert waiting.value.path().read_text(encoding="utf-8").count(",true\n") == 2


def test_on_a_phone_nothing_is_cut_off_and_a_tap_chooses(opened):
    page = opened(**PHONE)
    wide = "document.documentElement.scrollWidth"
    rate(page, TEXT + " " + "x" * 150 + " " + "bioluminescence" * 9)
    page.set_viewport_size({"width": 320, "height": 740})
    assert page.evaluate(wide) == 320
    page.set_viewport_size(PHONE["viewport"])
    assert page.evaluate(wide) == 360
    word(page, "river").tap()
    details = page.get_by_role("region", name="river")
    details.get_by_text("Smaller reasons").wait_for()
    assert page.evaluate(wide) == 360
    assert details.evaluate("element => element.scrollWidth - element.clientWidth") == 0
    below = details.bounding_box()
    assert below["y"] + below["height"] == pytest.approx(740, abs=1)
    box = word(page, "river").bounding_box()
    assert box["y"] + box["height"] <= below["y"]
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    page.keyboard.press("End")
    details = page.locator("#details.open")
    details.wait_for()
    box = page.locator(":focus").bounding_box()
    assert box["y"] + box["height"] <= details.bounding_box()["y"]


def test_a_dark_page_is_dark(opened):
    page = opened(color_scheme="dark")
    rate(page)
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert max(map(int, re.findall(r"\d+", ground))) < 64


@pytest.mark.parametrize("options", [{"color_scheme": "light"}, {"color_scheme": "dark"}, PHONE])
def test_axe_finds_nothing_serious(opened, options):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe").Axe()
    page = opened(**options, reduced_motion="reduce")

    def serious():
        found = axe.run(page).response["violations"]
        return [each["id"] for each in found if each["impact"] in {"serious", "critical"}]

    assert serious() == []
    expressions = page.get_by_label("Expressions of two words too")
    if expressions.count():
        expressions.check()
    rate(page, TEXT + " Synaptic plasticity was impaired, and RNA hypomethylated.")
    page.get_by_role("button", name="learner").click()
    assert serious() == []
    word(page, "acquiescence").click()
    page.get_by_text("Smaller reasons").click()
    assert serious() == []
    threshold = page.get_by_label("Threshold", exact=True)
    threshold.fill("7")
    assert serious() == []
    threshold.fill("0.4")
    rate(page, "Der Bürgermeister verteilte gestern Auszeichnungen. " * 9)
    page.get_by_label("Text", exact=True).evaluate("field => { field.value = '\\0'; }")
    page.get_by_role("button", name="Rate", exact=True).click()
    page.get_by_role("alert").filter(has_text="U+0000").wait_for()
    assert serious() == []
