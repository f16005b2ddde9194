"""The marked words: their details, the dial and the threshold, known words and the summary."""

import json
import re

import pytest

import lcp
from lcp.base.levels import LEVELS
from tests.cases import rows
from tests.reader.web.browser.conftest import (
    PHONE,
    TEXT,
    annotate,
    annotated,
    by_complexity,
    details,
    enter,
    hard_words,
    shown,
    word,
)  # fmt: skip
from tests.reader.web.conftest import serving_app

BOX = "element => JSON.stringify(element.getBoundingClientRect())"


def test_an_example_is_annotated_when_the_page_opens(page):
    assert shown(page).startswith("The old lighthouse was")
    assert "scepticism" in hard_words(page)
    assert re.fullmatch(
        r"[A-C][12] · \d+ hard words · \d+ words above B1 · \d+% marked",
        page.locator("#summary").inner_text(),
    )


@pytest.mark.parametrize("choice", [{"above": "C1"}, {"threshold": 0.3}])
def test_the_marks_of_the_script_equal_those_of_the_server(page, address, choice):
    annotate(page)
    if "above" in choice:
        page.locator("input[name=above][value=C1]").check(force=True)
    else:
        page.get_by_label("Threshold", exact=True).fill("0.3")
    answer = page.request.post(f"{address}/result", data={"text": TEXT, **choice}).text()
    marked = re.findall(r'class="hard (s\d)"[^>]*>(\w+)', answer)
    shown_marks = [
        (mark.get_attribute("class").split()[-1], mark.inner_text())
        for mark in page.locator("#map .hard").all()
    ]
    assert sorted(marked) == sorted(shown_marks) != []
    legend = re.findall(r"<li><span class=\"s\d\">(.*?)</span>", answer)
    assert page.locator("#legend li").all_inner_texts() == legend


def test_only_words_above_the_level_are_marked(page):
    annotate(page)
    assert shown(page) == TEXT
    marked = hard_words(page)
    assert {"acquiescence", "haploinsufficiency"} <= set(marked)
    assert not {"dinner", "river"} & set(marked)
    page.get_by_role("radio", name="C2").check(force=True)
    assert hard_words(page) == []
    assert "no words above C2 · 0% marked" in page.locator("#summary").inner_text()


def test_marks_do_not_move_the_text(page):
    annotate(page)
    boxes = []
    for threshold in (0, 0.3, 1):
        by_complexity(page, threshold)
        boxes.append([each.evaluate(BOX) for each in page.locator(".text [data-complexity]").all()])
        weights = {each.evaluate("e => getComputedStyle(e).fontWeight")
                   for each in page.locator(".text [data-complexity]").all()}  # fmt: skip
        assert weights == {"400"}
    assert boxes[0] == boxes[1] == boxes[2]


def test_harder_words_have_stronger_marks_and_other_underlines(page):
    annotate(page)
    by_complexity(page, 0.1)
    steps = {
        text: int(re.search(r"s(\d)", word(page, text).get_attribute("class"))[1])
        for text in ("river", "acquiescence", "haploinsufficiency")
    }
    assert steps["river"] < steps["acquiescence"] < steps["haploinsufficiency"]
    style = "word => getComputedStyle(word).textDecorationStyle"
    assert word(page, "river").evaluate(style) == "dotted"
    assert word(page, "haploinsufficiency").evaluate(style) == "double"


def test_the_threshold_changes_the_marks_at_once(page):
    annotate(page)
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    slider = page.get_by_role("slider")
    slider.fill("0.5")
    assert hard_words(page) == ["haploinsufficiency"]
    assert page.get_by_role("radio", name="By complexity").is_checked()
    assert "· 1 hard word · " in page.locator("#summary").inner_text()
    assert word(page, "haploinsufficiency").get_attribute("aria-label").endswith(", marked")
    slider.fill("0.4")
    assert hard_words(page) == ["acquiescence", "haploinsufficiency"]
    assert word(page, "acquiescence").get_attribute("aria-label") == "acquiescence, C2, marked"
    assert page.locator("#legend li").all_inner_texts() == ["0.4–0.5", "0.5–1"]
    page.get_by_role("radio", name="C1").check(force=True)
    assert page.locator("#legend li").all_inner_texts() == ["C2"]
    assert requests == []


def test_a_threshold_outside_the_scale_is_an_error_and_keeps_the_marks(page):
    annotate(page)
    by_complexity(page, 0.4)
    by_complexity(page, 1.5)
    assert page.get_by_role("alert").filter(has_text="from 0 to 1").is_visible()
    assert hard_words(page) == ["acquiescence", "haploinsufficiency"]
    by_complexity(page, 0.2)
    assert page.locator("#wrong").inner_text() == ""
    assert len(hard_words(page)) > 2


