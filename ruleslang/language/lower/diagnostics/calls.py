"""Diagnostics of arguments, and of calls of procedures in expressions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ruleslang.language.lower.diagnostics.types import number_of_several
from ruleslang.language.syntax.node import Name
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import is_collection, plain
from ruleslang.program.typing.type_names import describe
from ruleslang.source.diagnostic import (
    Diagnostic,
    Help,
    Message,
    Subject,
    WarningMessage,
    error,
    warning,
    with_article,
)
from ruleslang.source.fix import Proposal, write
from ruleslang.source.span import Span

GAP = "…"  # placeholder for an argument


def wrong_argument_count(
    span: Span, name: str, found: int, places: Sequence[str], help: str | None = None
) -> Diagnostic:
    """Report too many or too few arguments."""
    takes = "nothing" if not places else f"{len(places)}: {', '.join(places)}"
    return error(
        "wrong-argument-count",
        span,
        f"got {found} in the brackets; `{name}` takes {len(places)}",
        help=help or f"`{name}` takes {takes}"
        if places or help
        else f"write `{name}` without brackets",
        about=Subject("call", name, str(found), needs=("decks",)),
    )


def missing_argument(
    span: Span,
    name: str,
    missing: Sequence[str],
    written: Sequence[str] = (),
    alike: str | None = None,
    filled: Sequence[str] = (),
) -> Diagnostic:
    """
    Report a missing argument; `alike` takes none, and may have been meant; `filled` are names of
    this place for all arguments, or gaps.
    """
    lacking = ", ".join(f"`{parameter}`" for parameter in missing)
    return error(
        "missing-argument",
        span,
        f"`{name}` also needs {lacking}",
        help=f"did you mean `{alike}`?"
        if alike
        else _with_missing(name, missing, written, filled if span.text == name else ()),
        about=Subject("call", name, ", ".join(missing)),
    )


shifted_along = Message(
    "missing-argument",
    "`shifted` takes columns and rows; on a line or a ring the rows are 0",
    help=write("{without_end}, 0)"),
    about=Subject("call", "shifted", "rows"),
)


def _with_missing(
    name: str, missing: Sequence[str], written: Sequence[str], filled: Sequence[str]
) -> Help:
    """Return the text to write; `filled` is empty if the brackets already have entries."""
    call = f"{name}({', '.join(filled)})"
    text = f"write it in brackets: `{call}`"
    if list(missing) == ["player"]:
        text = f"name the player: `{call}`"
    if filled:
        return text if GAP in filled else Proposal(text, (call,))
    if written:
        filled = "fill the gap" if len(missing) == 1 else "fill the gaps"
        return f"{filled} in `{name}({', '.join(written)})`"
    return "add it in the brackets, by position or by name"


def in_another_order(
    span: Span, name: str, intended: Sequence[Span], titles: Sequence[Span] = ()
) -> Diagnostic:
    """Report two exchanged arguments; some may be titles where copies are expected."""
    brackets = ", ".join(GAP if argument in titles else argument.text for argument in intended)
    proposal = write(f"{name}({brackets})")
    named = " and ".join(f"`{title.text}`" for title in titles)
    copies = f"{proposal.text} with a copy of {named}: a chosen one, or `first(hand(p))`"
    return error(
        "wrong-type",
        span,
        f"the arguments of `{name}` are in another order",
        help=copies if titles else proposal.sure,
    )


def after_no_procedure(name: Name, found: str) -> Diagnostic:
    """Report that the operand of `after` is not a procedure or action."""
    return error(
        "after-no-procedure",
        name.span,
        f"`{name.text}` is {with_article(found)}; `after` needs a procedure",
        help="its choices come from a player: move its effect to a procedure, and name that"
        if found == "action"
        else "name a procedure, phase or check, with its arguments in brackets",
    )


repeated_argument = Message(
    "repeated-argument",
    "`{name}` is given a second time",
    help="give it once",
    label="it is already given here",
)
misplaced_any = Message(
    "misplaced-any",
    "`any` isn't allowed here",
    help="`any` is for heads, and for the index of a zone or of dice",
)


def procedure_in_expression(name: Name, where: str) -> Diagnostic:
    """Report a call of a procedure where it might not run, or run twice."""
    inside = where == "a larger expression"
    return error(
        "procedure-in-expression",
        name.span,
        f"`{name.text}` is a procedure, used in {where}",
        help=f"use a `let` on the line before: `let x = {name.text}…`"
        if inside
        else "a procedure is called on its own line, in procedures; only values can be used here",
    )


def answers_nothing(name: Name, word: str) -> Diagnostic:
    """Report that a procedure without an answer is used as a value."""
    line = name.span.source.line(name.span.line).strip()
    done = line.startswith(f"then {name.text}") and " is " not in line
    return error(
        "answers-nothing",
        name.span,
        f"`{name.text}` has no answer, but a value is needed",
        help=f"in an example, write this after `when`: `when {line[5:]}`"
        if done
        else f"call it on its own line, or let it answer: `{word} {name.text} answers …`",
        about=Subject("call", name.text),
    )


as_usual_outside = Message(
    "as-usual-outside",
    "`{name} as usual` has no meaning here",
    help="it belongs in a hook `instead of {name}`, where it runs the replaced procedure",
)


no_such_field = Message(
    "no-such-field",
    "`{here}` isn't a field of {found}",
    help="the fields of a kind are its lines `has …`",
)


may_lack_field = WarningMessage(
    "may-lack-field",
    "this card may be of `{lacking}`, which has no `{name}`",
    help="test `c is {having}` first, or declare the zone for cards of `{having}`",
)
needs_zone = Message(
    "needs-zone",
    "`{word}` needs a zone, and this isn't one",
    help="name one zone, without `any`; for a list or set, use `first(S)` or `item(L, n)`",
)


needs_board = Message(
    "needs-board",
    "there isn't exactly one board, so this needs its name",
    help="name the board first: `cell(board, column, row)`",
    about=Subject("declaration", "", needs=("places",)),
)


no_directions = Message(
    "no-directions",
    "`{word}` needs directions, and {the_map} has none",
    help="a map has only links: use `neighbours(s)`, `distance(s, t)`, the way "
    "`line(s, t)`, or `reach(S, T)`",
)


unknown_place = Message(
    "unknown-place",
    "`{function}` has no parameter `{here}`",
    help="its parameters are: {places}",
    about=Subject("name", "{here}"),
)


unknown_argument = Message(
    "unknown-argument",
    "`{function}` has no parameter `{here}`",
    help="its parameters are: {places}",
    about=Subject("name", "{here}"),
)


subsets_of_what = Message(
    "bad-subsets",
    "`subsets` takes a set and sizes: `subsets(S, 2..4)`",
    help="the sizes are a number or a range of numbers",
)
chance_outside_claim = Message(
    "chance-outside-claim",
    "`chance of` is allowed only in claims",
    help="in a match, roll a die, or `pick … by chance`",
)
chance_in_expression = Message(
    "chance-in-expression",
    "chance and choice can't break ties in an expression",
    help="write `rank S by …, then chance as table` on its own line, or `then order`",
)
after_the_last = Message(
    "criterion-after-last",
    "every tie is already broken here",
    help="`chance`, `order` and `choice of p` come last",
)


def never_equal(span: Span, left: t.Type, right: t.Type, instead: str = "") -> Diagnostic:
    """Report a comparison that can never be equal; `instead` is the line that was meant."""
    return error(
        "never-equal",
        span,
        f"got {describe(left)} and {describe(right)}",
        help=write(instead) if instead else _comparison(span, plain(left), plain(right)),
        about=Subject("type", describe(left), describe(right), needs=("faces", "spaces")),
    )


def _comparison(span: Span, left: t.Type, right: t.Type) -> str | Proposal:
    range = re.search(r"(.+) is (not )?(\d+) ?- ?(\d+)$", span.text)
    if range and int(range[3]) < int(range[4]):
        return write(f"{range[1]} is {range[2] or ''}in {range[3]}..{range[4]}")
    alone = re.fullmatch(r"(\S.*?) is (not )?([^\W\d]\w*(?:\([^()]*\))?)", span.text)
    if alone and "nobody" in alone.groups() and t.Player() in (left, right):
        other = alone[1] if alone[3] == "nobody" else alone[3]
        return write(f"{other} is {alone[2] or ''}none")
    if alone and is_collection(left) and isinstance(right, t.Title | t.Player):
        return f"write the set in braces: `{alone[1]} is {alone[2] or ''}{{{alone[3]}}}`"
    members = re.fullmatch(r"(\S.*?) is (not )?in (\S.*)", span.text)
    if members and is_collection(left):
        return f"test each: `for every x in {members[1]}: x is {members[2] or ''}in {members[3]}`"
    sides = re.fullmatch(r"(\S.*?) (?:is(?: not)?|[<>]=?) \S.*", span.text)
    if sides and is_collection(left) and isinstance(right, t.Number):
        return number_of_several(sides[1], left)
    return _other_comparison(left, right)


def _other_comparison(left: t.Type, right: t.Type) -> str:
    if is_collection(right) and not is_collection(left):
        return "membership is `x is in S`"
    if isinstance(left, t.Player) and isinstance(right, t.Team):
        return "the team of a player is `team(p)`"
    if isinstance(left, t.Card | t.Player | t.Team) and isinstance(right, t.Number):
        return "name one of its numbers: a field or a state, as in `points(x) is 8`"
    if isinstance(left, t.Card | t.Piece) and isinstance(right, t.WordOf):
        return f"name one of its fields of type `{right.list}`, as in `suit(c) is hearts`"
    if isinstance(left, t.WordOf) and isinstance(right, t.Number):
        return f"compare it with one of the words of `{left.list}`"
    if isinstance(left, t.Number) and isinstance(right, t.Number):
        return "they can never be equal; correct the number, or widen the declared range"
    return "they can never be equal; compare things of one type"


never_of_kind = Message(
    "never-of-kind",
    "got {got}, which is never a `{kind}`",
    help="test a card, a title, or a play under way; or compare with something else",
    about=Subject("type", "{got}", "{kind}", needs=("decks",)),
)


never_none = WarningMessage(
    "never-none", "this is never `none`", help="drop the test, or declare the type with `or none`"
)


def never_none_but_empty(span: Span, instead: str) -> Diagnostic:
    """Report that a set or a zone is compared with `none`; `instead` is the test that was meant."""
    message = "this is never `none`, but it can be empty"
    return warning("never-none", span, message, help=write(instead))


constant_comparison = WarningMessage(
    "constant-comparison",
    "this is {when} true: found {type}",
    help="compare it with something else, or give it another range",
)


equal_sides = WarningMessage(
    "constant-comparison",
    "this is {when} true: both sides are the same",
    help="compare it with something else: perhaps you meant another player on one side",
)


never_empty = WarningMessage(
    "constant-comparison",
    "this is {when} true: the braces aren't empty",
    help="drop the test, or test a zone or a state, as in `hand(p) is empty`",
)


ends_at_once = WarningMessage(
    "constant-comparison",
    "this ends at once: `{ray}` begins with that space",
    help="for the spaces between two spaces, write `line(s, t)`",
)


def not_comparable(span: Span, found: t.Type) -> Diagnostic:
    """Report `<` and the like on values without an order."""
    return error(
        "not-comparable",
        span,
        f"got {describe(found)}, which has no order",
        help=number_of_several(span.text, found)
        if isinstance(found, t.SetOf | t.ListOf)
        else f"its column is `column({span.text})`, its row `row({span.text})`"
        if isinstance(found, t.Space) and span.text.isidentifier()
        else f"name one of its numbers, a state or a value: `score({span.text})`"
        if isinstance(found, t.Player) and span.text.isidentifier()
        else "compare numbers, words of one list, or lists of them; use `is` for equality",
    )


def unlike_sides(span: Span, left: t.Type, right: t.Type) -> Diagnostic:
    """Report `<` and the like on values of different types."""
    return error(
        "unlike-sides",
        span,
        f"got {describe(left)} and {describe(right)}",
        help=_comparison(span, left, right)
        if is_collection(left) and isinstance(right, t.Number)
        else "compare things of the same type: two numbers, two words of one list, two lists, two"
        " spaces of one board",
    )
