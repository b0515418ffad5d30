"""The names that are possible at a place of a text, those first that lowering accepts there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from attrs import define, evolve, field, frozen

from ruleslang.language.lower.lone_names import role_of
from ruleslang.language.lower.recorded_types import Locals, Record
from ruleslang.language.lower.rulebook import record_declaration, sizes_of
from ruleslang.language.resolve.symbol_table import Symbol, Symbols
from ruleslang.language.syntax.chunk import Chunk
from ruleslang.language.syntax.expressions import RangeType
from ruleslang.language.syntax.parse import declaration_or_none
from ruleslang.library.workspace.resolve_names import list_of
from ruleslang.library.workspace.signature import declared_places
from ruleslang.program import types as t
from ruleslang.program.builtins import BUILT_IN_NAMES, FUNCTIONS, BuiltIn, Takes
from ruleslang.program.events import CardPlay
from ruleslang.program.typing.lattice import element, is_collection, plain
from ruleslang.program.typing.sizes import Sizes
from ruleslang.program.typing.type_names import describe
from ruleslang.source.span import Source

ItemSort: TypeAlias = Literal[
    "snippet", "number", "field", "word", "local", "declared", "built-in", "function", "keyword"
]
Errors: TypeAlias = frozenset[tuple[str, str]]
HOLE = "name_to_come"  # a name at the cursor while the declaration around it is lowered
NOTHING = "none"  # in brackets, where mistakes don't count
MOST_NUMBERS = 10
STAND_INS = {
    **dict.fromkeys(("number", "sum", "highest", "lowest"), "0"),
    **dict.fromkeys(("not", "there", "for"), "yes"),
    "set": "{}",
}
"""For words that begin an expression: an expression of the same type."""


@frozen
class Completion:
    """
    A completion.

    `detail` describes it; `fits` is false for what is not expected there; `body` are the lines of a
    snippet.
    """

    name: str
    sort: ItemSort
    detail: str
    fits: bool = True
    body: str = ""


@frozen
class Place:
    """
    A place in a declaration: the text before and behind it, and its locals and expected type, as
    far as they are known.

    `errors` are those of the declaration with an undeclared name there; None: nothing can be tried.
    """

    before: str
    behind: str
    locals: Locals
    wanted: t.Type | None
    errors: Errors | None


@define
class Trial:
    """The words that were tried at a place, one of each type, and whether they fit."""

    symbols: Symbols
    place: Place
    known: dict[object, bool] = field(factory=dict)


def errors_with(symbols: Symbols, before: str, word: str, behind: str) -> Errors | None:
    """
    Return the errors of a declaration with a word in it, but for those in brackets of the word;
    None if it cannot be read.
    """
    text = f"{before}{word}{behind}"
    source = Source("", text)
    declaration = declaration_or_none(Chunk(source, 0, len(text)))
    if declaration is None:
        return None
    bracket = len(before) + (word.find("(") if "(" in word else len(word))
    inside = source.span(bracket, len(before) + len(word))
    return frozenset(
        (problem.slug, problem.message)
        for problem in record_declaration(symbols, declaration, Record())
        if problem.is_error
        and not (problem.span.start > inside.start and problem.span.end < inside.end)
    )


def _takes(trial: Trial, key: object, word: str) -> bool:
    """Return whether the rulebook is as right with a word at the place as with an unknown name."""
    place = trial.place
    if place.errors is None or isinstance(plain(place.wanted or t.Never()), t.Truth):
        return True  # anything may begin a condition
    if key not in trial.known:
        errors = errors_with(trial.symbols, place.before, word, place.behind)
        trial.known[key] = errors is not None and errors <= place.errors
    return trial.known[key]


def fitting_names(symbols: Symbols, place: Place) -> Iterator[Completion]:
    """Yield local names, words, declared names and those of the language."""
    trial = Trial(symbols, place)
    for local in place.locals.values():
        if local.name.isidentifier():
            type = "" if isinstance(local.type, t.Unknown) else f": {describe(local.type)}"
            fits = _takes(trial, ("local", str(local.type)), local.name)
            yield Completion(local.name, "local", f"{role_of(local)}{type}", fits)
    wanted_list = list_of(place.wanted)
    for word, uses in symbols.words.items():
        lists = [use.list for use in uses]
        if wanted_list in lists or not wanted_list:
            fits = bool(wanted_list) or (place.errors is not None and _takes(trial, "word", word))
            yield Completion(word, "word", f"a word of `{wanted_list or lists[0]}`", fits)
    for symbol in symbols.all:
        if symbol.name.isidentifier():
            fits = not wanted_list and _may_take(trial, symbol)
            detail = f"{symbol.what} of `{symbol.of}`" if symbol.of else symbol.what
            yield Completion(symbol.name, "declared", detail, fits)
    yield from _of_the_language(trial)
    if any(isinstance(plain(named.type), (t.Card, t.Title)) for named in place.locals.values()):
        for name, fields in symbols.fields.items():
            node = fields[0].node
            called = f"{name}({', '.join([NOTHING] * (1 + len(node.index)))})"
            fits = _takes(trial, ("field", node.type.span.text), called)
            yield Completion(name, "field", f"a field of `{fields[0].kind}`", fits)


def _of_the_language(trial: Trial) -> Iterator[Completion]:
    for name in sorted(BUILT_IN_NAMES):
        yield Completion(name, "built-in", "a word of the language", _takes(trial, name, name))
    place, symbols = trial.place, trial.symbols
    called = errors_with(symbols, place.before, f"top({HOLE})", place.behind)
    if place.errors is None or called is not None:
        sizes = sizes_of(symbols)
        for name, function in FUNCTIONS.items():
            fits = _takes_type(trial, _answer(function, sizes))
            yield Completion(name, "function", "a function of the language", fits)


def _answer(function: BuiltIn, sizes: Sizes) -> t.Type:
    """Return the type of a function's answer, for arguments of which no more is known."""
    return plain(function.answer(tuple(map(_argument, function.takes)), sizes))


