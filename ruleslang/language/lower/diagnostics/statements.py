"""Diagnostics of statements and of assignment targets."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from attrs import evolve

from ruleslang.language.lower.diagnostics.types import which_copy
from ruleslang.language.syntax.declarations import Procedure
from ruleslang.language.syntax.expressions import Apply
from ruleslang.language.syntax.node import Name, Node
from ruleslang.language.syntax.simple_statements import Let, MoveListed
from ruleslang.language.syntax.walk import innermost
from ruleslang.program import types as t
from ruleslang.program.typing.type_names import describe, written
from ruleslang.source.diagnostic import (
    AdviceMessage,
    Diagnostic,
    Label,
    Message,
    Subject,
    WarningMessage,
    advice,
    error,
    warning,
    with_article,
)
from ruleslang.source.fix import Certainty, Edit, Fix, declare, without_citations, write, write_line
from ruleslang.source.span import Span
from ruleslang.source.suggest import known_name, there_are

MOST_NAMED = 3


unreachable = WarningMessage(
    "unreachable",
    "this never runs: the line before it always leaves",
    help="remove it, or put the line that leaves under an `if`",
    label="this leaves",
)
type_needed = Message(
    "type-needed",
    "the range of `{name}` cannot be inferred here",
    help="state its type, for instance `let {name}: {example} = …`",
)

too_many_trials = Message(
    "type-needed",
    "it would take too long to infer the range of `{name}`",
    help="state its type, for instance `let {name}: {example} = …`",
)


def cannot_add(span: Span, word: str, type: t.Type) -> Diagnostic:
    """Report `add` or `subtract` on something that is neither a number nor a collection."""
    return error(
        "cannot-add",
        span,
        f"got {describe(type)}, expected a number or a set",
        help="`set … to …` gives it another value"
        if word == "add"
        else "`subtract` works on numbers and sets; `set … to …` gives another value",
    )


def cannot_move(span: Span, found: t.Type, instead: str | None = None) -> Diagnostic:
    """Report a `move` of neither a card nor a piece; `instead` is the suggested line."""
    if isinstance(found, t.ListOf) and isinstance(found.element, t.Title):
        help = f"add the source: `move {span.text} from box to deck`, which moves one card for each"
        return error("cannot-move", span, "got titles, expected cards", help=help)
    return error(
        "cannot-move",
        span,
        f"got {describe(found)}, expected cards or a piece",
        help=write_line(instead)
        if instead
        else which_copy(span, found, t.Card())
        or "only cards and pieces move; `set … to …` changes a state",
    )


wrong_zone = Message(
    "wrong-zone",
    "got {got}; `{zone}` holds only `{kind}`",
    help="choose among cards of `{kind}`, or declare `{zone}` for `cards`",
)


piece_position = Message(
    "piece-position",
    "a piece on a space has no top, bottom or face",
    help="remove the words after the space",
)
list_in_chosen_order = Message(
    "list-in-chosen-order",
    "a list already has an order, so nobody can choose it here",
    help="remove `by choice of …`, or make it a set: `set of c over c in …`",
)
needs_zone_per_player = Message(
    "needs-zone-per-player",
    "these aren't zones of players",
    help="write `move hand(any) to the left`: one zone per player, with `any` for the player",
)
nobody_acts = Message(
    "nobody-acts",
    "these turns offer no action, so every turn is a pass",
    help="offer actions in the block: `p may do one of bid, double`; a turn without one is a pass",
)
needless_surely = Message(
    "needless-surely", "this is never `none`, so `surely` has no effect", help="drop `, surely`"
)
cannot_swap = Message(
    "cannot-swap",
    "these two cannot be swapped",
    help="swap two zones, two places of the same dice, two chosen cards or pieces, or two states or"
    " names of `let`",
)
swapped_let = Message(
    "swapped-let",
    "`{name}` is a `let` that refers to a card",
    help="swap chosen cards, which then trade places; or use `set` to change the names",
)


not_a_die = Message(
    "cannot-roll",
    "`{short}` is neither a die nor dice",
    help="roll a `die`, or `dice` that are on the table: `roll d6`, `roll force(p)`",
)


dice_expected = Message(
    "dice-expected",
    "`{short}` has no dice",
    help="name a place of dice: `roll 2 d6 to force(p)`, or of one die: `take away slot(p, 2)`",
)


rolls_no_dice = Message(
    "rolls-no-dice", "no dice are rolled here", help=write("take away {place}").sure
)


always_so_many_dice = Message(
    "always-so-many-dice",
    "`{short}` always has {number} dice",
    help="to remove them, declare them with `up to`",
)


wrong_die = Message(
    "wrong-die", "`{dice}` are dice of `{wanted}`, not of `{found}`", help="roll `{wanted}` there"
)
dice_seen_by = Message(
    "dice-seen-by", "their declaration says who sees these dice", help="drop `seen by` here"
)


unreadable_fact = Message(
    "not-a-fact",
    "{what}",
    help="reveal a fact about one card: `reveal colour(c) is red to p`{more}",
    about=Subject("declaration", "", needs=("places",)),
)


nobody_chooses = Message(
    "nobody-chooses",
    "there is no `you` here, so it isn't clear who chooses",
    help="write `p chooses …`",
)
missing_performer = Message(
    "missing-performer",
    "`perform` needs `by PLAYER` here: no player is implied",
    help="write `{short} by p`; where no player has a name, `by active`",
)


ALL_TIE_BREAKS = "`then chance`, `then order` or `then choice of p`"


unsettled_tie = Message("unsettled-tie", "nothing here breaks a tie", help="end with {ways}")


only_questions = Message(
    "only-questions-together",
    "only questions are allowed under `together`",
    help="keep `p chooses …`, perhaps under `if`; for more, use `together for each p in …`",
)
offered_not_called = Message(
    "action-called",
    "`{name}` is an action: it is offered, not called",
    help="write `p must do {name}` or `p may do {name}`; shared code goes in a procedure",
)


opened_not_called = Message(
    "window-called", "`{here}` is a window: it is opened, not called", help=write("open {short}")
)


not_a_statement = Message(
    "not-a-statement",
    "this line does nothing",
    help="a line calls a procedure, or begins with a word such as `set`, `move`, `if`; here"
    " `{short}` is a value",
)


def needless_source(node: MoveListed, found: t.Type) -> Diagnostic:
    """Report `from` in a `move` of a number of cards, or of named ones, which need none."""
    if isinstance(found, t.Number):
        several = f"top({node.source.span.text}, {node.listed.span.text})"
        return error(
            "moved-from",
            node.listed.span.cover(node.source.span),
            f"got {describe(found)}, expected titles",
            help=write(several),
        )
    diagnostic = error(
        "moved-from",
        node.listed.span,
        f"got {describe(found)}, expected titles",
        help=f"write `move {node.listed.span.text} to {node.target.span.text}`: it goes from where "
        "it is",
    )
    needless = diagnostic.span.source.span(node.listed.span.end, node.source.span.end)
    return evolve(diagnostic, fix=Fix((Edit(needless, ""),), Certainty.SURE))


def needless_type(node: Let, type: Span) -> Diagnostic:
    """Report that a `let` declares the type that would be inferred."""
    diagnostic = advice(
        "needless-type",
        type,
        f"`{node.name.text}` would have this type anyway",
        help="remove the type: a `let` needs one only if it will hold more",
    )
    edit = Edit(type.source.span(node.name.span.end, type.end), "")
    return evolve(diagnostic, fix=Fix((edit,), Certainty.SURE))


def nothing_to_answer(span: Span, found: t.Type, around: Sequence[Node]) -> Diagnostic:
    """Report `answer` in a procedure that declares no answer, or elsewhere."""
    top = around[0].span if around else span
    head = without_citations(span.source.line(top.line))
    if innermost(around, Procedure) is None:
        help = "only a procedure answers, and its head declares the type; to leave, write `stop`"
    else:
        answers = f"`{head} answers {written(found) or '…'}`"
        help = f"declare the answer in the head: {answers}; to leave, write `stop`"
    about = Subject("declaration", head)
    return error("nothing-to-answer", span, "this has no answer", help=help, about=about)


cannot_cancel = Message(
    "cannot-cancel",
    "got {found}, which is not under way",
    help="cancel something that a window received, as in `window reply(pending: play under way)`",
)


ends_instead = Message(
    "cannot-cancel",
    "`cancel` is for something a window received; use `end` for `{name}`",
    help=write("end {name} if under way"),
)


def missing_cases(span: Span, missing: Sequence[str], in_value: bool) -> Diagnostic:
    """Report that some values have no case, and nothing is said for the rest."""
    names = [f"`{name}`" for name in missing]
    listed = ", ".join(names[:MOST_NAMED]) + (", …" if len(names) > MOST_NAMED else "")
    help = f"add the cases, or {REST[in_value]}"
    return error("missing-cases", span, f"there is no case for {listed}", help=help)


def missing_else(span: Span, type: str, in_value: bool) -> Diagnostic:
    """Report that not all values are listed, and nothing is said for the rest."""
    message = f"this is {type}, and some values have no case"
    return error("missing-else", span, message, help=f"add {REST[in_value]}")


REST = ("`else: nothing`", "`otherwise: …`")  # what is said for the rest, in a value


repeated_case = Message(
    "repeated-case",
    "`{short}` already has a case above",
    help="the first case that matches is used; remove this one",
)


overlapping_last_row = WarningMessage(
    "overlapping-rows",
    "part of `{short}` is in a row above, which is used first",
    help="remove it from one of the rows",
    label="the row above",
)


def needless_else(span: Span, in_value: bool) -> Diagnostic:
    """Report that the cases cover everything, and something is said for the rest."""
    help = f"drop `{'otherwise' if in_value else 'else'}`"
    message = "the cases above cover everything, so this never runs"
    return warning("needless-else", span, message, help=help)


def needless_nothing(span: Span, *, behind_else: bool = False) -> Diagnostic:
    """Report a `nothing` beside other lines, after a needless `else`, or alone in a play."""
    return warning(
        "needless-nothing",
        span,
        "`nothing` is not needed here",
        help="remove it together with its `else`: nothing happens without them either"
        if behind_else
        else "remove it; `nothing` is only for a block without any other line",
    )


written_twice = AdviceMessage(
    "written-twice",
    "this repeats the line before it",
    help="remove one of them, or write `repeat 2 times`",
    label="the first one is here",
)
asked_twice = AdviceMessage(
    "written-twice",
    "this repeats an earlier condition",
    help="drop one of them",
    label="the first one is here",
)
choices_at_start = Message(
    "choices-at-start",
    "the choices of `{name}` aren't made yet when it starts",
    help="drop the brackets, or write `any` in them",
)
unfit_in_any_case = Message(
    "unfit-in-any-case",
    "{what} isn't allowed under `in any case`",
    help="it may only move cards and pieces and set states, so that leaving is one step",
)
late_local = Message(
    "late-local",
    "`{name}` may not exist yet when this runs",
    help="a line above it can leave; define it before that line, or read a state",
)


not_a_place = Message(
    "not-a-place",
    "this cannot be set",
    help="set a state, a name made by `let`, `active`, or a place of something under way",
)


def cannot_set(
    name: Name, declared_as: str, declared_at: Span | None, turned: str | None = None
) -> Diagnostic:
    """Report an assignment to a constant name."""
    return error(
        "cannot-set",
        name.span,
        f"`{name.text}` is {with_article(declared_as)}, which cannot be set",
        help=turned or _way(declared_as),
        labels=() if declared_at is None else (Label(declared_at, "it is defined here"),),
    )


def _way(declared_as: str) -> str:
    if declared_as.endswith("option"):
        return "an option is chosen before the match begins; use a state for something that changes"
    if declared_as.endswith("zone"):
        return "cards are moved: `move CARDS to ZONE`"
    if declared_as.endswith("dice"):
        return "dice are rolled: `roll d`, `roll n die to d`"
    return "use your own `let`, or a state"


def unchangeable(name: Name, procedure: str, known: Iterable[str]) -> Diagnostic:
    """Report an assignment to a parameter of a running procedure not declared changeable."""
    places = ", ".join(f"`{parameter}`" for parameter in sorted(known))
    return error(
        "unchangeable",
        name.span,
        f"`{name.text}` of `{procedure}` is not changeable",
        help=f"changeable is: {places}"
        if places
        else f"mark it in `{procedure}`: `changeable {name.text}`",
    )


any_written = Message(
    "misplaced-any",
    "`any` isn't allowed here: only one place can be changed",
    help="change each in turn: `for each p in players`",
)


def unknown_zone(node: Name | Apply, known: Collection[str]) -> Diagnostic:
    """Report that cards are moved to an undeclared zone."""
    name = node.function if isinstance(node, Apply) else node
    declared = declare(f"zone {name.text}{'' if node is name else '(player)'}: cards, seen by all")
    return error(
        "unknown-zone",
        name.span,
        f"no zone is called `{name.text}`",
        help="the position follows the zone: `move c to pile on top`, `… at bottom`"
        if name.text in ("top", "bottom")
        else known_name(name.text, known)
        or evolve(declared, text=declared.text + there_are(known)),
        about=Subject("name", name.text),
    )


not_a_zone = Message(
    "not-a-zone",
    "got {found}, expected a zone",
    help="cards go to zones, those out of play too; `zone` declares one",
)


def unfit_at_once(span: Span, line: str) -> Diagnostic:
    """Report a statement inside one moment that takes more than one, or leaves the block."""
    short = len(line) < 40
    return error(
        "unfit-at-once",
        span,
        f"`{line}` takes more than one moment" if short else "this is more than one moment",
        help="ask, roll and pick before it; stop, end and win after it",
    )
