"""Cards are read on a phone by a tap or by holding them, on a desk by pointing at them."""

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
from selenium.webdriver.support.ui import WebDriverWait

import ruleslang
from tests.apps.table.browsers import open_browser, press
from tests.apps.table.conftest import Served, serve
from tests.apps.table.test_page import lit

LONG = "Planted at the gate, it keeps the wind out of the orchard of whoever owns it, for ever."
RULES = f"""rulebook orchard "Orchard"
    language 1
    players 2: ann, bob
    starts with game

kind tree
card oak "Oak": tree
    text "{LONG}"
card ash "Ash": tree
card elm "Elm" x12: tree
card yew "Yew" x2: tree
    text "{LONG}"

zone hand(player): tree, seen by owner
zone garden(player): tree, seen by all
zone heap: tree, ordered, seen by all

phase game
    move cards where it is oak to garden(bob)
    move cards where it is yew to hand(ann)
    move cards where it is elm to heap
    move first(hand(ann)) to heap
    move cards where it is ash to hand(ann)
    ann chooses c "tree to plant" from hand(ann)
    bob wins
"""


@pytest.fixture
def orchard(tmp_path: Path) -> Iterator[Served]:
    yield from serve(tmp_path / "t.sqlite", games={"orchard": ruleslang.load_text(RULES)})


@pytest.fixture
def phone(tmp_path: Path, orchard: Served) -> Iterator[Any]:
    driver = open_browser(tmp_path / "chromium")
    metrics = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    driver.get(f"http://127.0.0.1:{orchard.port}/table/{orchard.make('orchard', ['', ''])[0]}")
    lit(driver)
    yield driver
    driver.quit()


def touch(phone: Any, x: float, y: float) -> None:
    """A finger comes to a place."""
    points = [{"x": x, "y": y}]
    phone.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})


def lift(phone: Any) -> None:
    """The finger goes."""
    phone.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def tap(phone: Any, x: float, y: float) -> None:
    touch(phone, x, y)
    lift(phone)


def middle(phone: Any, selector: str) -> tuple[float, float]:
    """Where something is, brought into sight."""
    at = phone.find_element(By.CSS_SELECTOR, selector)
    phone.execute_script("arguments[0].scrollIntoView({block: 'center'})", at)
    box = phone.execute_script("return arguments[0].getBoundingClientRect().toJSON()", at)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def is_open(phone: Any) -> bool:
    return bool(phone.execute_script("return document.getElementById('card').open"))


def read(phone: Any) -> str:
    """What is read over the table, once something is."""
    WebDriverWait(phone, 20).until(is_open)
    return str(phone.find_element(By.ID, "card").text)


def test_another_players_card_is_read_by_a_tap_and_closed_by_the_way_back(phone: Any) -> None:
    here = phone.current_url
    tap(phone, *middle(phone, ".others [data-card=oak]"))
    assert LONG in read(phone)
    phone.back()
    WebDriverWait(phone, 20).until(lambda it: not is_open(it))
    assert phone.current_url == here


def test_a_card_of_ones_own_is_read_by_holding_it_and_closed_beside_it(phone: Any) -> None:
    touch(phone, *middle(phone, ".me .lit [data-card=yew]"))
    assert LONG in read(phone)
    lift(phone)
    tap(phone, 195, 5)
    WebDriverWait(phone, 20).until(lambda it: not is_open(it))
    assert phone.find_element(By.ID, "prompt").text == "tree to plant"
    assert lit(phone)


def test_a_pile_is_read_by_a_tap_with_all_its_cards(phone: Any) -> None:
    tap(phone, *middle(phone, "[data-zone=heap] [data-card]"))
    assert "Cards (13)" in read(phone)
    press(phone, phone.find_element(By.CSS_SELECTOR, "#card summary"))
    below = phone.find_elements(By.CSS_SELECTOR, "#card .cards li")
    assert len(below) == 13 and sum(LONG in each.text for each in below) == 1


def test_pointing_at_a_card_shows_its_text(phone: Any) -> None:
    shown = phone.find_element(By.CSS_SELECTOR, ".others [data-card=oak]").get_attribute("title")
    assert shown == f"Oak\n{LONG}"
