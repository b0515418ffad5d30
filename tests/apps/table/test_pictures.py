"""Pictures of cards and boards: only those that the looks name, from the rulebook's folder."""

from __future__ import annotations

import shutil
import struct
import urllib.error
import urllib.request
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra `table` is not installed")

import ruleslang
from tests.apps.table.conftest import Served, serve
from tests.apps.table.test_table import first

RULES = """rulebook gallery "Gallery"
    language 1
    players 2: ann, bob
    starts with game

words Pay: coin, gem, lump, pearl, rope

kind painting
    has worth: 1..9
kind frame
    has width: 1..9
card dawn "Dawn" x2: painting
    worth: 1
card dusk "Dusk" x2: painting
    worth: 2
    text "Pay {coin}, {gem}, {lump}, {pearl}, {rope} or {nothing}."
card gilt "Gilt" x3: frame
    width: 3

board wall: grid 3 by 2
state hung(space): yes or no = no

zone hand(player): painting, seen by owner
zone frames(player): frame, seen by owner

procedure game
    for each p in players
        move first(cards where it is dawn and it is not in hand(any)) to hand(p)
        move first(cards where it is dusk and it is not in hand(any)) to hand(p)
        move first(cards where it is gilt and it is not in frames(any)) to frames(p)
    repeat
        take turns p among players
            p must do hang, if impossible done(p)

action hang "hang" by p choosing c from hand(p), s from wall where hung(s) is no
    set hung(s) to yes

procedure done(p: player)
    p wins

table looks
    | what     | art                 | sign | title        |
    | lump     |                     |      | <i>lump</i>  |
    | painting | pictures/{name}.png |      |              |
    | gilt     | pictures/gilt.svg   |      |              |
    | wall     | pictures/wall.png   |      |              |
    | coin     | pictures/{name}.svg |      |              |
    | gem      |                     | G    |              |
    | pearl    | pictures/pearl.svg  | P    |              |
    | rope     | pictures/rope.svg   |      |              |
"""
SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4" cx="4" cy="4"/></svg>'
)


def png(width: int, height: int, colour: bytes) -> bytes:
    """A picture of one colour."""

    def chunk(name: bytes, data: bytes) -> bytes:
        checked = name + data
        return struct.pack(">I", len(data)) + checked + struct.pack(">I", zlib.crc32(checked))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = b"".join(b"\0" + colour * width for _ in range(height))
    body = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


@pytest.fixture
def gallery(tmp_path: Path) -> Iterator[Served]:
    folder = tmp_path / "gallery"
    (folder / "pictures").mkdir(parents=True)
    (folder / "pictures" / "dawn.png").write_bytes(png(60, 40, b"\xf0\x90\x50"))
    (folder / "pictures" / "gilt.svg").write_bytes(SVG)
    (folder / "pictures" / "coin.svg").write_bytes(SVG)
    (tmp_path / "rope.svg").write_bytes(SVG)
    (folder / "pictures" / "rope.svg").symlink_to(tmp_path / "rope.svg")
    (folder / "pictures" / "wall.png").write_bytes(png(90, 60, b"\x80\xb0\x80"))
    (folder / "pictures" / "private.png").write_bytes(png(9, 9, b"\0\0\0"))
    (folder / "gallery.rules").write_text(RULES, encoding="utf-8")
    games = {"gallery": ruleslang.load(folder / "gallery.rules")}
    yield from serve(tmp_path / "t.sqlite", games=games, folder=lambda _: folder)


def got(served: Served, token: str, path: str) -> tuple[int, Any, bytes]:
    url = f"http://127.0.0.1:{served.port}/picture/{token}/{path}"
    try:
        with urllib.request.urlopen(url, timeout=20) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as problem:
        return problem.code, problem.headers, problem.read()


def test_pictures_that_the_looks_name_are_sent(gallery: Served) -> None:
    token = gallery.make("gallery", ["", ""])[0]
    client = gallery.sit(token)
    declared = client.until(lambda m: m["type"] == "declared")
    arts = {card["name"]: card["art"] for card in declared["cards"]}
    assert arts["dawn"] == "pictures/dawn.png" and arts["gilt"] == "pictures/gilt.svg"
    assert declared["boards"][0]["art"] == "pictures/wall.png"

    status, headers, data = got(gallery, token, arts["dawn"])
    assert (status, headers["content-type"]) == (200, "image/png")
    assert data.startswith(b"\x89PNG")
    status, headers, data = got(gallery, token, arts["gilt"])
    assert (status, headers["content-type"], data) == (200, "image/svg+xml", SVG)
    assert "sandbox" in headers["content-security-policy"]