def _argument(takes: t.Type | Takes) -> t.Type:
    if not isinstance(takes, Takes):
        return takes
    sort = takes.classes[0] if takes.classes else t.Unknown
    type = UNKNOWN_OF.get(sort) or sort()
    return t.SetOf(type) if takes.how == "members" else type


UNKNOWN_OF: dict[type, t.Type] = {
    t.Number: t.Number(0, 9),
    t.UnderWay: t.UnderWay(CardPlay()),
    t.WordOf: t.WordOf(""),
}


def _takes_type(trial: Trial, type: t.Type) -> bool:
    """Return whether an expression of a type fits at the place."""
    wanted = plain(trial.place.wanted) if trial.place.wanted is not None else None
    if trial.place.errors is None or isinstance(wanted, t.Truth):
        return True
    if wanted is not None:
        return isinstance(type, t.Unknown | t.Never) or type.__class__ is wanted.__class__
    if is_collection(type):
        member = plain(element(type) or type)
        word = {t.Player: "players", t.Card: "cards"}.get(member.__class__, "")
    else:
        word = {t.Number: "0", t.Truth: "yes", t.Player: "active"}.get(type.__class__, "")
    return word != "" and _takes(trial, word, word)


def fitting_words(
    symbols: Symbols, place: Place, words: Iterable[Completion]
) -> Iterator[Completion]:
    """Yield words of the language; those that begin an expression fit if their type does."""
    trial = Trial(symbols, place)
    for item in words:
        tried = STAND_INS.get(
            item.name, item.name if item.name in BUILT_IN_NAMES | {"yes", "no"} else ""
        )
        yield evolve(item, fits=not tried or _takes(trial, tried, tried))


def fitting_numbers(symbols: Symbols, place: Place) -> Iterator[Completion]:
    """Yield the first numbers of the expected range, and its ends; some, where any may be."""
    wanted = plain(place.wanted) if place.wanted is not None else None
    if isinstance(wanted, t.Number):
        least = max(wanted.low, min(0, wanted.high))
        first = range(least, min(wanted.high, least + MOST_NUMBERS - 1) + 1)
        for number in dict.fromkeys([*first, wanted.low, wanted.high]):
            yield Completion(str(number), "number", f"of {describe(wanted)}")
    elif wanted is None and place.errors is not None:
        trial = Trial(symbols, place)
        if _takes(trial, "1", "1"):
            yield from (Completion(number, "number", "a number") for number in "123")


def _fitting_key(symbol: Symbol) -> tuple[object, ...]:
    """Return a key that is equal for names that fit in the same places."""
    type = getattr(symbol.node, "type", None) or getattr(symbol.node, "answers", None)
    kind = getattr(symbol.node, "kind", None)
    written = [
        part.__class__ if isinstance(part, RangeType) else part.span.text
        for part in (type, kind)
        if part is not None
    ]
    return symbol.what, symbol.of, *written


def _may_take(trial: Trial, symbol: Symbol) -> bool:
    """Return whether a declared name fits; only some sorts of declarations can be a number."""
    wanted = trial.place.wanted
    if isinstance(plain(wanted or t.Never()), t.Number) and symbol.what not in NUMBERS:
        return False
    return _takes(trial, _fitting_key(symbol), _called(symbol.name, symbol))


NUMBERS = ("state", "value", "option", "reading", "procedure", "phase", "check")
"""The sorts of declarations that may be a number."""


def _called(name: str, symbol: Symbol) -> str:
    """Return a name with unknown arguments, if it has any."""
    places = [NOTHING for _ in declared_places(symbol.node)]
    return f"{name}({', '.join(places)})" if places else name


def may_begin(symbols: Symbols, item: Completion) -> bool:
    """Return whether a name can begin a statement: what is called, or who does something."""
    symbol = symbols.get(item.name)
    if item.name in ("nobody", "active"):
        return True
    if item.sort == "local":
        return "player" in item.detail
    return symbol is not None and symbol.what in ("procedure", "phase", "check", "player")
