"""Foreign, misspelt and misplaced words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruleslang.language.syntax import keywords
from ruleslang.language.syntax.diagnostics.hints_by_first_word import whole_form
from ruleslang.language.syntax.diagnostics.hints_by_rest_of_line import begins_a_case, modified
from ruleslang.language.syntax.diagnostics.misplaced_lines import block_below
from ruleslang.language.syntax.diagnostics.phrasebook.declared_names import (
    is_declared,
    is_used_elsewhere,
    is_whole,
)
from ruleslang.language.syntax.parse_failure import (
    WORD,
    Failure,
    corrected_head,
    corrected_word,
    quoted,
    reads_with,
)
from ruleslang.source.diagnostic import Diagnostic, Help, error
from ruleslang.source.fix import Proposal, leave_out, write
from ruleslang.source.suggest import is_surely

FOREIGN = {
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
    "contains": "what lies there stands first: `c is in hand(p)`; all of it: `hand(p) is {a, b}`",
    "lambda": "what is worked out for something is a value: `value price(c: card) = 3`",
    "input": "who decides stands first: `p chooses n from 1..6`",
    "return": "to leave, write `stop`; to answer, `answer …`; cards are moved: `move c to hand(p)`",
    "goto": "one part calls another by its name: `draw(p)`",
    "wait": "nobody is waited for: who decides stands first, `p may do draw`",
    "REM": "a remark begins with `#`",
    "remove": TAKEN,
    "clear": TAKEN,
    "empty": TAKEN,
    "delete": TAKEN,
    "print": "nothing is printed: people see where the match is by its phases",
    "import": "standard pieces are taken in the header, with a line `uses clock`",
    "include": "standard pieces are taken in the header, with a line `uses clock`",
    "require": "standard pieces are taken in the header, with a line `uses clock`",
}
BEFORE = re.compile(r"\b(lambda|input)(?=[ \t]*\Z)")
ELSE_IF = ("elif", "elsif", "elseif")
EFFECTS = frozenset({"before", "after", "instead", "modify", "whenever"})


def foreign_word(failure: Failure) -> Diagnostic | None:
    """A word of other languages for which this one has another."""
    for stranger in _strangers(failure):
        word = stranger.group()
        known, instead = FOREIGN.get(word.lower()), INSTEAD.get(word.lower())
        if f"{known}s" in failure.expected - {known}:
            known = f"{known}s"  # as `answers` in a head
        if known in ("state", "value") or word.lower() in TYPES:
            instead = "`let x = …` makes a name, `set x to …` changes a state"
        elif known in keywords.DECLARATIONS - keywords.STATEMENTS:
            known = None  # it begins a declaration, but is in a block
        named = known is None and is_whole(failure) and is_declared(failure, word)
        if (known or instead) and not named and word.lower() not in keywords.KEYWORDS:
            help = instead or _meant(failure, stranger, known or "")
            message, place = f"`{word}` is no word of the language", failure.span(*stranger.span())
            if help:
                return error("foreign-word", place, message, help=help)
    return None


def _meant(failure: Failure, stranger: re.Match[str], known: str) -> Help:
    """The word of this language, if the line can be read with it, else the form of such a line."""
    start, end = stranger.span()
    if reads_with(failure, start, end, known):
        return Proposal(f"did you mean `{known}`?", (known,))
    column = start - failure.line_start
    line = f"{failure.line[:column]}{known}{failure.line[column + len(stranger.group()) :]}"
    begins = failure.first is not None and stranger.start() == failure.first.start()
    return (whole_form(line) or f"did you mean `{known}`?") if begins else None


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


def misspelt_word(failure: Failure) -> Diagnostic | None:
    """A misspelt keyword, if the line is readable with another."""
    if failure.layout and re.search(r"\bend\s*$", failure.before):
        return None  # without an operand
    if re.search(r"\b(may|must) do one\s*$", failure.before):
        return None  # without a name
    if failure.met == "see" and re.match(r"\s*then\b", failure.before):
        return None  # for several players there is `then only {p, q} see`
    correction = corrected_word(failure)
    if correction is None or _is_field(failure, correction[0].group()):
        return None
    return _misspelt(failure, *correction)


def _is_field(failure: Failure, word: str) -> bool:
    """Whether a declaration or a field has a word: it is none that is misspelt."""
    field = re.search(rf"^\s+has {re.escape(word)}\b", failure.rulebook, re.MULTILINE)
    return field is not None or is_declared(failure, word)


def misspelt_head(failure: Failure) -> Diagnostic | None:
    """A misspelt first word of a line that opens a block: `misspelt-word`."""
    head = line_above(failure) if failure.layout == "_INDENT" else None
    if not head:
        return None
    foreign = FOREIGN.get(head.group().lower())
    text = failure.written_above
    known = corrected_head(text, head, [foreign] if foreign else [])
    return _misspelt(failure, head, known) if known else None


def _misspelt(failure: Failure, match: re.Match[str], known: str) -> Diagnostic:
    proposal = Proposal(f"did you mean `{known}`?", (known,))
    return error(
        "misspelt-word",
        failure.span(*match.span()),
        f"{quoted(match.group())} is no word of the language here",
        help=proposal.sure if is_surely(match.group(), known, keywords.KEYWORDS) else proposal,
    )


def misplaced_statement(failure: Failure) -> Diagnostic | None:
    """A statement among the lines of a card, or among the labels of a menu."""
    first = failure.first
    named = failure.expected & {":", "*"} and "chooses" not in failure.expected
    if not first or not named or failure.text[first.end() : failure.offset].strip():
        return None
    if first.group() not in keywords.STATEMENTS or failure.offset <= first.end():
        return None
    if first.group() == "if" and begins_a_case(failure):
        return None
    head = line_above(failure)
    if head and head.group() == "play" and _is_beside(failure, head):
        return block_below(failure, *head.span())
    return error(
        "misplaced-statement",
        failure.span(*first.span()),
        f"`{first.group()}` begins a statement, and none may stand here",
        help='a branch begins with its name, and its condition stands behind: `stay "…" if C`'
        if first.group() == "if" and _is_in_menu(failure)
        else "put it below `play`, or below the name of a branch",
    )


def _is_in_menu(failure: Failure) -> bool:
    """Whether the line stands among the branches of a menu."""
    lines = reversed(failure.above.rstrip().split("\n"))
    outer = (line for line in lines if len(line) - len(line.lstrip()) < len(failure.margin))
    return "one of" in next(filter(str.strip, outer), "")


def _is_beside(failure: Failure, above: re.Match[str]) -> bool:
    """Whether the line above is as far in as this one."""
    line = failure.text.rfind("\n", 0, above.start()) + 1
    return above.start() - line == len(failure.margin)


def line_above(failure: Failure) -> re.Match[str] | None:
    """The first word of the line above, if only blanks and comments lie between."""
    above = failure.above.rstrip()
    start = above.rfind("\n") + 1
    return WORD.match(failure.text, start + len(above[start:]) - len(above[start:].lstrip()))


def elif_written(failure: Failure) -> Diagnostic | None:
    """`elif`, which the language writes `else if`."""
    first = failure.first
    if not first or first.group().lower() not in ELSE_IF:
        return None
    return error(
        "elif-written",
        failure.span(*first.span()),
        f"`{first.group()}` stands where `else if` is expected",
        help=write("else if").sure,
    )


def then_after_if(failure: Failure) -> Diagnostic | None:
    """`then` after the condition of an `if`."""
    if failure.met != "then" or not re.match(r"\s*(else\s+)?if\b", failure.before):
        return None
    last = not failure.rest[len("then") :].strip(" :")
    start = failure.offset - len(failure.before) + len(failure.before.rstrip())
    reads = reads_with(failure, start, failure.offset + len("then"), ":")
    if not last and not reads:
        return error(
            "then-after-if",
            failure.here(),
            "`then` does not follow a condition",
            help="a condition is followed by `:` and one statement: `if score(p) > 9: p wins`",
        )
    return error(
        "then-after-if",
        failure.here(),
        "`then` does not follow a condition",
        help=leave_out()
        if last
        else Proposal("write `:` in its place, before what is done", (":",)),
    )


def while_for_repeat(failure: Failure) -> Diagnostic | None:
    """`while` for a loop; alone it introduces standing effects."""
    if not failure.expected or not failure.expected <= EFFECTS | {"_DEDENT"}:
        return None
    head = _head_above(failure)
    if not head or head.group() != "while":
        return None
    if failure.met and re.match(r"(card|kind|while)\b", failure.text):
        return _no_effect(failure)
    return error(
        "while-for-repeat",
        failure.span(*head.span()),
        "`while` alone holds effects, not statements",
        help="a loop is written `repeat while …`",
    )


def _no_effect(failure: Failure) -> Diagnostic:
    """A statement, not an effect, in the block of a card's `while`."""
    return error(
        "while-for-repeat",
        failure.here(),
        f"below `while` only effects stand, and {quoted(failure.met)} begins none",
        help=modified(failure)
        or "say when it happens in a line above it, as `after turn(you)`; numbers are changed"
        " by `modify`",
    )


