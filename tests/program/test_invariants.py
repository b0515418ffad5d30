"""Every invariant is broken by a program that breaks it, and by nothing of a sound one."""

from __future__ import annotations

import pytest
from attrs import evolve

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import ProcedureRun
from ruleslang.program.locals import LocalDecl
from ruleslang.program.patterns import BindEntry, EqualEntry, KindEntry, MemberEntry
from ruleslang.program.program import Program, Seats
from tests.program.samples import (
    ALL,
    CARD,
    GAME,
    LAY,
    LUCK,
    NOBODY,
    PLAY,
    REPLY,
    SOUND,
    TURN,
    YES,
    body,
    hook,
    lasting,
    number,
    procedure,
    standing,
    state,
    value,
)
from tests.support.invariants import INVARIANTS, check

CALL_V = d.ValueCase(None, e.CallValue("v"))


def with_turn(*statements: s.Statement) -> Program:
    """The sample, with another body of its turn."""
    turn = evolve(TURN, body=body(*statements))
    return evolve(SOUND, procedures=(GAME, turn, SOUND.procedures[2]))


def with_turn_local(type: t.Type) -> Program:
    """The sample, with one more local of its turn."""
    turn = evolve(TURN, locals=(*TURN.locals, LocalDecl("x", type, "let")))
    return evolve(SOUND, procedures=(GAME, turn, SOUND.procedures[2]))


def with_rule(effect: s.Effect) -> Program:
    """The sample, with one more rule."""
    return evolve(SOUND, standings=(*SOUND.standings, standing("rule 2", effect)))


def with_card(**changes: object) -> Program:
    """The sample, with another card."""
    return evolve(SOUND, definitions=(evolve(CARD, **changes),))


ALL_IN, SIDES = e.Everything("players"), e.Everything("words", "Side")
BY_WORDS = e.Key("highest", number(1), "words")

