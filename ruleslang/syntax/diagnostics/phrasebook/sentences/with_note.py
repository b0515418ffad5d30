"""Card sentences whose lines are not enough alone: a note says what else the rulebook needs."""

from __future__ import annotations

from ruleslang.syntax.diagnostics.phrasebook.sentences.row import Sentence
from ruleslang.syntax.diagnostics.phrasebook.sentences.shared_parts import (
    SAYER,
    WHAT,
    N,
)

WITH_NOTE: tuple[Sentence, ...] = (
    Sentence(
        r"(?:flip|toss|throw) (?:a|the|one) coin\b.*",
        "roll coin as side",
        "flip a coin",
        "roll coin as side",
        "; a coin is a die: `die coin: heads, tails` at the left margin",
    ),
    Sentence(
        rf"{SAYER}(?:skips?|miss(?:es)?|loses?) (?:your|his|their|the|a)? ?(?:next )?turn",
        "add 1 to skips({me})",
        "skip your next turn",
        "add 1 to skips(you)",
        "; at the margin stands `state skips(player): 0..9 = 0`, and `turn` reads it",
    ),
    Sentence(
        rf"{SAYER}gains? {N} {WHAT} (?:for each|per|for every) (?P<each>\w+)\b.*",
        "add {times}number of {hand}({me}) to {what}({me})",
        "gain 1 coin for each gem",
        "add number of hand(you) to coins(you)",
        "; after `number of` stands what is counted",
    ),
    Sentence(
        rf"{SAYER}draws? (?:a|one|1|another) card (?:for each|per|for every) (?P<each>\w+)\b.*",
        "move top({pile}, number of {hand}({me})) to {hand}({me})",
        "draw a card for each gem",
        "move top(pile, number of hand(you)) to hand(you)",
        "; after `number of` stands what is counted",
    ),
    Sentence(
        r"(?:the )?(?:game|match) (?:ends|is over|finishes)(?: now| immediately| here)?"
        r"|game over|(?:end|finish|stop) (?:the )?(?:game|match)",
        "(players with highest {counter}(it)) win",
        "the game ends",
        "(players with highest coins(it)) win",
        "; or `p wins`, or `nobody wins`",
    ),
    Sentence(
        r"(?:it is |it's |now )?(?:the )?next player['’]?s? turn|pass the dice\b.*"
        r"|(?:the )?(?:turn|play) (?:passes|goes|moves) to the (?:next player|left)\b.*",
        "end turn",
        "next player's turn",
        "end turn",
        "; `take turns` goes on with the next player by itself",
    ),
    Sentence(
        r"re-?rolls? (?:(?:all|both|the|your|his|any|a|one)(?: of)? ?(?:the |your |his )?)?"
        r"(?:die|dice)(?: once| again)?",
        "roll {die} as face",
        "reroll all the dice",
        "roll d6 as face",
        "; dice that stay on the table are declared, `dice cup(player): 5 {die}`, and "
        "`roll cup({me})` rolls them again",
    ),
    Sentence(
        r"(?:repeat|continue|go on|play(?: on)?|take turns) until (?:there is )?(?:only )?one"
        r" player(?: (?:is|remains|stays)(?: left| in| alive)?)?",
        "take turns p among players until number of players is 1",
        "repeat until only one player is left",
        "take turns p among players until number of players is 1",
        "; what each does in a turn stands below it, further in",
    ),
    Sentence(
        r"(?:(?:do|repeat) (?:this|that|it)(?: again)?(?: (?P<n>\d+) times| twice| again)?)",
        "repeat {twice} times",
        "do this 3 times",
        "repeat 3 times",
        "; what is done stands below it, further in",
    ),
    Sentence(
        r"limit:? (?:once|one|1|one time) (?:per|each|every|a) (?P<per>\w+)",
        "limit 1 per {per}",
        "limit once per turn",
        "limit 1 per turn",
        "; it stands first below `play`",
    ),
)
