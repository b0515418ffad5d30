"""Diagnostics of declarations other than cards: the header, data, boards, examples."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from ruleslang.language.lower.foreign_names import whole_match
from ruleslang.language.resolve.symbol_table import Symbols
from ruleslang.language.syntax.node import Name
from ruleslang.source.diagnostic import Diagnostic, Message, Severity, Subject, error, with_article
from ruleslang.source.fix import declare, write
from ruleslang.source.span import Span
from ruleslang.source.suggest import known_name, there_are

FEW = 8  # most names that a help lists


missing_line = Message(
    "missing-header-line", "the header has no line `{line}`", help="for instance `{example}`"
)
repeated_line = Message(
    "repeated-header-line",
    "the header already has a line `{line}`",
    help="keep one of them",
    label="the first is here",
)


bad_series = Message(
    "bad-series", "`{here}` doesn't give the numbers from 1 to {last}", help=write("1..{last}")
)


unknown_language = Message(
    "unknown-language-version",
    "this text uses language {found}; this program reads up to {latest}",
    help="write `language {latest}`, or install a newer version",
)


bad_automatic_seats = Message(
    "bad-player-count",
    "this isn't a possible number of automatic seats: there are {seats} seats",
    help="automatic seats are included in the players: `automatic seats 0..{last}`",
)


bad_seats = Message(
    "bad-player-count",
    "this isn't a possible number of players",
    help="for example `players 2..5`; at most 64, and the first number not above the second",
)
more_names_than_seats = Message(
    "too-many-seat-names",
    "there are only {seats} seats to name",
    help="raise the number of players, or drop the name",
)
wrong_team_size = Message(
    "teams-and-players",
    "{teams} teams of {size} don't make {seats} players",
    help="`players` must allow as many as all teams together have",
)


def not_a_start(name: Name, found: str | None, known: Iterable[str]) -> Diagnostic:
    """Report that `starts with` does not name a procedure without parameters."""
    is_other = found and f"`{name.text}` is {with_article(found)}"
    problem = is_other or f"no procedure is called `{name.text}`"
    return error(
        "unknown-start",
        name.span,
        f"{problem}; the match starts with a procedure",
        help=known_name(name.text, known) or "name a `phase` or `procedure` without parameters",
        about=Subject("name", name.text),
    )


start_with_parameters = Message(
    "start-with-parameters",
    "`{name}` has parameters, which nothing can supply",
    help="start with a phase that has none and calls this one",
)


def not_a_payoff(name: Name, known: Iterable[str], *, is_there: bool) -> Diagnostic:
    """Report that `payoff` names no number of each player; `is_there`: it names something else."""
    shape = f"`state {name.text}(player): 0..99 = 0` or `value {name.text}(p: player) = …`"
    return error(
        "unknown-payoff",
        name.span,
        f"`{name.text}` isn't a state or value with a number for each player",
        help=f"make it one number for each player: {shape}"
        if is_there
        else known_name(name.text, known)
        or f"declare it: `value {name.text}(p: player): -10..10 = …`",
        about=Subject("name", name.text),
    )


bad_cap = Message("bad-cap", "{bounds}", help="write a number between them")


def _faces(name: str) -> str:
    """Return the faces of a die as its name says them, `d20`; else six."""
    faces = re.fullmatch(r"[dDwW]([1-9]\d?)", name)
    return faces[1] if faces else "6"


def unknown_die(name: Name, known: Iterable[str]) -> Diagnostic:
    dice, generic = sorted(known), name.text.lower() in ("die", "dice")
    return error(
        "unknown-die",
        name.span,
        f"no die is called `{name.text}`",
        help=known_name(name.text, dice)
        or (f"say which die: `{dice[0]}`" if generic and dice else None)
        or ("declare it: `die d6: 1..6`, and write `d6` here" if generic else None)
        or declare(f"die {name.text}: 1..{_faces(name.text)}"),
        about=Subject("name", name.text),
    )


mixed_faces = Message(
    "mixed-faces",
    "this die has words and numbers",
    help="use words for all faces, or numbers for all",
)
bad_face_run = Message(
    "bad-face-run",
    "this isn't a face, or more than 1,000 of them",
    help="write it ascending: `1..6`",
)
one_face = Message(
    "die-with-one-face",
    "this die always shows the same face",
    help="a die has two faces or more: one of six is `1..6`",
    severity=Severity.WARNING,
)


not_one_default = Message(
    "no-single-default",
    "{found} marked as the default; there must be exactly one",
    help="put `*` after the default value",
)


too_few_values = Message(
    "option-without-choice",
    "an option needs at least two values",
    help="add the other value on its own line",
)
unseen = Message(
    "unseen-zone",
    "{what} `{name}` doesn't say who sees it",
    help="add `seen by all`, `seen by owner`, `seen by nobody` or `seen by (SET)`",
)
no_owner = Message(
    "no-owner",
    "`{name}` belongs to no player, so it has no owner",
    help="index it by player, `{name}(player)`, or write `seen by all` or `seen by (SET)`",
)


def unknown_reset(
    name: Name, known: Iterable[str], symbols: Symbols, *, of_measure: bool = False
) -> Diagnostic:
    """Report that `reset each`, or `at` of a measure, does not name a procedure."""
    return error(
        "unknown-reset",
        name.span,
        f"no phase or procedure is called `{name.text}`",
        help=known_name(name.text, known)
        or whole_match(name.text, symbols)
        or (
            f"remove `at {name.text}`: a measure is recorded at the end of each match"
            if of_measure and name.text in ("end", "the_end", "game_end")
            else _of_those_that_begin(known)
        ),
        about=Subject("name", name.text),
    )


def _of_those_that_begin(known: Iterable[str]) -> str:
    """Return the help with the phases and procedures."""
    few = sorted(known)[:FEW]
    listed = ", ".join(f"`{procedure}`" for procedure in few)
    return f"it must be declared: {listed}" if few else "declare a `phase`"


needs_start = Message(
    "reset-without-start", "`{here}` is reset, but has no start value", help="{way}"
)


stops_without_ends = Message(
    "stops-without-ends",
    "`{name}` isn't a number, so it has no ends",
    help="drop `stops at the ends`, or declare a range: `0..9`",
)
value_in_circle = Message(
    "value-in-circle",
    "`{name}` is computed from itself",
    help="state its type after `:`, and break the cycle: a value can't depend on itself",
)
missing_otherwise = Message(
    "missing-otherwise",
    "`{name}` has no `otherwise:`",
    help="the last line of a value's block gives the result if no `when` holds",
)
window_lacks = Message(
    "incomplete-window",
    "the window `{name}` has no line `{line}`",
    help="add a line, for instance `{example}`",
)


def unknown_action(name: Name, found: str | None, known: Collection[str]) -> Diagnostic:
    if found is not None:
        return error(
            "unknown-action",
            name.span,
            f"`{name.text}` is {with_article(found)}: only actions are offered",
            help=known_name(name.text, known)
            or f"call it on its own line, or make it an action: `action {name.text} by p`",
            about=Subject("name", name.text),
        )
    return error(
        "unknown-action",
        name.span,
        f"no action is called `{name.text}`",
        help=known_name(name.text, known)
        or declare(f"action {name.text} by p", "    nothing", more=there_are(known)),
        about=Subject("name", name.text, needs=("folders",)),
    )


unknown_number = Message(
    "unknown-citation",
    "the rulebook has no number `{here}`",
    help="the header announces {announced}",
    about=Subject("name", "{here}"),
)


unlisted_number = Message(
    "unknown-citation",
    "the table of rules has no number `{here}`",
    help="each cited number needs a row there",
    about=Subject("name", "{here}"),
)


foreign_number = Message(
    "unknown-citation",
    "`{here}` isn't a number of the rulebook `{prefix}`",
    help="the header says that numbers begin with `{prefix}`",
    about=Subject("name", "{here}"),
)


no_numbers = Message(
    "unknown-citation",
    "this rulebook has no numbered rules",
    help="add a line to its header: `rules MILL`",
)


second_row = Message(
    "repeated-part", "`{number}` already has a row", help="write all of it in one row"
)


wordless_rule = Message(
    "unreadable-cell",
    "`{number}` has no description",
    help="write it in the column `rule`, in your own words",
)


def unknown_board(name: Name, known: Iterable[str], board: str | None) -> Diagnostic:
    """Report that pieces are declared on an unknown board, or on a space of `board`."""
    if board is not None:
        return error(
            "unknown-board",
            name.span,
            f"`{name.text}` is a space of `{board}`, and pieces are of a whole board",
            help=f"write `on {board}`; a statement puts them on a space: `move … to {name.text}`",
            about=Subject("name", name.text),
        )
    return error(
        "unknown-board",
        name.span,
        f"no board is called `{name.text}`",
        help=known_name(name.text, known) or declare(f"board {name.text}: grid 8 by 8"),
        about=Subject("name", name.text),
    )


per_what = Message(
    "per-player",
    "pieces come `per player`, not `per {name}`",
    help="write `per player`, or drop it",
)


not_a_run = Message(
    "unknown-procedure",
    "no procedure is called `{here}`",
    help="`when` calls a procedure; for an action write `when home does …`",
    about=Subject("name", "{here}", needs=("folders",)),
)


cannot_be_seen = Message(
    "cannot-be-seen",
    "only cards, their number, states, dice and facts of cards can be seen",
    help="write `then p sees hand(p)`, or for a fact `then p sees colour(top(hand(p))) is red`",
    about=Subject("declaration", "", needs=("places",)),
)


chosen_to_decline = Message(
    "unknown-name",
    "nothing here is called `{here}`",
    help="if the player passes or declines, write `{line}`",
    about=Subject("name", "{here}", needs=("tables", "folders")),
)


def unknown_face(name: Name, faces: Mapping[str, str]) -> Diagnostic:
    """Report that an example rolls a face that no die has; `faces` are those of a die of words."""
    die = next(iter(faces.values()))
    is_one_die = set(faces.values()) == {die}
    listed = ", ".join(faces)
    return error(
        "unknown-word",
        name.span,
        f"`{name.text}` isn't a word of `{die}`"
        if is_one_die
        else f"no die has a face `{name.text}`",
        help=known_name(name.text, faces)
        or f"{'its words' if is_one_die else 'the faces'} are: {listed}",
        about=Subject("name", name.text, needs=("faces",)),
    )


def answers_joined(span: Span, left: str, word: str, right: str) -> Diagnostic:
    """Report that two answers form one expression: `left or right`."""
    help = "an answer is one of them; write one `then` for each possible choice"
    if word == "and":
        both = f"{left}, {right}"
        help = f"write `{both}`, or for a choice of both `{{{both}}}`"
    return error(
        "answers-joined", span, f"`{word}` joins conditions, and these are answers", help=help
    )


bad_only_in = Message(
    "bad-only-in",
    "only a state of one card, with a start value, can be `only in` a zone",
    help="for instance `state damage(card): 0..9 = 0, only in field`",
)
while_in_at_the_margin = Message(
    "outside-declaration",
    "`while in` belongs to a card or a kind",
    help="indent it below the card; without a card, write `while C` with a condition",
)
