"""The tables of sentences and advice hold what they say: each row knows its own example, first."""

from __future__ import annotations

from ruleslang.source.span import Source
from ruleslang.syntax.diagnostics.phrasebook.action_sentences import lines_of
from ruleslang.syntax.diagnostics.phrasebook.advice_without_rewrite import PHRASES
from ruleslang.syntax.diagnostics.phrasebook.advice_without_rewrite import SENTENCES as ADVISED
from ruleslang.syntax.diagnostics.phrasebook.declared_names import Vocabulary
from ruleslang.syntax.diagnostics.phrasebook.sentences.all import SENTENCES
from ruleslang.syntax.parse import parse
from ruleslang.syntax.spelling_correction import reads
from tests.syntax.test_phrasebook import ABOVE

TABLE = Vocabulary(
    "\n".join(
        [
            "state coins(player): 0..99 = 0",
            "state score(player): 0..99 = 0",
            "state life(player): 0..20 = 20",
            "zone pile: cards, ordered, seen by nobody",
            "zone hand(player): cards, seen by owner",
            "zone front(player): cards, seen by all",
            "zone discards: cards, seen by all",
            "die d6: 1..6",
        ]
    ),
    "you",
)


def test_each_sentence_is_said_by_its_own_row_as_it_says() -> None:
    said = {row.example: next(lines_of(row.example, TABLE, (row,)), None) for row in SENTENCES}

    wrong = [
        (row.example, said[row.example])
        for row in SENTENCES
        if said[row.example] is None or "|".join(said[row.example][0]) != row.result
    ]

    assert wrong == []


def test_no_earlier_row_takes_the_sentence_of_a_later_one() -> None:
    shadowed = [
        row.example
        for number, row in enumerate(SENTENCES)
        if next(lines_of(row.example, TABLE, SENTENCES[:number]), None)
    ]

    assert shadowed == []


def test_the_lines_of_a_sentence_can_be_read() -> None:
    unread = [row.result for row in SENTENCES if not reads(_on_a_card(row.result))]

    assert unread == []


def _on_a_card(lines: str) -> str:
    above = ABOVE["play"]
    margin = " " * (len(above) - len(above.rstrip(" ")))
    return above + lines.replace("|", "\n" + margin)


def test_advice_is_given_for_its_own_example() -> None:
    helps = {
        row.example: parse(Source("row.rules", f"{ABOVE[row.place]}{row.example}\n"))[1][0].help
        for row in (*PHRASES, *ADVISED)
    }

    wrong = [
        (row.example, helps[row.example])
        for row in (*PHRASES, *ADVISED)
        if helps[row.example] not in _helps_of(row.example)
    ]

    assert wrong == []


def _helps_of(example: str) -> set[str | None]:
    """What the row of an example says of any part of it."""
    (row,) = (each for each in (*PHRASES, *ADVISED) if each.example == example)
    return {row.for_phrase(example[:at], example[at:]) for at in range(len(example))} - {None}
