"""Nobody loses a move: connections that die silently, sleeping phones, two tabs, the way back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic, sleep
from typing import Any

import pytest

from tests.apps.table.conftest import Served
from tests.apps.table.silent_proxy import SilentProxy, silent_proxy
from tests.apps.table.test_page import browser, lit, press
from tests.apps.table.test_table import first

pytest.importorskip("selenium.webdriver", reason="selenium is not installed")

from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

__all__ = ["browser"]  # a fixture


@pytest.fixture
def proxy(served: Served) -> Iterator[SilentProxy]:
    with silent_proxy(served.port) as made:
        yield made


def wait(browser: Any, until: Callable[[], Any], seconds: float = 20) -> Any:
    return WebDriverWait(browser, seconds, 0.05).until(lambda _: until())


def text_of(browser: Any, id: str) -> str:
    found: str = browser.execute_script(
        "return document.getElementById(arguments[0]).textContent", id
    )
    return found


def sit(browser: Any, port: int, token: str) -> None:
    browser.get(f"http://127.0.0.1:{port}/table/{token}")
    wait(browser, lambda: browser.find_elements(By.CSS_SELECTOR, ".seat"))


def number_of_choices(served: Served) -> int:
    (seats,) = served.lobby.seated.values()
    return len(seats.match.engine.chosen)  # threads of the server use the match itself


def test_a_click_on_a_dead_connection_is_made_after_all(
    browser: Any, served: Served, proxy: SilentProxy
) -> None:
    tokens = served.make("tic_tac_toe", ["", ""])
    sit(browser, proxy.port, tokens[0])
    spaces = lit(browser)
    proxy.silence()
    press(browser, spaces[4])
    assert text_of(browser, "link") == "Sending …"
    assert browser.find_elements(By.CSS_SELECTOR, "#table .lit") == []
    began = monotonic()
    wait(browser, lambda: number_of_choices(served) == 1)
    assert monotonic() - began < 10
    wait(browser, lambda: text_of(browser, "link") == "")
    assert text_of(browser, "problem") == ""

    o = first(served.sit(tokens[1]))
    o.choose(0)
    assert len(lit(browser)) == 7  # and play goes on


def test_a_click_that_came_through_is_not_made_twice(
    browser: Any, served: Served, proxy: SilentProxy
) -> None:
    tokens = served.make("pig", ["", ""]) if "pig" in served.lobby.games else ()
    tokens = tokens or served.make("tic_tac_toe", ["", ""])
    sit(browser, proxy.port, tokens[0])
    o = first(served.sit(tokens[1]))
    browser.execute_script(  # the answer is what gets lost
        "Connection.take = ((take) => function (m) { if (m.type === 'beat' || !window.deaf) "
        "take.call(this, m); })(Connection.take); window.deaf = true;"
        "const open = Connection.connect; Connection.connect = function () "
        "{ window.deaf = false; open.call(this); };"
    )
    press(browser, lit(browser)[0])
    o.until(lambda message: message.get("question"))
    wait(browser, lambda: text_of(browser, "link") == "")
    sleep(0.5)

    assert number_of_choices(served) == 1
    assert text_of(browser, "problem") == ""


def test_a_dead_connection_is_noticed_though_nobody_clicks(
    browser: Any, served: Served, proxy: SilentProxy
) -> None:
    tokens = served.make("tic_tac_toe", ["", ""])
    sit(browser, proxy.port, tokens[1])
    x = first(served.sit(tokens[0]))
    proxy.refuses = True
    proxy.silence()
    wait(browser, lambda: "No connection" in text_of(browser, "link"), 25)
    x.choose(0)
    proxy.refuses = False

    assert len(lit(browser)) == 8
    assert text_of(browser, "link") == ""


@pytest.mark.parametrize(
    "event",
    [
        "window.dispatchEvent(new Event('online'))",
        "window.dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))",
        "document.dispatchEvent(new Event('visibilitychange'))",
    ],
    ids=["online", "pageshow", "visibilitychange"],
)
def test_a_page_that_wakes_looks_whether_it_is_still_heard(
    browser: Any, served: Served, proxy: SilentProxy, event: str
) -> None:
    tokens = served.make("tic_tac_toe", ["", ""])
    sit(browser, proxy.port, tokens[1])
    x = first(served.sit(tokens[0]))
    proxy.silence()
    x.choose(0)
    sleep(0.3)
    assert browser.find_elements(By.CSS_SELECTOR, "#table .lit") == []
    browser.execute_script(event)

    assert wait(browser, lambda: browser.find_elements(By.CSS_SELECTOR, "#table .lit"), 5)


def test_unsent_messages_are_kept(browser: Any, served: Served, proxy: SilentProxy) -> None:
    tokens = served.make("tic_tac_toe", ["", ""], chat=True)
    browser.set_window_size(1200, 900)
    sit(browser, proxy.port, tokens[0])
    o = first(served.sit(tokens[1]))
    proxy.silence()
    field = browser.find_element(By.ID, "saying")
    field.send_keys("good evening\n")
    wait(browser, lambda: "not sent" in text_of(browser, "problem"))
    assert field.get_attribute("value") == "good evening"
    browser.execute_script("document.getElementById('chat').requestSubmit()")

    assert o.until(lambda message: message["type"] == "chat")["text"] == "good evening"


def test_a_server_that_begins_again_is_found_again(
    browser: Any, served: Served, proxy: SilentProxy
) -> None:
    """Its tickets are new, so a click that was not heard before is asked for again."""
    tokens = served.make("tic_tac_toe", ["", ""])
    sit(browser, proxy.port, tokens[0])
    (seats,) = served.lobby.seated.values()
    proxy.silence()
    seats._ticket = "another"
    press(browser, lit(browser)[4])
    wait(browser, lambda: "choose again" in text_of(browser, "problem"))
    press(browser, lit(browser)[4])

    wait(browser, lambda: number_of_choices(served) == 1)


def test_two_tabs_of_a_seat_agree(browser: Any, served: Served) -> None:
    token = served.make("chess", ["", "random"])[0]
    tabs = []
    for _ in range(2):
        browser.switch_to.new_window("tab")
        sit(browser, served.port, token)
        tabs.append(browser.current_window_handle)
    press(browser, lit(browser)[0])  # half a move in the second
    browser.switch_to.window(tabs[0])
    for _ in range(2):
        press(browser, lit(browser)[0])
    wait(browser, lambda: number_of_choices(served) >= 2 and lit(browser))
    tickets = []
    for tab in tabs:
        browser.switch_to.window(tab)
        wait(browser, lambda: browser.execute_script("return Choices.question"))
        tickets.append(browser.execute_script("return Choices.question.ticket"))
        assert browser.execute_script("return Choices.picks.length") == 0

    assert tickets[0] == tickets[1]


def test_the_lobby_keeps_the_links_and_the_way_back_finds_them(
    browser: Any, served: Served
) -> None:
    def links() -> list[str]:
        wait(browser, lambda: browser.find_elements(By.CSS_SELECTOR, "#list a"))
        found = browser.find_elements(By.CSS_SELECTOR, "#list a")
        return [each.get_attribute("href") for each in found]

    at = f"http://127.0.0.1:{served.port}/"
    browser.get(at)
    wait(browser, lambda: browser.find_elements(By.CSS_SELECTOR, "#rulebook option"))
    press(browser, browser.find_element(By.CSS_SELECTOR, ".go"))
    made = links()
    browser.refresh()
    assert links() == made
    browser.get(made[0])
    assert lit(browser)
    browser.back()
    assert browser.current_url == at and links() == made
    browser.forward()
    assert lit(browser)
    browser.back()
    press(browser, browser.find_element(By.CSS_SELECTOR, "#list button"))
    browser.refresh()
    wait(browser, lambda: browser.find_elements(By.CSS_SELECTOR, "#rulebook option"))
    assert browser.find_elements(By.CSS_SELECTOR, "#list a") == []


def test_the_way_back_closes_what_is_read_over_the_table(browser: Any, served: Served) -> None:
    token = served.make("hearts", ["", "random", "random", "random"])[0]
    sit(browser, served.port, token)
    here = browser.current_url
    for leave in (browser.back, lambda: press(browser, browser.find_element(By.ID, "close"))):
        press(browser, browser.find_element(By.ID, "rules"))
        card = browser.find_element(By.ID, "card")
        wait(browser, card.is_displayed)
        leave()
        wait(browser, lambda card=card: not card.is_displayed())
        assert browser.current_url == here
        assert not browser.execute_script("return Boolean(history.state && history.state.card)")
