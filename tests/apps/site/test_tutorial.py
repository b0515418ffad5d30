"""The tutorial next to the text, and the documentation without a network."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ruleslang.library.load import load_text
from tests.apps.site.playground_page import DIST, Page
from tests.docs.blocks import DOCS

pytestmark = pytest.mark.site

STATE = "return document.getElementById('step-state').textContent"
CLICK = "document.getElementById(arguments[0]).click()"
SHOWN = "return document.getElementById('tutorial').innerText"
KEPT = """
const done = arguments[0];
navigator.serviceWorker.getRegistrations().then((all) => {
  done(all.length === 2 && all.every((each) => each.active && each.active.state === "activated"));
});
"""


def steps() -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(
        (DIST / "play/starts/tutorial.json").read_text("utf-8")
    )
    return found


def test_steps_have_the_prose_of_the_page_and_texts_that_are_right() -> None:
    page = (DOCS / "tutorial.md").read_text(encoding="utf-8")

    assert [each["title"] for each in steps()][:2] == ["1. A match that ends", "2. Words and cards"]
    assert len(steps()) == page.count("\n## ") - 1
    for step in steps():
        assert not step["text"] or load_text(step["text"]).compiled is not None


def test_a_step_is_written_checked_and_left_for_the_next(page: Page, tmp_path: Path) -> None:
    page.open_with_python_here(tmp_path)
    first, second = steps()[:2]

    page.driver.execute_script(CLICK, "tutorial-open")
    page.until(f'{SHOWN}.includes("The header states the game\'s name")')
    page.driver.execute_script(CLICK, "step-begin")
    page.driver.execute_script("document.getElementById('tutorial-open').click()")
    page.write(first["text"].replace("nobody wins", "east wins"))
    page.driver.execute_script(CLICK, "step-check")
    page.until(f"{STATE}.includes('Your text still lacks')")
    assert "nobody wins, below phase game" in page.driver.execute_script(STATE)
    page.write(first["text"].replace("starts with game", "starts with gane"))
    page.driver.execute_script(CLICK, "step-check")
    page.until(f"{STATE}.includes('1 mistake')")
    page.write(first["text"] + "\n# a comment of my own\n")
    page.driver.execute_script(CLICK, "step-check")
    page.until(f"{STATE}.includes('This step is done')")

    page.driver.execute_script(CLICK, "step-next")
    page.until("return document.querySelector('#tutorial h2').textContent.startsWith('2.')")
    page.driver.execute_script(CLICK, "step-check")
    page.until(f"{STATE}.includes('words Ware: apples, cloth, silver')")
    page.driver.execute_script(CLICK, "step-text")
    page.until("return document.querySelector('.cm-content').textContent.includes('crate')")
    page.driver.execute_script(CLICK, "tutorial-open")
    page.driver.execute_script(CLICK, "step-check")
    page.until(f"{STATE}.includes('This step is done')")
    assert page.driver.execute_script(
        "return document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )
    assert second["text"]


def test_the_documentation_opens_without_a_network(
    page: Page, tmp_path: Path, address: tuple[str, Callable[[], None]]
) -> None:
    page.open_with_python_here(tmp_path)
    page.driver.set_script_timeout(60)
    for _ in range(60):
        if page.driver.execute_async_script(KEPT):
            break
    page.driver.get(f"{page.origin}/messages/never-set/")
    address[1]()

    for path in ("tutorial/", "reference/statements/", "messages/never-set/"):
        page.driver.get(f"{page.origin}/{path}")
        assert "stored" not in page.driver.title
        assert page.driver.execute_script("return document.querySelector('h1').textContent")
    page.driver.get(f"{page.origin}/security/")
    assert "isn't stored on this device" in page.driver.execute_script(
        "return document.body.innerText"
    )
    page.driver.get_log("browser")  # what the search of the pages lacks without a network
