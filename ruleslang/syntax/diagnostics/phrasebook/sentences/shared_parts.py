"""Parts that the patterns of several sentences share."""

from __future__ import annotations

from ruleslang.syntax.diagnostics.phrasebook.declared_names import NUMBERS

N = rf"(?P<n>\d+|an|one|another|{'|'.join(NUMBERS[1:])})"
WHAT = r"(?P<what>(?!cards?\b|dice\b|die\b|turns?\b)[^\W\d]\w*)"
SAYER = r"(?:(?:then |and )?(?:you |p |he |she |they )?(?:must |then |also )?)?"
OTHER = (
    r"(?:another player|an? opponent|your opponent|any (?:other )?player|a player|one player"
    r"|(?:target|chosen) (?:player|opponent)|any target)"
)
OF_PILE = r"(?: (?:of|from|off) (?:the |your )?(?:top of (?:the |your )?)?\w+(?: pile)?)?"
SELF = r"(?:to|for) (?P<who>you|yourself|me|him|her|them|himself|p)"
