"""A sentence is looked at in little time, however it goes on and however long it is."""

from __future__ import annotations

import pytest

from ruleslang.source.span import Source
from ruleslang.syntax.diagnostics.phrasebook import compound_sentences
from ruleslang.syntax.diagnostics.phrasebook.compound_sentences import lines_for
from ruleslang.syntax.diagnostics.phrasebook.declared_names import Vocabulary
from ruleslang.syntax.diagnostics.phrasebook.sentences_printed_on_cards import LONGEST
from ruleslang.syntax.parse import parse

CALLS = 2_000
WORDS = (
    "gain 1 coin, ",
    "gain 1 coin or ",
    "each player ",
    "you may ",
    "if you have 3 coins ",
    "a, ",
)


@pytest.mark.parametrize("words", WORDS)
def test_sentences_in_sentences_are_few(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    called = 0
    plain = compound_sentences.plain_lines

    def counted(said: str, known: Vocabulary) -> object:
        nonlocal called
        called += 1
        return plain(said, known)

    monkeypatch.setattr(compound_sentences, "plain_lines", counted)
    tuple(lines_for((words * LONGEST)[:LONGEST], Vocabulary("", "you")))

    assert called < CALLS


def test_a_line_longer_than_any_sentence_is_none() -> None:
    text = "procedure a\n    " + "gain 2 coins, " * LONGEST
    _, found = parse(Source("a.rules", text))

    assert [each.slug for each in found] == ["unexpected"]
