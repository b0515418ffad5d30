"""Whole games at the table in real browsers, beside one that is hostile, and looked at by axe."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytestmark = pytest.mark.site

pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
if not (shutil.which("chromium") and shutil.which("chromedriver")):
    pytest.skip("chromium and chromedriver are not installed", allow_module_level=True)

from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402

import ruleslang  # noqa: E402
from ruleslang.apps.table import limits, presence, tables_and_tabs, web_app  # noqa: E402
from tests.apps.table.browsers import AXE, FINGERS, HOSTILE, errors_of, open_browser, serious  # noqa: E402
from tests.apps.table.conftest import GAMES, Served, serve  # noqa: E402

PATIENCE = 360  # seconds: of a busy machine
NO_END = 60  # presses of each, in games that random play does not end soon
WIDE, NARROW = (1200, 900), (390, 844)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that lets its clients press as quickly as browsers can."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(web_app, "MESSAGES_AT_ONCE", 100_000.0)
        patch.setattr(limits, "MATCHES_AT_ONCE", 100_000.0)
        patch.setattr(limits, "FRAMES_AT_ONCE", 100_000.0)
        patch.setattr(limits, "REQUESTS_AT_ONCE", 100_000.0)
        games = {name: ruleslang.load(name) for name in (*GAMES, "garden")}
        path = tmp_path_factory.mktemp("table") / "table.sqlite"
        yield from serve(path, engine="auto", games=games)


@pytest.fixture(scope="module")
def browsers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[int], list[Any]]]:
    """So many browsers, each its own process, that serve all tests."""
    opened: list[Any] = []

    def some(number: int) -> list[Any]:
        while len(opened) < number:
            opened.append(open_browser(tmp_path_factory.mktemp("chromium")))
        return opened[:number]

    yield some
    for driver in opened:
        driver.quit()


def sit(driver: Any, table: Served, token: str) -> None:
    """Open a link, and wait until the table is drawn."""
    driver.get(f"http://127.0.0.1:{table.port}/table/{token}")
    WebDriverWait(driver, PATIENCE).until(
        lambda _: driver.execute_script("return document.querySelector('.seat')")
    )


def played(drivers: list[Any], most: int) -> None:
    """Let them press until the match is over, or each has pressed so often."""
    for nth, driver in enumerate(drivers):
        driver.execute_script(FINGERS, most, 7 + nth)
    over, done = "return Boolean(state.over)", "return window.pressed >= arguments[0]"
    WebDriverWait(drivers[0], PATIENCE, 0.3).until(
        lambda _: (
            any(driver.execute_script(over) for driver in drivers)
            or all(driver.execute_script(done, most) for driver in drivers)
        )
    )


def is_quiet(driver: Any) -> bool:
    """Whether a page was refused nothing, and drew all that was asked."""
    refused = driver.execute_script("return document.getElementById('problem').textContent")
    return not refused and not errors_of(driver)


@pytest.mark.parametrize(
    "name, bots, most",
    [
        ("ollapion", [], 2000),
        ("hearts", ["random"] * 3, 2000),
        ("hanabi", [], 2000),
        ("super_team", ["automatic"], 3000),
        ("chess", [], NO_END),
    ],
)
def test_a_game_is_played_to_its_end_in_browsers(
    table: Served, browsers: Callable[[int], list[Any]], name: str, bots: list[str], most: int
) -> None:
    persons = 1 if bots else 2
    tokens = table.make(name, [*[""] * persons, *bots])
    drivers = browsers(persons)
    for driver, token in zip(drivers, tokens, strict=False):
        sit(driver, table, token)
    played(drivers, most)
    if most == NO_END:
        drivers[0].execute_script("send({do: 'resign'})")
    for driver in drivers:
        WebDriverWait(driver, PATIENCE).until(
            lambda _, driver=driver: driver.execute_script("return Boolean(state.over)")
        )
        assert driver.execute_script("return document.querySelectorAll('#log li').length") > 3
        assert is_quiet(driver)


def test_two_play_on_beside_a_hostile_browser(
    table: Served, browsers: Callable[[int], list[Any]]
) -> None:
    tokens = table.make("crazy_eights", ["", ""])
    *players, bad = browsers(3)
    for driver, token in zip(players, tokens, strict=False):
        sit(driver, table, token)
    sit(bad, table, tokens[2])
    bad.execute_script(HOSTILE)
    played(players, 2000)

    for driver in players:
        WebDriverWait(driver, PATIENCE).until(
            lambda _, driver=driver: driver.execute_script("return Boolean(state.over)")
        )
        assert is_quiet(driver)
    WebDriverWait(bad, PATIENCE).until(lambda _: bad.execute_script("return window.hungUp > 3"))
    heard = bad.execute_script("return window.heard.map((each) => JSON.parse(each))")
    assert heard
    assert all(each.get("question") is None for each in heard if each["type"] == "state")
    assert not [each for each in heard if each["type"] == "why"]
    bad.get("about:blank")
    errors_of(bad)  # those are its own, and another test takes the same browser


def test_four_draft_to_the_end_though_one_goes_away(
    table: Served, browsers: Callable[[int], list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hands are passed; a bot plays for who has gone, until they come back to their own hand."""
    for module in (presence, tables_and_tabs):
        monkeypatch.setattr(module, "AWAY_SECONDS", 0.01)
    tokens = table.make("garden", [""] * 4, names=["Anna", "Ben", "Cleo", "Dan"], patience=1)
    drivers = browsers(4)
    for driver, token in zip(drivers, tokens, strict=False):
        sit(driver, table, token)
    for nth, driver in enumerate(drivers):  # the last stops after two choices
        driver.execute_script(FINGERS, 2 if nth == 3 else 500, 7 + nth)
    anna, *_, gone = drivers
    seated = next(
        each for each in table.lobby.seated.values() if each.presence.names.get(3) == "Dan"
    )

    def wait(holds: Callable[[], Any]) -> None:
        WebDriverWait(anna, PATIENCE, 0.1).until(lambda _: holds())

    wait(lambda: gone.execute_script("return window.pressed >= 2"))
    gone.get("about:blank")
    wait(lambda: anna.execute_script("return document.querySelector('.seat .away')"))
    anna.execute_script("window.pressed = 1000")  # she waits
    seated.presence.gone[3] -= 60.0  # a minute later
    anna.execute_script("send({do: 'stand in', seat: 3, bot: 'random'})")
    wait(lambda: seated.sitters[3] == "random")

    sit(gone, table, tokens[3])
    gone.execute_script("send({do: 'bot', bot: ''})")
    wait(lambda: seated.sitters[3] == "")
    assert not anna.execute_script("return state.over")
    gone.execute_script(FINGERS, 500, 10)
    anna.execute_script("window.pressed = 0")
    for driver in drivers:
        WebDriverWait(driver, PATIENCE).until(
            lambda _, driver=driver: driver.execute_script("return Boolean(state.over)")
        )
        assert is_quiet(driver)
        assert serious(driver) == []
    scores = drivers[0].find_element("css selector", ".scores").text
    assert all(name in scores for name in ("P1", "P4"))


