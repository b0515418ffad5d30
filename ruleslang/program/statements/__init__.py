"""
Statements of a program, and the parts that heads are made of.

A call of a procedure is always a statement of its own: one that stood in an expression was taken
out before it, its answer in a local that has no name.
"""

from __future__ import annotations

from typing import TypeAlias

from ruleslang.program.statements.clauses import (
    CardCost as CardCost,
    Choice as Choice,
    Clause as Clause,
    CountCost as CountCost,
    HasRoom as HasRoom,
    Limit as Limit,
    OnlyIf as OnlyIf,
    Pays as Pays,
    SharedCost as SharedCost,
)
from ruleslang.program.statements.compound import (
    Body as Body,
    Branch as Branch,
    Case as Case,
    Depending as Depending,
    ForEach as ForEach,
    If as If,
    MayChoose as MayChoose,
    Menu as Menu,
    Question as Question,
    Repeat as Repeat,
    TakeTurns as TakeTurns,
    Together as Together,
    TogetherForEach as TogetherForEach,
    WindowUse as WindowUse,
)
from ruleslang.program.statements.effects import (
    Change as Change,
    Effect as Effect,
    EffectId as EffectId,
    Hook as Hook,
    Lifetime as Lifetime,
    Modifier as Modifier,
    UntilNextEnd as UntilNextEnd,
    UntilNextStart as UntilNextStart,
    UntilRunEnds as UntilRunEnds,
    Whenever as Whenever,
    WhileHolds as WhileHolds,
)
from ruleslang.program.statements.places import (
    ActivePlace as ActivePlace,
    DiceTarget as DiceTarget,
    LocalPlace as LocalPlace,
    Place as Place,
    PlaceOfUnderWay as PlaceOfUnderWay,
    StatePlace as StatePlace,
    ZoneTarget as ZoneTarget,
)
from ruleslang.program.statements.simple import (
    Answer as Answer,
    Assign as Assign,
    AsUsual as AsUsual,
    Call as Call,
    Cancel as Cancel,
    Choose as Choose,
    Eliminate as Eliminate,
    End as End,
    Lasting as Lasting,
    Let as Let,
    MoveCards as MoveCards,
    MovePieces as MovePieces,
    Offer as Offer,
    OpenWindow as OpenWindow,
    Perform as Perform,
    Pick as Pick,
    Rank as Rank,
    RevealCards as RevealCards,
    RevealDice as RevealDice,
    RevealFact as RevealFact,
    RevealState as RevealState,
    RollAgain as RollAgain,
    RollDice as RollDice,
    RollDie as RollDie,
    RollNew as RollNew,
    Shuffle as Shuffle,
    Stop as Stop,
    SwapDice as SwapDice,
    SwapMembers as SwapMembers,
    SwapPlaces as SwapPlaces,
    SwapZones as SwapZones,
    Wins as Wins,
)

Block: TypeAlias = "tuple[Statement, ...]"

# Every class stands in one group, and its traits in the function of that group.
Writing: TypeAlias = (
    Let
    | Assign
    | MoveCards
    | MovePieces
    | SwapZones
    | SwapDice
    | SwapMembers
    | SwapPlaces
    | Lasting
)
Rolling: TypeAlias = Shuffle | RollDie | RollDice | RollNew | RollAgain
Revealing: TypeAlias = RevealCards | RevealState | RevealDice | RevealFact
Choosing: TypeAlias = Choose | MayChoose | Together | Pick | Rank
Offering: TypeAlias = Menu | Offer | OpenWindow
Running: TypeAlias = Perform | Call | AsUsual
Leaving: TypeAlias = Answer | Stop | End | Cancel | Eliminate | Wins
Branching: TypeAlias = If | Depending
Looping: TypeAlias = ForEach | Repeat | TakeTurns | TogetherForEach

Statement: TypeAlias = (
    Writing | Rolling | Revealing | Choosing | Offering | Running | Leaving | Branching | Looping
)
