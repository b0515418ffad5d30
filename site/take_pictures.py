"""
Takes the pictures of `docs/images` from the real pages: `python site/take_pictures.py`.

It needs the extras `site` and `table`, chromium and chromedriver.
"""

from __future__ import annotations

import base64
import json
import re
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

from ruleslang.apps.table.reader_ids import AUTOMATIC  # noqa: E402
from tests.apps.table.browsers import FINGERS, open_browser  # noqa: E402

IMAGES = CHECKOUT / "docs" / "images"


@frozen
class Picture:
    """A match after some choices at one seat, with bots at the others; the deal is random."""

    name: str
    rulebook: str
    choices: int = 6
    seed: int = 3
    width: int = 1040
    height: int = 680
    scale: float = 0.5

    @property
    def path(self) -> Path:
        """The file, in a form that its name ends in."""
        return IMAGES / self.name


FRONT = Picture("table.png", "ollapion", choices=18, width=1280, height=740, scale=1)
# Games that show more of themselves later, or at once.
CHOICES = {"chess": 16, "checkers": 14, "connect_four": 12, "othello": 14, "super_team": 12}
CHOICES |= {"ollapion": 30, "tic_tac_toe": 3, "nim": 1, "kuhn_poker": 1, "pig": 4, "havannah": 12}
CHOICES |= {"oshi_zumo": 2, "amazons": 18, "hex": 14, "nine_mens_morris": 12, "dots_and_boxes": 8}
CHOICES |= {"go": 14, "euchre": 2, "side_pots": 2, "lighthouse": 2, "garden": 7, "lamplighters": 4}
CHOICES |= {"vineyards": 12, "carts": 9, "frontier": 12, "smugglers": 2, "dyke": 12, "village": 9}
CHOICES |= {"lasca": 16, "telegraph": 10, "tennis": 12, "skat": 8, "expedition": 9}


def gallery() -> tuple[Picture, ...]:
    """A small picture of each game that the gallery lists."""
    page = (CHECKOUT / "docs" / "gallery.md").read_text("utf-8")
    names = re.findall(r"images/games/(\w+)\.webp", page)
    return tuple(Picture(f"games/{name}.webp", name, CHOICES.get(name, 6)) for name in names)


@frozen
class Page:
    """The page that a command writes about the game of `docs/tools.md`."""

    name: str
    command: tuple[str, ...]
    width: int = 1000
    height: int = 640


PAGES = (
    Page("validate.webp", ("validate", "market.rules", "--html", "page.html")),
    Page("report.webp", ("report", "market.rules", "--output", "page.html")),
)


def main() -> None:
    """Serve each rulebook, play on its page, and store what the browser shows."""
    (IMAGES / "games").mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[1:]
    for picture in (FRONT, *gallery()):
        if not wanted or picture.rulebook in wanted:
            with tempfile.TemporaryDirectory() as folder:
                take(picture, Path(folder))
    for page in PAGES:
        if not wanted or page.command[0] in wanted:
            with tempfile.TemporaryDirectory() as folder:
                take_page(page, Path(folder))


def take_page(page: Page, folder: Path) -> None:
    """Take a picture of the top of what a command writes."""
    text = (CHECKOUT / "docs" / "tools.md").read_text("utf-8")
    found = re.search(r"```rules file=(\S+)\n(.*?)```", text, re.DOTALL)
    assert found
    (folder / found[1]).write_text(found[2], encoding="utf-8")
    subprocess.run((sys.executable, "-m", "ruleslang", *page.command), cwd=folder, check=False)
    driver = open_browser(folder / "browser", page.width, page.height)
    try:
        driver.get((folder / "page.html").as_uri())
        store(driver, IMAGES / page.name)
    finally:
        driver.quit()


def store(driver: Any, path: Path) -> None:
    """Write what the browser shows to a file, in the form that its name ends in."""
    form = {"format": path.suffix[1:]} | ({"quality": 70} if path.suffix == ".webp" else {})
    data = driver.execute_cdp_cmd("Page.captureScreenshot", form)["data"]
    path.write_bytes(base64.b64decode(data))


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
        size = {"width": picture.width, "height": picture.height}
        shown = {**size, "deviceScaleFactor": picture.scale, "mobile": False}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", shown)
        store(driver, picture.path)
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
    return "/" + str(json.load(urlopen(request))["links"][0]["link"]).lstrip("/")


def new_match(game: dict[str, Any], picture: Picture) -> dict[str, Any]:
    """The settings of the match: a person, bots of the rulebook, and seats that the rules play."""
    bots = [name for name in game["bots"] if name not in ("random", "search")]
    ruled = game["automatic"][0]
    others = [(bots or ["random"])[0]] * (game["fewest"] - 1 - ruled)
    return {"rulebook": game["rulebook"], "seats": ["", *others, *[AUTOMATIC] * ruled]}


def play(driver: Any, picture: Picture) -> None:
    """Make the first choices of the seat at random, and wait until it is asked again."""
    driver.execute_script(FINGERS, picture.choices, picture.seed)
    deadline = time.monotonic() + 40
    pressed = "return window.pressed >= arguments[0] && Boolean(Choices.question)"
    while not driver.execute_script(f"{pressed} || state?.over", picture.choices):
        if time.monotonic() > deadline:
            break
        time.sleep(0.2)
    time.sleep(2)  # cards come to rest


if __name__ == "__main__":
    main()
