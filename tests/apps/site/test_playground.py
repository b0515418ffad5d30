"""The built playground in a real browser: a text is mended, run, played, sent, read offline."""

from __future__ import annotations

import html
import json
import re
import shutil
import time
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import ruleslang

pytestmark = pytest.mark.site

webdriver: Any = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
DIST = Path(__file__).resolve().parents[3] / "site" / "dist"
if not (shutil.which("chromium") and shutil.which("chromedriver")):
    pytest.skip("chromium and chromedriver are not installed", allow_module_level=True)
if not (DIST / "play" / "offline.js").is_file():
    pytest.skip("`python site/build.py` has not built the site", allow_module_level=True)

from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402

from tests.apps.table.browsers import QUIET  # noqa: E402
from tests.support.tiny_game import GAME  # noqa: E402

PATIENCE = 240  # seconds: of a busy machine; all that is waited for is a condition
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
WIDE, NARROW = (1280, 900), (390, 844)


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Nobody reads it."""


@pytest.fixture
def address() -> Iterator[tuple[str, Callable[[], None]]]:
    """Where the site is, and what ends its server."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(DIST)))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()

    def end() -> None:
        server.shutdown()
        server.server_close()

    yield f"http://127.0.0.1:{server.server_port}/play/", end
    if thread.is_alive():
        end()


class Page:
    """The playground in a browser."""

    def __init__(self, driver: Any, address: str) -> None:
        self.driver, self.address = driver, address

    def open(self, fragment: str = "") -> None:
        """Open it, and wait until the first text is checked."""
        self.driver.get("about:blank")
        self.driver.get(self.address + fragment)
        self.until("return Number(document.body.dataset.checked) > 0")

    def until(self, script: str, *given: Any) -> Any:
        """What a script answers, once it is true."""
        return WebDriverWait(self.driver, PATIENCE, 0.1).until(
            lambda _: self.driver.execute_script(script, *given)
        )

    def write(self, text: str) -> None:
        """Put a text in the place of the one there is, and wait until it is checked."""
        before = self.driver.execute_script("return Number(document.body.dataset.checked)")
        self.driver.execute_script(WRITE, text)
        self.until("return Number(document.body.dataset.checked) > arguments[0]", before)
        self.until("return document.getElementById('state').textContent.length > 0")

    @property
    def text(self) -> str:
        found: str = self.driver.execute_script(READ)
        return found

    def press(self, css: str, words: str = "") -> None:
        """Press the first button that has these words."""
        script = (
            "const it = [...document.querySelectorAll(arguments[0])].find((each) => "
            "each.textContent.includes(arguments[1]) && !each.disabled && !each.hidden);"
            "if (it) it.click(); return Boolean(it);"
        )
        self.until(script, css, words)

    def shows(self, css: str, words: str) -> None:
        """Wait until an element has these words."""
        self.until(
            "return [...document.querySelectorAll(arguments[0])].some((each) => "
            "each.textContent.includes(arguments[1]))",
            css,
            words,
        )


VIEW = "document.querySelector('.cm-content').cmTile.view"
READ = f"return {VIEW}.state.doc.toString()"
WRITE = (
    f"const v = {VIEW}, changes = {{from: 0, to: v.state.doc.length, insert: arguments[0]}};"
    "v.dispatch({changes})"
)


def started(path: Path, size: tuple[int, int]) -> Any:
    """A browser without a window, and with nothing that it remembers."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for each in (*QUIET, f"--user-data-dir={path}", f"--window-size={size[0]},{size[1]}"):
        options.add_argument(each)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = webdriver.ChromeService(executable_path=shutil.which("chromedriver"))
    driver = webdriver.Chrome(options=options, service=service)
    driver.set_script_timeout(PATIENCE)
    return driver


@pytest.fixture(params=[WIDE, NARROW], ids=["wide", "narrow"])
def page(
    request: pytest.FixtureRequest, tmp_path: Path, address: tuple[str, Callable[[], None]]
) -> Iterator[Page]:
    driver = started(tmp_path / "chromium", request.param)
    yield Page(driver, address[0])
    errors = [each["message"] for each in driver.get_log("browser") if each["level"] == "SEVERE"]
    driver.quit()
    assert not [each for each in errors if "ERR_" not in each]


def test_an_hour_in_a_minute(page: Page, address: tuple[str, Callable[[], None]]) -> None:
    """Written, mended by a click, run, played, simulated, stopped, sent, and without a network."""
    page.open()
    page.shows("#state", "Nothing is wrong")
    _end_a_line(page)
    _begin_at_the_margin(page)
    page.press("[data-tab]", "Problems")
    page.write(GAME.replace("1 to points", "1 to pionts"))
    page.shows("#problems .row", "pionts")
    page.shows("#state", "mistake")
    page.press("#problems .go", "write points")
    page.until(f"{READ} === arguments[0]", GAME)
    page.shows("#problems", "Nothing is wrong")

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
    page.shows("#state", "holds the whole text")
    fragment = page.until("return location.hash")
    page.until("return navigator.serviceWorker.ready.then(() => true)")
    page.driver.execute_script("localStorage.clear()")
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
    page.shows("#so-far", "200 of 200 games")
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
    page.shows("#so-far", "200 of 200 games")
    page.until("return !document.getElementById('simulate-go').disabled")
    page.shows("#report", "p3 wins")
    page.press("[data-tab]", "Problems")
    page.write(GAME)
    page.press("[data-tab]", "Simulate")
    page.until("return document.querySelectorAll('#simulate [name=players] option').length === 1")


def _stop(page: Page) -> None:
    """What never ends is stopped with what was done; a worker that hangs is replaced."""
    page.driver.execute_script("document.getElementById('games').value = 100000")
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
    page.shows("#state", "Nothing is wrong")


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


def test_examples_to_begin_with() -> None:
    """Every text to begin with is one that the page takes."""
    starts = json.loads((DIST / "play/starts/index.json").read_text(encoding="utf-8"))
    groups = [each["group"] for each in starts]
    assert groups.count("Examples") + groups.count("Rulebooks") == len(ruleslang.rulebooks())
    assert groups.count("The tutorial") >= 8
    for each in starts:
        files = json.loads((DIST / f"play/starts/{each['name']}.json").read_text("utf-8"))
        assert files and next(iter(files)).endswith(".rules")