def test_the_levels_of_sentences_are_shown_on_request(page):
    def colours():
        return page.locator("#map .sentence").evaluate_all(
            "all => all.map((each) => getComputedStyle(each).backgroundColor)"
        )

    sentences = page.locator("#map .sentence")
    levels = [sentences.nth(i).get_attribute("data-level") for i in range(sentences.count())]
    assert set(levels) <= set(LEVELS)
    assert len(set(levels)) > 1
    assert len(set(colours())) == 1
    page.locator("#by-sentence").check()
    assert len(set(colours())) == len(set(levels))


def test_resting_on_a_word_previews_its_details(page):
    annotate(page)
    word(page, "acquiescence").hover()
    panel = details(page, "acquiescence")
    panel.get_by_text("learned late (about age 1").first.wait_for()
    content = panel.inner_text()
    assert "What makes it harder" in content
    assert re.search(r"C2, harder than \d+% of words in running text", content)
    for jargon in ("Zipf", "single word", "vector", "not on this machine"):
        assert jargon not in content
    panel.get_by_text("Numbers").click()
    content = panel.inner_text()
    assert re.search(r"Complexity 0\.\d\d, 90% interval 0\.\d\d to 0\.\d\d", content)
    assert re.search(r"Frequency: rare; harder by 0\.0\d", content)


def test_nothing_opens_under_a_resting_mouse(page):
    annotate(page, TEXT + "\n\nThe committee was reluctant." * 40)
    box = page.locator("#map").bounding_box()
    page.mouse.move(box["x"] + 30, box["y"] - 5)
    for distance in (100, 37, 51):
        page.evaluate("distance => scrollBy(0, distance)", distance)
        page.wait_for_timeout(250)
    assert page.get_by_role("heading", name="No word selected").is_visible()


def test_clicking_a_word_pins_its_details(page):
    annotate(page)
    word(page, "acquiescence").click()
    word(page, "mild").hover()
    page.wait_for_timeout(300)
    panel = details(page, "acquiescence")
    panel.get_by_role("button", name="Close").click()
    assert panel.count() == 0
    assert page.get_by_role("heading", name="No word selected").is_visible()
    assert word(page, "acquiescence").evaluate("word => word === document.activeElement")


def test_the_hardest_words_link_to_the_text(page):
    annotate(page)
    rows = page.locator("#hardest tbody tr")
    values = rows.locator(".level").all_inner_texts()
    assert values == sorted(values, reverse=True)
    assert rows.locator(".value").first.is_hidden()
    by_complexity(page, 0.3)
    values = [float(value) for value in rows.locator(".value").all_inner_texts()]
    assert values == sorted(values, reverse=True)
    assert rows.locator(".level").first.is_hidden()
    assert rows.first.get_by_role("link").inner_text() == "haploinsufficiency"
    rows.nth(1).get_by_role("link").click()
    assert word(page, "acquiescence").evaluate("word => word === document.activeElement")
    details(page, "acquiescence").get_by_text("What makes it harder").wait_for()


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("number", [0, 1, 5, 9])
def test_a_click_on_a_hardest_word_scrolls_to_it(opened, options, number):
    page = opened(**options, reduced_motion="reduce")
    hard = "acquiescence bioluminescence committee delineate ephemeral futile gaunt hapless irate"
    plain = "The old man walked slowly to the small house near the river and sat down. " * 9
    annotate(
        page, "\n\n".join(f"{plain}They saw the {each}." for each in (hard + " jovial").split())
    )
    page.locator("#hardest").get_by_role("link").nth(number).click()
    page.locator("#details.open").get_by_text("Numbers").wait_for()
    page.wait_for_timeout(200)
    box = page.locator("#map [aria-current]").bounding_box()
    sheet = page.locator("#details").bounding_box()
    floor = sheet["y"] if options else page.viewport_size["height"]
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= floor


@pytest.mark.parametrize(
    "text", [row["text"] for row in rows("reader/annotation/cases/counted")[:6]]
)
def test_the_numbers_of_hard_words_are_those_of_a_profile(page, text):
    profile = lcp.profile(text, threshold=0.229)
    annotate(page, text)
    for share in (profile.share_above("B1"), profile.share_hard):
        assert page.locator("#summary").inner_text().endswith(f"· {share:.0%} marked")
        by_complexity(page, 0.229)
    number = len(profile.hard_words)
    assert f"· {number or 'no'} hard word" in page.locator("#summary").inner_text()


def test_a_short_text_has_a_note_and_a_long_one_none(page):
    annotate(page, TEXT)
    note = page.get_by_text("fewer than 60: its level is uncertain")
    assert note.is_visible()
    annotate(page, "The old man walked slowly to the small house near the river and sat down. " * 9)
    assert note.count() == 0