@pytest.mark.parametrize("name, bots", [("ollapion", 1), ("super_team", 1), ("chess", 1)])
def test_a_table_has_no_serious_finding_of_axe(
    table: Served, browsers: Callable[[int], list[Any]], name: str, bots: int
) -> None:
    if not AXE.is_file():
        pytest.skip("`npm ci` in `site` has not fetched axe-core")
    (driver,) = browsers(1)
    sit(driver, table, table.make(name, ["", *["random"] * bots], chat=True)[0])
    played([driver], 12)
    for width, height in (WIDE, NARROW):
        driver.set_window_size(width, height)
        assert serious(driver) == []
    driver.execute_script(
        "Reading.rules(); for (const each of document.querySelectorAll('.part')) each.open = true"
    )
    assert serious(driver) == []
    driver.execute_script("by('card').close(); by('menu').open = true")
    assert serious(driver) == []


def test_the_lobby_has_no_serious_finding_of_axe(
    table: Served, browsers: Callable[[int], list[Any]]
) -> None:
    if not AXE.is_file():
        pytest.skip("`npm ci` in `site` has not fetched axe-core")
    (driver,) = browsers(1)
    driver.get(f"http://127.0.0.1:{table.port}/")
    WebDriverWait(driver, PATIENCE).until(
        lambda _: driver.execute_script("return document.querySelectorAll('.sitter').length")
    )
    driver.execute_script("document.querySelector('details').open = true")
    assert serious(driver) == []
