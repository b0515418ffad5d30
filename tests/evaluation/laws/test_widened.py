"""Secrets of a shipped text are stated twice: showing them to more people is reported."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from ruleslang import api
from ruleslang.library.find_rulebook import shipped_rulebooks
from tests.support.shipped import LARGE

ROOT = Path(__file__).resolve().parents[3]
HIDDEN = re.compile(
    r"^(?:zone|state|dice) (\w+).*\bseen by (owner|nobody|\([^)]*\)+)", re.MULTILINE
)
NOTICED = {"failed-example", "untested-secret", "untested-reveal"}


@cache
def folder(name: str) -> Path:
    """Where the texts of a shipped rulebook lie, seen from the root of all texts."""
    return next(
        each.relative_to(ROOT)
        for each in (ROOT / "rulebooks" / name, ROOT / "examples" / name)
        if each.is_dir()
    )


def texts(name: str) -> Iterator[Path]:
    """The files of a shipped rulebook that declare something."""
    for place in (folder(name), Path("cards") / name):
        for ending in ("*.rules", "*.cards"):
            yield from (each.relative_to(ROOT) for each in sorted((ROOT / place).glob(ending)))


def secrets() -> Iterator[tuple[str, Path, str]]:
    """Each declaration of something hidden: the rulebook, the file, the name."""
    for name in shipped_rulebooks():
        for path in texts(name):
            for found in HIDDEN.finditer((ROOT / path).read_text("utf-8")):
                yield name, path, found[1]


def altered(name: str, path: Path, old: str, new: str, copy: Path) -> set[str]:
    """What is said of a copy of a rulebook in which one line is another."""
    for place in (folder(name), Path("cards") / name, Path("rulebooks/standard")):
        if (ROOT / place).is_dir():
            shutil.copytree(ROOT / place, copy / place)
    text = (copy / path).read_text("utf-8")
    assert old in text
    (copy / path).write_text(text.replace(old, new, 1), "utf-8")
    place = copy / folder(name)
    return {each.slug for each in (*api.check(place), *api.run_examples(place))}


SECRETS = list(secrets())
SMALL = [each for each in SECRETS if each[0] not in LARGE]
PLANTED = [*SMALL[::6], *(pytest.param(*each, marks=pytest.mark.long) for each in SECRETS)]


def test_the_shipped_texts_hide_something() -> None:
    assert {name for name, _, _ in SECRETS} >= {"grangol", "ollapion", "hanabi", "sealed_bids"}
    assert len(SECRETS) > 20


@pytest.mark.parametrize(("name", "path", "secret"), PLANTED)
def test_a_rule_that_shows_hidden_information_to_all_is_reported(
    name: str, path: Path, secret: str, tmp_path: Path
) -> None:
    found = next(
        each for each in HIDDEN.finditer((ROOT / path).read_text("utf-8")) if each[1] == secret
    )
    shown_to_all = found[0].replace(f"seen by {found[2]}", "seen by all")

    assert altered(name, path, found[0], shown_to_all, tmp_path) & NOTICED


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize(("name", "path", "secret"), PLANTED)
def test_a_rule_that_shows_hidden_information_to_one_more_player_is_reported(
    name: str, path: Path, secret: str, seat: int, tmp_path: Path
) -> None:
    found = next(
        each for each in HIDDEN.finditer((ROOT / path).read_text("utf-8")) if each[1] == secret
    )
    alone = re.search(r"^    players 1(?!\.)\b", (ROOT / path).read_text("utf-8"), re.MULTILINE)
    if not found[2].startswith("(") and not (alone and seat > 1):
        owner = "it is q or " if found[2] == "owner" else ""
        line = re.sub(r"\(player\b", "(q: player", found[0], count=1)
        widened = f"seen by (players where {owner}seat(it) is {seat})"
        line = line.replace(f"seen by {found[2]}", widened)

        assert altered(name, path, found[0], line, tmp_path) & NOTICED


@pytest.mark.parametrize(("name", "path", "secret"), PLANTED)
def test_a_rule_that_reveals_hidden_information_is_reported(
    name: str, path: Path, secret: str, tmp_path: Path
) -> None:
    text = (ROOT / path).read_text("utf-8")
    indexed = re.search(rf"^(?:zone|state|dice) {secret}\((.*?)\)", text, re.MULTILINE)
    places = [each.split(": ")[-1] for each in indexed[1].split(", ")] if indexed else ["player"]
    names = [f"place_{at}" for at in range(len(places))]
    loops = [
        f"{name} in {'players' if place == 'player' else place}"
        for name, place in zip(names, places, strict=True)
    ]
    what = f"{secret}({', '.join(names)})" if indexed else secret
    game = re.compile(r"^phase (?!turn)\w+(?:\(.*?\))?(?: +\[.*\])?\n", re.MULTILINE)
    heads = ((each, game.search((ROOT / each).read_text("utf-8"))) for each in texts(name))
    own_first = sorted(heads, key=lambda each: each[0].stem != name)
    rules, head = next((path, head) for path, head in own_first if head is not None)
    lines = [*(f"for each {loop}" for loop in loops), f"reveal {what}"]
    planted = head[0] + "".join(f"{'    ' * depth}{line}\n" for depth, line in enumerate(lines, 1))

    assert altered(name, rules, head[0], planted, tmp_path) & NOTICED
