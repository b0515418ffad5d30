"""A small sound program that uses most of the contract, for tests that change one thing of it."""

from __future__ import annotations

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.display import Origin, Text
from ruleslang.program.program import Ending, Program, Seats, Teams

ALL = d.Seen("all")
ANYONE = d.IndexPlace("p", t.Player())
WHO = (s.BindEntry("who"),)
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
    }
    return d.State(name, **{**parts, **changes})  # type: ignore[arg-type]


def value(name: str, *cases: d.ValueCase, parameters: tuple[d.Parameter, ...] = ()) -> d.Value:
    return d.Value(name, parameters, t.Number(0, 9), (), cases)


def procedure(
    name: str,
    *statements: s.Statement,
    word: str = "procedure",
    parameters: tuple[d.Parameter, ...] = (),
    answers: t.Type | None = None,
) -> d.Procedure:
    return d.Procedure(name, word, parameters, answers, body(*statements))


def hook(
    moment: str, *statements: s.Statement, of: str = "turn", pattern: s.Pattern = WHO
) -> s.Hook:
    return s.Hook(moment, "procedure", of, pattern, None, None, statements)


def standing(name: str, *effects: s.Effect) -> d.Standing:
    return d.Standing(name, None, None, None, effects)


P = d.Parameter("p", t.Player())
MY_HAND = e.ReadZone("hand", (e.Local("p"),))

GAME = procedure("game", s.Call("turn", (e.SeatValue(0),)), s.Wins(NOBODY), word="phase")
TURN = procedure(
    "turn",
    s.Let("n", number(1), t.Number(0, 9)),
    s.Offer(e.Local("p"), "must", ("lay",)),
    s.Call("luck", (), "lucky"),
    s.If(e.Local("lucky"), (s.Stop(),)),
    word="phase",
    parameters=(P,),
)
LUCK = procedure(
    "luck",
    s.RollDie("coin", None, "face"),
    s.Answer(e.Equal(e.Local("face"), e.WordValue("coin", 0))),
    word="check",
    answers=t.Truth(),
)
LAY = d.Action(
    "lay",
    "p",
    (),
    None,
    (s.Choice("c", MY_HAND),),
    body(
        s.MoveCards(e.Local("c"), s.ZoneTarget("heap")), s.Perform(e.Local("c"), None, e.Local("p"))
    ),
)
REPLY = d.Window(
    "reply",
    (d.Parameter("deed", t.UnderWay("turn")),),
    e.Everything("players"),
    ("lay",),
    "when all pass",
)
PLAY = d.Play(
    "ace",
    (s.WindowUse("reply", (s.BindEntry("deed"),)),),
    None,
    (),
    body(s.Cancel(e.Local("deed"))),
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
            "hand",
            (s.EqualEntry(e.Local("you")),),
            None,
            (s.Modifier("worth", (s.AnyEntry(),), None, (s.Change("+", number(1)),)),),
            holder_bound=True,
        ),
    ),
    zones=(
        d.Zone("hand", (ANYONE,), None, False, None, d.Seen("owner"), ALL),
        d.Zone("heap", (), "face_card", True, number(4), ALL, ALL),
    ),
    states=(state(), state("bids", reset_each=("turn",))),
    dice=(d.Dice("cup", (ANYONE,), "d6", 3, False, number(0), ALL),),
    boards=(d.Board("track", "line", (3,), 2, False, False, ("a", "b", "c"), ((0, 1), (1, 2))),),
    pieces=(d.Piece("pawn", 2, True, "track"),),
    values=(value("worth", d.ValueCase(None, e.NumberOf(MY_HAND)), parameters=(P,)),),
    procedures=(GAME, TURN, LUCK),
    actions=(LAY,),
    windows=(REPLY,),
    standings=(
        standing(
            "rule 1",
            hook(
                "after",
                s.Lasting("lasting 1", "ends", "turn", (s.EqualEntry(e.Local("who")),), None, ()),
            ),
        ),
    ),
    title=Text("A sample"),
    origins=(Origin("sample.rules", 1, 1, 1, 9, "phase game"),),
)
