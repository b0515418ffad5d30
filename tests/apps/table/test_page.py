"""The page in a real browser: what is lit is pressed, by mouse and keyboard, on wide and narrow."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest

import ruleslang
from tests.apps.table.conftest import Served, serve
from tests.apps.table.test_table import first

pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
if not (shutil.which("chromium") and shutil.which("chromedriver")):
    pytest.skip("chromium and chromedriver are not installed", allow_module_level=True)

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from tests.apps.table.browsers import errors_of, open_browser, press


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Any]:
    driver = open_browser(tmp_path / "chromium")
    yield driver
    errors = errors_of(driver)
    driver.quit()
    assert not errors


def lit(browser: Any) -> list[Any]:
    """What may be pressed on the table, once something may."""
    found: list[Any] = WebDriverWait(browser, 20).until(
        lambda _: browser.find_elements(By.CSS_SELECTOR, "#table .lit")
    )
    return found


def test_two_browsers_play_by_pressing_what_is_lit(browser: Any, served: Served) -> None:
    at = f"http://127.0.0.1:{served.port}"
    tokens = served.make("tic_tac_toe", ["", ""])
    tabs = []
    for token in tokens[:2]:
        browser.switch_to.new_window("tab")
        browser.get(f"{at}/table/{token}")
        tabs.append(browser.current_window_handle)
    public = first(served.sit(tokens[2]))
    for turn in range(5):  # each takes the first free space: the third row of the first is full
        browser.switch_to.window(tabs[turn % 2])
        space = lit(browser)[0]
        assert space.accessible_name
        press(browser, space)
        public.until(lambda message: message["type"] == "state")
        if public.state["over"]:
            break
    over = public.state["over"]
    phase = browser.find_element(By.ID, "prompt")
    if over:
        WebDriverWait(browser, 20).until(lambda _: over["text"] in phase.text)
        assert not browser.find_element(By.ID, "undo").is_displayed()
    assert browser.find_elements(By.CSS_SELECTOR, "#log li")


def test_a_move_of_two_parts_is_composed_and_put_back(browser: Any, served: Served) -> None:
    token = served.make("chess", ["", "random"])[0]
    browser.get(f"http://127.0.0.1:{served.port}/table/{token}")
    men = [each.get_attribute("data-key") for each in lit(browser)]
    press(browser, lit(browser)[0])
    assert [each.get_attribute("data-key") for each in lit(browser)] != men
    browser.find_element(By.CSS_SELECTOR, "body").send_keys(Keys.ESCAPE)
    assert [each.get_attribute("data-key") for each in lit(browser)] == men
    lit(browser)[0].send_keys(Keys.ENTER)
    lit(browser)[0].send_keys(Keys.ENTER)

    told = WebDriverWait(browser, 20).until(
        lambda _: [each.text for each in browser.find_elements(By.CSS_SELECTOR, "#log li span")]
    )
    press(browser, browser.find_element(By.ID, "log-button"))
    assert told is not None
    WebDriverWait(browser, 20).until(
        lambda _: "You move" in browser.find_element(By.ID, "log").text
    )


def test_a_hand_against_bots_with_every_choice_in_words(browser: Any, served: Served) -> None:
    token = served.make("hearts", ["", "random", "random", "random"])[0]
    browser.get(f"http://127.0.0.1:{served.port}/table/{token}")
    for _ in range(3):
        lit(browser)
        before = browser.execute_script("return Choices.question.ticket")
        if not browser.execute_script("return document.getElementById('all').open"):
            press(browser, browser.find_element(By.CSS_SELECTOR, "#all summary"))
        press(browser, browser.find_element(By.CSS_SELECTOR, "#all li button"))
        WebDriverWait(browser, 20).until(
            lambda _, before=before: browser.execute_script(
                "return Boolean(Choices.question) && Choices.question.ticket !== arguments[0]",
                before,
            )
        )
    width = browser.execute_script("return document.documentElement.scrollWidth")
    assert width <= browser.execute_script("return innerWidth")


def test_the_log_of_a_phone_opens_and_closes_below_a_high_header(
    browser: Any, served: Served
) -> None:
    token = served.make("super_team", ["", "automatic"])[0]
    browser.get(f"http://127.0.0.1:{served.port}/table/{token}")
    assert lit(browser)
    log, table = browser.find_element(By.ID, "aside"), browser.find_element(By.ID, "table")
    for is_open in (True, False):
        press(browser, browser.find_element(By.ID, "log-button"))
        assert log.is_displayed() == is_open
    assert table.is_displayed()


def test_why_something_was_refused_can_be_read(browser: Any, served: Served) -> None:
    token = served.make("tic_tac_toe", ["", ""])[0]
    browser.get(f"http://127.0.0.1:{served.port}/table/{token}")
    assert lit(browser)
    press(browser, browser.find_element(By.ID, "undo"))
    problem = browser.find_element(By.ID, "problem")
    WebDriverWait(browser, 20).until(lambda _: problem.text == "you have not chosen anything yet")
    sleep(0.5)
    assert problem.text == "you have not chosen anything yet"


def test_a_card_is_read_by_holding_it_and_is_not_chosen(browser: Any, served: Served) -> None:
    token = served.make("hearts", ["", "random", "random", "random"])[0]
    browser.get(f"http://127.0.0.1:{served.port}/table/{token}")
    held = next(each for each in lit(browser) if each.find_elements(By.CSS_SELECTOR, "[data-card]"))
    opened = browser.find_element(By.ID, "card")
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", held)
    asked = browser.find_element(By.ID, "prompt").text
    ActionChains(browser).click_and_hold(held).perform()
    WebDriverWait(browser, 20).until(lambda _: opened.is_displayed())
    ActionChains(browser).release().perform()
    assert "You can choose it now" in opened.text
    press(browser, browser.find_element(By.ID, "close"))
    WebDriverWait(browser, 20).until(lambda _: not opened.is_displayed())
    assert browser.find_element(By.ID, "prompt").text == asked


def test_facts_about_a_card_are_drawn_on_its_back(browser: Any, served: Served) -> None:
    tokens = served.make("hanabi", ["", ""])
    browser.get(f"http://127.0.0.1:{served.port}/table/{tokens[1]}")
    player = served.sit(tokens[0])
    choices = first(player).state["question"]["choices"]
    place, hint = next((n, c) for n, c in enumerate(choices) if c["id"].startswith("tell_rank p2"))
    player.choose(place)

    facts = WebDriverWait(browser, 20).until(
        lambda _: [
            (fact.text, "not" in fact.get_attribute("class"))
            for fact in browser.find_elements(By.CSS_SELECTOR, ".me .back .fact")
        ]
    )
    told = hint["id"].rpartition(" ")[2]
    assert (told, False) in facts and len(facts) == 5 and {text for text, _ in facts} == {told}


PRESSED = """
if (!window.say) {
  window.say = Connection.send.bind(Connection);
  Connection.send = (message) => {
    if (message.do === "choose") window.chosen = message.ticket;
    window.say(message);
  };
}
if (!state || (!state.over && !Choices.question)) return "";
if (!state.over && Choices.question.ticket === window.chosen) return "";
if (state.over) return "over";
const there = [...document.querySelectorAll("#table .lit, #buttons > button:not(:disabled)")]
  .filter((each) => each.getAttribute("data-key") !== "back");
