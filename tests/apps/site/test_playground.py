"""The built playground in a real browser: a text is fixed, run, played, shared, read offline."""

from __future__ import annotations

import gzip
import html
import json
import re
import subprocess
import time
from collections.abc import Callable

import pytest

import ruleslang
from tests.apps.site.playground_page import DIST, READ, VIEW, Page, Quiet, webdriver
from tests.support.tiny_game import GAME

pytestmark = pytest.mark.site

NEVER = """\
rulebook never "Never"
    language 1
    players 2
    starts with game

value few(a: 1..900, b: 1..900): 0..900 = number of (each c in 1..900 where c + a + b is 7)
value some(a: 1..900): 0..900 = number of (each b in 1..900 where few(a, b) > 0)
value all_of_them: 0..900 = number of (each a in 1..900 where some(a) > 0)

phase game
    if all_of_them > 3: p1 wins
    p2 wins

example "it takes for ever"
    when game
    then p1 wins
"""
TWO_OR_THREE = """\
rulebook few "Few"
    language 1
    players 2..3
    starts with game

phase game
    nobody wins
"""


def test_an_hour_in_a_minute(page: Page, address: tuple[str, Callable[[], None]]) -> None:
    """Written, mended by a click, run, played, simulated, stopped, sent, and without a network."""
    page.open()
    page.shows("#state", "No problems found")
    _end_a_line(page)
    _begin_at_the_margin(page)
    page.press("[data-tab]", "Problems")
    page.write(GAME.replace("1 to points", "1 to pionts"))
    page.shows("#problems .row", "pionts")
    page.shows("#state", "mistake")
    page.press("#problems .go", "write points")
    page.until(f"{READ} === arguments[0]", GAME)
    page.shows("#problems", "No problems found")

    page.press("[data-tab]", "Examples")
    page.press("#run-all")
    page.shows("#examples .holds", "one point each")
    page.shows("#examples .holds", "points 0 → 1")
    page.shows("#examples .fails", "does not hold")

    _play(page)
    _simulate(page)
    _simulate_three(page)
    _stop(page)

    page.press("[data-tab]", "Problems")
    page.write(GAME + '\n# <img src=x onerror="window.hurt = 1">\n')
    page.press("#share")
    page.shows("#state", "contains the whole text")
    fragment = page.until("return location.hash")
    page.until("return navigator.serviceWorker.ready.then(() => true)")
    page.forget()
    address[1]()  # from here on there is no server
    page.open(fragment)
    assert page.text == GAME + '\n# <img src=x onerror="window.hurt = 1">\n'
    assert page.driver.execute_script("return window.hurt === undefined")
    assert page.driver.execute_script("return document.documentElement.scrollWidth <= innerWidth")


def _end_a_line(page: Page) -> None:
    """Enter ends a line behind a whole word, also where that word is still offered."""
    page.write("")
    editor = page.driver.find_element("css selector", ".cm-content")
    editor.send_keys("zone pile: cards, seen by nobody")
    page.until("return document.querySelector('.cm-tooltip-autocomplete')?.innerText === 'nobody'")
    time.sleep(0.2)  # until the list takes keys
    editor.send_keys("\nzone")
    assert page.text == "zone pile: cards, seen by nobody\nzone"


def _begin_at_the_margin(page: Page) -> None:
    """Below an empty line, and at the beginning of a line, Enter begins no indented line."""
    page.write("phase game\n    nothing")
    editor = page.driver.find_element("css selector", ".cm-content")
    editor.send_keys(webdriver.Keys.CONTROL, webdriver.Keys.END)
    editor.send_keys(webdriver.Keys.NULL, "\n", webdriver.Keys.BACKSPACE, "\ndie")
    assert page.text == "phase game\n    nothing\n\ndie"


def _play(page: Page) -> None:
    """Both seats at one browser: the table follows who is asked."""
    page.press("[data-tab]", "Play")
    page.until("return document.querySelectorAll('#play .sitter').length === 2")
    page.driver.execute_script("for (const s of document.querySelectorAll('.sitter')) s.value = ''")
    page.press("#play .go", "Begin")
    inside = "document.getElementById('table-frame')?.contentDocument"
    for seat in range(2):
        page.until(f"return Boolean({inside}?.querySelector('#ask.asked'))")
        mine = f"{inside}?.querySelector('.seat.me')?.textContent"
        page.until(f"return {mine}?.includes(arguments[0])", ["left", "right"][seat])
        first = f"{inside}?.querySelector('#buttons > button')"
        page.until(f"const first = {first}; if (first) first.click(); return Boolean(first)")
    page.until(f"return {inside}?.getElementById('prompt')?.textContent.includes('wins')")


def _simulate(page: Page) -> None:
    page.press("[data-tab]", "Simulate")
    page.press("#simulate-go")
    page.shows("#so-far", "1000 of 1000 games, by WebAssembly")
    page.shows("#report", "left wins")


