"""The effects of steps in C: calls of the runtime's functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from attrs import frozen

from ruleslang.flow.state_layout import facts_family, shown_family
from ruleslang.flow.steps import Do
from ruleslang.native.c_function import slug_name
from ruleslang.native.print_tables import SHUFFLE_STREAMS, are_in_a_row, shuffle_streams
from ruleslang.native.print_words import WordPrinter

Printed: TypeAlias = Callable[["_Effect"], str]

NOTES = ("repeat-limit",)  # safety limits, by number


@frozen(eq=False)
class _Effect:
    """One effect that is being printed."""

    step: Do
    words: WordPrinter

    def given(self, place: int) -> Any:
        """What is known of it."""
        return self.step.given[place]

    def operands(self) -> list[str]:
        """What it works on."""
        return self.words.words(self.step.operands)

    def called(self, function: str, *first: object) -> str:
        """A call with these, and then with all operands."""
        return f"{function}({', '.join(['s', *map(str, first), *self.operands()])})"

    def stream(self, name: str) -> int:
        """The number of a stream."""
        return self.words.game.flow.layout.streams[name]

    def die(self, name: str) -> tuple[int, int]:
        """The stream of a die, and how many faces it has."""
        return self.stream(f"dice {name}"), len(self.words.game.flow.population.faces[name])

    def shown(self, family: str) -> int:
        """Where the cells are that say who was shown a family's; -1: there are none."""
        found = self.words.game.flow.layout.families.get(shown_family(family))
        return -1 if found is None else found.base


def _throw(x: _Effect) -> str:
    die, family = x.given(0), x.given(1)
    of = x.words.game.flow.layout[family]
    number, *at = x.operands()
    place = " + ".join(
        [*(f"{each} * {stride}" for each, stride in zip(at, of.strides, strict=True)), "0"]
    )
    shown = x.shown(family)
    marks = f"{shown} + {place}" if shown >= 0 else "-1"
    stream, faces = x.die(die)
    return f"throw_dice(s, {stream}, {faces}, {number}, {of.base} + {place}, {marks})"


def _roll_again(x: _Effect) -> str:
    die, family, first, most = x.step.given
    of = x.words.game.flow.layout[str(family)]
    return x.called("roll_again", *x.die(str(die)), of.base, x.shown(str(family)), first, most)


def _shuffle(x: _Effect) -> str:
    (place,) = x.operands()
    streams = shuffle_streams(x.words.game.flow)
    if are_in_a_row(streams):
        return f"shuffle(s, {place}, {streams[0]} + {place})"
    return f"shuffle(s, {place}, {SHUFFLE_STREAMS}[{place}])"


def _fill(x: _Effect) -> str:
    of = x.words.game.flow.layout[x.given(0)]
    return x.called("fill", of.base, of.cells, x.shown(x.given(0)))


def _show(x: _Effect) -> str:
    layout = x.words.game.flow.layout
    of, shown = layout[x.given(0)], layout[x.given(1)]
    to, *at = x.operands()
    for place, numbers in enumerate(at):
        head = f"for (int64_t j{place} = 1; j{place} <= T(s, {numbers})[0]; j{place}++)"
        x.words.to.line(INNER * place + head)
    place_text = " + ".join(
        f"T(s, {numbers})[j{place}] * {of.strides[place]}" for place, numbers in enumerate(at)
    )
    cell = f"{of.base} + {place_text or 0}"
    return f"show(s, {cell}, {shown.base} + {place_text or 0}, {to})"


INNER = "    "


def _tell(x: _Effect) -> str:
    family = x.words.game.flow.layout[facts_family(x.given(0))]
    return x.called("tell", family.base)


def _note(x: _Effect) -> str:
    return f"limit_reached(s, {NOTES.index(x.given(0))}, {x.given(1)})"


EFFECTS: Mapping[str, Printed] = {
    "move": lambda x: x.called("move", int(x.given(0) == "top"), x.given(1)),
    "keep track": lambda x: x.called("keep_track"),
    "shuffle": _shuffle,
    "swap zones": lambda x: x.called("swap_zones", x.given(0)),
    "swap cards": lambda x: x.called("swap_cards", x.given(0)),
    "roll": lambda x: x.called("roll", *x.die(x.given(0))),
    "roll several": lambda x: x.called("roll_several", *x.die(x.given(0)), x.given(1)),
    "throw": _throw,
    "roll again": _roll_again,
    "pick": lambda x: x.called("pick", x.stream(f"pick {x.given(0)}")),
    "stand": lambda x: x.called("stand"),
    "fill": _fill,
    "count as": lambda x: x.called("count_as"),
    "end counting": lambda x: x.called("end_counting"),
    "stand at": lambda x: f"s->statement = {x.given(0)}",
    "mark": lambda x: x.called("mark"),
    "show": _show,
    "tell": _tell,
    "open secret": lambda x: x.called("open_secret", x.given(0)),
    "close secret": lambda x: x.called("close_secret"),
    "freeze views": lambda x: x.called("freeze_views"),
    "unfreeze views": lambda x: x.called("unfreeze_views"),
    "note": _note,
    "change place": lambda x: x.called(
        "change_place", x.words.game.places_of(x.given(0)), x.given(1)
    ),
    "look anew": lambda x: "s->noted = 0",
    "what was noted": lambda x: "s->noted",
}


def effect(step: Do, words: WordPrinter) -> str:
    """The call of an effect."""
    if step.effect not in EFFECTS:
        words.game.refuse(f"the effect `{step.effect}`")
    return EFFECTS[step.effect](_Effect(step, words))


def move_card(step: Do, words: WordPrinter, card: str) -> str:
    """The call that moves one card."""
    target, room = words.words(step.operands[1:])
    return f"move_card(s, {int(step.given[0] == 'top')}, {step.given[1]}, {card}, {target}, {room})"


def fault(slug: str, origin: int) -> str:
    """A fault as a statement."""
    return f"fail(s, {slug_name(slug)}, {origin});"