if (!there.length) return "nothing can be pressed";
const ready = there.find((each) => each.getAttribute("data-key") === "ready");
(ready || there[arguments[0] % there.length]).click();
return "pressed";
"""


def test_a_match_is_played_to_its_end_by_pressing_what_is_lit(browser: Any, served: Served) -> None:
    token = served.make("hearts", ["", *["random"] * 3])[0]
    browser.get(f"http://127.0.0.1:{served.port}/table/{token}")
    chance = Random(1)  # what is pressed in turn could put back what was pressed before, for ever
    for _ in range(1000):
        place = chance.randrange(1000)
        said = WebDriverWait(browser, 20).until(
            lambda _, place=place: browser.execute_script(PRESSED, place)
        )
        if said != "pressed":
            break
    assert said == "over"


def test_a_match_is_made_in_the_lobby(browser: Any, served: Served) -> None:
    browser.get(f"http://127.0.0.1:{served.port}/")
    WebDriverWait(browser, 20).until(
        lambda _: browser.find_elements(By.CSS_SELECTOR, "#rulebook option")
    )
    press(browser, browser.find_element(By.CSS_SELECTOR, ".go"))
    links = WebDriverWait(browser, 20).until(
        lambda _: browser.find_elements(By.CSS_SELECTOR, "#list a")
    )
    assert len(links) == 4  # two seats, spectators, all when it is over
    browser.get(links[0].get_attribute("href"))
    assert lit(browser)


SIGNS = """
window.signs = [];
window.Notification = function (title, said) { window.signs.push(["shown", title, said.body]); };
window.Notification.permission = "granted";
window.Notification.requestPermission = () => window.signs.push(["permission"]);
const silent = new Proxy(function () {}, {
  get: (_, key) => key === Symbol.toPrimitive ? () => 0 : silent,
  set: () => true,
  apply: () => silent,
});
window.AudioContext = function () { window.signs.push(["sound"]); return silent; };
Object.defineProperty(document, "hidden", { get: () => window.looksElsewhere === true });
"""


def test_who_looks_elsewhere_is_called_if_that_is_wanted(browser: Any, served: Served) -> None:
    """Nothing is shown or heard unless both boxes are ticked, and nothing while one looks."""
    tokens = served.make("tic_tac_toe", ["", ""])
    other = first(served.sit(tokens[1]))
    browser.get(f"http://127.0.0.1:{served.port}/table/{tokens[0]}")
    lit(browser)
    browser.execute_script(SIGNS)

    def round_of_two() -> list[list[str]]:
        press(browser, lit(browser)[0])
        other.until(lambda message: message["type"] == "state" and message["question"])
        browser.execute_script("window.signs = []")
        other.choose(len(other.state["question"]["choices"]) - 1)
        lit(browser)
        signs: list[list[str]] = browser.execute_script("return window.signs")
        return signs

    browser.execute_script("window.looksElsewhere = true")
    assert round_of_two() == []
    press(browser, browser.find_element(By.ID, "more"))
    for box in ("notify", "sound"):
        assert not browser.find_element(By.ID, box).is_selected()
        press(browser, browser.find_element(By.ID, box))
    press(browser, browser.find_element(By.ID, "more"))
    assert browser.execute_script("return window.signs") == [["permission"], ["sound"]]
    called = round_of_two()
    assert [sign[0] for sign in called] == ["shown", "sound"]
    assert browser.title == f"● Your turn · {called[0][1]}"


def test_the_last_move_is_marked_and_the_end_has_a_table(browser: Any, served: Served) -> None:
    tokens = served.make("tic_tac_toe", ["", ""])
    x = first(served.sit(tokens[0]))
    browser.get(f"http://127.0.0.1:{served.port}/table/{tokens[1]}")
    space = x.state["question"]["choices"][0]["parts"][-1]["name"]
    x.choose(0)
    lit(browser)
    marked = "return [...document.querySelectorAll('.last')].map((each) => each.dataset.space)"
    assert browser.execute_script(marked) == [space]

    for _ in range(3):  # x takes the first free space each time, and has three in a row
        press(browser, lit(browser)[-1])
        x.until(lambda message: message["type"] == "state" and message["question"])
        x.choose(0)
        x.until(lambda message: message["type"] == "state")
        if x.state["over"]:
            break
    over = x.state["over"]
    assert over["winners"] == [0]
    scores = WebDriverWait(browser, 20).until(
        lambda _: browser.find_elements(By.CSS_SELECTOR, ".scores")
    )[0]
    last = browser.find_elements(By.CSS_SELECTOR, "#log li.happened > span")[-1]
    last = last.get_attribute("textContent")
    assert last.startswith("Cross ")
    assert over["text"] in scores.text and f"Last move: {last}" in scores.text
    assert "Then:" not in scores.text and "limit of decisions" not in scores.text
    assert len(scores.find_elements(By.CSS_SELECTOR, "tr.won")) == 1
    fits = "return arguments[0].scrollHeight <= arguments[0].clientHeight + 1"
    assert browser.execute_script(fits, scores)

    by_rules = 'story.push({kind: "happened", text: "Opal goes to box · 2 more", parts: []})'
    browser.execute_script(f"{by_rules}; state.over.capped = true; draw()")
    (scores,) = browser.find_elements(By.CSS_SELECTOR, ".scores")
    assert f"Last move: {last}" in scores.text and "Then: Opal goes to box" in scores.text
    assert "The match reached its limit of decisions" in scores.text
    browser.execute_script('state.over = {text: "x resigns"}; draw()')
    (scores,) = browser.find_elements(By.CSS_SELECTOR, ".scores")
    assert "x resigns" in scores.text and "Last move" not in scores.text


def test_who_is_asked_to_agree_reads_it_beside_the_own_question(
    browser: Any, served: Served
) -> None:
    tokens = served.make("sealed_bids", ["", ""])
    browser.get(f"http://127.0.0.1:{served.port}/table/{tokens[0]}")
    other = served.sit(tokens[1])
    first(other)
    buttons = "#buttons > button"
    WebDriverWait(browser, 20).until(lambda _: browser.find_elements(By.CSS_SELECTOR, buttons))
    assert browser.title.startswith("● Your turn")
    press(browser, browser.find_element(By.CSS_SELECTOR, buttons))
    before = other.state["question"]["ticket"]
    other.choose(0)
    other.until(lambda message: (message.get("question") or {}).get("ticket", before) != before)
    other.say(do="undo")
    wish = WebDriverWait(browser, 20).until(
        lambda _: browser.find_element(By.CSS_SELECTOR, "#wish:not([hidden])")
    )

    assert "would like to take a choice back" in wish.text
    assert browser.find_element(By.CSS_SELECTOR, "#ask.asked #prompt").text
    assert [each.text for each in wish.find_elements(By.TAG_NAME, "button")] == ["Agree", "No"]
    press(browser, wish.find_element(By.CSS_SELECTOR, "[data-key=no]"))
    WebDriverWait(browser, 20).until(lambda _: not wish.is_displayed())
    assert browser.find_elements(By.CSS_SELECTOR, buttons)


def test_what_may_be_pressed_is_outlined_where_colours_are_forced(
    browser: Any, served: Served
) -> None:
    tokens = served.make("tic_tac_toe", ["", ""])
    forced = {"features": [{"name": "forced-colors", "value": "active"}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", forced)
    browser.get(f"http://127.0.0.1:{served.port}/table/{tokens[0]}")
    space = lit(browser)[0]

    style = "return getComputedStyle(arguments[0])[arguments[1]]"
    assert browser.execute_script(style, space, "outlineStyle") == "solid"
    board = browser.find_element(By.CSS_SELECTOR, ".board")
    assert (
        browser.execute_script(style, board, "forcedColorAdjust") == "none"
    )  # whose men are whose

    browser.get(
        f"http://127.0.0.1:{served.port}/table/{served.make('hearts', ['', *['random'] * 3])[0]}"
    )
    card = lit(browser)[0]
    assert browser.execute_script(style, card, "outlineStyle") == "solid"
    assert browser.execute_script(style, card, "outlineOffset") == "0px"  # around the card


SEEN = """
const at = document.activeElement, style = getComputedStyle(at);
return [at.matches("#table .lit, #buttons > button, #buttons > input"), at.id || at.tagName,
        style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0];