BROKEN = [
    ("names-unique", evolve(SOUND, states=(*SOUND.states, state("hand")))),
    ("names-unique", evolve(SOUND, words=(*SOUND.words, d.Words("hand", ("a",))))),
    ("inner-names-unique", evolve(SOUND, plays=(PLAY, PLAY))),
    (
        "inner-names-unique",
        with_turn(lasting("l", None, s.Whenever("w", YES, ()), s.Whenever("w", YES, ()))),
    ),
    ("parameters-unique", evolve(SOUND, windows=(evolve(REPLY, parameters=REPLY.parameters * 2),))),
    ("reference-resolves", with_turn(s.Call("nowhere", ()))),
    ("reference-resolves", with_turn(s.MoveCards(e.Everything("cards"), s.ZoneTarget("nowhere")))),
    ("reference-resolves", with_turn(s.Let(1, e.CallValue("nothing")))),
    ("reference-resolves", evolve(SOUND, windows=(evolve(REPLY, offers=("nothing",)),))),
    ("reference-resolves", with_card(plays=("nothing",))),
    ("reference-resolves", with_rule(hook("before", of="nothing", pattern=None))),
    ("arguments-fit", with_turn(s.Call("luck", (number(1),)))),
    ("arguments-fit", with_turn(s.Let(1, e.CallBuiltIn("opponent", ())))),
    ("arguments-fit", with_turn(s.Let(1, e.ReadState("score")))),
    ("constant-exists", with_turn(s.Let(1, e.WordValue("Side", 2)))),
    ("constant-exists", with_turn(s.Let(1, e.SeatValue(2)))),
    ("type-exists", with_turn_local(t.Number(2, 1))),
    ("type-exists", with_turn_local(t.WordOf("nothing"))),
    ("origin-exists", with_turn(s.Stop(origin=1))),
    ("words-are-known", with_turn(s.Let(1, e.Arithmetic("/", YES, YES)))),
    ("words-are-known", evolve(SOUND, windows=(evolve(REPLY, closes="never"),))),
    ("quantities-whole", with_turn(s.Choose(e.Local(0), s.Choice("x", 1, NOBODY, low=number(1))))),
    ("quantities-whole", with_turn(s.Pick(s.Choice("x", 1, NOBODY), 2, (), "choice"))),
    ("any-in-place", with_turn(s.Let(1, e.ReadState("score", (e.AnyIndex(),))))),  # type: ignore[arg-type]
    ("claims-only", with_turn(s.Let(1, e.Divide(number(1), number(2), "exact")))),
    ("claims-only", with_turn(s.Let(1, e.ChanceOf((), YES)))),
    ("pattern-fits", with_rule(hook("before", pattern=()))),
    ("pattern-fits", with_rule(s.Modifier("m", "worth", (), None, ()))),
    ("until-binds-nothing", with_turn(lasting("l", (BindEntry(1),)))),
    ("local-defined", with_turn(s.Let(1, e.Local(2)))),
    ("local-defined", with_turn(s.Let(0, number(1)))),
    ("local-defined", with_turn(s.If(YES, (s.Let(1, YES),)), s.Answer(e.Local(1)))),
    ("local-defined", with_turn(s.Let(1, e.Where(0, NOBODY, YES)))),
    ("local-defined", with_rule(hook("before", s.Let(1, e.Local(2))))),
    (
        "local-defined",
        evolve(
            SOUND,
            actions=(
                evolve(
                    LAY,
                    body=body(
                        s.Choose(e.Local(0), s.Choice("x", 2, NOBODY)),
                        s.Let(3, YES),
                        in_any_case=(s.If(e.Local(3), ()),),
                    ),
                ),
            ),
        ),
    ),
    ("locals-declared", evolve(SOUND, procedures=(GAME, TURN, evolve(LUCK, locals=())))),
    ("locals-declared", with_turn_local(t.Truth())),
    ("locals-declared", with_turn(s.Let(9, number(1)))),
    (
        "first-slots-agree",
        evolve(SOUND, windows=(evolve(REPLY, parameters=(d.Parameter("deed", t.Truth()),)),)),
    ),
    ("types-agree", with_turn(s.Choose(e.Local(0), s.Choice("x", 0, e.Everything("cards"))))),
    ("types-agree", with_turn(s.OpenWindow("reply", (e.Local(0),), into=0))),
    ("captures-complete", with_turn(lasting("l", None, s.Whenever("w", e.Local(0), ())))),
    ("seats-sound", evolve(SOUND, seats=Seats(2, 3, ("home", "away")))),
    ("start-and-payoff", evolve(SOUND, start="turn")),
    ("start-and-payoff", evolve(SOUND, payoff="hand")),
    ("kinds-a-tree", evolve(SOUND, kinds=(d.Kind("face_card", "royal", ()), SOUND.kinds[1]))),
    ("fields-complete", with_card(fields=CARD.fields[1:])),
    ("fields-complete", with_card(fields=CARD.fields[:2])),
    ("fields-complete", with_card(fields=(*CARD.fields, d.FieldValue("more", (), number(1))))),
    ("words-whole", evolve(SOUND, dice_kinds=(d.Die("coin", (0, 2), True), SOUND.dice_kinds[1]))),
    ("words-whole", evolve(SOUND, options=(d.Option("variant", False, ("yes", "no"), 2, True),))),
    ("boards-sound", evolve(SOUND, boards=(evolve(SOUND.boards[0], sizes=(4,)),))),
    ("boards-sound", evolve(SOUND, boards=(evolve(SOUND.boards[0], links=((0, 3),)),))),
    (
        "reference-resolves",
        evolve(SOUND, states=(state(), state("n", reset_each=(ProcedureRun("worth"),)))),
    ),
    ("as-usual-in-instead", with_turn(s.AsUsual(None))),
    ("as-usual-in-instead", with_rule(hook("before", s.AsUsual(None)))),
    ("as-usual-in-instead", with_rule(hook("instead of", s.AsUsual(())))),
    (
        "in-any-case-quiet",
        evolve(SOUND, actions=(evolve(LAY, body=body(in_any_case=(s.Call("luck", ()),))),)),
    ),
    (
        "together-quiet",
        with_turn(s.TogetherForEach(1, e.Everything("players"), (s.RollDie("d6", None, 2),))),
    ),
    (
        "check-changes-nothing",
        evolve(
            SOUND,
            procedures=(
                GAME,
                TURN,
                procedure(
                    "luck",
                    s.Assign(s.StatePlace("score", (e.SeatValue(0),)), number(1)),
                    word="check",
                    answers=t.Truth(),
                ),
            ),
        ),
    ),
    ("cases-complete", evolve(SOUND, values=(value("worth", parameters=TURN.parameters),))),
    ("cases-complete", with_turn(s.Depending(YES, ()))),
    (
        "cases-complete",
        with_turn(
            s.Depending(
                e.WordValue("Side", 0), (s.Case((EqualEntry(e.WordValue("Side", 1)),), ()),), None
            )
        ),
    ),
    ("values-acyclic", evolve(SOUND, values=(*SOUND.values, value("v", CALL_V)))),
    (
        "values-acyclic",
        with_rule(
            s.Modifier(
                "m", "worth", None, None, (s.Change("+", e.CallValue("worth", (e.SeatValue(0),))),)
            )
        ),
    ),
    ("answers-agree", with_turn(s.Call("game", (), 1))),
    ("answers-agree", with_turn(s.Answer(YES))),
    ("types-agree", with_turn(s.If(number(1), ()))),
    ("types-agree", with_turn(s.Eliminate(number(0)))),
    ("types-agree", with_turn(s.MoveCards(e.Local(0), s.ZoneTarget("heap")))),
    ("types-agree", with_turn(s.Wins(e.Local(0)))),
    ("types-agree", with_turn(s.Let(1, YES))),
    ("types-agree", with_turn(s.Let(1, e.Arithmetic("+", YES, number(1))))),
    ("types-agree", with_turn(s.Let(1, e.ReadState("score", (number(1),))))),
    ("types-agree", with_turn(s.If(e.Equal(NOBODY, NOBODY), ()))),
    ("types-agree", with_turn(s.If(e.Equal(number(1), e.Local(0)), ()))),
    ("types-agree", with_turn(s.ForEach(1, e.Everything("players"), ()))),
    ("types-agree", with_turn(s.Let(1, e.NumberOf(e.With(0, SIDES, ()))))),
    ("types-agree", with_turn(s.Let(1, e.NumberOf(e.With(0, ALL_IN, (BY_WORDS,)))))),
    ("types-agree", with_rule(hook("before", pattern=(KindEntry("face_card", "title"),)))),
    ("types-agree", with_rule(hook("before", pattern=(EqualEntry(e.Local(0), "title"),)))),
    ("types-agree", with_rule(hook("before", pattern=(MemberEntry(ALL_IN, "titles"),)))),
    ("types-agree", with_turn(s.RevealFact(e.Active(), e.SeatValue(0), e.Local(1), None, "sets"))),
]


def test_the_sound_program_breaks_nothing() -> None:
    assert check(SOUND) == ()


@pytest.mark.parametrize(("slug", "program"), BROKEN, ids=[slug for slug, _ in BROKEN])
def test_a_broken_program_is_named_by_its_invariant(slug: str, program: Program) -> None:
    assert slug in {broken.invariant for broken in check(program)}


def test_every_invariant_has_a_program_that_breaks_it() -> None:
    assert {slug for slug, _ in BROKEN} == set(INVARIANTS)


def test_an_invariant_reports_under_its_own_name() -> None:
    found = {broken.invariant for _, program in BROKEN for broken in check(program)}

    assert found <= set(INVARIANTS)


def test_all_zones_are_seen_by_somebody_named() -> None:
    hand = evolve(SOUND.zones[0], seen=evolve(ALL, by="friends"))
    odd = evolve(SOUND, zones=(hand, SOUND.zones[1]))

    assert {broken.invariant for broken in check(odd)} == {"words-are-known"}
