"""Parts that the patterns of several rows share."""

from __future__ import annotations

from ruleslang.syntax.diagnostics.phrasebook.declared_names import NUMBERS

NAME = r"[^\W\d]\w*"
THING = rf"{NAME}(?:\([^()]*\))?"  # a name, or what is written `f(x)`
OWNED = rf"{NAME}\([^()]*\)"
VALUE = r"[\w(][^\n,:]*"  # the rest of an expression, as far as a line of speech has it
COUNTED = "points?|cards?|times|coins?|tokens?|pieces?|dice|turns?|rounds?|vp|pts"
NUMBER_WORDS = "|".join(NUMBERS[2:])
FOLDS = "sum|max|min|set"
DEEDS = "add|answer|eliminate|move|nothing|reveal|roll|set|shuffle|stop|subtract"
LATER = r"seen by|count seen|reset each|stops at the ends|ordered|at most|neighbours|one piece|rows"
DEED = r"(?=(?:do|play|choose|decline)\b)"
ALL = r"(?:both|all|everyone|everybody|each|(?:all|both)(?: the)? players|each player)"
SECRETLY = r"(?:secretly|in secret|simultaneously|at once|at the same time|blindly|unseen)"
