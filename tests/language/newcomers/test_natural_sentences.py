"""
Four hundred sentences of people who don't know the language, each in its place in a rulebook.

A help with a button is written in `natural.txt`, so that a person has read what it means, and the
text with it has no errors. Every other sentence has the general form of what it speaks of.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from ruleslang.library.load import load_text
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.fix import edited
from tests.support.every import every

HERE = Path(__file__).parent / "sentences"
MARKET_DAY = (HERE / "market_day.rules").read_text(encoding="utf-8")
WRITTEN = (HERE / "natural.txt").read_text(encoding="utf-8")
AT_LEAST = 400
MARGIN = 4  # a sentence in the file; what it should become is further in
VAGUE = ("is a word missing", "the line is incomplete: complete it")


@frozen
class Sentence:
    """A sentence, its place in the rulebook, and its help if that has a button."""

    place: str
    text: str
    help: str | None

    def __str__(self) -> str:
        return self.text

    @property
    def rulebook(self) -> str:
        """The rulebook with the sentence in its place."""
        return MARKET_DAY.replace(f"# {self.place}\n", f"{self.text}\n", 1)


def sentences() -> Iterator[Sentence]:
    place = ""
    lines = WRITTEN.split("\n")
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        depth = len(line) - len(line.lstrip())
        if depth == 0 and line and not line.startswith("#"):
            place = line
        elif depth == MARGIN:
            yield Sentence(place, line.strip(), below.strip() if below[:8].isspace() else None)


SENTENCES = list(sentences())


def errors(text: str) -> list[Diagnostic]:
    return [found for found in load_text(text).diagnostics if found.is_error]


def test_the_rulebook_is_right_without_them() -> None:
    assert errors(MARKET_DAY) == []
    assert all(f"# {sentence.place}\n" in MARKET_DAY for sentence in SENTENCES)
    assert len({(sentence.place, sentence.text) for sentence in SENTENCES}) >= AT_LEAST


@every("sentence", SENTENCES[::24])
def test_some_helps_hold(sentence: Sentence) -> None:
    holds(sentence)


@every("sentence", SENTENCES, parts=4)
def test_all_helps_hold(sentence: Sentence) -> None:
    holds(sentence)


def holds(sentence: Sentence) -> None:
    first = errors(sentence.rulebook)[0]
    help = first.help or ""

    if sentence.help is None:
        assert first.fix is None
        assert help
        assert not help.startswith(("write `", "did you mean `", *VAGUE))
        return
    assert first.fix is not None
    assert help == sentence.help
    assert errors(edited([first.fix])[0]["text.rules"]) == []
