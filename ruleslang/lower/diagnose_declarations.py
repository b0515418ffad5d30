"""What can be wrong with declarations: the header, data, cards, values, examples."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ruleslang.lower.diagnose_places import zone_to_declare
from ruleslang.source.diagnostic import Diagnostic, Label, error, warning
from ruleslang.source.span import Span
from ruleslang.source.suggest import did_you_mean
from ruleslang.syntax.node import Name, Node
from ruleslang.types.describe import describe
from ruleslang.types.lattice import FrontType

FEW = 8  # names that a help lists

COPIES = 'copies stand behind the title: `card fox "Fox" x3: beast`'
BEHIND_THE_TITLE = {"copies": COPIES, "count": COPIES, "amount": COPIES, "quantity": COPIES}


def missing_line(header: Node, line: str, example: str) -> Diagnostic:
    """The header lacks a line that every rulebook needs."""
    return error(
        "missing-header-line",
        header.span,
        f"the header has no line `{line}`",
        help=f"for instance `{example}`",
    )


def repeated_line(node: Node, first: Span, line: str) -> Diagnostic:
    """The header has a line twice."""
    return error(
        "repeated-header-line",
        node.span,
        f"the header already has a line `{line}`",
        help="keep one of them",
        labels=(Label(first, "the first is here"),),
    )


def bad_series(span: Span, last: int) -> Diagnostic:
    """The numbers of the paper rulebook are not announced from 1 on."""
    return error(
        "bad-series",
        span,
        f"`{span.text}` does not say that the numbers go from 1 to {last}",
        help=f"write `1..{last}`",
    )


def unknown_language(node: Node, met: int, known: int) -> Diagnostic:
    """The rulebook is written in a language version that this program does not read."""
    return error(
        "unknown-language-version",
        node.span,
        f"this is language {met}; here {known} is read",
        help=f"write `language {known}`, or take a newer program",
    )


def bad_automatic_seats(node: Node, seats: int) -> Diagnostic:
    """More seats never decide than there are."""
    return error(
        "bad-player-count",
        node.span,
        f"this is no number of automatic seats: there are {seats} seats",
        help=f"automatic seats are counted among the players: `automatic seats 0..{seats - 1}`",
    )


def bad_seats(node: Node) -> Diagnostic:
    """The numbers of players make no sense."""
    return error(
        "bad-player-count",
        node.span,
        "this is no number of players",
        help="for instance `players 2..5`; at most 64, and the first number not above the second",
    )


def more_names_than_seats(name: Name, seats: int) -> Diagnostic:
    """The header names more seats than there are."""
    return error(
        "too-many-seat-names",
        name.span,
        f"there are only {seats} seats to name",
        help="raise the number of players, or drop the name",
    )


def wrong_team_size(node: Node, teams: int, size: int, seats: int) -> Diagnostic:
    """Teams and players do not add up."""
    return error(
        "teams-and-players",
        node.span,
        f"{teams} teams of {size} are not {seats} players",
        help="`players` must allow as many as all teams together have",
    )


def not_a_start(name: Name, met: str | None, known: Iterable[str]) -> Diagnostic:
    """`starts with` names no procedure without parameters."""
    found = f"`{name.text}` is a {met}" if met else f"no procedure is called `{name.text}`"
    return error(
        "unknown-start",
        name.span,
        f"{found}; the match starts with a procedure",
        help=did_you_mean(name.text, known) or "name a `phase` or `procedure` without parameters",
    )


def start_with_parameters(name: Name) -> Diagnostic:
    """The start procedure wants arguments that nobody gives."""
    return error(
        "start-with-parameters",
        name.span,
        f"`{name.text}` has parameters; nobody gives them",
        help="let the match start with a phase that has none, and calls this one",
    )


def not_a_payoff(name: Name, known: Iterable[str], *, is_there: bool) -> Diagnostic:
    """`payoff` names no number of a player; `is_there`: but something else."""
    shape = f"`state {name.text}(player): 0..99 = 0` or `value {name.text}(p: player) = …`"
    return error(
        "unknown-payoff",
        name.span,
        f"`{name.text}` is no state or value that gives each player a number",
        help=f"make it one number for each player: {shape}"
        if is_there
        else did_you_mean(name.text, known)
        or f"declare it: `value {name.text}(p: player): -10..10 = …`",
    )


def bad_cap(span: Span, whose: str, what: str, most: int) -> Diagnostic:
    """A bound of the header is no bound: it is 0, or beyond all counting."""
    help = "write a number between them"
    return error("bad-cap", span, f"{whose} 1 to {most:,} {what}", help=help)


def unknown_die(name: Name, known: Iterable[str]) -> Diagnostic:
    """Dice are of a die that nothing declares."""
    dice, generic = sorted(known), name.text.lower() in ("die", "dice")
    return error(
        "unknown-die",
        name.span,
        f"no die is called `{name.text}`",
        help=did_you_mean(name.text, dice)
        or (f"say which die: `{dice[0]}`" if generic and dice else None)
        or f"declare it: `die {'d6' if generic else name.text}: 1..6`"
        + (", and write `d6` here" if generic else ""),
    )


def mixed_faces(span: Span) -> Diagnostic:
    """A die has words and numbers."""
    return error(
        "mixed-faces",
        span,
        "this die has words and numbers",
        help="take words for all faces, or numbers for all",
    )


def bad_face_run(span: Span) -> Diagnostic:
    """A run of faces goes downwards, or there are too many of them."""
    return error(
        "bad-face-run",
        span,
        "this is no face, or more than 1,000 of them",
        help="write it upwards: `1..6`",
    )


def one_face(span: Span) -> Diagnostic:
    """A die always falls alike."""
    return warning(
        "die-with-one-face",
        span,
        "this die always shows the same face",
        help="a die has two faces or more: one of six is `1..6`",
    )


def not_one_default(span: Span, count: int) -> Diagnostic:
    """An option marks no value, or several, as the default."""
    met = "no value is" if count == 0 else f"{count} values are"
    return error(
        "no-single-default",
        span,
        f"{met} marked as the default; one must be",
        help="put `*` behind the value that is played unless another is chosen",
    )


def too_few_values(span: Span) -> Diagnostic:
    """An option offers nothing to choose."""
    return error(
        "option-without-choice",
        span,
        "an option needs two values or more",
        help="add the other value on a line of its own",
    )


def unseen(name: Name, what: str) -> Diagnostic:
    """A zone does not say who sees it."""
    return error(
        "unseen-zone",
        name.span,
        f"{what} `{name.text}` does not say who sees it",
        help="add `seen by all`, `seen by owner`, `seen by nobody` or `seen by (SET)`",
    )


def no_owner(span: Span, name: str) -> Diagnostic:
    """`seen by owner` stands where nobody owns anything."""
    return error(
        "no-owner",
        span,
        f"`{name}` belongs to no player, so it has no owner",
        help=f"index it by player, `{name}(player)`, or write `seen by all`",
    )


def unknown_reset(name: Name, known: Iterable[str]) -> Diagnostic:
    """`reset each` names nothing that begins."""
    return error(
        "unknown-reset",
        name.span,
        f"no phase or procedure is called `{name.text}`",
        help=did_you_mean(name.text, known) or _of_those_that_begin(name, known),
    )


def _of_those_that_begin(name: Name, known: Iterable[str]) -> str:
    """Which phases and procedures there are; a measure of the end needs none."""
    if name.text in ("end", "the_end", "game_end") and re.search(
        r'^measure "[^"]*" at $', name.span.source.text[: name.span.start], re.MULTILINE
    ):
        return f"leave `at {name.text}` out: a number is gathered at the end of each match"
    few = sorted(known)[:FEW]
    listed = ", ".join(f"`{each}`" for each in few)
    return f"it is one of those that are declared: {listed}" if few else "declare a `phase`"


def needs_start(name: Name, given: FrontType) -> Diagnostic:
    """A state is reset, and has nothing to be reset to."""
    return error(
        "reset-without-start",
        name.span,
        f"`{name.text}` is reset, but has no start value",
        help=f"give {describe(given)} after `=`",
    )


def stops_without_ends(name: Name) -> Diagnostic:
    """`stops at the ends` stands at a state that is no number."""
    return error(
        "stops-without-ends",
        name.span,
        f"`{name.text}` is no number, so it has no ends to stop at",
        help="drop `stops at the ends`, or declare a range: `0..9`",
    )


def missing_field(span: Span, card: str, field: str, kind: str) -> Diagnostic:
    """A card does not fill a field that has no default."""
    return error(
        "missing-field",
        span,
        f"`{card}` has no `{field}`, which every `{kind}` must have",
        help=f"add a line `{field}: …`, or give the field a default: `has {field}: … = …`",
    )


def unknown_field(name: Name, kind: str, known: Iterable[str]) -> Diagnostic:
    """A card fills a field that its kind has not."""
    return error(
        "unknown-field",
        name.span,
        f"cards of `{kind}` have no field `{name.text}`",
        help=BEHIND_THE_TITLE.get(name.text)
        or did_you_mean(name.text, known)
        or f"declare it in the kind: `has {name.text}: 0..9 = 0`",
    )


def repeated_field(name: Name, first: Span) -> Diagnostic:
    """A card fills a field twice."""
    return error(
        "repeated-field",
        name.span,
        f"`{name.text}` is already given for this card",
        help="keep one of the lines",
        labels=(Label(first, "the first is here"),),
    )


def field_places(span: Span, field: str, expected: int, met: int) -> Diagnostic:
    """A field is given for the wrong number of places."""
    if expected == 0:
        return error(
            "field-places",
            span,
            f"`{field}` has one value for the card, not one per place",
            help=f"write `{field}: VALUE`",
        )
    places = "one place" if expected == 1 else f"{expected} places"
    return error(
        "field-places",
        span,
        f"`{field}` has {places} before its value; {met} met",
        help=f"write the place, then the value: `{field}: PLACE VALUE, PLACE VALUE`",
    )


def too_many_copies(span: Span, met: int) -> Diagnostic:
    """A card, or a deck, has more copies than can be kept."""
    return error(
        "too-many-copies",
        span,
        f"{met} copies are too many; at most 2,000 cards can be made",
        help="a rulebook may have at most 2,000 cards in all",
    )


def deck_axis(span: Span, axis: str) -> Diagnostic:
    """The places that an axis of a deck runs through are not known before play."""
    return error(
        "deck-axis",
        span,
        f"`{axis}` must run through words or numbers known before play",
        help=f"for instance `{axis} in 1..13`, or a list of words",
    )


def no_card_of_deck(span: Span, deck: str, why_not: str) -> Diagnostic:
    """A card is named that a deck does not make."""
    return error("unknown-deck-card", span, f"the deck `{deck}` has no such card", help=why_not)


def deck_condition(span: Span) -> Diagnostic:
    """The condition of a deck reads what only a match knows."""
    return error(
        "deck-condition",
        span,
        "this condition reads something that only a match knows",
        help="compare the axes with constants, or with values of them",
    )


def value_in_circle(name: Name) -> Diagnostic:
    """A value is computed from itself."""
    return error(
        "value-in-circle",
        name.span,
        f"`{name.text}` is computed from itself",
        help="state its type after `:`, and break the circle: a value may not need itself",
    )


def missing_otherwise(name: Name) -> Diagnostic:
    """A value's cases do not cover everything."""
    return error(
        "missing-otherwise",
        name.span,
        f"`{name.text}` has no `otherwise:`",
        help="the last line of a value's block says what it is when no `when` holds",
    )


