"""
Expressions of a program: pure, total but for named faults, without choice or chance.

Locals are slots of the body that an expression stands in (see `program.locals`); the member that
`where` speaks of is an ordinary local.
"""

from __future__ import annotations

from typing import TypeAlias

from ruleslang.program.expressions.constants import (
    Literal as Literal,
    SeatValue as SeatValue,
    SpaceValue as SpaceValue,
    TeamValue as TeamValue,
    TitleValue as TitleValue,
    WordValue as WordValue,
)
from ruleslang.program.expressions.operators import (
    And as And,
    Arithmetic as Arithmetic,
    Compare as Compare,
    Divide as Divide,
    Equal as Equal,
    In as In,
    IsAutomatic as IsAutomatic,
    IsEmpty as IsEmpty,
    IsKind as IsKind,
    IsPiece as IsPiece,
    IsTitle as IsTitle,
    Negate as Negate,
    Not as Not,
    Or as Or,
    WhenOtherwise as WhenOtherwise,
)
from ruleslang.program.expressions.reading import (
    Active as Active,
    AnyIndex as AnyIndex,
    CallBuiltIn as CallBuiltIn,
    CallValue as CallValue,
    ChanceOf as ChanceOf,
    DiceAt as DiceAt,
    FaceOf as FaceOf,
    FacesOf as FacesOf,
    Local as Local,
    NumberOfChoices as NumberOfChoices,
    Playable as Playable,
    ProcedureCall as ProcedureCall,
    ReadDice as ReadDice,
    ReadField as ReadField,
    ReadOption as ReadOption,
    ReadPlace as ReadPlace,
    ReadState as ReadState,
    ReadZone as ReadZone,
    ThisUnderWay as ThisUnderWay,
    ZoneAt as ZoneAt,
)
from ruleslang.program.expressions.sets import (
    AsFarAs as AsFarAs,
    Every as Every,
    Everything as Everything,
    Except as Except,
    Fold as Fold,
    Image as Image,
    Join as Join,
    Key as Key,
    ListAsSet as ListAsSet,
    MakeList as MakeList,
    MakeSet as MakeSet,
    NumberOf as NumberOf,
    OptionalAsSet as OptionalAsSet,
    Range as Range,
    Ranked as Ranked,
    SpreadBy as SpreadBy,
    Subsets as Subsets,
    ThereIs as ThereIs,
    Union as Union,
    UnionOver as UnionOver,
    Where as Where,
    With as With,
)

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
    | Active
)
Test: TypeAlias = (
    Playable
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
Numeric: TypeAlias = Arithmetic | Divide | Negate | NumberOf | NumberOfChoices | ChanceOf
Chosen: TypeAlias = WhenOtherwise | Fold
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
