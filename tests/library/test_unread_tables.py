"""A table beside the only file that is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.library.load import load
from ruleslang.source.diagnostic import Severity

HEAD = """\
rulebook gems "Gems"
    language 1
    players 2: anna, ben
    starts with game
kind gem
    has worth: 1..9
zone bag: gem, ordered, seen by all
phase game
    move cards to bag
    if worth(top(bag)) > 3: anna wins
    ben wins
"""
SPEAKS_OF_THEM = """
card opal
    text "It shines."
example "opal"
    given bag is {opal, ruby}
    then worth(top(bag)) is 4
"""
TABLE = "id,name,worth\nopal,Opal,4\nruby,Ruby,5\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "gem.csv").write_text(TABLE, encoding="utf-8")
    return tmp_path


def message(path: Path) -> list[tuple[str, Severity]]:
    return [(each.slug, each.severity) for each in load(str(path), lints=True).diagnostics]


def test_a_table_beside_the_file_is_missed(folder: Path) -> None:
    file = folder / "gems.rules"
    file.write_text(HEAD, encoding="utf-8")

    assert message(file) == [("unread-table", Severity.WARNING)]
    assert message(folder) == []


def test_one_mistake_it_is_when_its_cards_are_spoken_of(folder: Path) -> None:
    file = folder / "gems.rules"
    file.write_text(HEAD + SPEAKS_OF_THEM, encoding="utf-8")

    assert message(file) == [("unread-table", Severity.ERROR)]
    assert load(str(file)).compiled is None
    assert message(folder) == []


def test_another_mistake_is_reported_beside_it(folder: Path) -> None:
    file = folder / "gems.rules"
    file.write_text(f"{HEAD}{SPEAKS_OF_THEM}    then worth(top(bga)) is 4\n", encoding="utf-8")

    assert sorted(slug for slug, _ in message(file)) == ["unknown-name", "unread-table"]


def test_a_table_of_something_else_is_left_alone(folder: Path) -> None:
    (folder / "gem.csv").rename(folder / "prices.csv")
    file = folder / "gems.rules"
    file.write_text(HEAD, encoding="utf-8")

    assert [slug for slug, _ in message(file)] == ["empty-kind"]
