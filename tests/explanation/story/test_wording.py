"""All texts of the program at a table are translated into each of its languages, and used."""

from __future__ import annotations

import csv
import re
from itertools import chain
from pathlib import Path

import pytest

import ruleslang
from ruleslang.program.references import names_in

ROOM = Path(ruleslang.__file__).parent
PAGE = (ROOM / "apps" / "table" / "static").glob("*.js")
TEXT = r"\"([^\"]+)\""
SENTENCES = re.compile(  # one, or one of two or three by a condition
    rf"\bt\((?:[^\"()]*\? )?{TEXT}(?:[^\"()]*: {TEXT})?(?: : {TEXT})?"
)
SAID = re.compile(
    r"\b(?:_?say|sentence|said)\((?:\s*|[^\"]+, )\"([^\"]+)\"|BadRequest\(\"([^\"]+)\"\)"
)
SPEAKING = (
    *("engine/match", "engine/interpreter", "explanation/why", "simulation"),
    *("explanation/story", "apps/table", "apps/cli/commands/why.py", "apps/cli/why_answers.py"),
)
WORDING = (ROOM / "engine" / "match" / "wording.csv").read_text(encoding="utf-8")
ROWS = list(csv.DictReader(WORDING.splitlines()))


def sentences() -> set[str]:
    """All that the page, the story and the answers of the server say in words of their own."""
    page = (SENTENCES.findall(path.read_text(encoding="utf-8")) for path in PAGE)
    lobby = (ROOM / "apps" / "table" / "static" / "lobby.html").read_text(encoding="utf-8")
    rooms = (ROOM / room for room in SPEAKING)
    log = chain(*(room.glob("*.py") if room.is_dir() else [room] for room in rooms))
    rest = (SAID.findall(path.read_text(encoding="utf-8")) for path in log)
    written = re.findall(r"data-t=(\"([^\"]+))\"", lobby)
    return {text for found in chain(*page, *rest, written) for text in found if text[:1] not in '"'}


def test_every_sentence_is_there_in_each_language() -> None:
    rows = {row["en"]: row for row in ROWS}
    assert len(rows) == len(ROWS)
    assert sentences() <= rows.keys()
    assert all(text for row in ROWS for text in row.values())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["en"])
def test_a_sentence_has_the_same_names_in_each_language(row: dict[str, str]) -> None:
    assert len({tuple(sorted(names_in(text))) for text in row.values()}) == 1


def test_a_story_is_in_the_language_of_its_texts() -> None:
    match = ruleslang.load("ollapion", lang="fr").start(seed=2, players=2)
    for _ in range(150):
        match.choose(match.decision.choices[-1].id)
    log = " ".join(entry.text for entry in match.story(0))
    assert re.search(r"\d cartes: pioche de sorts → main", log)
    assert not re.search(r"\b(cards?|rolled|wins|no longer|turn|stack|won)\b", log)
