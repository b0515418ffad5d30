"""The gallery has each game with a picture, which `python site/take_pictures.py` takes."""

from __future__ import annotations

import re

import ruleslang
from tests.docs.blocks import DOCS

ROW = re.compile(r"^\| !\[[^]]+\]\((?P<picture>\S+)\) \| \[(?P<game>\w+)\]\(", re.M)


def test_each_game_is_in_the_gallery_with_its_picture() -> None:
    rows = ROW.findall((DOCS / "gallery.md").read_text("utf-8"))

    assert sorted(game for _, game in rows) == sorted(ruleslang.rulebooks())
    assert [picture for picture, _ in rows if not (DOCS / picture).is_file()] == []
