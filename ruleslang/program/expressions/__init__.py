"""
Expressions of a program: pure, total except for named faults, without choice or chance.

Locals are slots of the body that contains the expression (see `program.locals`); the member
tested by `where` is an ordinary local.
"""

from __future__ import annotations

from typing import TypeAlias

from ruleslang.program.expressions.operators import *
from ruleslang.program.expressions.reading import *
from ruleslang.program.expressions.sets import *

Constant: TypeAlias = Literal | WordValue | SeatValue | TeamValue | TitleValue | SpaceValue
Reading: TypeAlias = (
    Local
    | ReadState
    | ReadZone
    | ZoneAt
    | ReadDice
    | DiceAt
    | FaceOf
    | FacesOf
    | ReadOption
    | ReadField
    | CallValue
    | CallBuiltIn
    | ReadPlace
    | ThisUnderWay
    | CopyInZone
    | Active
)
Test: TypeAlias = (
    Playable
    | StillThere
    | Compare
    | Equal
    | IsKind
    | IsTitle
    | IsPiece
    | IsAutomatic
    | In
    | IsEmpty
    | Not
    | And
    | Or
    | ThereIs
    | Every
)
Numeric: TypeAlias = (
    Arithmetic | Divide | Negate | NumberOf | NumberOfChoices | ChanceOf | TimesNoted
)
Chosen: TypeAlias = WhenOtherwise | Fold | WhatWouldBe
Collected: TypeAlias = (
    Everything
    | OptionalAsSet
    | ListAsSet
    | Range
    | MakeSet
    | MakeList
    | Union
    | Join
    | Subsets
    | Image
    | UnionOver
)
Narrowed: TypeAlias = Where | AsFarAs | Except | With | Ranked | SpreadBy

Expr: TypeAlias = Constant | Reading | Test | Numeric | Chosen | Collected | Narrowed
