"""Typing between a check and what is pressed after it: no fix and no result is of another text."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.apps.site.playground_page import READ, VIEW, Page, webdriver
from tests.apps.table.browsers import AXE, serious
from tests.support.tiny_game import GAME as MENDED

pytestmark = pytest.mark.site

GAME = MENDED.replace("points(p)", "point(p)", 1)
FIX = "#problems .go"

# Presses the first button of the problems twice, as a double click does, or after an edit.
PRESS = f"""
const buttons = [...document.querySelectorAll({FIX!r})];
const button = buttons.find((each) => each.textContent.includes("points"));
const view = {VIEW};
const insert = (from, to, insert) => view.dispatch({{changes: {{from, to, insert}}}});
const text = () => view.state.doc.toString();
"""


def write(page: Page) -> None:
    """Open the page with the text, and wait for the button that mends it."""
    page.write(GAME)
    page.shows(FIX, "points")


def test_a_fix_follows_what_was_typed_since_the_check(page: Page, tmp_path: Path) -> None:
    page.open_with_python_here(tmp_path / "rulebook")
    write(page)
    page.driver.execute_script(PRESS + "button.click(); button.click();")
    page.until(f"{READ} === arguments[0]", MENDED)
    page.shows("#state", "No problems found")
    assert page.text == MENDED

    write(page)
    line = "# written above\n"
    page.driver.execute_script(
        PRESS + "insert(0, 0, arguments[0]); insert(text().length, text().length, arguments[0]);"
        "button.click();",
        line,
    )
    assert page.text == line + MENDED + line
    page.shows("#state", "No problems found")

    write(page)
    page.driver.execute_script(
        PRESS + "const at = text().indexOf('point(');"
        "insert(at, at + 5, 'money'); button.click(); window.state = "
        "document.getElementById('state').textContent;"
    )
    assert page.text == GAME.replace("point(", "money(")
    assert "changed here" in page.driver.execute_script("return window.state")
    page.until("return !document.getElementById('state').textContent.includes('changed here')")


def test_a_result_of_an_earlier_text_is_shown_as_one(page: Page, tmp_path: Path) -> None:
    page.open_with_python_here(tmp_path / "rulebook")
    page.write(MENDED)
    page.press("[data-tab]", "Examples")
    page.press("#run-all")
    page.shows("#examples .fails", "does not hold")
    page.shows("#failed", "1")
    assert page.driver.execute_script("return document.querySelectorAll('.cm-worked').length")

    page.write(MENDED.replace("is 2", "is 1"))
    page.shows("#examples .earlier", "before the last change: does not hold")
    assert not page.driver.execute_script("return document.getElementById('failed').textContent")
    assert not page.driver.execute_script("return document.querySelectorAll('.cm-worked').length")
    page.press("#run-all")
    page.until("return document.querySelectorAll('#examples .holds').length === 2")

    script = f"const v = {VIEW}; v.dispatch({{changes: {{from: 0, insert: arguments[0]}}}});"
    run = "document.getElementById('run-all').click()"
    page.driver.execute_script(script + run, "# what is written now is what runs\n")
    page.until("return document.querySelectorAll('#examples .holds').length === 2")


def test_the_keyboard_goes_through_the_page(page: Page, tmp_path: Path) -> None:
    page.open_with_python_here(tmp_path / "rulebook")
    page.write(MENDED)
    content = page.driver.find_element("css selector", ".cm-content")
    focus = "arguments[0].focus()"
    inside = "return document.activeElement === arguments[0]"
    page.driver.execute_script(focus, content)
    page.keys(webdriver.Keys.TAB)
    assert page.text == MENDED and not page.driver.execute_script(inside, content)

    page.driver.execute_script(focus, content)
    page.keys("x", webdriver.Keys.ESCAPE, webdriver.Keys.BACKSPACE, webdriver.Keys.TAB)
    assert page.text == "    " + MENDED and page.driver.execute_script(inside, content)
    page.keys(webdriver.Keys.ESCAPE, webdriver.Keys.TAB)
    assert page.text == "    " + MENDED and not page.driver.execute_script(inside, content)

    page.driver.execute_script("document.querySelector('[data-tab=examples]').focus()")
    page.keys(webdriver.Keys.ARROW_RIGHT)
    assert page.driver.execute_script("return document.body.dataset.shown") == "play"
    page.keys(webdriver.Keys.HOME)
    assert page.driver.execute_script("return document.body.dataset.shown") in ("text", "problems")

    menu = "return document.querySelector('details.menu').open"
    page.driver.find_element("css selector", "details.menu summary").click()
    assert page.driver.execute_script(menu)
    page.keys(webdriver.Keys.ESCAPE)
    assert not page.driver.execute_script(menu)
    page.driver.find_element("css selector", "details.menu summary").click()
    page.driver.find_element("css selector", "h1").click()
    assert not page.driver.execute_script(menu)


@pytest.mark.skipif(not AXE.is_file(), reason="`npm ci` in `site` has not fetched axe-core")
def test_no_view_has_a_serious_finding_of_axe(page: Page, tmp_path: Path) -> None:
    page.open_with_python_here(tmp_path / "rulebook")
    for view in ("text", "problems", "examples", "play", "simulate"):
        page.driver.execute_script(f"document.querySelector('[data-tab={view}]').click()")
        assert serious(page.driver) == []
