"""
The program's own sentences at a table, in the languages of rulebooks.

`wording.csv` has a column for each language; missing sentences are in English.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache

from ruleslang.program.program import Program
from ruleslang.program.references import filled

ENGLISH = "en"


def language_of(program: Program) -> str:
    """Return the language in which a program shows its texts."""
    return program.spoken or next(iter(program.languages), ENGLISH)


def wording_of(program: Program) -> Mapping[str, str]:
    """Return the translations of the program's English sentences, in the language of a rulebook."""
    return wording_in(language_of(program))


def wording_in(language: str) -> Mapping[str, str]:
    """Return the translations of the program's English sentences in a language."""
    return _wordings().get(language, {})


def worded(wording: Mapping[str, str], text: str, **values: object) -> str:
    """Return a sentence in these words, with values for its names in braces."""
    return filled(wording.get(text, text), lambda name: str(values[name]))


@cache
def _wordings() -> Mapping[str, Mapping[str, str]]:
    """Return the sentences of each language by the English ones."""
    from importlib.resources import files

    text = files(__package__).joinpath("wording.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    languages = [name for name in rows[0] if name != ENGLISH]
    return {lang: {row[ENGLISH]: row[lang] for row in rows if row[lang]} for lang in languages}
