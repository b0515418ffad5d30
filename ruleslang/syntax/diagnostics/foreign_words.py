"""Words of other languages, and their equivalents."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.syntax import keywords
from ruleslang.syntax.diagnostics.phrasebook.declared_names import is_used_elsewhere, is_whole
from ruleslang.syntax.parse_failure import Failure
from ruleslang.syntax.spelling_correction import WORD

FOREIGN = {
    "function": "procedure",
    "func": "procedure",
    "def": "procedure",
    "proc": "procedure",
    "fn": "procedure",
    "sub": "procedure",
    "method": "procedure",
    "routine": "procedure",
    "class": "kind",
    "enum": "words",
    "var": "state",
    "variable": "state",
    "const": "value",
    "constant": "value",
    "trigger": "after",
    "return": "answer",
    "returns": "answer",
    "give_back": "answer",
    "yield": "answer",
    "break": "stop",
    "exit": "stop",
    "pass": "nothing",
    "foreach": "for each",
    "loop": "repeat",
    "switch": "depending on",
    "increase": "add",
    "decrease": "subtract",
    "assign": "set",
    "unless": "if not",
    "throw": "roll",
    "equals": "is",
    "isnt": "is not",
    "contains": "is in",
    "when": "whenever",
    "upon": "after",
    "continue": "nothing",
}
TYPES = frozenset({"int", "integer", "bool", "boolean", "string", "float", "auto"})
TAKEN = (
    "cards are moved, `move c to discards`; what a state holds is set, `set x to none`;"
    " a player is out by `eliminate p`"
)
INSTEAD = {
    "skip": "`nothing` does nothing; turns to skip are a state: `state skips(player): 0..9 = 0`",
    "draw": "cards are moved: `move top(pile) to hand(p)`; or call a procedure of yours",
    "discard": "cards are moved: `move c to discards`; or call a procedure of yours",
    "put": "cards are moved: `move c to discards`",
    "deal": "cards are moved: `move top(pile, 5) to hand(p)`; or call a procedure of yours",
    "ask": "who decides stands first: `p chooses c from hand(p)`, `p may do draw`",
    "lambda": "what is worked out for something is a value: `value price(c: card) = 3`",
    "input": "who decides stands first: `p chooses n from 1..6`",
    "return": "to leave, write `stop`; to answer, `answer …`; cards are moved: `move c to hand(p)`",
    "goto": "one part calls another by its name: `draw(p)`",
    "wait": "nobody is waited for: who decides stands first, `p may do draw`",
    "REM": "a remark begins with `#`",
    "remove": TAKEN,
    "delete": TAKEN,
    "print": "nothing is printed: people see where the match is by its phases",
    "import": "standard pieces are taken in the header, with a line `uses clock`",
    "include": "standard pieces are taken in the header, with a line `uses clock`",
    "require": "standard pieces are taken in the header, with a line `uses clock`",
}
BEFORE = re.compile(r"\b(lambda|input)(?=[ \t]*\Z)")


def foreign_word(failure: Failure) -> Diagnostic | None:
    """A word of other languages for which this one has another."""
    for found in _strangers(failure):
        word = found.group()
        known, instead = FOREIGN.get(word.lower()), INSTEAD.get(word.lower())
        if f"{known}s" in failure.expected - {known}:
            known = f"{known}s"  # as `answers` in a head
        if known in ("state", "value") or word.lower() in TYPES:
            instead = "`let x = …` makes a name, `set x to …` changes a state"
        elif known in keywords.DECLARATIONS - keywords.STATEMENTS:
            known = None  # it begins a declaration, but is in a block
        if (known or instead) and word.lower() not in keywords.KEYWORDS:
            return error(
                "foreign-word",
                failure.span(*found.span()),
                f"`{word}` is no word of the language",
                help=instead or f"did you mean `{known}`?",
            )
    return None


def _strangers(failure: Failure) -> Iterator[re.Match[str]]:
    """
    The first word of the line, if no other diagnostic applies, and the word met, if not called.
    """
    first = failure.first
    if first and (_fails_behind(failure, first) or _is_stranger(failure, first.group())):
        yield first
    before = BEFORE.search(failure.text, failure.line_start, failure.offset)
    if before and before.start() != (first.start() if first else None):
        yield before
    here = WORD.match(failure.text, failure.offset)
    if here and failure.text[here.end() : here.end() + 1] != "(":
        yield here


def _fails_behind(failure: Failure, word: re.Match[str]) -> bool:
    """Whether parsing stopped directly after a word that is not called."""
    behind = failure.offset > word.end() and failure.met not in ("", "(")
    return behind and not failure.text[word.end() : failure.offset].strip()


def _is_stranger(failure: Failure, word: str) -> bool:
    """Whether a foreign word is not a name of a complete rulebook."""
    foreign = word.lower() in FOREIGN and word not in keywords.KEYWORDS
    return foreign and is_whole(failure) and not is_used_elsewhere(failure, word)