def test_known_words_stay_in_the_browser_and_are_not_marked(page):
    annotate(page, "Her acquiescence surprised. An acquiescence, two acquiescences.")
    before = page.locator("#summary").inner_text()
    bodies = []
    page.on("request", lambda request: bodies.append(request.post_data or ""))
    word(page, "acquiescences").click()
    details(page, "acquiescences").get_by_role("button", name="I know this word").click()
    assert "acquiescence" not in " ".join(hard_words(page))
    assert page.locator("#summary").inner_text() != before
    assert page.locator("#hardest").get_by_role("link", name="acquiescence").count() == 0
    stored = page.evaluate("localStorage.getItem('lcp.known-words')")
    assert json.loads(stored) == ["acquiescence"]
    page.reload()
    annotate(page, "Another acquiescence.")
    assert hard_words(page) == []
    assert page.locator("#known-count").inner_text() == "1"
    page.get_by_text("Words you know").click()
    page.get_by_label("One word per line").fill("river\n")
    page.get_by_label("One word per line").blur()
    assert hard_words(page) == ["acquiescence"]
    assert not any("known" in body for body in bodies)


def test_another_meaning_can_be_chosen(page, data):
    annotate(page, "The tenant paid the rent.")
    word(page, "tenant").click()
    first = page.locator(".definition").inner_text()
    page.locator(".senses summary").click()
    other = page.locator(".senses button").first
    definition = other.inner_text()
    other.click()
    page.locator(".definition").filter(has_text=definition).wait_for()
    assert definition != first


def test_expressions_are_framed_and_explained(page, data):
    annotate(page, "My uncle kicked the bucket in the deep river.")
    assert page.locator(".text .unit").inner_text() == "kicked the bucket"
    word(page, "kicked the bucket").click()
    details(page, "kicked the bucket").get_by_text("What makes it").first.wait_for()
    page.get_by_label("Expressions").uncheck()
    annotated(page)
    assert page.locator(".text .unit").count() == 0
    word(page, "bucket").click()
    details(page, "bucket").get_by_text("What makes it").first.wait_for()


def test_an_expression_that_is_apart_is_one_target(page):
    annotate(page, "He took his tall hat off.")
    parts = page.locator(".text .unit")
    assert parts.all_inner_texts() == ["took", "off"]
    parts.last.click()
    details(page, "took off").get_by_text("What makes it").first.wait_for()
    assert parts.last.get_attribute("aria-current") == "true"
    word(page, "hat").click()
    details(page, "hat").get_by_text("What makes it").first.wait_for()


def test_without_wordnet_the_page_says_once_how_to_get_it(
    opened, make_client, monkeypatch, no_data
):
    with serving_app(make_client().app) as port:
        page = opened(f"http://127.0.0.1:{port}")
        assert page.get_by_text("lcp resources fetch wordnet").count() == 1
        assert page.get_by_label("Expressions").count() == 1
        word(page, "scepticism").click()
        details(page, "scepticism").get_by_text("What makes it harder").wait_for()
        assert "lcp resources fetch" not in page.locator("#content").inner_text()
        assert page.locator("#content").get_by_text("Easier words").count() == 0
        page.context.close()


def test_long_texts_show_where_they_get_hard(page):
    hard = "Haploinsufficiency perturbs the bioluminescence of plankton. " * 6
    annotate(page, "The old dog slept near the door of the house. " * 20 + hard)
    strip = page.locator("#along")
    label = strip.get_attribute("aria-label")
    assert re.search(r"in \d+ parts: at most \d+%, in part \d+\.", label)
    shares = [float(bar.get_attribute("style").split(":")[1].strip(" ;"))
              for bar in strip.locator("span").all()]  # fmt: skip
    assert shares[0] < 0.1
    assert shares[-1] > 0.9
    annotate(page, "A short text.")
    assert strip.is_hidden()


def test_an_option_that_changes_annotates_the_text_again(page):
    enter(page, "The committee was reluctant.")
    annotated(page)
    first = word(page, "reluctant").get_attribute("data-complexity")
    page.get_by_label("Readers").select_option("learner")
    page.wait_for_function(
        "value => !document.querySelector(`#map [data-complexity='${value}']`)", arg=first
    )


@pytest.mark.parametrize("readers", ["general", "learners of English"])
def test_the_details_agree_with_the_marks(page, readers):
    annotate(page, "THE RESULTS\n\nOur RESULTS were a com-\nplex man\u2019s answer.")
    page.get_by_label("Readers").select_option(readers)
    annotated(page)
    words = page.locator("#map [data-complexity]")
    assert words.count() == 5
    for number in range(words.count()):
        with page.expect_response("**/api/explain") as response:
            words.nth(number).click()
        (explained,) = response.value.json()["explanations"]
        shown = float(words.nth(number).get_attribute("data-complexity"))
        assert explained["complexity"] == pytest.approx(shown, abs=1e-4)
        assert words.nth(number).get_attribute("data-value") == f"{explained['complexity']:.2f}"
