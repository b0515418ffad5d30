"""Lowers a name alone: a local, a built-in word, a word of a list, or a declared name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from attrs import evolve

from ruleslang.language.lower.arguments import fresh
from ruleslang.language.lower.boards import region_places
from ruleslang.language.lower.context import Context
from ruleslang.language.lower.conversions import front, option_type
from ruleslang.language.lower.diagnostics import names as errors
from ruleslang.language.lower.diagnostics.names import ended_name
from ruleslang.language.lower.dispatch import lowers
from ruleslang.language.lower.reads import READERS
from ruleslang.language.lower.recorded_types import LocalName
from ruleslang.language.lower.scope import Scope, Typed, found
from ruleslang.language.lower.typing import typed
from ruleslang.language.resolve.diagnostics import reserved_name
from ruleslang.language.resolve.symbol_table import Symbol, WordUse
from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax import expressions as syntax
from ruleslang.language.syntax.keywords import why_reserved
from ruleslang.language.syntax.node import Name
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.builtins import BUILT_IN_NAMES, CALLED_NAMES, SPECIAL_FORMS
from ruleslang.program.locals import Role
from ruleslang.program.typing.lattice import element, is_collection, plain
from ruleslang.source.diagnostic import Cause, Diagnostic

MISSED = ("unknown-name", "not-known-here")
ROLES: dict[Role, str] = {
    "parameter": "a parameter",
    "choice": "a choice",
    "let": "a local name",
    "bound": "bound by the head",
    "member": "the name of a member",
    "loop": "the name of a member",
    "result": "a local name",
    "you": "a word of the language",
    "this": "a word of the language",
    "answer": "a word of the language",
}


def role_of(local: LocalName) -> str:
    """Return the role of a local in words."""
    is_named = local.role == "you" and local.name != "you"  # `action sell by p`
    return "the player who does it" if is_named else ROLES[local.role]


# ---------------------------------------------------------------- making a name


def declare(scope: Scope, name: Name, type: t.Type, role: Role, *, settable: bool = False) -> Scope:
    """Return the scope with a new local; a name already in use is reported, and still declared."""
    context = scope.context
    why = why_reserved(name.text)
    local = scope.locals.get(name.text)
    symbol = context.symbols.get(name.text)
    if why is not None:
        context.report(reserved_name(name.span, why=why))
    elif name.text in BUILT_IN_NAMES or name.text in SPECIAL_FORMS:
        context.report(reserved_name(name.span, why=f"`{name.text}` is a word of the language"))
    elif local is not None:
        context.report(errors.shadowing(name, role_of(local), local.span))
    elif symbol is not None:
        context.report(errors.shadowing(name, _symbol_kind(symbol), symbol.span))
    elif name.text in context.symbols.words:
        word = context.symbols.words[name.text][0]
        context.report(errors.shadowing(name, f"a word of `{word.list}`", word.span))
    context.declared_at[name.text] = name.span
    return scope.with_local(name.text, type, name.span, role, settable=settable)


def _symbol_kind(symbol: Symbol) -> str:
    return "seat of a player" if symbol.what == "player" else symbol.what


# ---------------------------------------------------------------- reading a name


@lowers(Name)
def lower_name(scope: Scope, node: Name, expected: t.Type | None) -> Typed:
    """Return a bare name."""
    local = scope.locals.get(node.text)
    if local is not None:
        scope.uses.read.add(node.text)
        return Typed(e.Local(local.slot), front(found(scope, node, local.type)))
    if node.text in BUILT_IN_NAMES:
        return _built_in(scope, node)
    word = _expected_word(scope.context, node, expected)
    if word is not None:
        return word
    symbol = scope.context.symbols.get(node.text)
    if symbol is not None and not _asks_for_word(symbol, expected):
        return _declared(scope, symbol, node, expected)
    return _word(scope, node, expected)


def _asks_for_word(symbol: Symbol, expected: t.Type | None) -> bool:
    """Return whether a word is expected and the name is not itself a value."""
    is_word = expected is not None and isinstance(plain(expected), t.WordOf)
    return is_word and bool(getattr(symbol.node, "parameters", ()))


def known_names(scope: Scope) -> set[str]:
    """Return the names in scope, for suggestions."""
    return {*scope.names(), *scope.context.symbols.known(), *BUILT_IN_NAMES, *CALLED_NAMES}


def is_word(scope: Scope, node: Name) -> bool:
    """Return whether a name can only be a word of a list."""
    return (
        node.text not in scope.locals
        and node.text not in scope.context.symbols
        and node.text in scope.context.symbols.words
    )


def is_ambiguous(scope: Scope, node: object) -> bool:
    """Test whether a node is a word of several lists, which only the other operand tells apart."""
    if not isinstance(node, Name) or not is_word(scope, node):
        return False
    return len(scope.context.symbols.words[node.text]) > 1


def common_list(context: Context, names: Iterable[Name]) -> t.Type | None:
    """Return the only list with all these words; None if there is none or several."""
    lists = [{use.list for use in context.symbols.words.get(name.text, ())} for name in names]
    list = context.symbols.innermost(set.intersection(*lists) if lists else set())
    return None if list is None else t.WordOf(list)


# ---------------------------------------------------------------- built-in words

BUILT_IN_WORDS: dict[str, e.Everything] = {
    "players": e.Everything("players"),
    "all_players": e.Everything("all players"),
    "winners": e.Everything("winners"),
    "cards": e.Everything("cards"),
    "titles": e.Everything("titles"),
    "pieces": e.Everything("pieces"),
    "teams": e.Everything("teams"),
}


def _built_in(scope: Scope, node: Name) -> Typed:
    if node.text in BUILT_IN_WORDS:
        return typed(scope, BUILT_IN_WORDS[node.text])
    if node.text == "active":
        return Typed(e.Active(), t.Player())
    if node.text == "nobody":
        return Typed(e.MakeSet(()), t.SetOf(t.Player(), 0))
    if node.text == "none":
        return Typed(e.Literal(None), t.Never())
    diagnostic = errors.not_known_here(node, word=node.text, meaning=_meaning(scope, node.text))
    scope.context.report(_of_wrong_head(scope, diagnostic))
    return Typed(e.Literal(None), t.Unknown())


def _meaning(scope: Scope, word: str) -> str:
    """
    Return the meaning of a built-in word elsewhere, for a message; for `it` where the member has a
    name, a hint to write that name.
    """
    roles = ("member", "loop", "choice")
    members = [local.name for local in scope.locals.values() if local.role in roles]
    if word == "it" and members:
        return f"the member has a name here: write `{members[-1]}`"
    return errors.MEANINGS[word]


# ---------------------------------------------------------------- words of lists


def _expected_word(context: Context, node: Name, expected: t.Type | None) -> Typed | None:
    if expected is None:
        return None
    wanted = plain(expected)
    if is_collection(wanted):
        wanted = element(wanted) or t.Unknown()
    uses = context.symbols.words.get(node.text, ())
    return next((_word_value(use) for use in uses if wanted == t.WordOf(use.list)), None)


def _word(scope: Scope, node: Name, expected: t.Type | None) -> Typed:
    uses = scope.context.symbols.words.get(node.text, ())
    list = scope.context.symbols.innermost([use.list for use in uses])
    if list is not None:
        return next(_word_value(use) for use in uses if use.list == list)
    if uses:
        scope.context.report(errors.ambiguous_word(node, {use.list for use in uses}))
    elif node.text in CALLED_NAMES or node.text in scope.context.symbols.fields:
        is_field = node.text not in CALLED_NAMES
        of = "this" if "this" in scope.locals else "c"
        help = f"name the card: `{node.text}({of})`" if is_field else None
        declared_as = "field" if is_field else "built-in function"
        around = scope.context.symbols.around(node.span)
        scope.context.report(errors.misplaced_name(node, declared_as, around, help))
    elif node.text == "choices":
        meaning = errors.MEANINGS["choices"]
        scope.context.report(errors.not_known_here(node, word="choices", meaning=meaning))
    else:
        scope.context.report(_of_wrong_head(scope, _unknown(scope, node, expected)))
    return Typed(e.Literal(None), t.Unknown())


def _of_wrong_head(scope: Scope, missed: Diagnostic) -> Diagnostic:
    """
    Return the diagnostic for an unknown name, with an erroneous head as its cause, since that head
    might have declared the name.

    A name that is a likely misspelling keeps its own diagnostic.
    """
    misspelt = missed.fix is not None and missed.fix.naming
    if scope.wrong_head is None or misspelt or missed.slug not in MISSED:
        return missed
    return evolve(missed, cause=Cause(scope.wrong_head))


def _unknown(scope: Scope, node: Name, expected: t.Type | None) -> Diagnostic:
    """
    Return the diagnostic for an unknown name: out of scope, not yet chosen, not a word of the
    expected list, or undeclared.
    """
    declared_at, symbols = scope.context.declared_at.get(node.text), scope.context.symbols
    around = symbols.around(node.span)
    if declared_at is not None and around and around[0] in symbols.around(declared_at):
        return ended_name(node, declared_at, around)
    if node.text == scope.several:
        return errors.not_yet_chosen(node)
    wanted = None if expected is None else plain(expected)
    if isinstance(wanted, t.WordOf):
        words = symbols.words_of(wanted.list)
        if len(node.text) > 1 or any(len(word) == 1 for word in words):
            return errors.unknown_word(node, wanted.list, words)  # one letter is a local name
    missed = errors.unknown_name(node, (), symbols)
    # its suggestions would not be shown
    is_thrown_away = scope.context.trial is not None or scope.context.has_enough
    if is_thrown_away or scope.context.is_known_to_follow(missed):
        return missed
    return errors.unknown_name(node, known_names(scope), symbols, _longer(scope, node.text))


def _longer(scope: Scope, name: str) -> str | None:
    """
    Return the only card, kind or title whose name contains this one as whole words, as `cave_troll`
    contains `troll`; None if there is none or several.
    """
    names = [
        symbol.name
        for symbol in scope.context.symbols.of("card", "kind", "title")
        if f"_{name}_" in f"_{symbol.name}_"
    ]
    return names[0] if len(names) == 1 else None


def _word_value(use: WordUse) -> Typed:
    return Typed(e.WordValue(use.list, use.place), t.WordOf(use.list))


# ---------------------------------------------------------------- what the rulebook declares


def _declared(scope: Scope, symbol: Symbol, node: Name, expected: t.Type | None) -> Typed:
    read = READERS.get(symbol.what)
    if read is not None:
        typed = read(scope, symbol, node, expected)
        return Typed(typed.expr, found(scope, node, typed.type))
    constant = CONSTANTS.get(symbol.what)
    if constant is not None:
        return constant(scope, symbol, expected)
    declared = symbol.node
    help = None
    if isinstance(declared, d.TypeName) and isinstance(declared.type, syntax.RangeType):
        help = f"for all of them write `{declared.type.span.text}`"
    around = scope.context.symbols.around(node.span)
    scope.context.report(errors.misplaced_name(node, symbol.what, around, help))
    return Typed(e.Literal(None), t.Unknown())


def _title(scope: Scope, symbol: Symbol, expected: t.Type | None) -> Typed:
    return Typed(e.TitleValue(symbol.name), t.Title(kind_of(scope.context, symbol)))


def kind_of(context: Context, symbol: Symbol) -> str | None:
    """Return the kind of a declared card."""
    if isinstance(symbol.node, d.Card):
        kind = symbol.node.kind.text
        return kind if kind in context.kinds else None
    row = next((card for card in context.symbols.table_cards if card.node is symbol.node), None)
    return row.kind.text if row is not None and row.kind.text in context.kinds else None


def _kind(scope: Scope, symbol: Symbol, expected: t.Type | None) -> Typed:
    """Return a kind as a set of its cards; where titles are expected, of its definitions."""
    if expected is not None and isinstance(element(plain(expected)), t.Title):
        return typed(scope, e.Everything("definitions of", symbol.name))
    slot = fresh(scope.context, t.Card(), "member")
    cards = typed(scope, e.Everything("cards"))
    return typed(scope, e.Where(slot, cards.expr, e.IsKind(e.Local(slot), symbol.name)), cards)


def _region(scope: Scope, symbol: Symbol, expected: t.Type | None) -> Typed:
    """Return the spaces of a region; unknown if their board has no name."""
    boards = [
        board_symbol.node
        for board_symbol in scope.context.symbols.of("board")
        if board_symbol.name == symbol.of
    ]
    if not boards:
        return Typed(e.Literal(None), t.Unknown())
    (board,) = boards
    assert isinstance(board, d.Board)
    places, of = region_places(board, symbol.name), t.Space(symbol.of)
    spaces = tuple(Typed(e.SpaceValue(symbol.of, place), of) for place in places)
    return typed(scope, e.MakeSet(tuple(space.expr for space in spaces)), *spaces)


def _option(scope: Scope, symbol: Symbol, expected: t.Type | None) -> Typed:
    return Typed(e.ReadOption(symbol.name), option_type(symbol))


Constant: TypeAlias = Callable[[Scope, Symbol, "t.Type | None"], Typed]

CONSTANTS: dict[str, Constant] = {
    "card": _title,
    "words": lambda scope, symbol, expected: typed(scope, e.Everything("words", symbol.name)),
    "kind": _kind,
    "board": lambda scope, symbol, expected: typed(scope, e.Everything("spaces", symbol.name)),
    "piece": lambda scope, symbol, expected: typed(scope, e.Everything("pieces of", symbol.name)),
    "option": _option,
    "reading": _option,
    "player": lambda scope, symbol, expected: Typed(e.SeatValue(symbol.detail), t.Player()),
    "team": lambda scope, symbol, expected: Typed(e.TeamValue(symbol.detail), t.Team()),
    "region": _region,
    "space": lambda scope, symbol, expected: Typed(
        e.SpaceValue(symbol.of, symbol.detail), t.Space(symbol.of)
    ),
}
