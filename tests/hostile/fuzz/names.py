"""Names: those that a rulebook declares, and those that a text is given from outside."""

from __future__ import annotations

import json
import re
import warnings
from functools import cache
from random import Random

import ruleslang
from ruleslang.engine.c import compiled_game
from ruleslang.engine.c.compiler import NoCompiler
from tests.hostile.fuzz import mutators
from tests.hostile.fuzz.harness import Target, in_words
from tests.hostile.fuzz.mutators import text_of
from tests.hostile.fuzz.texts import play

PLACES = """rulebook {rulebook} "{title}"
    language 1
    players 2: {home}, {away}
    starts with {game}
    at most 60 decisions, then nobody wins

option {option} "Is there one?": 1..3 = 2

words {Hue}: {red}, {green}

kind {beast}
    has {power}: 1..9
    has {field}({Hue}): 0..9 = 0

card {wolf} "Wolf" x2: {beast}
    {power}: 3
    play choosing {n} from {{1, 2}}
        add {n} to {points}(you)

card {lion} "{lion_title}" x2: {beast}
    {power}: 9
    play
        add 2 to {points}(you)

zone {pile}: cards, ordered, seen by nobody
zone {hand}(player): cards, seen by owner

state {points}(player): 0..99 = 0, stops at the ends
state {sky}: {Hue} = {red}

value {worth}({p}: player): 0..200 = {points}({p}) + sum of {power}({c}) over {c} in {hand}({p})

die {d6}: 1..6

phase {game}
    move cards to {pile}
    shuffle {pile}
    {turn}({home})
    {turn}({away})
    nobody wins

procedure {turn}({p}: player)
    roll {d6} as {f}
    move top({pile}) to {hand}({p})
    {p} chooses {way} from {{1, 2, 3}}
    add {way} to {points}({p})
    if {sky} is {green}: add {worth}({p}) to {points}({p})
    let {x} = {f} + 1
    set {sky} to {green} when {x} > 3 otherwise {red}
    {p} may do one of {pounce}, {spring}

action {pounce} by {p}
    add 1 to {points}({p})

action {spring} by {p} choosing {c} from {hand}({p})
    perform {c}
"""
HOLES = sorted(set(re.findall(r"(?<!\{)\{(\w+)\}(?!\})", PLACES)))
PLAIN = {hole: hole for hole in HOLES} | {
    "Hue": "Hue", "title": "Title", "lion_title": "Lion", "rulebook": "tried", "d6": "d6",
}  # fmt: skip
STEMS = ["f", "x", "odd", "play", "bolt", "a", "turn", "hand", "home", "red", "s", "value"]
TAILS = ["", "_", "__", "_1", "__1", "_0", "1", "_answers", "_of", "_bolt", "_x", "__x", "_many"]


def named(data: bytes) -> None:
    """A rulebook with names that may collide is played alike by the interpreter and by Python."""
    given = json.loads(data)
    text = written({**PLAIN, **given})
    try:
        game = ruleslang.load_text(text)
    except ruleslang.RulesError as problem:
        in_words(problem)
        return
    expected = play(game)
    found = play(game, engine="wasm")
    assert found == expected, f"{expected} by the interpreter, {found} in Python"


def written(given: dict[str, str]) -> str:
    """The rulebook with these names."""
    return re.sub(
        r"\{\{|\}\}|\{(\w+)\}", lambda hole: given[hole[1]] if hole[1] else hole[0][0], PLACES
    )


def some_names(chance: Random) -> bytes:
    """Names for a few places of the rulebook, which are alike, reserved, or odd."""
    given = {}
    for hole in chance.sample(HOLES, chance.choice((1, 2, 2, 3, 6))):
        match chance.randrange(8):
            case 0 | 1 | 2:
                given[hole] = chance.choice(STEMS) + chance.choice(TAILS)
            case 3 | 4:
                given[hole] = chance.choice(mutators.RESERVED)
            case 5:
                given[hole] = chance.choice(HOLES) + chance.choice(TAILS)
            case 6:
                given[hole] = mutators.word(chance)
            case _:
                given[hole] = chance.choice(mutators.PAYLOADS)
    return mutators.jsonable(given)


# ---------------------------------------------------------------- from outside

_printed: list[str] = []


def _no_compiler(c_text: str, *_: object, **__: object) -> NoCompiler:
    """Keeps what would be compiled."""
    _printed.append(c_text)
    return NoCompiler("none is wanted")


def called(data: bytes) -> None:
    """A text whose name from outside is another is the same game, in Python and in C."""
    given = json.loads(data)
    text = written({**PLAIN, **{key: given[key] for key in given if key in ("title", "wolf")}})
    try:
        game = ruleslang.load_text(text, name=given["name"])
        if "lang" in given:
            game.in_language(given["lang"])
        if "options" in given:
            game.start(seed=1, options=given["options"])
    except (ValueError, ruleslang.RulesError) as problem:
        in_words(problem)
        return
    assert (play(game, engine="wasm"), _code(game)) == _plain(), "the name changes what is run"


@cache
def _plain() -> tuple[str, str]:
    game = ruleslang.load_text(written(PLAIN))
    return play(game, engine="wasm"), _code(game)


def _code(game: ruleslang.Game) -> str:
    """What a compiler of C makes of the game, without comments."""
    before = compiled_game.library
    compiled_game.library = _no_compiler
    _printed.clear()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # that Python plays
            game.start(seed=1, engine="c")
    finally:
        compiled_game.library = before
    spliced = re.sub(r"\\\n", "", _printed[-1])
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", spliced, flags=re.DOTALL)


def some_name(chance: Random) -> bytes:
    """A name for a text, and sometimes a title, a language, options."""
    given: dict[str, object] = {"name": mutators.name(chance)}
    if chance.random() < 0.5:
        given["name"] = f"any{chance.choice(mutators.ODD_LETTERS + mutators.PAYLOADS)}.rules"
    if chance.random() < 0.2:
        given["title"] = text_of(mutators.bent(b"A title", chance))
    if chance.random() < 0.1:
        given["lang"] = mutators.name(chance)
    if chance.random() < 0.1:
        given["options"] = {mutators.name(chance): mutators.name(chance)}
    return mutators.jsonable(given)


TARGETS = (
    Target("names", 1_500, some_names, named, lambda: named(b"{}")),
    Target("called", 500, some_name, called, lambda: called(b'{"name": "x"}')),
)
