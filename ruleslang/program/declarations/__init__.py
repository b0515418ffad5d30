"""Declarations of a program: what exists, and what may happen."""

from __future__ import annotations

from ruleslang.program.declarations.behaviour import (
    Action as Action,
    OnlyUnder as OnlyUnder,
    Parameter as Parameter,
    Procedure as Procedure,
    Value as Value,
    ValueCase as ValueCase,
    ValueLet as ValueLet,
    Window as Window,
)
from ruleslang.program.declarations.cards import (
    Definition as Definition,
    FieldType as FieldType,
    FieldValue as FieldValue,
    Kind as Kind,
    Play as Play,
    Standing as Standing,
)
from ruleslang.program.declarations.data import (
    Board as Board,
    Dice as Dice,
    Die as Die,
    IndexPlace as IndexPlace,
    Option as Option,
    Piece as Piece,
    Seen as Seen,
    State as State,
    Words as Words,
    Zone as Zone,
)
from ruleslang.program.declarations.examples import (
    AudienceLine as AudienceLine,
    Claim as Claim,
    DoesLine as DoesLine,
    Example as Example,
    ExampleLine as ExampleLine,
    FactSeen as FactSeen,
    GivenActive as GivenActive,
    GivenAutomatic as GivenAutomatic,
    GivenDice as GivenDice,
    GivenDiceNumber as GivenDiceNumber,
    GivenFact as GivenFact,
    GivenLine as GivenLine,
    GivenOption as GivenOption,
    GivenPiece as GivenPiece,
    GivenPlayers as GivenPlayers,
    GivenState as GivenState,
    GivenZone as GivenZone,
    MayChooseLine as MayChooseLine,
    MayLine as MayLine,
    MayPlayLine as MayPlayLine,
    PickingLine as PickingLine,
    PlaysLine as PlaysLine,
    RollingLine as RollingLine,
    RunLine as RunLine,
    ScriptLine as ScriptLine,
    SeesLine as SeesLine,
    ThenLine as ThenLine,
    TogetherLine as TogetherLine,
    WonLine as WonLine,
)
from ruleslang.program.declarations.players import (
    Chooser as Chooser,
    Measure as Measure,
    Preference as Preference,
)
