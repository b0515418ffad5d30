"""
The operations and effects of core expressions: one row each, with the text in C, when it faults,
and its result for constants.

`{0}`, `{1}`, … in a text are the operands, `{all}` is all of them. A row without texts calls a
function with the name of the operation, defined in `compiled/runtime`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import eq, ge, gt, le, lt, not_
from typing import Any, Literal, TypeAlias

from attrs import frozen

from ruleslang.program.traits.reads import COUNTS_AS
from ruleslang.program.traits.trait_classes import Cell

Cost: TypeAlias = Literal["plain", "may fail", "makes"]

MOST_WRITTEN = 1000  # numbers of a range that are written out


@frozen
class Operation:
    """
    An operation that needs no state.

    - `c`: its text; empty where the printer has its own rule for it.
    - `cost`: what C needs for it: an expression, one that can be a fault, or one that makes tuples.
    - `total`: for which operands it is never a fault but an overflow: all, those that are not none,
      or, when empty, this is not known.
    - `looks`: it only looks at its operands; its answer never is or contains one of them.
    - `folds`: its answer for constants, among them none only if it is `total` for all. None as an
      answer: it is not folded.
    """

    name: str
    c: str = ""
    cost: Cost = "makes"
    total: Literal["", "known", "all"] = "known"
    looks: bool = False
    folds: Callable[..., Any] | None = None

    def in_c(self, *operands: str) -> str:
        text = self.c or f"{self.name.replace(' ', '_')}(s, {{all}})"
        return text.format(*operands, all=", ".join(operands))


def _distinct(*several: Any) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(value for value in several if value is not None))


def _range(low: int, high: int) -> tuple[int, ...] | None:
    return tuple(range(low, high + 1)) if high - low < MOST_WRITTEN else None


Op = Operation
_ROWS = (
    # numbers
    Op("+", "plus(s, {0}, {1})", "may fail", folds=int.__add__),
    Op("-", "plus(s, {0}, -({1}))", "may fail", folds=int.__sub__),
    Op("*", "times(s, {0}, {1})", "may fail", folds=int.__mul__),
    # by 0: the fault `out-of-range`
    Op("/ down", "divided_down(s, {all})", "may fail", ""),
    Op("/ up", "divided_up(s, {all})", "may fail", ""),
    Op("remainder", c="remainder_of(s, {all})", cost="may fail", total=""),
    Op("negate", "(-({0}))", "plain", folds=int.__neg__),
    Op("distance of numbers", "distance({all})", "plain"),
    Op("<", "({0} < {1})", "plain", folds=lt),
    Op("<=", "({0} <= {1})", "plain", folds=le),
    Op(">", "({0} > {1})", "plain", folds=gt),
    Op(">=", "({0} >= {1})", "plain", folds=ge),
    # tests
    # also of none, and of tuples in their order
    Op("same", "same(s, {all})", "plain", "all", True, eq),
    # whether two tuples without repetitions, or none, have the same members
    Op("same members", cost="plain", total="all", looks=True),
    # whether two tuples, or none, have the same members equally often
    Op("same copies", cost="plain", total="all", looks=True),
    Op("not", "({0} != 1)", "plain", "all", folds=not_),
    Op("is none", "({0} == NONE)", "plain", "all", folds=lambda a: a is None),
    Op("is empty", "(number_of(s, {all}) == 0)", "plain", looks=True, folds=not_),
    # whether a tuple contains an entry; none is in none
    Op("is in", "", "plain", "all", True, lambda a, b: a in (b or ())),
    Op("is in sets", cost="plain", looks=True),  # a tuple of tuples, as `same members`
    Op("smaller", c="smaller({all})", cost="plain", total="all"),  # none is ignored
    Op("larger", c="larger({all})", cost="plain", total="all"),
    # one moment than another, as tuples; none is earlier than any
    Op("is earlier", cost="plain", total="all"),
    # of (key, how much there is), and of (amount, keys …): all can be taken
    Op("finds enough", cost="plain"),
    # of amounts, tuples, and what is taken: each finds so many, none for two
    Op("all find", cost="plain"),
    # tuples
    Op("tuple", total="all", folds=lambda *several: several),  # a tuple of the operands
    # a tuple of the operands that are not none, without repetitions
    Op("tuple of known", total="all", folds=_distinct),
    Op("number of", cost="plain", looks=True, folds=len),
    Op("first", cost="plain", looks=True),  # or none
    Op("last", cost="plain", looks=True),
    Op("entry", cost="plain", looks=True),  # counted from 1, or none
    Op("place of", cost="plain", looks=True),  # the index of an entry of a tuple
    # of a tuple of keys, each with its count last, a key: 0 if it is not there
    Op("count of", cost="plain"),
    Op("first so many"),  # a number below 0 is 0
    Op("reversed", looks=True),
    # the numbers between two ends, inclusive; more than 100,000 are the fault `too-much`
    Op("range", "numbers(s, {all})", total="", folds=_range),
    Op("slice"),  # of a tuple: from a place to a place, both included
    Op("joined"),
    # each once, in the order of their first occurrence
    Op("union", c="set_union(s, {all})", looks=True),
    Op("distinct", looks=True, folds=lambda several: tuple(dict.fromkeys(several))),
    Op("without", looks=True),  # the members of another tuple
    Op("without sets"),
    # the distinct cards that are not there yet
    Op("coming in", c="without(s, distinct(s, {0}), {1})", looks=True),
    # each once, upwards; tuples by the first entries that differ; none stays none
    Op("sorted", folds=lambda several: tuple(sorted(set(several)))),
    Op("pieced together"),  # all entries of a tuple of tuples
    Op("in turn"),  # of a tuple of (moment, tuple): all entries, by their moments
    Op("counted"),  # the same tuple, with one more of a key
    Op("added up"),  # pairs (key, number) with distinct keys and the sums of their numbers
    # the same tuple, without the keys that begin with one of these numbers
    Op("without counts"),
    # players
    Op("around"),  # players in the order of a seat and on
    Op("sorted around"),  # players, or sets of players, by the places away from a seat
    # the distance of a player, or none, from another, among this many; none is that far away
    Op("seats away", c="seats_away({all})", cost="plain", total="all"),
    Op("from the next"),  # the players of a tuple, clockwise after a player, who is last
    Op("from the previous"),  # counter-clockwise
    # several of one kind; "twins" are alike, an empty tuple says that all differ
    # of a tuple, with its twins, of sizes from a number to a number
    Op("sets", "sets_all(s, {0}, {1}, EMPTY, {2}, {3})", total=""),
    # the same, of those that begin with these places
    Op("completions", c="sets_all(s, {all})", total=""),
    # with twins, and the places chosen so far: those that may be chosen next
    Op("next places"),
    Op("places left"),  # those that may still be chosen
    # with twins, of so many, of these sizes; no more than 201 are counted
    Op("number of sets", cost="may fail", total=""),
    # for each entry of a tuple the index of the last equal one before it
    Op("alike before", looks=True),
    # of a tuple, and a key for each: those whose key is new
    Op("first of each", looks=True),
    Op("at places", looks=True),  # the entries of a tuple at these indexes
    Op("orders", total=""),  # of a tuple, with twins: all orders that differ
    # with twins, of so many; at most 201 are counted
    Op("number of orders", cost="may fail", total=""),
    Op("subsets", total=""),  # the subsets of a tuple, with sizes in a range; 20,000 at most
    Op("best"),  # of a tuple of (key, member): the members with the highest or lowest key
    # of a tuple of (key, …, member) and of a word for each key: groups, the best first
    Op("ranked"),
    Op("join sides"),  # as `reach`: of spaces, the neighbours of each, within others
    Op("spread"),  # a tuple and everything that a table of links leads to from it
)

OPERATIONS: Mapping[str, Operation] = {row.name: row for row in _ROWS}


def folded(operation: Operation, values: list[Any]) -> Any:
    """Return the result of an operation on constants; `None` if it is not folded."""
    if operation.folds is None or (operation.total != "all" and None in values):
        return None
    return operation.folds(*values)


# ---------------------------------------------------------------- effects


@frozen
class Effect:
    """
    A statement that reads or changes the state, chance or the record.

    `changes`: the part of the state readable by rules that it changes, if any.

    C calls a function of its name, unless `code/print_stmts.py` has a rule for it.
    """

    name: str
    changes: Cell | None = None


_ZONES, _DICE = Cell("zone"), Cell("dice")

EFFECTS: Mapping[str, Effect] = {
    row.name: row
    for row in (
        Effect("move", _ZONES),  # cards to a zone place, `top` or `bottom`, with its room or none
        Effect("shuffle", _ZONES),  # a zone place
        Effect("swap zones", _ZONES),  # all cards of two zone places
        Effect("swap cards", _ZONES),  # two cards change places
        Effect("count as", COUNTS_AS),  # a card, as a definition, until its play is over
        # what was last begun: it goes on where the play put the card, if it did
        Effect("end counting", COUNTS_AS),
        Effect("keep track"),  # keeps shown facts up to date after these cards came to a zone place
        Effect("roll"),  # a die: the place of a face
        Effect("roll several", _DICE),  # rolls one die this many times
        Effect("throw", _DICE),  # rolls this many dice at a place
        # dice of a family, by their numbers: the places of the faces they then show
        Effect("roll again", _DICE),
        # one of several by chance: the name of the stream, the key in `Flow.picked`
        Effect("pick"),
        Effect("put piece", Cell("pieces")),  # a piece, on a space or none
        Effect("fill"),  # all cells of a family, with a value
        # sets the statement, by its number, at which candidates are distinguished
        Effect("point at"),
        Effect("mark"),  # cards, as shown to players
        # cells of a family, at all these numbers along its dimensions, to players
        Effect("show"),
        # by the place of a statement, of a card: a value, whether it is so, to whom
        Effect("inform"),
        Effect("open secret"),  # of a statement, by its number: these players are asked in secret
        Effect("close secret"),
        Effect("freeze views"),  # what is others' is shown as it is now
        Effect("unfreeze views"),
        Effect("note"),  # a safety limit that was reached
        Effect("change place"),  # the locals of a place, by their routines: of a run, a value
        Effect("look anew"),  # nothing is noted yet
        # a value that is the same only if all values of `Noted` are, in their order
        Effect("what was noted"),
    )
}
