"""The order of most declarations has no meaning: in another order, matches go as before.

The order counts where the standard order ends with the place in the text: for rules about other
rules (`instead of`, `before`, `after`, `modify`, `whenever`, `while`), and for what has an order of
its own (cards, tables, decks, kinds, pieces, boards). These are left where they are. What tells
equal cards apart is said in the order of the states; only its order is not compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruleslang.law_harness.law import Broken, Law, Subject
from ruleslang.law_harness.play_lines import lines
from ruleslang.law_harness.recompile import reordered, trees
from ruleslang.law_harness.shrink import told
from ruleslang.law_harness.transcript import first_difference, track
from ruleslang.match.chance import Stream, derive, stream_number
from ruleslang.syntax import declarations as d
from ruleslang.syntax import examples

FREE = (
    d.Words,
    d.Die,
    d.Dice,
    d.Zone,
    d.State,
    d.History,
    d.Value,
    d.Option,
    d.Procedure,
    d.Action,
    d.Window,
    d.Measure,
    d.Chooser,
    examples.Claim,
    d.Omit,
)


def _search(subject: Subject) -> Iterator[Broken]:
    if not trees(subject):
        return
    stream = Stream(derive(subject.seed, stream_number("law reordering")))
    compiled = reordered(subject, lambda declarations: shuffled(declarations, stream))
    if compiled is None:
        yield Broken("with its declarations in another order it does not compile")
        return
    for line in lines(subject, examples=10):
        breach = first_difference(
            track(subject.compiled, line, said=sorted_marks),
            track(compiled, line, said=sorted_marks),
            "in another order",
        )
        if breach is not None:
            yield told(subject, line, breach)
            return


def sorted_marks(name: str) -> str:
    """
    A choice with what tells its cards apart in an order of its own.

    >>> sorted_marks("attack boar [ready, in blocker]")
    'attack boar [in blocker, ready]'
    """
    return re.sub(
        r"\[([^][]+)\]", lambda found: f"[{', '.join(sorted(found[1].split(', ')))}]", name
    )


def shuffled(declarations: tuple[d.Declaration, ...], stream: Stream) -> tuple[d.Declaration, ...]:
    """The movable declarations in another order, in the positions of the movable ones."""
    places = [i for i, each in enumerate(declarations) if isinstance(each, FREE)]
    order = stream.permutation(len(places))
    made = list(declarations)
    for place, other in zip(places, order, strict=True):
        made[place] = declarations[places[other]]
    return tuple(made)


LAW = Law(
    "reordered_declarations", "the order of declarations means nothing where it has none", _search
)
