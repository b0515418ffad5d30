"""The gallery has each game with its seats and a picture, as `site/take_pictures.py` takes it."""

from __future__ import annotations

import re

import ruleslang
from ruleslang.library.find_rulebook import shipped_rulebooks
from tests.docs.blocks import DOCS

ROW = re.compile(r"^\| !\[[^]]+\]\((?P<picture>\S+)\) \| \[(?P<game>\w+)\]\(", re.M)


def test_each_game_is_in_the_gallery_with_its_picture() -> None:
    rows = ROW.findall((DOCS / "gallery.md").read_text("utf-8"))

    assert sorted(game for _, game in rows) == sorted(ruleslang.rulebooks())
    assert [picture for picture, _ in rows if not (DOCS / picture).is_file()] == []


SEATS = re.compile(r"^\| .* \| \[(\w+)\]\(\S+\) \| .* \| (\S+) \| \d+ \|$", re.M)
HEADER = re.compile(r"^    players (\d+)(?:\.\.(\d+))?", re.M)


def test_each_game_is_in_the_gallery_with_its_numbers_of_players() -> None:
    rows = SEATS.findall((DOCS / "gallery.md").read_text("utf-8"))

    assert len(rows) == len(shipped_rulebooks())
    assert [(game, seats) for game, seats in rows if seats != players(game)] == []


def players(game: str) -> str:
    """The numbers of players that the header of a rulebook has."""
    path = shipped_rulebooks()[game]
    text = (path / f"{game}.rules" if path.is_dir() else path).read_text("utf-8")
    found = HEADER.search(text)
    assert found is not None
    return "–".join(filter(None, found.groups()))
