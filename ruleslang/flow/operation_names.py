"""
The operations of expressions and statements, by name; every printer prints exactly these.

Numbers are whole; `/ down` and `/ up` round as their names say, whatever the signs. None of the
operations takes none where its line does not say so.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

# What needs no state.
Pure: TypeAlias = Literal[
    "+",
    "-",
    "*",
    "/ down",  # by 0: the fault `out-of-range`
    "/ up",
    "remainder",
    "negate",
    "distance of numbers",
    "<",
    "<=",
    ">",
    ">=",
    "same",  # also of none, and of tuples in their order
    "same members",  # of two tuples without repetitions, or none
    "same copies",  # of two tuples, each as often, or none
    "not",
    "is none",
    "is empty",
    "is in",  # a tuple; none is in none
    "is in sets",  # a tuple of tuples, as `same members`
    "smaller",  # none is ignored
    "larger",
    "tuple",  # of the operands
    "tuple of known",  # of those operands that are not none, each once
    "number of",
    "first",  # or none
    "last",  # or none
    "entry",  # counted from 1, or none
    "first so many",  # a number below 0 is 0
    "reversed",
    "range",  # of numbers, both ends included; more than 100,000 are the fault `too-much`
    "slice",  # of a tuple: from a place to a place, both included
    "joined",  # one tuple, then the other
    "union",  # each once, in the order of their first occurrence
    "distinct",
    "without",  # the members of another tuple
    "without sets",
    "sorted",  # each once, upwards; tuples by the first entries that differ; none stays none
    "around",  # players in the order of a seat and on
    "sorted around",  # players, or sets of players, by the places away from a seat
    "seats away",  # of a player, or none, from another, of so many; none is that many away
    "is earlier",  # one moment than another, as tuples; none is earlier than any
    "count of",  # of a tuple of keys, each with its count last, a key: 0 if it is not there
    "counted",  # the same tuple, with one more of a key
    "added up",  # of (key, number), each key once, with the sum of its numbers
    "finds enough",  # of (key, how much there is), and of (amount, keys …): all can be taken
    "all find",  # of amounts, tuples, and what is taken: each finds so many, none for two
    "without counts",  # the same tuple, without the keys that begin with one of these numbers
    "in turn",  # of a tuple of (moment, tuple): all entries, by their moments
    "from the next",  # of a tuple of players, clockwise after a player, himself last
    "from the previous",  # counter-clockwise
    "pieced together",  # all entries of a tuple of tuples
    "sets",  # of a tuple, with its twins (or empty: all differ), of sizes from a number to a number
    "completions",  # the same, of those that begin with these places
    "next places",  # with twins, and the places chosen so far: those that may be chosen next
    "tuple of all",  # of what "sets" makes
    "place of",  # of an entry of a tuple, from 0
    "places left",  # with twins, and the places chosen so far: those that may still be chosen
    "number of sets",  # with twins, of so many, of these sizes; no more than 201 are counted
    "alike before",  # of a tuple, for each entry the place of the last one before that is the same
    "first of each",  # of a tuple, and a key for each: those whose key is new
    "at places",  # of a tuple, the entries at these places
    "orders",  # of a tuple, with twins: all orders that differ
    "number of orders",  # with twins, of so many; no more than 201 are counted
    "subsets",  # of a tuple, of sizes from a number to a number; 20,000 at most
    "best",  # of a tuple of (key, member): the members with the highest or lowest key
    "ranked",  # of a tuple of (key, …, member) and of a word for each key: groups, the best first
    "join sides",  # as `reach`: of spaces, the neighbours of each, within others
    "spread",  # of a tuple, and what each entry of a table leads to
]

# What reads or changes the state, chance or the record.
Effect: TypeAlias = Literal[
    "lay",  # a zone place: these cards, all that lie there
    "move",  # cards to a zone place, `top` or `bottom`, with its room or none
    "shuffle",  # a zone place
    "swap zones",  # all cards of two zone places
    "swap cards",  # two cards change places
    "count as",  # a card, as a definition, from now on until its play is over
    "end counting",  # what was last begun: it goes on where the play put the card, if it did
    "keep track",  # of what was shown, after these cards came to a zone place
    "face cards",  # cards, as `up`, `down` or as the zone shows them
    "roll",  # a die: the place of a face
    "roll several",  # a die, so many times
    "throw",  # so many dice at a place
    "pick",  # one of several by chance: the name of the stream, the key in `Flow.picked`
    "stand",  # a piece, on a space or none
    "roll again",  # dice of a family, by their numbers: the places of the faces they then show
    "fill",  # all cells of a family, with a value
    "stand at",  # a statement, by its number, at which candidates are told apart
    "mark",  # cards, as shown to players
    "show",  # cells of a family, at all these numbers along its dimensions, to players
    "tell",  # by the place of a statement, of a card: a value, whether it is so, to whom
    "open secret",  # of a statement, by its number: these players are asked in secret
    "close secret",
    "freeze views",  # what is others' is shown as it is now
    "unfreeze views",
    "note",  # a safety limit that was reached
    "change place",  # the locals of a place, by their routines: of a run, a value
    "look anew",  # nothing is noted yet
    "what was noted",  # a value that is the same only if all values of `Noted` are, in their order
]

Operation: TypeAlias = Pure

PURE: tuple[Pure, ...] = get_args(Pure)
EFFECTS: tuple[Effect, ...] = get_args(Effect)