"""
MOST_TABS = 60


def to_a_choice(browser: Any) -> None:
    """Press Tab until something that can be chosen has the focus; all on the way shows it."""
    for _ in range(MOST_TABS):
        is_choice, name, is_seen = browser.execute_script(SEEN)
        assert is_seen or name == "BODY", name
        if is_choice:
            return
        ActionChains(browser).send_keys(Keys.TAB).perform()
    raise AssertionError(f"no choice is reached with {MOST_TABS} tabs")


@pytest.mark.parametrize(("width", "zoom"), [(390, 1), (640, 2)])  # a phone; a window at 200 %
@pytest.mark.parametrize("name", ["tic_tac_toe", "sealed_bids"])
def test_a_match_is_played_by_keyboard_alone(
    browser: Any, served: Served, name: str, width: int, zoom: int
) -> None:
    size = {"width": width, "height": 844 // zoom, "deviceScaleFactor": zoom, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    browser.get(f"http://127.0.0.1:{served.port}/table/{served.make(name, ['', 'random'])[0]}")
    over, asked = "return Boolean(state && state.over)", "return Choices.question?.ticket"
    for _ in range(60):
        WebDriverWait(browser, 20).until(
            lambda _: browser.execute_script(f"{over} || Boolean(Choices.question)")
        )
        if browser.execute_script(over):
            break
        ticket = browser.execute_script(asked)
        to_a_choice(browser)
        if browser.execute_script("return document.activeElement.type === 'range'"):
            ActionChains(browser).send_keys(Keys.ARROW_RIGHT, Keys.TAB, Keys.TAB).perform()
        ActionChains(browser).send_keys(Keys.ENTER).perform()
        WebDriverWait(browser, 20).until(
            lambda _, ticket=ticket: browser.execute_script(asked) != ticket
        )
    assert browser.execute_script(over)
    fits = "return document.documentElement.scrollWidth <= innerWidth"
    assert browser.execute_script(fits)


def test_one_of_many_numbers_is_typed_and_names_are_shown(browser: Any, served: Served) -> None:
    tokens = served.make("sealed_bids", ["", ""], names=["", "Ben"])
    browser.get(f"http://127.0.0.1:{served.port}/table/{tokens[0]}")
    field = WebDriverWait(browser, 20).until(
        lambda _: browser.find_element(By.CSS_SELECTOR, "[data-key=number]")
    )
    chosen = browser.find_element(By.CSS_SELECTOR, '[data-key="number chosen"]')
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("77")
    assert not chosen.is_enabled()
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("7", Keys.ENTER)

    WebDriverWait(browser, 20).until(
        lambda _: "Waiting for bob (Ben)" in browser.find_element(By.ID, "prompt").text
    )
    (seats,) = served.lobby.seated.values()
    WebDriverWait(browser, 20).until(lambda _: seats.match.choices)
    assert seats.match.choices[-1].choice == "7"
    assert "Ben" in browser.find_element(By.CSS_SELECTOR, "#table .others").text


def test_a_piece_is_dragged_to_its_space_and_put_back_elsewhere(
    browser: Any, served: Served
) -> None:
    token = served.make("chess", ["", ""])[0]
    browser.get(f"http://127.0.0.1:{served.port}/table/{token}")
    lit(browser)
    man, end = (browser.find_element(By.CSS_SELECTOR, f"[data-space={at}]") for at in ("e2", "e4"))
    away = end.location["y"] - man.location["y"]
    for way, expected in ((away // 4, "move: man"), (away, "Waiting for black")):
        man = browser.find_element(By.CSS_SELECTOR, "[data-space=e2]")
        drag = ActionChains(browser).move_to_element(man).click_and_hold()
        drag.move_by_offset(0, way).release().perform()
        WebDriverWait(browser, 20).until(
            lambda _, text=expected: text in browser.find_element(By.ID, "prompt").text
        )


def test_a_board_fits_a_small_window_with_its_legend(browser: Any, tmp_path: Path) -> None:
    games = {"frontier": ruleslang.load("frontier")}
    with contextmanager(serve)(tmp_path / "table.sqlite", games=games) as served:
        _check_board(browser, served)


def _check_board(browser: Any, served: Served) -> None:
    size = {"width": 900, "height": 700, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    token = served.make("frontier", ["", ""])[0]
    browser.get(f"http://127.0.0.1:{served.port}/table/{token}")
    board = WebDriverWait(browser, 40).until(
        lambda _: browser.find_element(By.CSS_SELECTOR, "#table .board")
    )

    assert browser.execute_script(
        "return arguments[0].scrollWidth <= arguments[0].clientWidth", board
    )
    assert "mountains" in board.find_element(By.CSS_SELECTOR, ".legend").text
