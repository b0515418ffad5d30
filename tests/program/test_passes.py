"""Facts about a program alone: effects by target, reads, values that are not cached, resets."""

from __future__ import annotations

from functools import cache

from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.passes.derived_tables import Derived, derive
from ruleslang.program.passes.liveness import order_matters
from ruleslang.program.program import Program
from ruleslang.program.traits.reads import ANYTHING
from ruleslang.program.walk import find
from tests.engine.interpreter.rulebooks import compiled

RULES = """\
kind letter
card vowel "Vowel": letter
zone table: cards, seen by all
state coins(p: player): 0..9 = 0
state round_number: 0..9 = 0, reset each game
state extra: 0..9 = 0

value wealth(p: player): 0..40 = coins(p) + bonus
value bonus: 0..9 = 1
value could_play(c: card): yes or no = playable(c, home)

modify wealth(any): + extra

whenever wealth(home) >= 3
    set extra to 1

before game
    set round_number to 1

procedure game
    until game ends
        modify bonus: + round_number
    if there is c in table where could_play(c)
        home wins
    away wins
"""


@cache
def program() -> Program:
    return compiled(RULES).program


@cache
def derived() -> Derived:
    return derive(program())


def test_effects_are_found_by_their_events() -> None:
    effects = derived().effects

    assert list(effects.hooks) == [("before", "game")]
    assert list(effects.modifiers) == ["wealth"]
    assert [type(each.effect) for each in effects.whenevers] == [s.Whenever]
    assert [len(each.effects) for each in effects.lastings] == [1]
    assert sorted(effects.places.values()) == [0, 1, 2, 3]


def test_an_effect_lists_the_definitions_that_carry_it() -> None:
    cards = """\
kind letter
card vowel "Vowel": letter
    while in table
        modify worth: + 1
zone table: cards, seen by all
value worth: 0..9 = 1
procedure game
    home wins
"""
    (modifier,) = derive(compiled(cards).program).effects.modifiers["worth"]

    assert modifier.carriers == {"vowel"}
    assert [each.carriers for each in derived().effects.whenevers] == [None]


def test_a_rule_reads_what_its_values_and_their_modifiers_read() -> None:
    (rule,) = derived().effects.whenevers

    read = {(cell.kind, cell.name) for cell in derived().reads.rules[rule.effect.id]}

    assert {("state", "coins"), ("state", "extra"), ("state", "round_number")} < read
    assert {("lasting", ""), ("active", "")} < read
    assert ("anything", "") not in read


def test_what_asks_what_is_under_way_reads_anything_and_is_not_kept() -> None:
    assert ANYTHING in derived().reads.values["could_play"]
    assert derived().under_way_values == {"could_play"}


def test_parts_read_what_the_values_they_ask_read() -> None:
    (game,) = program().procedures
    conditions = [each.condition for each in find(game, s.If)]
    reads = derived().reads

    assert ANYTHING in reads.cells(conditions)
    assert reads.reads_one_of(conditions, frozenset({"coins"}))
    assert reads.reads_what_cards_are(conditions)
    assert reads.cells([None]) == frozenset()


def test_states_reset_with_the_procedure_that_they_name() -> None:
    assert derived().resets == {"game": ("round_number",)}


def test_a_program_without_rules_that_act_at_once_need_not_be_watched() -> None:
    quiet = compiled("procedure game\n    home wins\n").program

    assert derived().effects.watches
    assert not derive(quiet).effects.watches


def body_of_game(text: str) -> tuple[d.Procedure, s.RollDie]:
    (game,) = compiled(
        "die d6: 1..6\nprocedure game\n" + text + "    home wins\n"
    ).program.procedures
    return game, next(find(game, s.RollDie))


def test_the_order_of_dice_matters_only_to_who_reads_places() -> None:
    counted, roll = body_of_game(
        "    roll 2 d6 as thrown\n    if number of (thrown where it is 6) > 1\n        away wins\n"
    )
    by_place, other = body_of_game(
        "    roll 2 d6 as thrown\n    if item(thrown, 1) is 6\n        away wins\n"
    )

    assert roll.into is not None and other.into is not None
    assert not order_matters(counted.body.statements, roll.into)
    assert order_matters(by_place.body.statements, other.into)
