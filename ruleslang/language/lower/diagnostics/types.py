"""Diagnostics of the types of expressions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import evolve

from ruleslang.language.lower.diagnostics.names import shown_to_all, words_of_list
from ruleslang.language.lower.diagnostics.of_several import changed_each, declared_set, of_each
from ruleslang.language.resolve.diagnostics import SPREADSHEET_ERROR, spreadsheet_error
from ruleslang.language.resolve.symbol_table import Symbols
from ruleslang.language.syntax.expressions import IsEmpty, Not, Range
from ruleslang.language.syntax.node import Name, Node
from ruleslang.language.syntax.simple_statements import Choose, Do, TakeWithin
from ruleslang.language.syntax.statements import MayChoose
from ruleslang.language.syntax.walk import innermost
from ruleslang.program import limits
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import element, is_collection, plain
from ruleslang.program.typing.type_names import describe
from ruleslang.source.diagnostic import (
    AdviceMessage,
    Diagnostic,
    Help,
    Message,
    Subject,
    error,
    shortened,
)
from ruleslang.source.fix import Certainty, Edit, Fix, Proposal, declare, write
from ruleslang.source.span import Span
from ruleslang.source.suggest import known_name

OPERAND = re.compile(r"\w+(?:\([^()]*\))?|\([^()]*\)|\{[^{}]*\}")
CHECKED = ("true", "x", "1", "y", "✓", "✔", "ja", "oui", "sí", "да", "نعم", "是", "はい", "on")
UNCHECKED = ("false", "0", "n", "✗", "✘", "nein", "non", "нет", "لا", "否", "いいえ", "off", "")


def wrong_type(
    span: Span, found: t.Type, expected: t.Type, symbols: Symbols, help: Help = None
) -> Diagnostic:
    """Report that an expression has another type than is expected."""
    around = symbols.around(span)
    return error(
        "wrong-type",
        span,
        f"got {describe(found)}, expected {describe(expected)}",
        help=help
        or (write("none") if span.text == "nobody" and isinstance(expected, t.Optional) else None)
        or which_copy(span, found, expected)
        or _as_number(span, plain(found), expected)
        or declared_set(span, plain(found), plain(expected), around)
        or changed_each(span, plain(found), plain(expected), around, symbols)
        or of_each(span, plain(found), expected, around, symbols)
        or _of_one_or_each(span, plain(found), plain(expected), around)
        or _way_out(plain(found), plain(expected))
        or _in_general(span, found, expected, around, symbols),
        about=Subject("type", describe(found), describe(expected)),
    )


def _as_number(span: Span, found: t.Type, expected: t.Type) -> Proposal | None:
    """Return how to aggregate a collection where a number is expected."""
    is_several = is_collection(found) and isinstance(plain(expected), t.Number)
    return number_of_several(span.text, found) if is_several else None


def _of_one_or_each(span: Span, found: t.Type, expected: t.Type, around: Sequence[Node]) -> Help:
    """Return one thing where a set is expected, or all players where one of them acts."""
    if is_collection(expected) and type(element(expected)) is type(found):
        return in_braces(span)
    if is_collection(found) and (help := shown_to_all(span, around)):
        return help
    acting = (node for node in around if isinstance(node, Do | MayChoose | Choose | TakeWithin))
    line = next(acting, None)
    if line is None or line.player is None or line.player.span != span:
        return None
    if isinstance(expected, t.Player) and element(found) == expected:
        acts = "chooses"
        if isinstance(line, Do | MayChoose):
            acts = f"{line.mode} do" if isinstance(line, Do) else "may choose"
        return f"each in turn: `for each p in {shortened(span.text)}`, below it `p {acts} …`"
    return None


def in_braces(span: Span) -> Proposal:
    """Return the set of one thing, or that of the numbers of all players."""
    if several := re.fullmatch(r"(\w+)\(any\)", span.text):
        return write(f"(set of {several[1]}(q) over q in players)")
    text = f"put it in braces to make it a set: `{{{shortened(span.text)}}}`"
    return Proposal(text, (f"{{{span.text}}}",))


def wrong_sort(span: Span, found: t.Type, expected: str, help: Help = None) -> Diagnostic:
    """Report that an expression has none of the expected types."""
    usual: Help = _way_out(plain(found), t.Number(0, 1)) if expected == "a number" else None
    if is_collection(plain(found)) and "a number" in expected:
        usual = number_of_several(span.text, plain(found))
    if expected.startswith("a set") and not is_collection(plain(found)):
        usual = in_braces(span)
    return error(
        "wrong-type",
        span,
        f"got {describe(found)}, expected {expected}",
        help=help or usual or "write something of that type, or change the declaration",
        about=Subject("type", describe(found), expected),
    )


values_for_tests = Message(
    "wrong-type",
    "`{short}` is neither `yes` nor `no`, so `{joint}` can't join it",
    help=write("{intended}"),
)


def which_copy(span: Span, found: t.Type, expected: t.Type) -> str | None:
    """Return the help for a title, or a set of titles, where copies are expected."""
    found_type, expected_type = (plain(element(type) or type) for type in (found, expected))
    if not isinstance(found_type, t.Title) or not isinstance(expected_type, t.Card):
        return None
    test = f"it is {'in ' if is_collection(plain(found)) else ''}{shortened(span.text)}"
    if is_collection(plain(found)) or is_collection(plain(expected)):
        return f"a title isn't a copy: name the copies, as in `(hand(p) where {test})`"
    return f"a title isn't a copy: choose one, or name one, as in `first(hand(p) where {test})`"


def _way_out(found: t.Type, expected: t.Type) -> str | None:
    match found, expected:
        case t.Never(), _:
            return "to allow `none` here, declare the type with `or none`"
        case t.Card(), t.Piece():
            return "pieces are on boards; the player whose zone a card is in is `holder(c)`"
        case t.Card(), t.Title():
            return "the title of a card is `title(c)`"
        case t.Title(), t.Card():
            return "name a copy: a chosen one, or the first of a zone: `first(hand(p))`"
        case t.Player(), t.Team():
            return "the team of a player is `team(p)`"
        case ((t.Player() | t.Card() | t.Team()), t.Number()):
            return "name one of its numbers: a state or field, as in `points(x)`"
        case t.WordOf(), t.Number():
            return "a word isn't a number: give each word one with `value` and `when`"
        case t.WordOf(words), t.Player():
            return f"name a player, such as `p`; the second word of `{words}` is `item({words}, 2)`"
        case t.Truth(), t.Number():
            return "convert it to a number: `1 when x otherwise 0`"
        case t.Piece(), t.Space():
            return "the space of a piece is `space(m)`"
        case t.Space(), t.Piece():
            return "the piece on a space is `piece_on(s)`"
        case t.Piece(), t.Player():
            return "the owner of a piece is `owner(m)`"
        case t.Space(), t.Player():
            return (
                "the owner of the piece on a space is `owner(piece_on(s))`; the next space of a"
                " line or a ring is `shifted(s, 1, 0)`"
            )
        case t.UnderWay(), t.Card():
            return "the card of a play under way is `card(x)`"
        case t.UnderWay(), t.Player():
            return "the player of a play under way is `player(x)`"
    return _way_out_of_sets(found, expected)


def number_of_several(text: str, found: t.Type) -> Proposal:
    """Return the number that a set or list may have been meant to be."""
    several = text if OPERAND.fullmatch(text) else f"({text})"
    count, total = f"number of {several}", f"sum of {several}"
    if isinstance(plain(element(found) or found), t.Number):
        help = f"their sum is `{total}`; their number is `{count}`"
        return Proposal(help, (total,), replaces=text)
    return Proposal(f"their number is `{count}`", (count,), replaces=text)


def _way_out_of_sets(found: t.Type, expected: t.Type) -> str | None:
    match found, expected:
        case t.SetOf(), t.ListOf():
            return (
                "a set has no order: where it is made, declare a list, "
                "`let x: list of T up to N = {a, b}`, or order it: `(S ranked by …)`"
            )
    if expected == t.SetOf(t.Player()) and isinstance(found, t.Number | t.WordOf | t.Truth):
        return "name a player such as `p`, or a set in brackets: `(players where …)`"
    if expected == t.SetOf(t.Player()) and isinstance(found, t.Team):
        return "the players of a team are `members(t)`"
    if is_collection(found) and element(found) == expected:
        best = " `highest of S`," if isinstance(expected, t.Number | t.WordOf) else ""
        return f"use one of them: `first(S)`,{best} or choose or pick one"
    return None


def _in_general(
    span: Span, found: t.Type, expected: t.Type, around: Sequence[Node], symbols: Symbols
) -> str | Proposal:
    """Return the general help for an expected type."""
    written, wanted = shortened(span.text), plain(expected)
    if isinstance(wanted, t.Truth) and is_collection(plain(found)):
        negated = innermost(around, Not)
        return (
            f"write `{written} is empty`, without `not`"
            if negated is not None and negated.operand.span == span
            else write(f"{written} is not empty")
        )
    of_list = symbols.get(found.list) if isinstance(found, t.WordOf) else None
    if isinstance(wanted, t.Truth) and of_list and of_list.what in ("option", "reading"):
        return write(f"{of_list.name} is {written}")
    if isinstance(wanted, t.Truth) and isinstance(found, t.Optional):
        return write(f"{written} is not none")
    if isinstance(wanted, t.Truth) and written.isdigit():
        return write("no" if written == "0" else "yes")
    if isinstance(wanted, t.Truth) and isinstance(plain(found), t.Number):
        return f"compare it with something: `{written} > 0`, `{written} is 3`"
    if is_collection(wanted) and is_collection(plain(found)):
        inner = describe(element(wanted) or t.Never())
        return f"name a set, or a list, whose members are each {inner}"
    if isinstance(wanted, t.WordOf) and (words := symbols.words_of(wanted.list)):
        of = plain(found)
        if isinstance(of, t.WordOf) and written not in (of.list, *symbols.words_of(of.list)):
            return f"{words_of_list(words)}; write each case: `a when {written} is b otherwise …`"
        return words_of_list(words)
    return next(help for kind, help in EXPECTED if isinstance(wanted, kind))


EXPECTED: tuple[tuple[type[object], str], ...] = (
    (t.Truth, "compare it with something, for instance `x is y` or `x > 0`"),
    (t.Number, "write a number, a state, `number of S`, or `sum of f(x) over x in S`"),
    (t.Card, "name a card: a chosen one, `top(pile)`, `first(hand(p))`"),
    (t.Title, "name a title: the id of a card, or `title(c)` of a card"),
    (t.WordOf, "write a word of that list, or a state or field of that type"),
    (t.Player, "name a player: a name from the header, or `p` of `for each p in players`"),
    (t.Team, "name a team of the header, or `team(p)`"),
    (t.Piece, "name a piece: a chosen one, `piece_on(s)`, `first(pieces(p))`"),
    (t.Space, "name a space: a chosen one, `cell(1, 2)`, `space(m)`"),
    (t.DieIn, "name a die on the table: `p chooses d from cup`"),
    (t.ZonePlace, "name a zone: `pile`, `hand(p)`"),
    (t.UnderWay, "name something under way: the name from a hook or a window"),
    (object, "write something of the expected type, or change the declaration"),
)
"""What to write of each type, where the type that was met tells nothing."""


may_be_none = Message(
    "may-be-none",
    "this may be `none`; expected {expected}",
    help="test it first: `if there is x in …`, or `… is not none and …`; if it can't be none"
    " here, name it above: `let x = {short}, surely`",
)


out_of_range = Message(
    "out-of-range",
    "got {found}, expected {expected}",
    help="correct the number, or widen the declared range",
)


def not_a_set(
    node: Node, found: t.Type, around: Sequence[Node], help: str | None = None
) -> Diagnostic:
    """Report a loop or fold over a single value."""
    span = node.span
    if isinstance(plain(found), t.Team):
        help = help or f"the players of a team are `members({shortened(span.text)})`"
    usual: Help = in_braces(span)
    goes_on, tested = innermost(around, Range), innermost(around, IsEmpty)
    if goes_on is not None and goes_on.low.span.end == span.end:
        usual = f"put the range in brackets: `({span.text}..{goes_on.high.span.text})`"
    elif tested is not None and tested.operand is node:
        usual = "a single thing is never empty; test for a missing one with `is none`"
        if isinstance(plain(found), t.Space):
            usual = f"test a space with `piece_on({span.text}) is none`"
    return error(
        "not-a-set",
        span,
        f"got {describe(found)}, expected a set, a list or a zone",
        help=help or usual,
    )


def range_in_braces(
    braces: Span, item: Span, ranges: Sequence[str], others: Sequence[str], *, alone: bool
) -> Diagnostic:
    """
    Report a range in braces, although it is a set itself; `others` are the other members.

    `alone`: it needs no brackets in place of the braces.
    """
    parts = [f"({interval})" for interval in ranges] + (
        [f"{{{', '.join(others)}}}"] if others else []
    )
    written = ranges[0] if alone and len(parts) == 1 else " + ".join(parts)
    diagnostic = error(
        "set-of-sets",
        item,
        "a range is already a set, and this puts it in another",
        help=f"write `{written}` instead of the braces",
    )
    return evolve(diagnostic, fix=Fix((Edit(braces, written),), Certainty.LIKELY))


set_of_sets = Message(
    "set-of-sets",
    "got a set of sets, which can't be stored",
    help="iterate over it: `each g in`, `over g in`, `for each`, `there is g in`, `pick`",
)
set_or_none = Message(
    "set-or-none",
    "got a set or list that may be `none`, expected one that can't",
    help="remove `or none`: it can be empty, and `= {{}}` starts it empty",
)
under_way_kept = Message(
    "under-way-kept",
    "something under way can't be stored",
    help="store a part of it: `card(x)`, `player(x)`, one of its places; the thing itself can"
    " only be passed to a parameter",
)


unlike_members = Message(
    "unlike-members",
    "got {one} together with {other}",
    help="all members of a set, and both results of `when … otherwise`, must have one type",
)


repeated_member = Message(
    "repeated-member",
    "`{here}` is twice in this set",
    help="a set contains each member once",
    label="the first one is here",
    about=Subject("type", "{here}", needs=("places",)),
)


counted_once = AdviceMessage(
    "counted-once",
    "equal values count once here: braces are a set",
    help="to count each, give it a name first: `let all: list of {type} up to {number} = {braces}`",
)


repeated_action = Message(
    "repeated-member",
    "`{here}` is offered twice here",
    help="an offered action already includes all its choices; write it once",
    label="the first one is here",
)


unrounded = Message(
    "unrounded",
    "this division doesn't say how it is rounded",
    help="add `rounded up` or `rounded down`; exact fractions are only for claims",
)
by_zero = Message(
    "division-by-zero", "this divides by 0", help="divide by something else, or test it first"
)


empty_range = Message(
    "empty-range",
    "`{low}..{high}` descends, so it contains nothing",
    help=Proposal("write `{high}..{low}`", ("{high}..{low}",)),
)


may_be_empty = Message(
    "empty-range",
    "for some settings this descends: `{low}..{high}`, with nothing in it",
    help="let it ascend for every value of the options and every number of players",
)


not_constant = Message(
    "not-constant", "`{short}` is not known before play", help="write {what} here"
)


too_many_settings = Message(
    "too-many-settings",
    f"this depends on options that have more than {limits.SETTINGS:,} values together",
    help="use fewer options, or options with fewer values",
)


def unknown_type(name: Name, known: set[str], lists: Sequence[str] = ()) -> Diagnostic:
    """Report an undeclared type; `lists` are the lists that have the name as a word."""
    if lists:
        problem = f"`{name.text}` is a word of `{lists[0]}`, not a type"
        return error("unknown-type", name.span, problem, help=write(lists[0]))
    return error(
        "unknown-type",
        name.span,
        f"no type is called `{name.text}`",
        help=_help_for_plural(name.text, known) or known_name(name.text, known) or _a_type(name),
        about=Subject("name", name.text),
    )


def _help_for_plural(name: str, known: set[str]) -> str | None:
    """Return the help for a type in the plural: one of them, or a set, may be meant."""
    several = name.endswith("s") and name[:-1] in known
    return f"for one write `{name[:-1]}`, for several `set of {name[:-1]}`" if several else None


def _a_type(name: Name) -> Help:
    """Return an explanation of types; for a single letter, that it is a name without a type."""
    if len(name.text) == 1:
        return f"write a type, such as `player`, perhaps after a name: `{name.text}: player`"
    if name.text in ("false", "true", "boolean", "bool"):
        start = " = yes" if name.text == "true" else " = no"
        return f"a truth value is `yes or no`, as in `state ready(player): yes or no{start}`"
    if name.text[0].isupper():
        word = name.text.lower()
        line = f"words {name.text}: {word}_1, {word}_2"
        return declare(line, before="declare its words")
    return "a type is `player`, `card`, a kind, a list of words, a range `0..9`, `yes or no`, …"


circular_type = Message(
    "circular-type",
    "the type `{name}` is defined by `{name}`",
    help="write out its definition: a range, a set of cards, …",
)


misplaced_type = Message(
    "unknown-type",
    "`{here}` is {what}, not a type",
    help="a type is `player`, `card`, a kind, a list of words, a range `0..9`, `yes or no`, …",
    about=Subject("name", "{here}"),
)


not_under_way = Message(
    "unknown-procedure",
    "no procedure or action is called `{here}`",
    help="write `play under way`, or name a procedure",
    about=Subject("name", "{here}", needs=("folders",)),
)


number_too_large = Message(
    "number-too-large",
    "this could grow beyond 30 digits",
    help="give its numbers narrower ranges, such as `0..99`",
)


index_not_finite = Message(
    "index-not-finite",
    "got {found}, expected a countable type",
    help="an index is `player`, `team`, a list of words, a range, a kind, `title`, a piece, …",
)


def cell_unread(span: Span, column: t.Type, words: Sequence[str] = ()) -> Diagnostic:
    """Report that a cell doesn't fit its column's type; `words` are those of the column's list."""
    if SPREADSHEET_ERROR.fullmatch(span.text):
        return spreadsheet_error(span)
    found = f"`{shortened(span.text)}` is not" if span.text.strip() else "an empty cell isn't"
    return error(
        "unreadable-cell",
        span,
        f"{found} {describe(column)}",
        help=known_name(span.text, words)
        or (words_of_list(words) if words and span.text.strip() else None)
        or _readable_cell(span.text, column),
    )