def window_lacks(name: Name, line: str, example: str) -> Diagnostic:
    """A window does not say whom it asks, what it offers or when it closes."""
    return error(
        "incomplete-window",
        name.span,
        f"the window `{name.text}` does not say what it `{line}`",
        help=f"add a line, for instance `{example}`",
    )


def unknown_action(name: Name, met: str | None, known: Iterable[str]) -> Diagnostic:
    """Something offered is no action."""
    if met is not None:
        return error(
            "unknown-action",
            name.span,
            f"`{name.text}` is a {met}: only actions are offered",
            help=did_you_mean(name.text, known)
            or f"call it on a line of its own, or make it an action: `action {name.text} by p`",
        )
    return error(
        "unknown-action",
        name.span,
        f"no action is called `{name.text}`",
        help=did_you_mean(name.text, known) or f"declare it: `action {name.text} by p`",
    )


def _choices_there(name: Name, known: Iterable[str]) -> str | None:
    """What is preferred by something is a choice; where nothing is like it, those there are."""
    few = sorted(known)
    if did_you_mean(name.text, few) or not 0 < len(few) <= FEW:
        return None
    listed = ", ".join(f"`{each}`" for each in few)
    return f"what can be preferred is {listed}"


def unknown_preference(name: Name, known: Iterable[str]) -> Diagnostic:
    """A `prefer` names nothing that can be chosen."""
    return error(
        "unknown-preference",
        name.span,
        f"nothing to choose is called `{name.text}`",
        help=_choices_there(name, known)
        or did_you_mean(name.text, known)
        or "prefer an action, a branch of a menu, or a choice by its name",
    )


