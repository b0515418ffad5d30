"""What can be wrong with what is set up: boards, settings, histories and given positions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ruleslang.program import limits
from ruleslang.source.article import with_article
from ruleslang.source.diagnostic import Diagnostic, Message, Subject, error
from ruleslang.source.span import Span
from ruleslang.source.suggest import known_name
from ruleslang.syntax import expressions as x
from ruleslang.syntax.node import Name, Text


def bad_board(span: Span, message: str, help: str) -> Diagnostic:
    """The shape of a board makes no sense."""
    return error("bad-board", span, message, help=help)


def drawn_map(span: Span) -> Diagnostic:
    """A map, whose spaces are listed, is drawn."""
    message = "a map has no rows and columns to draw"
    return bad_board(span, message, "drop the line, or make the board a grid, hexes, line or ring")


def rows_drawn(span: Span, met: int, rows: int) -> Diagnostic:
    """A drawing has more or fewer rows than the board."""
    return bad_board(
        span,
        f"the drawing has {met} {'row' if met == 1 else 'rows'}, and the board {rows}",
        "write a `row` line for each row of the board, the farthest first",
    )


def row_of_other_length(row: Text, met: int, columns: int) -> Diagnostic:
    """A row of a drawing has more or fewer letters than the board has columns."""
    return bad_board(
        row.span,
        f"this row draws {met} {'space' if met == 1 else 'spaces'}, and the board has {columns}",
        "write a letter for each space, `.` where there is nothing to say; blanks do not count",
    )


def letter_without_region(row: Text, letter: str) -> Diagnostic:
    return bad_board(
        row.span,
        f"no region says what `{letter}` means",
        f'name it below the drawing: `region goal "{letter}"`, or draw `.`',
    )


def letter_not_drawn(letters: Text, letter: str) -> Diagnostic:
    met = f"no row of the drawing has a `{letter}`" if letter else "this region has no letter"
    return bad_board(letters.span, met, 'say with which letters it is drawn: `region goal "G"`')


def unnamed_shape(span: Span, shape: str) -> Diagnostic:
    """A board without columns has its spaces named by them."""
    return bad_board(
        span,
        f"only spaces of a grid or of hexes have such names, and this is a {shape}",
        "drop it; a map lists the names of its spaces: `spaces: gate, market`",
    )


def names_do_not_fit(span: Span, rows: Sequence[Sequence[str]], sizes: Sequence[int]) -> Diagnostic:
    """The first and last name make more or fewer spaces than the board has."""
    if not sizes:
        message = "the sizes of this board depend on settings, so its spaces cannot be named"
        return bad_board(span, message, "drop it, and write `cell(COLUMN, ROW)` for a space")
    if not rows:
        message = "names of spaces are a letter and a number, from the first to the last"
    else:
        names = f"{len(rows[0])} by {len(rows)}"
        message = f"these are names of {names} spaces, and the board is {sizes[0]} by {sizes[1]}"
    columns, number = sizes
    last = f"{chr(ord('a') + columns - 1)}{number}"
    fits = columns <= 26 and number <= 99
    return bad_board(span, message, f"write `named a1..{last}`" if fits else "drop it")


def unknown_space(name: Name, board: str, known: Iterable[str]) -> Diagnostic:
    return error(
        "unknown-space",
        name.span,
        f"the map `{board}` has no space `{name.text}`",
        help=known_name(name.text, known) or "list it after `spaces:`",
        about=Subject("name", name.text),
    )


given_not_settable = Message(
    "given-not-settable",
    "this cannot be given, because it is computed",
    help="give the states, zones, dice or options that it is computed from",
)
given_too_late = Message(
    "given-too-late",
    "how the match is set up cannot change in the middle of an example",
    help="move the line above the first `when` and `then`, or write another example",
)


several_see = Message(
    "wrong-type",
    "met several players, expected one",
    help="`then only {here} see {subject}`; or a line with `sees` for each",
)


def not_for_history(name: Name, met: str | None, known: Sequence[str]) -> Diagnostic:
    """What is listed does not stand anywhere."""
    if met is None:
        found = f"nothing called `{name.text}` can be compared"
    else:
        found = f"`{name.text}` is {with_article(met)}, which a history cannot compare"
    return error(
        "not-for-history",
        name.span,
        found,
        help=known_name(name.text, known)
        or "list states, zones, dice, values, `active`, `players` or `pieces`",
        about=Subject("name", name.text),
    )


value_for_history = Message(
    "not-for-history",
    "`{name}` has parameters, so it is not one value",
    help="list a value without parameters, or the states that it is computed from",
)


def no_history(name: Name, known: Sequence[str]) -> Diagnostic:
    """`note` or `times` names no history."""
    return error(
        "unknown-history",
        name.span,
        f"no history is called `{name.text}`",
        help=known_name(name.text, known) or f"declare what is compared: `history {name.text}: …`",
        about=Subject("name", name.text),
    )


times_of_a_history = Message(
    "unknown-history",
    "`times` is asked of one history",
    help="write its name alone in the brackets: `times(position)`",
)


def unknown_option(name: Name, met: str | None, known: Iterable[str]) -> Diagnostic:
    """
    A head names an option or reading that nobody declared.

    `decided by` and `only under` stand before the name of an `option` or a `reading`.
    """
    return error(
        "unknown-option",
        name.span,
        f"`{name.text}` is a {met}, and no option or reading"
        if met
        else f"no option or reading is called `{name.text}`",
        help=known_name(name.text, known) or "options and readings are declared at the left margin",
        about=Subject("name", name.text),
    )


def unknown_value_of_option(name: Name, option: str, known: list[str]) -> Diagnostic:
    """`only under` names a value that its option does not have."""
    return error(
        "unknown-option",
        name.span,
        f"`{option}` has no value `{name.text}`",
        help=known_name(name.text, known) or f"it has {', '.join(f'`{each}`' for each in known)}",
    )


under_every_value = Message(
    "under-every-value",
    "`{option}` has no other values",
    help="leave `only under` out, or name fewer values",
)


FEW = 8  # names that a help lists


def unknown_preference(name: Name, known: Iterable[str]) -> Diagnostic:
    """A `prefer` names nothing that can be chosen."""
    return error(
        "unknown-preference",
        name.span,
        f"nothing to choose is called `{name.text}`",
        help=_choices_there(name, known)
        or known_name(name.text, known)
        or "prefer an action, a branch of a menu, or a choice by its name",
        about=Subject("name", name.text, needs=("folders", "decks")),
    )


otherwise_decides = Message(
    "unknown-preference",
    "`otherwise` decides what is equally good: by `chance` or by `order`",
    help="write `otherwise chance` or `otherwise order`; what is better is a line `prefer`",
)


unlike_choices = Message(
    "unlike-choices",
    "choices called `{here}` differ: {one}, {other}",
    help="give the choice that is meant a name of its own",
)


preference_without_by = Message(
    "unknown-preference",
    "`{here}` is a choice, and is preferred `by` something",
    help="write `prefer {here} by highest …` or `by lowest …`",
    about=Subject("name", "{here}", needs=("folders",)),
)


def _choices_there(name: Name, known: Iterable[str]) -> str | None:
    """What is preferred by something is a choice; where nothing is like it, those there are."""
    few = sorted(known)
    if known_name(name.text, few) or not 0 < len(few) <= FEW:
        return None
    listed = ", ".join(f"`{each}`" for each in few)
    return f"what can be preferred is {listed}"


zone_as_type = Message(
    "zone-as-type",
    "a zone can only be given to a procedure",
    help="write `set of card` for the cards that lie there; or keep whose zone it is, a player",
)


def zone_argument(span: Span, parameter: str, type: x.TypeNode) -> Diagnostic:
    """Something else than a zone of the wanted kind is given."""
    kind = type.kind.text if isinstance(type, x.ZoneType) else "card"
    wanted = "a zone" if kind == "card" else f"a zone of `{kind}`"
    return error(
        "zone-argument",
        span,
        f"`{parameter}` is to be {wanted}, and this is none",
        help="name the zone, with what stands in its brackets: `hand(p)`",
    )


zone_procedure = Message(
    "zone-procedure",
    "`{name}` takes a zone, so it is only called and hooked",
    help="give it what it takes in brackets; to end it, or to count each time, put that into a"
    " procedure without a zone, which calls this one",
)


def bad_number_option(span: Span, low: int, high: int) -> Diagnostic:
    """An option that is a number has no range of numbers, or is by default outside of it."""
    return error(
        "bad-number-option",
        span,
        "the numbers go upwards, and the one behind `=` is one of them",
        help=f"for instance `{min(low, high)}..{max(low, high) + (low == high)} = {min(low, high)}`"
        f"; there may be {limits.SETTINGS:,} of them",
    )


not_a_setting = Message(
    "not-a-setting",
    "this is not known before a match begins",
    help="compare options, and `number of players`, with numbers and words alone",
)
never_begins = Message(
    "never-begins",
    "with the options as they are, no number of players meets this",
    help="change the condition, or which values are played unless others are chosen",
)
