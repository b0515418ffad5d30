"""All sentences, surest first."""

from __future__ import annotations

from ruleslang.syntax.diagnostics.phrasebook.sentences.cards import CARDS
from ruleslang.syntax.diagnostics.phrasebook.sentences.counters import COUNTERS
from ruleslang.syntax.diagnostics.phrasebook.sentences.noted import NOTED
from ruleslang.syntax.diagnostics.phrasebook.sentences.players import PLAYERS
from ruleslang.syntax.diagnostics.phrasebook.sentences.row import Sentence

SENTENCES: tuple[Sentence, ...] = (*COUNTERS, *CARDS, *PLAYERS, *NOTED)
