"""The list of all sentence patterns in the order they are tried, surest first."""

from __future__ import annotations

from ruleslang.syntax.diagnostics.phrasebook.sentences.cards import CARDS
from ruleslang.syntax.diagnostics.phrasebook.sentences.counters import COUNTERS
from ruleslang.syntax.diagnostics.phrasebook.sentences.row import Sentence
from ruleslang.syntax.diagnostics.phrasebook.sentences.turns_and_winning import TURNS_AND_WINNING
from ruleslang.syntax.diagnostics.phrasebook.sentences.with_note import WITH_NOTE

SENTENCES: tuple[Sentence, ...] = (*COUNTERS, *CARDS, *TURNS_AND_WINNING, *WITH_NOTE)
