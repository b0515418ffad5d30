"""Unpaired brackets and quotes, brackets of the wrong kind, and citations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from ruleslang.language.syntax.parse_failure import Failure, quoted, reads
from ruleslang.source.diagnostic import Diagnostic, Label, error
from ruleslang.source.fix import Proposal, write

PAIRS = {"(": ")", "[": "]", "{": "}"}
BRACKET = re.compile(r"[()\[\]{}]")
OPERAND_BEFORE = re.compile(r"\w*(?:\([^()]*\)|\{[^{}]*\})?$")  # a name with its arguments
MOST_ENDS = 24  # places in a line at which a bracket is tried
LONGEST = 500  # letters of a line in which they are looked for
MOST_NAMED = 3  # most cards that a help lists
RULE = re.compile(r"[A-Z][A-Z0-9]*(-[A-Z0-9]+)+")
END = frozenset({"EOL", "designed", "["})
TEXT_ENDS = re.compile(r"(?<=[^\s\"])(?=[ :”“»’]|$)")  # where a text without a quote may have ended
CURVED = re.compile(r"^[”“»’]")  # a closing quote of another kind


def unclosed_text(failure: Failure) -> Diagnostic | None:
    """Report a text without a closing quote."""
    if not failure.found.startswith('"') or re.fullmatch(r'"[^"]*"', failure.found):
        return None
    written, words = failure.found.rstrip(), 'end it with `"` on the same line'
    before = failure.text[: failure.offset]
    ends = [len(written), *(match.start() for match in islice(TEXT_ENDS.finditer(written), 9))]
    closed = (f'{written[:at]}"{CURVED.sub("", written[at:])}' for at in ends)
    put = next((text for text in closed if reads(before + text)), None)
    return error(
        "unclosed-text",
        failure.here(len(written)),
        "this text has no closing quote",
        help=Proposal(words, (put,)) if put else words,
    )


def unclosed_bracket(failure: Failure) -> Diagnostic | None:
    """Report a bracket that is never closed; all that follows belongs to it."""
    opened = _open(failure.text, len(failure.text))
    if not opened or opened[0] >= failure.offset:
        return None
    bracket = failure.text[opened[0]]
    return error(
        "unclosed-bracket",
        failure.span(opened[0], opened[0] + 1),
        f"`{bracket}` is never closed",
        help=_where_it_ends(failure, opened, PAIRS[bracket]),
    )


def _where_it_ends(failure: Failure, opened: list[int], closing: str) -> str:
    """Return where a closing bracket makes the line readable; empty if there are many places."""
    general = f"put `{closing}` where it ends"
    text, start = failure.chunk.text, opened[0] + 1
    line_end = f"{failure.text}\n".index("\n", start)
    if len(opened) > 1 or line_end - start > LONGEST:
        return general
    ends = islice(_operand_ends(failure.text[start:line_end], start), MOST_ENDS)
    readable = [at for at in ends if reads(f"{text[:at]}{closing}{text[at:line_end]}")]
    behind = [
        f"`{match[0]}`" for at in readable if (match := OPERAND_BEFORE.search(text[start:at]))
    ]
    if not behind or len(behind) > MOST_NAMED:
        return general
    listed = " or ".join([", ".join(behind[:-1]), behind[-1]]).removeprefix(" or ")
    return f"put `{closing}` after {listed}"


def _operand_ends(text: str, start: int) -> Iterator[int]:
    """Yield the ends of names, numbers and bracketed operands, outside all other brackets."""
    opened: list[str] = []
    for part in re.finditer(r"\w+|[()\[\]{}]", text):
        if part[0] in PAIRS:
            opened.append(PAIRS[part[0]])
        elif opened and part[0] == opened[-1]:
            opened.pop()
        if not opened:
            yield start + part.end()


def stray_bracket(failure: Failure) -> Diagnostic | None:
    """Report a closing bracket without an opening one."""
    if failure.found not in PAIRS.values() or _open(failure.text, failure.offset):
        return None
    return error(
        "stray-bracket",
        failure.here(),
        f"`{failure.found}` closes nothing",
        help="delete it, or add the opening bracket",
    )


def mismatched_bracket(failure: Failure) -> Diagnostic | None:
    """Report that a bracket is closed by another kind."""
    opened = _open(failure.text, failure.offset)
    closes = failure.found in PAIRS.values()
    if not opened or not closes or PAIRS[failure.text[opened[-1]]] == failure.found:
        return None
    bracket = failure.text[opened[-1]]
    return error(
        "mismatched-bracket",
        failure.here(),
        f"`{failure.found}` can't close `{bracket}`",
        help=f"close it with `{PAIRS[bracket]}`",
        labels=(Label(failure.span(opened[-1], opened[-1] + 1), "opened here"),),
    )


def square_brackets(failure: Failure) -> Diagnostic | None:
    """Report square brackets after a name, as for a list index."""
    opened = (
        failure.offset
        if failure.found == "["
        else failure.text.rfind("[", failure.line_start, failure.offset)
    )
    if opened < 1 or not re.match(r"[\w)]\[", failure.text[opened - 1 : opened + 1]):
        return None
    return error(
        "square-brackets",
        failure.span(opened, opened + 1),
        "`[` follows a name directly",
        help="an entry of a list is `item(S, 2)`, counted from 1"
        if failure.text[opened - 1] == ")"
        else "arguments are in round brackets, as in `hand(p)`",
    )


def text_as_value(failure: Failure) -> Diagnostic | None:
    """Report a text as a value: rules compare words, not texts."""
    if not failure.found.startswith('"') or not failure.expected >= {"NAME", "INT"}:
        return None
    end = failure.offset + len(failure.found) - 1
    inside = failure.chunk.text[failure.offset + 1 : end].strip()
    name = re.sub(r"\W+", "_", inside).lower()
    named = re.fullmatch(r"[a-z]\w{0,40}", name)
    plain = "name a card by its id, or declare a list of `words`"
    plain = f"write the number without quotes, `{inside}`" if inside.isdecimal() else plain
    write = f"write a name without quotes, `{name}`" if named else plain
    if card := _titled(failure, inside):
        write = f"use the card's name, `{card}`"
    choosing = re.search(r"\bchooses?\s+$", failure.before) is not None
    text, at = failure.chunk.text, failure.offset
    menu = choosing and reads(f"{text[:at]}one of {text[at : failure.line_end]}")
    return error(
        "text-as-value",
        failure.here(),
        "got a text, expected a value",
        help="a menu begins with `chooses one of`"
        if menu
        else _name_before(failure) or f"texts are only shown: {write}",
    )


def _name_before(failure: Failure) -> str | None:
    """Return the choice with a name before its label."""
    if not re.search(r"\bchoos(?:e|es|ing)\s+$", failure.before) or "from" not in failure.rest:
        return None
    label = failure.chunk.text[failure.offset : failure.offset + len(failure.found)]
    return f"a choice has a name before its label: `c {label} from …`"


def _titled(failure: Failure, title: str) -> str | None:
    """Return the name of the card with this title, in the text or a file beside it."""
    match = re.search(rf'^card (\w+) "{re.escape(title)}"', failure.rulebook, re.MULTILINE)
    return match[1] if match else None


def _open(text: str, end: int) -> list[int]:
    """Return the offsets of the brackets open at `end`."""
    opened: list[int] = []
    for bracket in BRACKET.finditer(text, 0, end):
        if bracket.group() in PAIRS:
            opened.append(bracket.start())
        elif opened and PAIRS[text[opened[-1]]] == bracket.group():
            opened.pop()
    return opened


def bad_citation(failure: Failure) -> Diagnostic | None:
    """Report a citation in the wrong form: `[RULE-12]`, `[RULE-1, RULE-2]`."""
    opened = failure.text.rfind("[", failure.line_start, failure.offset)
    closing = {",", "]"} if opened >= 0 and "]" in failure.expected else {"RULE_ID"}
    if opened < 0 or not closing <= failure.expected:
        return None
    item = _item(failure.text, failure.offset)
    text = failure.text[slice(*item)]
    if not text:
        return error(
            "bad-citation",
            failure.span(opened, failure.offset + 1),
            "a citation is missing here",
            help="citations are written `[RULE-12]`",
        )
    if all(RULE.fullmatch(word) for word in text.split()):
        return error(
            "bad-citation",
            failure.span(*item),
            f"there is no comma in {quoted(text)}",
            help="put a comma between two citations",
        )
    written = re.sub(r"[\s_]+", "-", text.upper())
    return error(
        "bad-citation",
        failure.span(*item),
        f"{quoted(text)} doesn't have the form of a citation",
        help=write(written) if RULE.fullmatch(written) else "citations are written `[RULE-12]`",
    )


def split_citations(failure: Failure) -> Diagnostic | None:
    """Report two pairs of brackets with citations."""
    if failure.found != "[" or not failure.before.rstrip().endswith("]"):
        return None
    return error(
        "split-citations",
        failure.here(_bracket(failure)),
        "a second pair of brackets with citations",
        help="put all citations in one pair, with commas",
    )


def designed_before_citations(failure: Failure) -> Diagnostic | None:
    """Report `designed` before the citations instead of after them."""
    if failure.found != "[" or not re.search(r"\bdesigned\s*$", failure.before):
        return None
    return error(
        "designed-before-citations",
        failure.here(_bracket(failure)),
        "citations come before `designed`",
        help="write `[RULE-12] designed`",
    )


def citation_not_last(failure: Failure) -> Diagnostic | None:
    """Report a citation, or `designed`, in the middle of a line."""
    after = failure.rest[_bracket(failure) :].replace("designed", "").strip()
    if failure.found == "[" and after and RULE.match(failure.rest[1:].strip()):
        span = failure.here(_bracket(failure))
    elif (
        not failure.layout
        and failure.expected <= END
        and re.search(r"(\]|\bdesigned)\s*$", failure.before)
    ):
        mark = re.search(r"(\[[^\[\]]*\]\s*)?(designed|\])?\s*$", failure.before)
        start = failure.line_start + (mark.start() if mark else 0)
        span = failure.span(start, start + len(failure.text[start : failure.offset].rstrip()))
    else:
        return None
    return error(
        "citation-not-last",
        span,
        f"{quoted(span.text)} isn't at the end of the line",
        help="move it to the end of the line",
    )


def _bracket(failure: Failure) -> int:
    """Return the length of the bracket at which parsing stopped."""
    return failure.rest.find("]") + 1 or len(failure.rest.rstrip())


def _item(text: str, offset: int) -> tuple[int, int]:
    """Return the span of the list item around an offset, without blanks."""
    start = max(text.rfind(sign, 0, offset) for sign in "[,\n") + 1
    item = re.compile(r"\s*([^\[\],\n]*)").match(text, start)
    end = item.end() if item else offset
    begin = item.start(1) if item else start
    return begin, begin + len(text[begin:end].rstrip())