def preference_without_by(name: Name) -> Diagnostic:
    """A `prefer` names a choice, and does not say which of its values are better."""
    return error(
        "unknown-preference",
        name.span,
        f"`{name.text}` is a choice, and is preferred `by` something",
        help=f"write `prefer {name.text} by highest …` or `by lowest …`",
    )


def two_plays_need_titles(span: Span, name: str) -> Diagnostic:
    """A card can be played in several ways that a player could not tell apart."""
    return error(
        "untitled-plays",
        span,
        f"`{name}` has several ways to play it, and one has no title",
        help='give each a title: `play "cancel the spell" in …`',
    )


def unknown_zone(name: Name, known: Iterable[str]) -> Diagnostic:
    """`while in` names no zone."""
    return error(
        "unknown-zone",
        name.span,
        f"no zone is called `{name.text}`",
        help=did_you_mean(name.text, known) or zone_to_declare(name.span, name.text),
    )


def unknown_number(cite: Name, announced: str, meant: str | None) -> Diagnostic:
    """A citation names a number that the header does not announce."""
    return error(
        "unknown-citation",
        cite.span,
        f"the rulebook has no number `{cite.text}`",
        help=f"write `{meant}`" if meant else f"the header announces {announced}",
    )


def foreign_number(cite: Name, prefix: str, known: Iterable[str]) -> Diagnostic:
    """A citation names a number of another rulebook than the one that the header announces."""
    return error(
        "unknown-citation",
        cite.span,
        f"`{cite.text}` is no number of the rulebook `{prefix}`",
        help=did_you_mean(cite.text, known)
        or f"the header says that numbers begin with `{prefix}`",
    )
