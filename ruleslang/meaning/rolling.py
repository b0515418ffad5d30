"""Rolls: of a die, of dice that lie on the table (docs/reference/statements.md)."""

from __future__ import annotations

from ruleslang.match.entities import place_name
from ruleslang.match.faults import Fault
from ruleslang.match.resource_usage import few_dice
from ruleslang.match.values import DieIn, ListValue, Value
from ruleslang.meaning.evaluate import evaluate, evaluate_all, number
from ruleslang.meaning.machine import Frame, Machine, Signal
from ruleslang.meaning.reading import dice_places, face_shown, no_such_dice
from ruleslang.program import statements as s


def roll_die(m: Machine, x: s.RollDie, frame: Frame) -> Signal:
    """A die: once, a face; a number of times, a list of faces."""
    faces = m.tables.faces[x.die]
    if x.number is None:
        rolled: Value = faces[m.roll(x.die, x.die)]
    else:
        times = few_dice(number(m, x.number, frame.env, x.origin), x.origin)
        rolled = ListValue(faces[m.roll(x.die, x.die)] for _ in range(times))
    if x.into is not None:
        frame.env[x.into] = rolled
    return None


def roll_dice(m: Machine, x: s.RollDice, frame: Frame) -> Signal:
    """All dice that lie at a place are rolled again."""
    die = m.tables.dice[x.dice].die
    faces: list[Value] = []
    for at in dice_places(m, x.dice, x.index, frame.env):
        throw(m, x.dice, at, len(m.state.dice[x.dice][at]))
        faces.extend(m.tables.faces[die][place] for place in m.state.dice[x.dice][at])
    if x.into is not None:
        frame.env[x.into] = ListValue(faces)
    return None


def roll_new(m: Machine, x: s.RollNew, frame: Frame) -> Signal:
    """So many new dice replace those that lie there."""
    count = number(m, x.number, frame.env, x.origin)
    declared = m.tables.dice[x.dice]
    if not 0 <= count <= declared.number:
        raise Fault("out-of-range", f"{count} dice, where at most {declared.number} lie", x.origin)
    throw(m, x.dice, _one_place(m, s.DiceTarget(x.dice, x.index), frame, x.origin), count)
    return None


def roll_again(m: Machine, x: s.RollAgain, frame: Frame) -> Signal:
    """Just the chosen dice are rolled again, where they lie."""
    chosen: tuple[DieIn, ...] = evaluate(m, x.which, frame.env)
    for die in chosen:
        faces = list(m.state.dice[die.dice][die.index])
        faces[die.position] = m.roll(m.tables.dice[die.dice].die, place_name(die.dice, die.index))
        m.state.throw(die.dice, die.index, tuple(faces))
    if x.into is not None:
        shown = ListValue(face_shown(m, die) for die in chosen)
        frame.env[x.into] = shown[0] if x.one else shown
    return None


def swap_dice(m: Machine, x: s.SwapDice, frame: Frame) -> Signal:
    """The dice of two places change places, as they lie; each place must have room for them."""
    left, right = _one_place(m, x.left, frame, x.origin), _one_place(m, x.right, frame, x.origin)
    mine, theirs = m.state.dice[x.left.name][left], m.state.dice[x.right.name][right]
    if (x.left.name, left) == (x.right.name, right):
        return None
    for name, faces in ((x.left.name, theirs), (x.right.name, mine)):
        most = m.tables.dice[name].number
        if len(faces) > most:
            raise Fault("out-of-range", f"{len(faces)} dice, where at most {most} lie", x.origin)
    m.state.throw(x.left.name, left, theirs)
    m.state.throw(x.right.name, right, mine)
    return None


def _one_place(m: Machine, x: s.DiceTarget, frame: Frame, origin: int) -> tuple[Value, ...]:
    at = evaluate_all(m, x.index, frame.env)
    if at not in m.state.dice[x.name]:
        raise no_such_dice(x.name, at, origin)
    return at


def throw(m: Machine, name: str, at: tuple[Value, ...], count: int) -> None:
    """So many dice are rolled to a place."""
    die = m.tables.dice[name].die
    of = place_name(name, at)
    m.state.throw(name, at, tuple(m.roll(die, of) for _ in range(count)))
