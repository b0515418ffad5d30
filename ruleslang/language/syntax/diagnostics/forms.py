"""The forms of lines and declarations, known by their first words, as the table has them."""

from __future__ import annotations

import re
from functools import cache

from ruleslang.language.syntax.grammar import grammar_path

HEADED = frozenset({"if", "else", "when", "for", "repeat", "take"})
"""A statement follows the colon of such a line."""
OF_OPTIONS = 'no * "there is no bonus"'


@cache
def forms_of(part: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the forms of a part of the table, read on the first syntax error, not on import."""
    text = grammar_path("sentence_forms.txt").read_text(encoding="utf-8")
    rows = re.split(r"\n(?=\S)", text.partition(f"[{part}]\n")[2].partition("\n\n")[0])
    listed = ([line.strip() for line in row.split("\n") if line.strip()] for row in rows)
    return tuple((form, re.compile("|".join(patterns))) for form, *patterns in listed)


def whole_form(line: str) -> str | None:
    """
    Return how a line that begins so is written, or None.

    >>> whole_form("    shuffle the cards")
    'such a line is written as `shuffle pile`'
    >>> whole_form("    ann may do draw, lay")
    'such a line is written as `p may do one of draw, lay as often as allowed`'
    """
    begun = line.strip()
    for form, pattern in forms_of("lines" if line[:1].isspace() else "declarations"):
        if match := pattern.match(begun):
            return f"such a line is written as {match.expand(form)}"
    return None
