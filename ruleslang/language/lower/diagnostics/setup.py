"""Diagnostics of boards, settings, histories and given positions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ruleslang.language.syntax.node import Name
from ruleslang.program import limits
from ruleslang.source.diagnostic import Diagnostic, Message, Subject, error, with_article
from ruleslang.source.span import Span
from ruleslang.source.suggest import known_name

bad_board = Message("bad-board", "{message}")
sized_by_settings = Message(
    "bad-board",
    "a drawn board has the same size in all matches",
    help="remove the drawing, or use constant numbers for the board",
)
no_spaces = Message(
    "bad-board",
    "this map has no spaces",
    help="list them on a separate line: `spaces: gate, market`",
)
no_spaces_under_some = Message(
    "bad-board",
    "this board has no spaces under some settings",
    help="let the option start at a higher number",
)
bad_neighbours = Message(
    "bad-board",
    "`neighbours` is 4 or 8, and only for a grid",
    help="drop it, or write `neighbours 8`",
)


drawn_map = Message(
    "bad-board",
    "a map has no rows and columns to draw",
    help="drop the line, or make the board a grid, hexes, line or ring",
)
rows_drawn = Message(
    "bad-board",
    "the drawing has {found}, but the board {rows}",
    help="write a `row` line for each row of the board, the farthest first",
)
row_of_other_length = Message(
    "bad-board",
    "this row draws {found}, but the board has {columns}",
    help="write a letter for each space, or `.` for no region; spaces in the line don't count",
)
letter_without_region = Message(
    "bad-board",
    "no region has the letter `{letter}`",
    help='name it below the drawing: `region goal "{letter}"`, or draw `.`',
)
letter_not_drawn = Message("bad-board", "{found}", help='add its letters: `region goal "G"`')
unnamed_shape = Message(
    "bad-board",
    "only spaces of a grid or of hexes have such names, and this is a {shape}",
    help="drop it; a map lists the names of its spaces: `spaces: gate, market`",
)


def too_wide(span: Span) -> Diagnostic:
    """Report a board without spaces, or with more in a row or column than is allowed."""
    shape = span.text.split()[0]
    if shape in ("line", "ring"):
        help = f"for example `{shape} 12`; a longer track is a number, `state place: 0..200 = 0`"
        return bad_board(span, message=f"a {shape} has 1 to 100 spaces", help=help)
    help = f"for example `{shape} 8 by 8`"
    return bad_board(span, message="a board has 1 to 100 rows and columns", help=help)


def names_do_not_fit(span: Span, rows: Sequence[Sequence[str]], sizes: Sequence[int]) -> Diagnostic:
    """Return the first and last name span more or fewer spaces than the board has."""
    if not sizes:
        message = "the sizes of this board depend on settings, so its spaces cannot be named"
        return bad_board(
            span, message=message, help="drop it, and write `cell(COLUMN, ROW)` for a space"
        )
    columns, number = sizes
    message = "names of spaces are a letter and a number, from the first to the last"
    if rows:
        names = f"{len(rows[0])} by {len(rows)}"
        message = f"these are names of {names} spaces, and the board is {columns} by {number}"
    fits = columns <= 26 and number <= 99
    help = f"write `named a1..{chr(ord('a') + columns - 1)}{number}`" if fits else "drop it"
    return bad_board(span, message=message, help=help)


unknown_space = Message(
    "unknown-space",
    "the map `{board}` has no space `{here}`",
    help="list it after `spaces:`",
    about=Subject("name", "{here}"),
)


given_not_settable = Message(
    "given-not-settable",
    "this can't be given, because it is computed",
    help="give the parts it is computed from: {parts}",
)
given_too_late = Message(
    "given-too-late",
    "the settings of the match can't change in the middle of an example",
    help="move the line above the first `when` and `then`, or write another example",
)


several_see = Message(
    "wrong-type",
    "got several players, expected one",
    help="`then only {here} see {subject}`; or a line with `sees` for each",
)


def not_for_history(name: Name, found: str | None, known: Sequence[str]) -> Diagnostic:
    """Report that a history lists something that is not part of a position."""
    if found is None:
        problem = f"nothing called `{name.text}` can be compared"
    else:
        problem = f"`{name.text}` is {with_article(found)}, which a history can't compare"
    return error(
        "not-for-history",
        name.span,
        problem,
        help=known_name(name.text, known)
        or "list states, zones, dice, values, `active`, `players` or `pieces`",
        about=Subject("name", name.text),
    )


value_for_history = Message(
    "not-for-history",
    "`{name}` has parameters, so it is not one value",
    help="list a value without parameters, or the states that it is computed from",
)


no_history = Message(
    "unknown-history",
    "no history is called `{here}`",
    help="declare it: `history {here}: …`",
    about=Subject("name", "{here}"),
)


times_of_a_history = Message(
    "unknown-history",
    "`times` needs a history",
    help="write its name alone in the brackets: `times(position)`",
)


def unknown_option(name: Name, found: str | None, known: Iterable[str]) -> Diagnostic:
    """
    Report that a head names an undeclared option or reading.

    `decided by` and `only under` are followed by the name of an `option` or a `reading`.
    """
    return error(
        "unknown-option",
        name.span,
        f"`{name.text}` is a {found}, not an option or reading"
        if found
        else f"no option or reading is called `{name.text}`",
        help=known_name(name.text, known) or "options and readings are declared at the left margin",
        about=Subject("name", name.text),
    )


unknown_value_of_option = Message(
    "unknown-option", "`{option}` has no value `{here}`", help="it has {values}"
)


under_every_value = Message(
    "under-every-value",
    "`{option}` has no other values",
    help="remove `only under`, or name fewer values",
)


FEW = 8  # most names that a help lists


AGREED = "a question of `may agree` has no name: ask with a menu, and prefer its branch"
DECLINED = "to decline, avoid what is offered: `avoid draw_card`"
UNNAMED = {
    **dict.fromkeys(("yes", "no", "agree"), AGREED),
    **dict.fromkeys(("pass", "decline", "nothing"), DECLINED),
}


def unknown_preference(name: Name, known: Iterable[str]) -> Diagnostic:
    """Report that `prefer` names neither an action nor a choice that has a name."""
    known = [choice for choice in known if not choice.startswith("_")]
    return error(
        "unknown-preference",
        name.span,
        f"nothing to choose is called `{name.text}`",
        help=UNNAMED.get(name.text)
        or _choices_there(name, known)
        or known_name(name.text, known)
        or "prefer an action, a branch of a menu, or a choice by its name",
        about=Subject("name", name.text, needs=("folders", "decks", "tables")),
    )


otherwise_decides = Message(
    "unknown-preference",
    "`otherwise` breaks ties: by `chance` or by `order`",
    help="write `otherwise chance` or `otherwise order`; preferences are `prefer` lines",
)


unlike_choices = Message(
    "unlike-choices",
    "choices called `{here}` differ: {one}, {other}",
    help="give the intended choice a separate name",
)


preference_without_by = Message(
    "unknown-preference",
    "`{here}` is a choice, and is preferred `by` something",
    help="write `prefer {here} by highest …` or `by lowest …`",
    about=Subject("name", "{here}", needs=("folders",)),
)


def _choices_there(name: Name, known: Iterable[str]) -> str | None:
    """Return the help with similar choices; if there is none, with all."""
    few = sorted(known)
    if known_name(name.text, few) or not 0 < len(few) <= FEW:
        return None
    listed = ", ".join(f"`{choice}`" for choice in few)
    return f"you can prefer {listed}"


zone_as_type = Message(
    "zone-as-type",
    "a zone can only be passed to a procedure",
    help="write `set of card` for its cards; or store its owner, a player",
)


zone_argument = Message(
    "zone-argument",
    "`{parameter}` must be {wanted}, and this isn't",
    help="name the zone, with its index: `hand(p)`",
    about=Subject("name", "{missed}"),
)


zone_procedure = Message(
    "zone-procedure",
    "`{name}` takes a zone, so it can only be called and hooked",
    help="add its arguments in brackets; to end it, or to count its runs, put them in a"
    " procedure without a zone, which calls this one",
)


bad_number_option = Message(
    "bad-number-option",
    "the range must ascend and contain the number after `=`",
    help=f"for instance `{{low}}..{{high}} = {{low}}`; there may be {limits.SETTINGS:,} of them",
)


not_a_setting = Message(
    "not-a-setting",
    "this is not known before a match begins",
    help="compare options, and `number of players`, with numbers and words alone",
)
never_begins = Message(
    "never-begins",
    "with the default options, no number of players satisfies this",
    help="change the condition, or the default options",
)
