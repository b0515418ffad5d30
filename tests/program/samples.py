"""A small sound program that uses most of the contract, for tests that change one thing of it."""

from __future__ import annotations

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import ProcedureRun
from ruleslang.program.locals import LocalDecl
from ruleslang.program.patterns import AnyEntry, BindEntry, EqualEntry, Pattern
from ruleslang.program.program import Ending, Program, Seats, Teams
from ruleslang.program.references import Origin, Text

ALL = d.Seen("all")
ANYONE = d.IndexPlace("p", t.Player())
OF_P = (LocalDecl("p", t.Player(), "parameter"),)
WHO = (BindEntry(0),)
YES, NONE = e.Literal(True), e.Literal(None)
NOBODY = e.MakeSet(())


def number(value: int) -> e.Literal:
    return e.Literal(value)


def body(*statements: s.Statement, in_any_case: s.Block | None = None) -> s.Body:
    return s.Body((), statements, in_any_case)


def state(name: str = "score", **changes: object) -> d.State:
    parts: dict[str, object] = {
        "index": (ANYONE,),
        "type": t.Number(0, 9),
        "start": number(0),
        "reset_each": (),
        "stops_at_the_ends": False,
        "seen": ALL,
        "locals": OF_P,
    }
    return d.State(name, **{**parts, **changes})  # type: ignore[arg-type]


def value(name: str, *cases: d.ValueCase, parameters: tuple[d.Parameter, ...] = ()) -> d.Value:
    locals = tuple(LocalDecl(each.name, each.type, "parameter") for each in parameters)
    return d.Value(name, locals, parameters, t.Number(0, 9), (), cases)


def procedure(
    name: str,
    *statements: s.Statement,
    word: str = "procedure",
    locals: tuple[LocalDecl, ...] = (),
    parameters: tuple[d.Parameter, ...] = (),
    answers: t.Type | None = None,
) -> d.Procedure:
    return d.Procedure(name, word, locals, parameters, answers, body(*statements))


def hook(moment: str, *statements: s.Statement, of: str = "turn", pattern: Pattern = WHO) -> s.Hook:
    return s.Hook(f"hook {moment}", moment, ProcedureRun(of), pattern, None, None, None, statements)


def standing(name: str, *effects: s.Effect) -> d.Standing:
    who = (LocalDecl("who", t.Player(), "bound"),)
    return d.Standing(name, who, None, None, None, None, None, effects)


def lasting(name: str, pattern: Pattern, *effects: s.Effect) -> s.Lasting:
    return s.Lasting(name, None, None, (), s.UntilNextEnd(ProcedureRun("turn"), pattern), effects)


P = d.Parameter("p", t.Player())
MY_HAND = e.ReadZone("hand", (e.Local(0),))

GAME = procedure("game", s.Call("turn", (e.SeatValue(0),)), s.Wins(NOBODY), word="phase")
TURN = procedure(
    "turn",
    s.Let(1, number(1)),
    s.Offer(e.Local(0), "must", ("lay",)),
    s.Call("luck", (), 2),
    s.If(e.Local(2), (s.Stop(),)),
    word="phase",
    locals=(
        LocalDecl("p", t.Player(), "parameter"),
        LocalDecl("n", t.Number(0, 9), "let"),
        LocalDecl("lucky", t.Truth(), "result"),
    ),
    parameters=(P,),
)
LUCK = procedure(
    "luck",
    s.RollDie("coin", None, 0),
    s.Answer(e.Equal(e.Local(0), e.WordValue("coin", 0))),
    word="check",
    locals=(LocalDecl("face", t.WordOf("coin"), "result"),),
    answers=t.Truth(),
)
LAY = d.Action(
    "lay",
    (LocalDecl("p", t.Player(), "you"), LocalDecl("c", t.Card(), "choice")),
    0,
    (),
    None,
    (s.Choice("c", 1, MY_HAND),),
    body(
        s.MoveCards(e.OptionalAsSet(e.Local(1)), s.ZoneTarget("heap")),
        s.Perform(e.Local(1), None, e.Local(0)),
    ),
)
REPLY = d.Window(
    "reply",
    (LocalDecl("deed", t.UnderWay(ProcedureRun("turn")), "parameter"),),
    (d.Parameter("deed", t.UnderWay(ProcedureRun("turn"))),),
    e.Everything("players"),
    ("lay",),
    "when all pass",
)
PLAY = d.Play(
    "ace",
    (
        LocalDecl("you", t.Player(), "you"),
        LocalDecl("this", t.Card(), "this"),
        LocalDecl("deed", t.UnderWay(ProcedureRun("turn")), "bound"),
    ),
    0,
    1,
    (s.WindowUse("reply", (BindEntry(2),)),),
    None,
    (),
    body(s.Cancel(e.Local(2))),
)
CARD = d.Definition(
    "ace",
    "face_card",
    4,
    (
        d.FieldValue("rank", (), number(1)),
        d.FieldValue("bonus", (e.WordValue("Side", 0),), number(0)),
        d.FieldValue("bonus", (e.WordValue("Side", 1),), number(2)),
    ),
    ("ace",),
    ("face_card 1",),
    text=Text("Ace"),
)

SOUND = Program(
    "sample",
    1,
    Seats(2, 2, ("home", "away")),
    Teams(),
    "game",
    "score",
    Ending(),
    8,
    words=(
        d.Words("Side", ("left", "right")),
        d.Words("coin", ("head", "tail")),
        d.Words("variant", ("yes", "no")),
    ),
    dice_kinds=(d.Die("coin", (0, 1), True), d.Die("d6", (1, 2, 3, 4, 5, 6), False)),
    options=(d.Option("variant", False, ("yes", "no"), 1, True),),
    kinds=(
        d.Kind(
            "face_card",
            None,
            (
                d.FieldType("rank", (), t.Number(1, 13)),
                d.FieldType("bonus", (d.IndexPlace("Side", t.WordOf("Side")),), t.Number(0, 9)),
            ),
        ),
        d.Kind("royal", "face_card", ()),
    ),
    definitions=(CARD,),
    plays=(PLAY,),
    card_standings=(
        d.Standing(
            "face_card 1",
            (LocalDecl("this", t.Card(), "this"), LocalDecl("you", t.Player(), "you")),
            0,
            1,
            "hand",
            (EqualEntry(e.Local(1)),),
            None,
            (s.Modifier("more worth", "worth", (AnyEntry(),), None, (s.Change("+", number(1)),)),),
        ),
    ),
    zones=(
        d.Zone("hand", (ANYONE,), None, False, None, d.Seen("owner"), ALL, OF_P),
        d.Zone("heap", (), "face_card", True, number(4), ALL, ALL),
    ),
    states=(state(), state("bids", reset_each=(ProcedureRun("turn"),))),
    dice=(d.Dice("cup", (ANYONE,), "d6", 3, False, number(0), ALL, OF_P),),
    boards=(d.Board("track", "line", (3,), 2, False, False, ("a", "b", "c"), ((0, 1), (1, 2))),),
    pieces=(d.Piece("pawn", 2, True, "track"),),
    values=(value("worth", d.ValueCase(None, e.NumberOf(MY_HAND)), parameters=(P,)),),
    procedures=(GAME, TURN, LUCK),
    actions=(LAY,),
    windows=(REPLY,),
    standings=(standing("rule 1", hook("after", lasting("lasting 1", (EqualEntry(e.Local(0)),)))),),
    title=Text("A sample"),
    origins=(Origin("sample.rules", 1, 1, 1, 9, "phase game"),),
)
