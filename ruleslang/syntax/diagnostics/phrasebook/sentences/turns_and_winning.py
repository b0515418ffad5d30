"""Sentences about turns, winning and dice."""

from __future__ import annotations

from ruleslang.syntax.diagnostics.phrasebook.sentences.row import Sentence
from ruleslang.syntax.diagnostics.phrasebook.sentences.shared_parts import (
    SAYER,
    WHAT,
    N,
)

TURNS_AND_WINNING: tuple[Sentence, ...] = (
    Sentence(
        rf"(?:if|when|as soon as) (?:a|any|some|one) player (?:has|reaches|gets|owns) {N}"
        rf"(?: or more)? {WHAT},? (?:then )?(?:he|she|they|that player) wins?(?: the game)?",
        "if there is {each} in players where {what}({each}) >= {n}|    {each} wins",
        "if a player has 10 coins he wins",
        "if there is p in players where coins(p) >= 10|    p wins",
    ),
    Sentence(
        rf"(?:the )?first (?:player )?(?:to (?:reach |have |get )?|with ){N} {WHAT} wins"
        r"(?: the game)?",
        "if there is {each} in players where {what}({each}) >= {n}|    {each} wins",
        "the first to reach 10 coins wins",
        "if there is p in players where coins(p) >= 10|    p wins",
    ),
    Sentence(
        r"(?:the (?:one|player) who|whoever) has (?:the )?(?:most|highest) (?P<what>\w+)"
        r" wins(?: the game)?",
        "(players with highest {what}(it)) win",
        "whoever has the most coins wins",
        "(players with highest coins(it)) win",
    ),
    Sentence(
        rf"{SAYER}(?:takes?|gets?|gains?|has|have) (?:another|an (?:extra|additional)|one more)"
        r" turn(?: after this one)?",
        "set active to previous({me})",
        "take another turn",
        "set active to previous(you)",
    ),
    Sentence(
        r"(?:the|your|this|his) turn (?:ends|is over)(?: now| immediately)?",
        "end turn",
        "your turn is over",
        "end turn",
    ),
    Sentence(
        rf"{SAYER}chooses? (?:another player|an? (?:other player|opponent)|one opponent)",
        "{choose} q from players except {{{me}}}",
        "choose another player",
        "choose q from players except {you}",
    ),
    Sentence(
        rf"{SAYER}chooses? (?:a|any|one) player",
        "{choose} q from players",
        "choose a player",
        "choose q from players",
    ),
    Sentence(
        rf"{SAYER}chooses? (?:a|one|1) card(?: from (?:your|his) hand)?",
        "{choose} c from {hand}({me})",
        "choose a card",
        "choose c from hand(you)",
    ),
    Sentence(
        r"(?:the )?player with (?:the )?(?:most|highest|biggest) (?:number of )?(?P<what>\w+)"
        r" wins(?: the game)?",
        "(players with highest {what}(it)) win",
        "player with the most coins wins",
        "(players with highest coins(it)) win",
    ),
    Sentence(
        r"(?:the )?player with (?:the )?(?:least|fewest|lowest|smallest) (?P<what>\w+)"
        r" wins(?: the game)?",
        "(players with lowest {what}(it)) win",
        "the player with the fewest coins wins",
        "(players with lowest coins(it)) win",
    ),
    Sentence(
        r"(?:then )?(?:you )?wins?(?: the (?:game|match))?",
        "{me} {wins}",
        "you win the game",
        "you win",
    ),
    Sentence(
        rf"{SAYER}loses? the (?:game|match)",
        "eliminate {me}",
        "lose the game",
        "eliminate you",
    ),
    Sentence(
        r"nothing (?:else )?(?:happens|more)",
        "nothing",
        "nothing happens",
        "nothing",
    ),
    Sentence(
        r"end (?:your|the|this|his) turn(?: now| immediately)?",
        "end turn",
        "end your turn",
        "end turn",
    ),
    Sentence(
        r"(?:roll|throw)s? (?:a|an|one|the|1) (?:die|dice|d\d+)",
        "roll {die} as face",
        "roll a die",
        "roll d6 as face",
    ),
    Sentence(
        rf"(?:roll|throw)s? {N} (?:dice|d\d+),?(?: and| then) (?:add|sum|total)\b.*",
        "roll {n} {die} as faces|let total = sum of faces",
        "roll 2 dice and add them",
        "roll 2 d6 as faces|let total = sum of faces",
    ),
    Sentence(
        rf"(?:roll|throw)s? {N} (?:dice|d\d+)",
        "roll {n} {die} as faces",
        "roll 2 dice",
        "roll 2 d6 as faces",
    ),
)