def for_without_each(failure: Failure) -> Diagnostic | None:
    """`for x in S`, or `each x in S`, which the language writes `for each x in S`."""
    if failure.first and failure.first_word == "each" and "for" not in failure.before:
        message, place = "`each` begins no line", failure.span(*failure.first.span())
        return error("for-without-each", place, message, help="write `for each p in players`")
    if not re.search(r"\bfor\s*$", failure.before) or "each" not in failure.expected:
        return None
    counted = re.match(r"(\w+)\s*(?:=|in|from)\s*(\w+)\s*(?:to|-|\.\.)\s*(\w+)", failure.rest)
    often = re.match(r"(\d+)\b(?! *\w* *(?:to|-|\.\.))", failure.rest)
    if often and not counted:
        help = f"so many times: `repeat {often[1]} times`; each of several: `for each p in players`"
        return error("for-without-each", failure.here(), "after `for` comes `each`", help=help)
    write = f"for each {counted[1]} in {counted[2]}..{counted[3]}" if counted else "for each"
    return error(
        "for-without-each", failure.here(), "after `for` comes `each`", help=f"write `{write}`"
    )


def missing_otherwise(failure: Failure) -> Diagnostic | None:
    """Cases with `when` without an `otherwise`."""
    ends = failure.layout or failure.met == "else"
    if "otherwise" not in failure.expected or "chance" in failure.expected or not ends:
        return None
    if failure.met:
        message = "`else` stands where `otherwise` is expected"
        return error("missing-otherwise", failure.here(), message, help=write("otherwise"))
    message, help = "`otherwise` is missing", "say what holds when nothing above does"
    return error("missing-otherwise", failure.here(), message, help=help)


def otherwise_for_else(failure: Failure) -> Diagnostic | None:
    """`otherwise` for `else`: statements have `else`, values `otherwise`."""
    if failure.layout == "_INDENT":
        head = line_above(failure)
    else:
        head = failure.first if "chooses" in failure.expected else None
    if not head or head.group() != "otherwise":
        return None
    words: tuple[str, ...] = ("else", "else:")
    if not failure.layout:
        words = tuple(word for word in words if reads_with(failure, *head.span(), word))
    if not words:
        return None
    return error(
        "otherwise-for-else",
        failure.span(*head.span()),
        "`otherwise` stands where `else` is expected",
        help=write(words[0]).sure,
    )


def _head_above(failure: Failure) -> re.Match[str] | None:
    """The first word of the nearest line above that is indented less."""
    lines = failure.above.split("\n")
    place = failure.line_start
    for line in reversed(lines[:-1]):
        place -= len(line) + 1
        blanks = len(line) - len(line.lstrip())
        if line.strip() and blanks < len(failure.margin):
            return WORD.match(failure.text, place + blanks)
    return None
