"""Candidates for single words: those of other languages, misspelt ones, and articles."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruleslang.language.syntax import keywords
from ruleslang.language.syntax.diagnostics.candidate import (
    ARTICLE,
    FOREIGN,
    MISSPELT,
    Candidate,
    Kind,
)
from ruleslang.language.syntax.diagnostics.phrasebook.declared_names import is_declared
from ruleslang.language.syntax.parse_failure import FAR, WORD, Failure, closest_words, mask, slips
from ruleslang.source.suggest import is_clear_typo

MEANT = {
    foreign: known
    for known, words in {
        "procedure": "function func def proc fn sub method routine",
        "kind": "class",
        "words": "enum",
        "state": "var variable",
        "value": "const constant",
        "after": "trigger upon",
        "answer": "return returns give_back yield",
        "stop": "break exit",
        "nothing": "pass continue",
        "for each": "foreach",
        "repeat": "loop",
        "depending on": "switch case match",
        "pays": "costs spend spends pay",
        "cancel": "counter negate annul prevent",
        "choosing": "targeting targets target",
        "add": "increase",
        "subtract": "decrease",
        "set": "assign",
        "if not": "unless",
        "roll": "throw",
        "shuffle": "mix",
        "swap": "exchange trade",
        "is": "equals are were was",
        "is not": "isnt",
        "whenever": "when",
    }.items()
    for foreign in words.split()
}
"""Words of other languages, and those of this one in their place."""
TRIED = 4  # words before the error: a misspelling shows soon
BEGINNINGS = keywords.DECLARATIONS | keywords.STATEMENTS  # intended when they begin a line
ARTICLES = re.compile(r"(?<!\w)(?:the|an|a)[ \t]+(?=[^\W\d])(?!game\b|match\b)")
PARTS = re.compile(r"(?P<first>[^\W\d]\w*)(?:-|[ \t]+)(?!x\d+\b)(?P<second>[^\W\d]\w*)")
NAMED = keywords.DECLARATIONS - {
    "rulebook", "before", "after", "instead", "modify", "while", "whenever"
} | {"let"}  # fmt: skip
NOUNS = frozenset({"card", "cards", "dice", "die", "number", "pieces", "player", "turn", "zone"})
"""Words of the language that names have, too."""
VISIBILITY = frozenset({"secret", "hidden", "private", "public"})
IN_PARTS = Kind("name-in-parts", "{quoted} is not one name")


def foreign_words(failure: Failure) -> Iterator[Candidate]:
    """Yield the word of this language for that of another."""
    for word in words_near(failure):
        known = MEANT.get(word.group().lower())
        at_margin = not failure.margin and word.start() == failure.line_start
        if known and (at_margin or word.group() not in keywords.KEYWORDS):
            forms = (known, f"{known}s") if f"{known}s" in failure.expected else (known,)
            for form in forms:
                yield Candidate(*word.span(), form, FOREIGN)


def misspelt_words(failure: Failure) -> Iterator[Candidate]:
    """Yield words of this language that are spelt much alike; single typing errors first."""
    begins = failure.first.start() if failure.first else -1
    tried = [
        word
        for word in words_near(failure)
        if (word.start() != begins or word.group() not in BEGINNINGS)
        and not _is_of_rulebook(failure, word.group())
    ]
    for near in (slips, closest_words):
        for word in tried:
            found = word.group()
            if near is slips or (found not in keywords.KEYWORDS and len(found) > 2):
                for known in near(found, keywords.KEYWORDS):
                    sure = is_clear_typo(found, known, keywords.KEYWORDS)
                    yield Candidate(*word.span(), known, MISSPELT, sure=sure)


def without_articles(failure: Failure) -> Iterator[Candidate]:
    """Yield the line without the articles, of which the language has none."""
    found = [*ARTICLES.finditer(failure.line)]
    places = (failure.line_start + at for article in found for at in article.span())
    if failure.offset in places:
        first = failure.line_start + found[0].start()
        last = WORD.search(failure.text, failure.line_start + found[-1].end())
        end = last.end() if last else failure.line_end
        part = failure.chunk.text[first:end]
        yield Candidate(first, end, ARTICLES.sub("", part), ARTICLE)


def joined_names(failure: Failure) -> Iterator[Candidate]:
    """Yield two words, or a hyphen, where a name is expected: `round number`, `round-number`."""
    known = set(re.findall(r"\w+_\w+", mask(failure.rulebook[:FAR])))
    head = failure.first_word
    for name in sorted(known, key=len, reverse=True):
        apart = re.compile(rf"\b{name.replace('_', '[- ]')}\b")
        for several in apart.finditer(failure.text, failure.line_start, failure.line_end):
            if several.start() <= failure.offset <= several.end():
                yield Candidate(*several.span(), name, IN_PARTS)
    for word in WORD.finditer(failure.text, failure.line_start, failure.line_end):
        parts = PARTS.match(failure.text, word.start(), failure.line_end)
        if parts is None or (head in ("state", "zone", "dice") and parts["first"] in VISIBILITY):
            continue
        joined = f"{parts['first']}_{parts['second']}"
        declared = head in NAMED and parts.start() == failure.line_start + len(head) + 1
        near = parts.start() <= failure.offset <= parts.end()
        is_name = declared or "-" in parts.group()
        words = {parts["first"], parts["second"]} & keywords.KEYWORDS - NOUNS
        words -= {parts["first"]} if declared else set()
        if near and is_name and not words:
            yield Candidate(*parts.span(), joined, IN_PARTS)


def words_near(failure: Failure) -> list[re.Match[str]]:
    """Return the words of the line near the place where parsing stopped, that one first."""
    here = WORD.match(failure.text, failure.offset)
    before = list(WORD.finditer(failure.text, failure.line_start, failure.offset))
    return [*([here] if here else []), *reversed(before[-TRIED:])]


def _is_of_rulebook(failure: Failure, word: str) -> bool:
    """Return whether a declaration or a field has a word: it is none that is misspelt."""
    field = re.search(rf"^\s+has {re.escape(word)}\b", failure.rulebook, re.MULTILINE)
    return field is not None or is_declared(failure, word)