def _simulate_three(page: Page) -> None:
    """Of a game for two or three, three are simulated."""
    page.press("[data-tab]", "Problems")
    page.write(TWO_OR_THREE)
    page.press("[data-tab]", "Simulate")
    page.until("return document.querySelector('#simulate [name=players]')?.options.length === 2")
    page.driver.execute_script(
        "const players = document.querySelector('#simulate [name=players]');"
        "players.value = 3; players.dispatchEvent(new Event('change'))"
    )
    page.press("#simulate-go")
    page.shows("#so-far", "1000 of 1000 games, by WebAssembly")
    page.until("return !document.getElementById('simulate-go').disabled")
    page.shows("#report", "p3 wins")
    page.press("[data-tab]", "Problems")
    page.write(GAME)
    page.press("[data-tab]", "Simulate")
    page.until("return document.querySelectorAll('#simulate [name=players] option').length === 1")


def _stop(page: Page) -> None:
    """What never ends is stopped with what was done; a worker that hangs is replaced."""
    page.driver.execute_script(
        "document.getElementById('games').value = 100000;"
        "document.getElementById('engine').value = 'interpreter'"
    )
    page.press("#simulate-go")
    page.until("return document.getElementById('progress').value > 0")
    page.press("#simulate-stop")
    page.shows("#so-far", "then stopped")

    page.press("[data-tab]", "Problems")
    page.write(NEVER)
    page.press("[data-tab]", "Examples")
    page.press("#examples button", "Run")
    page.until("return !document.getElementById('stop').hidden")
    page.driver.execute_script("document.getElementById('stop').click()")
    page.shows("#examples .bad", "it was stopped")
    page.write(GAME)  # a spare worker goes on
    page.shows("#state", "No problems found")


def test_each_large_file_is_downloaded_once(page: Page) -> None:
    """By the page, the spare worker, and what keeps the page for later without a network."""
    Quiet.sent.clear()
    page.open()
    page.until("return navigator.serviceWorker.ready.then(() => true)")
    large = [path.name for path in (DIST / "play").rglob("*") if path.stat().st_size > 300_000]
    assert len(large) >= 5
    assert {name: Quiet.sent[name] for name in large} == dict.fromkeys(large, 1)


def test_a_visitor_downloads_about_eight_megabytes_at_most() -> None:
    """As a server sends them, compressed; the texts of the examples are fetched when opened."""
    files = [path for path in (DIST / "play").rglob("*") if path.is_file()]
    fetched = [path.read_bytes() for path in files if path.parent.name != "starts"]
    assert sum(min(len(each), len(gzip.compress(each, 9))) for each in fetched) < 8_150_000


def test_hostile_links_are_refused_in_words(page: Page) -> None:
    for fragment in ("#text=%%%", "#text=AAAA", "#text=" + "x" * 2000):
        page.open(fragment)
        page.until("return document.body.dataset.engine === 'ready'")


def test_a_block_of_the_documentation_is_opened_at_its_lines(page: Page) -> None:
    tutorial = html.unescape((DIST / "tutorial/index.html").read_text(encoding="utf-8"))
    link = re.search(r"play/(#text=[\w-]+&line=(\d+))", tutorial)
    assert link is not None

    page.open(link[1])

    selected = f"const s = {VIEW}.state; return s.doc.lineAt(s.selection.main.head)"
    assert page.driver.execute_script(f"{selected}.number") == int(link[2])
    assert page.driver.execute_script(f"{selected}.text") == "words Ware: apples, cloth, silver"


def test_the_largest_rulebook_is_checked(page: Page) -> None:
    page.open("#start=super_team")

    page.shows("#state", "No problems found")


def test_a_check_may_take_as_long_as_twenty_starts() -> None:
    """A quiet machine waits 25 seconds; what took longer to start may take longer to check."""
    asked = """
        import { patience } from "./engine.js";
        console.log(patience(), patience(900), patience(2e4));
    """
    found = subprocess.run(
        ["node", "--input-type=module", "-e", asked],
        cwd=DIST.parent / "src",
        capture_output=True,
        text=True,
        check=True,
    )

    assert found.stdout.split() == ["25000", "25000", "400000"]


def test_examples_to_begin_with() -> None:
    """Every text to begin with is one that the page takes."""
    starts = json.loads((DIST / "play/starts/index.json").read_text(encoding="utf-8"))
    groups = [each["group"] for each in starts]
    assert groups.count("Examples") + groups.count("Rulebooks") == len(ruleslang.rulebooks())
    assert groups.count("The tutorial") >= 8
    for each in starts:
        files = json.loads((DIST / f"play/starts/{each['name']}.json").read_text("utf-8"))
        assert files and next(iter(files)).endswith(".rules")
