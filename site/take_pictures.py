"""
Takes the pictures of `docs/images` from the real pages: `python site/take_pictures.py`.

It needs the extras `site` and `table`, chromium and chromedriver.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from attrs import frozen

CHECKOUT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(CHECKOUT)]

from tests.apps.table.browsers import FINGERS, open_browser  # noqa: E402

IMAGES = CHECKOUT / "docs" / "images"


@frozen
class Picture:
    """A match after some choices at one seat, with a bot at the other; the deal is random."""

    name: str
    rulebook: str
    choices: int
    seed: int
    width: int = 1280
    height: int = 940


PICTURES = (Picture("table", "ollapion", choices=30, seed=3),)


def main() -> None:
    """Serve each rulebook, play on its page, and store what the browser shows."""
    IMAGES.mkdir(exist_ok=True)
    for picture in PICTURES:
        with tempfile.TemporaryDirectory() as folder:
            take(picture, Path(folder))


def take(picture: Picture, folder: Path) -> None:
    """One picture."""
    port = free_port()
    command = (sys.executable, "-m", "ruleslang", "serve", picture.rulebook, "--port", str(port))
    server = subprocess.Popen((*command, "--store", str(folder / "matches.sqlite")), cwd=CHECKOUT)
    driver = open_browser(folder / "browser", picture.width, picture.height)
    try:
        address = f"http://127.0.0.1:{port}"
        driver.get(address + first_seat(address, picture))
        play(driver, picture)
        driver.save_screenshot(str(IMAGES / f"{picture.name}.png"))
    finally:
        driver.quit()
        server.terminate()
        server.wait()


def free_port() -> int:
    """A port that no program listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def first_seat(address: str, picture: Picture) -> str:
    """The link of the first seat of a new match, once the server responds."""
    deadline = time.monotonic() + 60
    while True:
        try:
            listed = json.load(urlopen(address + "/rulebooks"))
            break
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)
    body = new_match(listed["games"][0], picture)
    request = Request(address + "/matches", json.dumps(body).encode(), method="POST")
    return str(json.load(urlopen(request))["links"][0]["link"])


def new_match(game: dict[str, Any], picture: Picture) -> dict[str, Any]:
    """The settings of the match: a person, then a bot of the rulebook."""
    bots = [name for name in game["bots"] if name not in ("random", "search")]
    return {"rulebook": game["rulebook"], "seats": ["", bots[0]]}


def play(driver: Any, picture: Picture) -> None:
    """Make the first choices of the seat at random, and wait until it is asked again."""
    driver.execute_script(FINGERS, picture.choices, picture.seed)
    deadline = time.monotonic() + 120
    pressed = "return window.pressed >= arguments[0] && Boolean(Choices.question)"
    while not driver.execute_script(pressed, picture.choices) and time.monotonic() < deadline:
        time.sleep(0.2)
    time.sleep(2)  # cards come to rest


if __name__ == "__main__":
    main()
