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
    Severity,
    Subject,
    error,
    warning,
    with_article,
)
from ruleslang.source.fix import Proposal, write
from ruleslang.source.span import Span

GAP = "…"  # placeholder for an argument


def wrong_argument_count(
    span: Span, name: str, met: int, places: Sequence[str], help: str | None = None
) -> Diagnostic:
    """Too many or too few arguments."""
    takes = "nothing" if not places else f"{len(places)}: {', '.join(places)}"
    return error(
        "wrong-argument-count",
        span,
        f"met {met} in the brackets; `{name}` takes {len(places)}",
        help=help or f"`{name}` takes {takes}"
        if places or help
        else f"write `{name}` without brackets",
        about=Subject("call", name, str(met), needs=("decks",)),
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
    A missing argument; `alike` takes none, and may have been meant; `filled` are names of this
    place for all arguments, or gaps.
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
    """What to write; `filled` is empty if something stands in brackets."""
    call = f"{name}({', '.join(filled)})"
    text = f"write it in brackets: `{call}`"
    if list(missing) == ["player"]:
        text = f"say whose it is: `{call}`"
    if filled:
        return text if GAP in filled else Proposal(text, (call,))
    if written:
        filled = "fill the gap" if len(missing) == 1 else "fill the gaps"
        return f"{filled} in `{name}({', '.join(written)})`"
    return "write it in the brackets, in its place or by its name"


def in_another_order(
    span: Span, name: str, meant: Sequence[Span], titles: Sequence[Span] = ()
) -> Diagnostic:
    """Two exchanged arguments; some may be titles where copies are expected."""
    brackets = ", ".join(GAP if argument in titles else argument.text for argument in meant)
    proposal = write(f"{name}({brackets})")
    named = " and ".join(f"`{title.text}`" for title in titles)
    copies = f"{proposal.text} with a copy of {named}: one that was chosen, or `first(hand(p))`"
    return error(
        "wrong-type",
        span,
        f"what `{name}` takes stands in another order",
        help=copies if titles else proposal.sure,
    )


def after_no_procedure(name: Name, met: str) -> Diagnostic:
    """The operand of `after` is not a procedure or action."""
    return error(
        "after-no-procedure",
        name.span,
        f"`{name.text}` is {with_article(met)}; what would be is asked `after` a procedure",
        help="its choices come from a player: put what it does into a procedure, and name that"
        if met == "action"
        else "name a procedure, phase or check, with what it takes in brackets",
    )


repeated_argument = Message(
    "repeated-argument",
    "`{name}` is given a second time",
    help="give it once",
    label="it is given here already",
)
misplaced_any = Message(
    "misplaced-any",
    "`any` cannot stand here",
    help="`any` stands in heads, and as an index of a zone or of dice",
)


def procedure_in_expression(name: Name, where: str) -> Diagnostic:
    """A call of a procedure where it might not run, or run twice."""
    inside = where == "a larger expression"
    return error(
        "procedure-in-expression",
        name.span,
        f"`{name.text}` is a procedure, met in {where}",
        help=f"take a `let` on a line before: `let x = {name.text}…`"
        if inside
        else "a procedure runs in procedures, on a line of its own; here only values are read",
    )


def answers_nothing(name: Name, word: str) -> Diagnostic:
    """A procedure without an answer is used as a value."""
    line = name.span.source.line(name.span.line).strip()
    done = line.startswith(f"then {name.text}") and " is " not in line
    return error(
        "answers-nothing",
        name.span,
        f"`{name.text}` answers nothing, and a value is wanted",
        help=f"what is done in an example stands behind `when`: `when {line[5:]}`"
        if done
        else f"call it on a line of its own, or let it answer: `{word} {name.text} answers …`",
        about=Subject("call", name.text),
    )


as_usual_outside = Message(
    "as-usual-outside",
    "`{name} as usual` has no meaning here",
    help="it stands in a hook `instead of {name}`, where it runs what the hook replaces",
)


no_such_field = Message(
    "no-such-field",
    "`{here}` is no field of {met}",
    help="the fields of a kind are its lines `has …`",
)


may_lack_field = Message(
    "may-lack-field",
    "this card may be of `{lacking}`, which has no `{name}`",
    help="test it before, `c is {having}`, or declare the zone for cards of `{having}`",
    severity=Severity.WARNING,
)
needs_zone = Message(
    "needs-zone",
    "`{word}` is asked of a zone, and this is none",
    help="name one zone, without `any`; of a list or set, take `first(S)` or `item(L, n)`",
)


needs_board = Message(
    "needs-board",
    "there is not just one board; which is meant?",
    help="name the board first: `cell(board, column, row)`",
    about=Subject("declaration", "", needs=("places",)),
)


no_directions = Message(
    "no-directions",
    "`{word}` goes in a direction, and {the_map} has none",
    help="on a map only links count: ask for `neighbours(s)`, `distance(s, t)`, the way "
    "`line(s, t)` or what can be reached, `reach(S, T)`",
)


unknown_place = Message(
    "unknown-place",
    "`{function}` has no place called `{here}`",
    help="its places are: {places}",
    about=Subject("name", "{here}"),
)


unknown_argument = Message(
    "unknown-argument",
    "`{function}` has no place called `{here}`",
    help="its places are: {places}",
    about=Subject("name", "{here}"),
)


subsets_of_what = Message(
    "bad-subsets",
    "`subsets` takes a set and sizes: `subsets(S, 2..4)`",
    help="the sizes are a number or a range of numbers",
)
chance_outside_claim = Message(
    "chance-outside-claim",
    "`chance of` stands in claims only",
    help="in a match, roll a die, or `pick … by chance`",
)
chance_in_expression = Message(
    "chance-in-expression",
    "chance and choice cannot settle ties in an expression",
    help="write `rank S by …, then chance as table` on a line of its own, or `then order`",
)
after_the_last = Message(
    "criterion-after-last",
    "nothing is left to settle here",
    help="`chance`, `order` and `choice of p` come last",
)


unknown_deck_card = Message(
    "unknown-deck-card",
    "this is no card of the deck `{deck}`",
    help="write the values of its axes in their order, for instance `french(hearts, 8)`",
    about=Subject("call", "{deck}", needs=("decks",)),
)


def never_equal(span: Span, left: t.Type, right: t.Type, instead: str = "") -> Diagnostic:
    """A comparison of values that can never be equal; `instead` is the line that was meant."""
    return error(
        "never-equal",
        span,
        f"met {describe(left)} beside {describe(right)}",
        help=write(instead) if instead else _comparison(span, plain(left), plain(right)),
        about=Subject("type", describe(left), describe(right), needs=("faces",)),
    )


def _comparison(span: Span, left: t.Type, right: t.Type) -> str | Proposal:
    range = re.search(r"(.+) is (not )?(\d+) ?- ?(\d+)$", span.text)
    if range and int(range[3]) < int(range[4]):
        return f"write `{range[1]} is {range[2] or ''}in {range[3]}..{range[4]}`"
    alone = re.fullmatch(r"(\S.*?) is (not )?([^\W\d]\w*(?:\([^()]*\))?)", span.text)
    if alone and is_collection(left) and isinstance(right, t.Title):
        return f"a set stands in braces: `{alone[1]} is {alone[2] or ''}{{{alone[3]}}}`"
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
        return "say which number of it: a field or a state, as in `points(x) is 8`"
    if isinstance(left, t.Card | t.Piece) and isinstance(right, t.WordOf):
        return f"say which of its fields, one of `{right.list}`, as in `suit(c) is hearts`"
    if isinstance(left, t.WordOf) and isinstance(right, t.Number):
        return f"compare it with one of the words of `{left.list}`"
    if isinstance(left, t.Number) and isinstance(right, t.Number):
        return "they can never be the same; correct the number, or widen the declared range"
    return "they can never be the same; compare things of one type"


never_of_kind = Message(
    "never-of-kind",
    "met {met}, which is never a `{kind}`",
    help="test a card, a title, or a play under way; or compare with something else",
    about=Subject("type", "{met}", "{kind}", needs=("decks",)),
)


never_none = Message(
    "never-none",
    "this is never `none`",
    help="drop the test, or declare the type with `or none`",
    severity=Severity.WARNING,
)


def never_none_but_empty(span: Span, instead: str) -> Diagnostic:
    """A set or a zone is compared with `none`; `instead` is the test that was meant."""
    message = "this is never `none`: where nothing is, it is empty"
    return warning("never-none", span, message, help=write(instead))


settled_beforehand = Message(
    "settled-beforehand",
    "this is {when} so: met {type}",
    help="compare it with something else, or give it another range",
    severity=Severity.WARNING,
)


equal_sides = Message(
    "settled-beforehand",
    "this is {when} so: both sides are the same",
    help="compare it with something else: perhaps another player's was meant on one side",
    severity=Severity.WARNING,
)


never_empty = Message(
    "settled-beforehand",
    "this is {when} so: something stands in the braces",
    help="drop the test, or test a zone or a state, as in `hand(p) is empty`",
    severity=Severity.WARNING,
)


def not_comparable(span: Span, met: t.Type) -> Diagnostic:
    """`<` and the like on values without an order."""
    return error(
        "not-comparable",
        span,
        f"met {describe(met)}, which has no smaller and larger",
        help=number_of_several(span.text, met)
        if isinstance(met, t.SetOf | t.ListOf)
        else f"its column is `column({span.text})`, its row `row({span.text})`"
        if isinstance(met, t.Space) and span.text.isidentifier()
        else f"say which number of it, a state or a value: `score({span.text})`"
        if isinstance(met, t.Player) and span.text.isidentifier()
        else "compare numbers, words of one list, or lists of them; sameness is `is`",
    )


def unlike_sides(span: Span, left: t.Type, right: t.Type) -> Diagnostic:
    """`<` and the like on values of different types."""
    return error(
        "unlike-sides",
        span,
        f"met {describe(left)} beside {describe(right)}",
        help=_comparison(span, left, right)
        if is_collection(left) and isinstance(right, t.Number)
        else "compare like to like: two numbers, two words of one list, two lists, two spaces of"
        " one board",
    )
