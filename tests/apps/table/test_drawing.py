"""What is drawn of a game: which numbers at the seats, and cards of one size."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
if not (shutil.which("chromium") and shutil.which("chromedriver")):
    pytest.skip("chromium and chromedriver are not installed", allow_module_level=True)

from selenium.webdriver.common.by import By

import ruleslang
from tests.apps.table.browsers import open_browser
from tests.apps.table.conftest import Served, serve
from tests.apps.table.test_page import lit

RULES = """rulebook quay "The quay"
    language 1
    players 2: ann, bob
    starts with game

words Ware: apples, silver

kind crate
    has ware: Ware
    has weight: 0..9
card light "Light crate" x2: crate
    ware: apples
    weight: 2
card heavy "A heavy crate with a long title" x2: crate
    ware: silver
    weight: 9

zone hand(player): cards, seen by owner
state coins(player): 0..99 = 0
state debts(player): 0..99 = 0
state sales(player): 0..99 = 0
state price(Ware): 0..9 = 0
state ready(player): yes or no = no
value worth(p: player): 0..999 = coins(p)

procedure game
    set price(silver) to 3
    for each p in players
        move first(cards where it is light and it is not in hand(any)) to hand(p)
        move first(cards where it is heavy and it is not in hand(any)) to hand(p)
    add 1 to sales(bob)
    set ready(bob) to yes
    take turns p among players until coins(ann) + debts(ann) is 9
        p must do sell, if impossible done(p)
    nobody wins

action sell "sell" by p choosing c from hand(p)
    add price(silver) to coins(p)

procedure done(p: player)
    p wins

table looks
    | what  | drawn |
    | coins | shown |
    | worth | shown |
    | ready | mark  |
"""
WITH_TEXT = """
kind order
card rush "Rush" x2: order
    text "Sell at once, before the other sees it, and take a coin more."
"""


@pytest.fixture
def quay(tmp_path: Path) -> Iterator[Served]:
    dealt = "        move first(cards where it is rush and it is not in hand(any)) to hand(p)\n"
    sold = "    add 1 to sales(bob)\n"
    games = {"quay": RULES, "orders": RULES.replace(sold, dealt + sold) + WITH_TEXT}
    for name, text in games.items():
        (tmp_path / f"{name}.rules").write_text(text, encoding="utf-8")
    made = {name: ruleslang.load(tmp_path / f"{name}.rules") for name in games}
    yield from serve(tmp_path / "t.sqlite", games=made)


@pytest.fixture(params=(390, 1200))
def browser(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Any]:
    driver = open_browser(tmp_path / "chromium")
    metrics = {"width": request.param, "height": 844, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    yield driver
    driver.quit()


def test_numbers_that_are_0_are_drawn_where_the_looks_show_them(browser: Any, quay: Served) -> None:
    browser.get(f"http://127.0.0.1:{quay.port}/table/{quay.make('quay', ['', ''])[0]}")
    lit(browser)
    chips = [each.text for each in browser.find_elements(By.CSS_SELECTOR, ".chip")]
    assert sorted(chips) == [
        "coins 0",
        "coins 0",
        "price silver 3",
        "ready",
        "sales 1",
        "worth 0",
        "worth 0",
    ]
    (mark,) = browser.find_elements(By.CSS_SELECTOR, ".chip.mark")
    assert mark.text == "ready"


@pytest.mark.parametrize("game", ["quay", "orders"])
def test_cards_side_by_side_are_of_one_size(browser: Any, quay: Served, game: str) -> None:
    browser.get(f"http://127.0.0.1:{quay.port}/table/{quay.make(game, ['', ''])[0]}")
    lit(browser)
    size = "[card.offsetWidth, card.offsetHeight]"
    sizes = f"return [...document.querySelectorAll('.own .card')].map((card) => {size})"
    found = browser.execute_script(sizes)
    assert len(found) == (2 if game == "quay" else 3)
    assert all(size == found[0] for size in found)