def _readable_cell(written: str, column: t.Type) -> str | Proposal:
    """Return the help for a cell in the notation of spreadsheets."""
    bare = written.strip().strip("\"'").strip()
    if isinstance(plain(column), t.Truth) and bare.lower() in (*CHECKED, *UNCHECKED):
        return write("yes" if bare.lower() in CHECKED else "no").sure
    number = isinstance(plain(column), t.Number)
    if number and (signed := re.fullmatch(r"[‐‑‒–—−﹣－]\s*(\d+)", bare)):
        help = f"write `-{signed[1]}`, with the `-` of the keyboard"
        return Proposal(help, (f"-{signed[1]}",)).sure
    if number and re.fullmatch(r"[\d.,' ]+%?|\W?\d+", bare) and not bare.isdecimal():
        return "write a whole number, digits only; or widen the field's range in its kind"
    if bare != written.strip() and bare:
        return Proposal(f"write it without quotes: `{shortened(bare)}`", (bare,))
    if written.strip().startswith("="):
        return "a cell can't contain a formula: write its result"
    if number and bare.isdecimal():
        return "write a number in this range, or widen the field's range in its kind"
    if not bare:
        return "fill the cell; `-` takes the field's default, if the kind gives one"
    return "a cell is read by its column's type; `-` takes the field's default"
