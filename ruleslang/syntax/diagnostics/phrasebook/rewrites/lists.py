"""Lists and `of`: tried last, where nothing else can be meant."""

from __future__ import annotations

from ruleslang.syntax.diagnostics.phrasebook.rewrites.replacement_functions import (
    call_of,
    with_commas,
)
from ruleslang.syntax.diagnostics.phrasebook.rewrites.row import Row
from ruleslang.syntax.diagnostics.phrasebook.rewrites.shared_parts import (
    NAME,
    THING,
)

LISTS: tuple[Row, ...] = (
    Row(rf"\((?!next|previous|top|first|opponent)({THING}) ({NAME})\)", r"(\1, \2)", "statement",
        "draw(c p)", "draw(c, p)"),
    Row(rf"\b([a-z]\d?) ({NAME})\b(?!\()", r"\2(\1)", "statement", "add turn_total to p score",
        "add turn_total to score(p)"),
    Row(rf"\b({NAME}) (?:of|for) ({NAME})\b", call_of, "statement", "add rank(c) to score of p",
        "add rank(c) to score(p)"),
    Row(rf"{NAME}(?:, {NAME})*(?:,? (?:and|or) |\s*[;&]\s*){NAME}", with_commas, "margin",
        "words Suit: hearts or spades", "words Suit: hearts, spades"),
)  # fmt: skip