@pytest.mark.parametrize(
    "path",
    [
        "pictures/dusk.png",  # named, and missing
        "pictures/private.png",  # there, and not named
        "gallery.rules",
        "../t.sqlite",
        "..%2Ft.sqlite",
        "pictures/rope.svg",  # named, and a link out of the folder
        "%2Fetc%2Fpasswd",
        "pictures/%2e%2e/pictures/dawn.png",
    ],
)
def test_no_other_file_is_sent(gallery: Served, path: str) -> None:
    token = gallery.make("gallery", ["", ""])[0]
    assert got(gallery, token, path)[0] == 404
    assert got(gallery, "nobody", "pictures/dawn.png")[0] == 404


def test_a_link_out_of_the_folder_and_what_is_no_picture_are_refused(
    gallery: Served, tmp_path: Path
) -> None:
    token = gallery.make("gallery", ["", ""])[0]
    pictures = tmp_path / "gallery" / "pictures"
    (tmp_path / "secret.png").write_bytes(png(9, 9, b"\0\0\0"))
    (pictures / "dusk.png").symlink_to(tmp_path / "secret.png")
    assert got(gallery, token, "pictures/dusk.png")[0] == 404
    (pictures / "wall.png").write_bytes(b"<script>")
    assert got(gallery, token, "pictures/wall.png")[0] == 404
    (pictures / "gilt.svg").write_bytes(SVG.replace(b"<circle", b'<image href="http://x"/><circle'))
    assert got(gallery, token, "pictures/gilt.svg")[0] == 404


ICONS = """
return [...document.querySelectorAll(".own .printed, #card-inside p:last-of-type")]
  .filter((each) => each.childNodes.length > 1)
  .map((each) => [...each.childNodes].map((node) => node.naturalWidth ? `[${node.alt}]`
    : node.tagName === "ABBR" ? `<${node.textContent}>` : node.textContent).join(""));
"""


def test_a_page_draws_pictures_and_names_those_that_are_missing(
    gallery: Served, tmp_path: Path
) -> None:
    pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    if not (shutil.which("chromium") and shutil.which("chromedriver")):
        pytest.skip("chromium and chromedriver are not installed")
    from selenium.webdriver.support.ui import WebDriverWait

    from tests.apps.table.browsers import open_browser

    token = gallery.make("gallery", ["", ""])[0]
    browser = open_browser(tmp_path / "chromium")
    try:
        browser.set_window_size(1200, 800)
        browser.get(f"http://127.0.0.1:{gallery.port}/table/{token}")
        WebDriverWait(browser, 20).until(
            lambda _: browser.execute_script(
                "return document.querySelectorAll('.board.pictured, .art.missing').length >= 2"
            )
        )
        missing = browser.execute_script("return document.querySelector('.art.missing').innerText")
        assert "pictures/dusk.png" in missing
        text = "Pay [coin], <G>, <i>lump</i>, <P>, rope or nothing."
        WebDriverWait(browser, 20).until(lambda _: browser.execute_script(ICONS) == [text])
        held = "document.querySelector(`[data-card='dusk']`)"
        assert browser.execute_script(f"return {held}.title") == (
            "Dusk\nPay coin, gem, <i>lump</i>, pearl, rope or nothing."
        )
        browser.execute_script("Reading.open('dusk')")
        assert browser.execute_script(ICONS) == [text, text]
        drawn = (
            "return [...document.querySelectorAll('img.art')].filter((e) => e.naturalWidth).length"
        )
        assert browser.execute_script(drawn) >= 3, "two cards of one's own, and the board"
        colours = browser.execute_script(
            "return [...document.querySelectorAll('.others .back')]"
            ".map((each) => getComputedStyle(each).getPropertyValue('--back'))"
        )
        assert len(set(colours)) == 2, "backs of paintings and of frames differ"
    finally:
        browser.quit()


def test_a_page_at_a_table_asks_for_its_pictures_by_its_own_link(gallery: Served) -> None:
    """A match that is not in memory is opened for them."""
    token = gallery.make("gallery", ["", ""])[0]
    first(gallery.sit(token))
    gallery.lobby.seated.clear()
    assert got(gallery, token, "pictures/dawn.png")[0] == 200
