"""Matches and simulations that an error of the rulebook stops, and a text changed meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.apps.site.playground_page import VIEW, Page
from tests.support.tiny_game import GAME

pytestmark = pytest.mark.site

WRONG = GAME.replace("add 1 to points(p)", "subtract 1 from points(p)")
INSIDE = "document.getElementById('table-frame')?.contentDocument"
LINE = f"const s = {VIEW}.state; return s.doc.lineAt(s.selection.main.head).number === arguments[0]"


def test_what_stops_games_is_reported_with_its_line(page: Page, tmp_path: Path) -> None:
    page.open_with_python_here(tmp_path / "rulebook")
    page.write(WRONG)
    page.shows("#state", "No problems found")
    page.press("[data-tab]", "Simulate")
    page.press("#simulate-go")
    page.until("return document.getElementById('so-far')?.textContent.includes('1000 of 1000')")
    page.shows("#so-far", "stopped by an error")
    page.shows("#report", "would be -1")
    page.shows("#state", "of 1000 games stopped by an error")
    page.press("#report .where", "line 12")
    page.until(LINE, 12)

    page.write(GAME)
    page.shows("#state", "No problems found")
    _begin(page)
    _choose(page)
    page.write(WRONG)
    page.press("[data-tab]", "Play")
    page.shows("#match-notes", "follows the older text")
    page.press("#replay")
    page.shows("#match-notes", "would be -1")
    page.shows("#state", "The match was stopped by an error")
    page.press("#match-notes .where", "line 12")
    page.until(LINE, 12)

    page.write(GAME.replace("points", "marks"))
    page.press("[data-tab]", "Play")
    page.press("#replay")
    page.shows("#match-notes", "Replayed on the new text: 1 choice.")


def _begin(page: Page) -> None:
    page.press("[data-tab]", "Play")
    page.until("return document.querySelectorAll('#play .sitter').length === 2")
    page.driver.execute_script("for (const s of document.querySelectorAll('.sitter')) s.value = ''")
    page.press("#play .go", "Begin")


def _choose(page: Page) -> None:
    page.until(f"return Boolean({INSIDE}?.querySelector('#ask.asked'))")
    first = f"{INSIDE}?.querySelector('#buttons > button')"
    page.until(f"const first = {first}; if (first) first.click(); return Boolean(first)")
    page.until(f"return {INSIDE}.querySelector('.seat.me')?.textContent.includes('right')")
