"""`new`: starting texts that already pass `check`."""

from __future__ import annotations

import re
from pathlib import Path

from ruleslang.cli.format import Format
from ruleslang.cli.guard import Mistake
from ruleslang.cli.rulebook import compiled_or_none
from ruleslang.cli.shown import print_json
from ruleslang.library.writing import write_whole
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.program import Compiled
from ruleslang.source.suggest import did_you_mean

NAME = re.compile(r"[a-z][a-z0-9_]*")

RULEBOOK = '''\
# Each player plays one card a round; the higher card wins the round, and whoever won more rounds wins.
rulebook {name} "{title}"
    players 2: home, away
    starts with game
    at most 200 decisions, then nobody wins

kind number_card
    has strength: 1..9
    play
        move this to table(you)

card low "Low" x6: number_card
    strength: 2

card high "High" x4: number_card
    strength: 7

zone pile: cards, ordered, seen by nobody
zone hand(player): number_card, at most 3, seen by owner
zone table(player): number_card, at most 1, seen by all
zone gone: cards, seen by all
state rounds_won(player): 0..3 = 0

value strength_of(p: player) = highest of strength(it) over it in table(p)

phase game
    move cards to pile
    shuffle pile
    for each p in players
        repeat 3 times
            move top(pile) to hand(p)
    repeat 3 times
        round
    if rounds_won(home) > rounds_won(away): home wins
    if rounds_won(away) > rounds_won(home): away wins
    nobody wins

phase round
    for each p in players
        p must do lay, if impossible nothing_to_lay
'''
