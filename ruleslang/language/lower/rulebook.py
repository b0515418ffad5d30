"""
Lowers a whole rulebook: trees in, a compiled game out.

As little logic as possible other than the sequence itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, TypeAlias, TypeVar, assert_never, get_args

from attrs import evolve, frozen

from ruleslang.language.lower import (
    behaviour,
    boards,
    card_lists,
    cards,
    citations,
    decks,
    zones_and_states,
)
from ruleslang.language.lower.citations import listed_numbers, lower_rules
from ruleslang.language.lower.context import MOST_MISTAKES, TRIALS, Context, Trials
from ruleslang.language.lower.effects import effects
from ruleslang.language.lower.examples import Examples
from ruleslang.language.lower.header import (
    Heading,
    check_payoff,
    check_settings,
    lower_header,
    settings_tests,
)
from ruleslang.language.lower.looks import lower_looks
from ruleslang.language.lower.measures_and_players import Choosers, lower_measure, lower_property
from ruleslang.language.lower.patterns import choices_of
from ruleslang.language.lower.plays import check_clauses
from ruleslang.language.lower.recorded_types import Record
from ruleslang.language.lower.scope import Scope, with_locals
from ruleslang.language.lower.short_forms import (
    with_counted_hooks,
    with_counted_passes,
    with_modified_fields,
    with_states_in_zones,
)
from ruleslang.language.lower.typing import game_sizes
from ruleslang.language.lower.zone_parameters import without_zone_parameters
from ruleslang.language.resolve.gather_symbols import resolve
from ruleslang.language.resolve.poisoned_names import unread_header
from ruleslang.language.resolve.symbol_table import Symbol, Symbols
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax.diagnostics.raw_text import too_deep, too_many_mistakes
from ruleslang.language.syntax.examples import Claim, Example, Property
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.simple_statements import Marked
from ruleslang.language.syntax.statements import Effect
from ruleslang.program import declarations as d
from ruleslang.program.constant_folding import Folding
from ruleslang.program.program import LANGUAGE_VERSION, Compiled, Program
from ruleslang.program.references import Origin
from ruleslang.program.typing.sizes import Sizes
from ruleslang.source.budget import doing
from ruleslang.source.diagnostic import Diagnostic, has_error
from ruleslang.source.span import Span

if TYPE_CHECKING:
    from ruleslang.language.lower.kept import Kept

Rule: TypeAlias = syntax.Standing | syntax.TopHook | syntax.TopModify | syntax.TopWhenever
STANDING = get_args(Rule)
N = TypeVar("N", bound=Marked)
R = TypeVar("R")


OF_CARDS = (syntax.Kind, syntax.Card, syntax.Table, syntax.RowRules, syntax.Deck)


@frozen
class Lowered:
    """
    The result of lowering.

    `compiled` is None exactly when a diagnostic is an error. `spans` are the places in the text of
    the program's origins, for later checks.
    """

    compiled: Compiled | None
    diagnostics: tuple[Diagnostic, ...]
    spans: tuple[Span, ...] = ()


def compile_trees(
    trees: Sequence[syntax.Tree], record: Record | None = None, kept: Kept | None = None
) -> Lowered:
    """
    Compile a rulebook's trees; returns the game and all diagnostics.

    The trees come in the order of the text. Scopes and types go to `record`; what is the same as in
    `kept`, of an earlier text, is not lowered again.
    """
    symbols, problems = resolve(trees)
    diagnostics_so_far = list(problems)
    if record is not None:
        record.symbols = symbols
    header = symbols.header or unread_header(trees)
    if header is None:
        return Lowered(None, tuple(diagnostics_so_far))
    symbols, wrong = _rewritten(trees, symbols)
    if wrong:
        return Lowered(None, (*diagnostics_so_far, *wrong))
    context = _context_of(symbols, diagnostics_so_far, record)
    before = tuple(diagnostics_so_far)
    if kept is not None:
        kept.begin(context)
    try:
        compiled = _lower(context, header)
    except RecursionError:
        context.too_deep.append(header.span)
    if kept is not None:
        kept.end(context)
    if context.too_deep:
        return Lowered(None, (*before, too_deep(context.too_deep[0].first_line)))
    if context.has_enough:
        last = context.diagnostics[-1].span
        context.diagnostics.append(too_many_mistakes(last, MOST_MISTAKES, "looked at"))
    diagnostics = tuple(context.diagnostics)
    if any(isinstance(node, syntax.Junk) for node in symbols.order) or has_error(diagnostics):
        return Lowered(None, diagnostics)
    return Lowered(compiled, diagnostics, tuple(context.spans))


def symbols_of(trees: Sequence[syntax.Tree]) -> Symbols:
    """Return the names of a rulebook that compiles, as its declarations are lowered."""
    return _rewritten(trees, resolve(trees)[0])[0]


def sizes_of(symbols: Symbols) -> Sizes:
    """Return the sizes of the game with these symbols."""
    return game_sizes(_context_of(symbols, [], None))


def record_declaration(
    symbols: Symbols, declaration: syntax.Declaration, record: Record
) -> tuple[Diagnostic, ...]:
    """
    Lower one declaration with the symbols of a rulebook, to record its scopes and types; the
    diagnostics of its text.

    It may be new, or an edited version of one that is declared, with a line more for instance.
    """
    if symbols.header is None:
        return ()
    record.symbols = _only_declaration(symbols, declaration)
    context = _context_of(record.symbols, [], record)
    with suppress(RecursionError):
        _lower(context, symbols.header)
    source = declaration.span.source
    return tuple(problem for problem in context.diagnostics if problem.span.source is source)


def lower_alone(
    symbols: Symbols,
    declaration: syntax.Declaration,
    before: syntax.Declaration,
    origins: Sequence[Origin],
    counted: Mapping[str, int],
) -> Lowered:
    """
    Lower one declaration with the symbols of a rulebook that has another `before` in its place; a
    text below the rows of a table, or of a kind, together with all cards.

    Its origins are numbered behind those of the rulebook; `counted` are the names of each stem
    before it. Errors do not keep it from being lowered.
    """
    alone = _only_declaration(symbols, declaration)
    if isinstance(declaration, (syntax.RowRules, syntax.Kind)):
        nodes = (node for node in symbols.order if isinstance(node, OF_CARDS))
        order = tuple(declaration if node is before else node for node in nodes)
        rows = {
            name: declaration if row is before and isinstance(declaration, syntax.RowRules) else row
            for name, row in symbols.row_rules.items()
        }
        alone = evolve(alone, order=order, row_rules=rows)
    context = _context_of(alone, [], None)
    context.origins, context.counters = list(origins), dict(counted)
    assert symbols.header is not None
    try:
        compiled = _lower(context, symbols.header)
    except RecursionError:
        return Lowered(None, (too_deep(declaration.span.first_line),))
    return Lowered(compiled, tuple(context.diagnostics))


def _only_declaration(symbols: Symbols, declaration: syntax.Declaration) -> Symbols:
    """Return the symbols of a rulebook of which only this declaration is lowered."""
    name = getattr(declaration, "name", None)
    kinds: tuple[syntax.Declaration, ...] = ()
    if isinstance(declaration, (syntax.Card, syntax.Deck)):  # whose lines are of the kind's fields
        kinds = tuple(symbols.each(syntax.Kind))
    alone = evolve(symbols, order=(*kinds, declaration))
    if not isinstance(name, Name) or isinstance(declaration, syntax.RowRules):
        return alone
    declared_as = getattr(declaration, "word", declaration.__class__.__name__.lower())
    known = symbols.get(name.text) or Symbol(name.text, declared_as, declaration, name.span)
    return alone.with_symbol(evolve(known, node=declaration))


def _rewritten(
    trees: Sequence[syntax.Tree], symbols: Symbols
) -> tuple[Symbols, tuple[Diagnostic, ...]]:
    """Return the symbols of the desugared trees, and the errors that prevent desugaring."""
    rewriters = (
        with_counted_hooks,
        with_counted_passes,
        without_zone_parameters,
        with_states_in_zones,
        with_modified_fields,
    )
    for rewriter in rewriters:
        changed = rewriter(trees, symbols)
        if changed is not None:
            trees, wrong = changed
            if wrong:
                return symbols, tuple(map(symbols.poison.with_cause, wrong))
            symbols, _ = resolve(trees)  # its errors were reported for the text as written
    return symbols, ()


def _context_of(symbols: Symbols, diagnostics: list[Diagnostic], record: Record | None) -> Context:
    """Return a new lowering context, with the diagnostics found so far."""
    letters = sum(node.span.end - node.span.start for node in symbols.order)
    context = Context(
        symbols, diagnostics=diagnostics, record=record, trials=Trials(TRIALS + letters)
    )
    context.infer_value = lambda name: behaviour.infer_value(context, name)
    context.choices_of = lambda node, kind: choices_of(context, node, kind)
    return context


def _lower(context: Context, header: syntax.Header) -> Compiled:
    heading = lower_header(context, header)
    zones_and_states.check_type_names(context)
    citations.check_citations(context, heading.numbering, listed_numbers(context))
    values = _lower_each(context, syntax.Value, behaviour.lower_value)
    values += _lower_each(context, syntax.CardList, card_lists.lower_list)
    program = evolve(
        _program(context, header, heading, values),
        begins_only_if=settings_tests(context, header),
        histories=_lower_each(context, syntax.History, zones_and_states.lower_history),
        procedure_depth=heading.procedure_depth,
        firings=heading.firings,
    )
    check_settings(context, header, program)
    examples = Examples(context)
    choosers = Choosers(context, program)
    compiled = Compiled(
        program,
        _lower_each(context, syntax.Chooser, lambda _, node: choosers.chooser(node)),
        _lower_each(context, syntax.Measure, lower_measure),
        _lower_each(context, Example, lambda _, node: examples.example(node)),
        _lower_each(context, Claim, lambda _, node: examples.claim(node)),
        _lower_each(context, Property, lower_property),
        heading.numbering,
        citations.omissions(context),
        citations.cited(context),
        tuple(sorted(context.in_decks)),
        lower_rules(context, heading.numbering),
    )
    decks.check_named(context)
    card_lists.check_copies(context, program)
    program = evolve(program, looks=lower_looks(context))
    languages = context.symbols.texts.languages
    program = evolve(program, origins=tuple(context.origins), languages=languages)
    return evolve(compiled, program=program)


def _lower_each(context: Context, kind: type[N], lower: Callable[[Context, N], R]) -> tuple[R, ...]:
    """Lower every declaration of a class that won its name, in the order of the text."""
    lowered: list[R] = []
    for node in [node for node in context.symbols.order if isinstance(node, kind)]:
        if context.has_enough:
            break
        if _won(context, node):
            with doing(f"the declaration at {node.span.source.name}:{node.span.line}"):
                try:
                    lowered.append(context.lowered(node, lower))
                except RecursionError:  # a block in a block in a block …
                    context.too_deep.append(node.span)
    return tuple(lowered)


def _won(context: Context, node: Marked) -> bool:
    name = getattr(node, "name", None)
    if name is None or isinstance(node, (Example, Claim, syntax.Measure)):
        return True
    symbol = context.symbols.get(name.text)
    is_own = isinstance(node, syntax.Deck) and node in context.symbols.own_decks.get(name.text, ())
    return is_own or (symbol is not None and symbol.node is node)


def _program(
    context: Context, header: syntax.Header, heading: Heading, values: tuple[d.Value, ...]
) -> Program:
    dice_kinds = _lower_each(context, syntax.Die, zones_and_states.lower_die)
    options = _lower_each(context, syntax.Option, zones_and_states.lower_option)
    words = _lower_each(context, syntax.Words, zones_and_states.lower_words) + tuple(
        list for _, list in (*dice_kinds, *options) if list is not None
    )
    lowered_cards = _cards(context, values, words)
    windows = _lower_each(context, syntax.Window, behaviour.lower_window)
    states = _lower_each(context, syntax.State, zones_and_states.lower_state)
    check_payoff(context, header, (*states, *values))
    return Program(
        name=header.name.text,
        language=LANGUAGE_VERSION,
        seats=heading.seats,
        teams=heading.teams,
        start=heading.start,
        payoff=heading.payoff,
        ending=heading.ending,
        reaction_depth=heading.reaction_depth,
        words=words,
        dice_kinds=tuple(die for die, _ in dice_kinds),
        options=tuple(option for option, _ in options),
        kinds=tuple(lowered_cards.kinds),
        definitions=tuple(lowered_cards.definitions),
        zones=_lower_each(context, syntax.Zone, zones_and_states.lower_zone),
        states=states,
        dice=_lower_each(context, syntax.Dice, zones_and_states.lower_dice),
        boards=_lower_each(context, syntax.Board, boards.lower_board),
        pieces=_lower_each(context, syntax.Piece, boards.lower_piece),
        values=values,
        procedures=_lower_each(context, syntax.Procedure, behaviour.lower_procedure),
        actions=_lower_each(context, syntax.Action, behaviour.lower_action),
        windows=tuple(window for window in windows if window is not None),
        plays=tuple(lowered_cards.plays),
        card_standings=tuple(lowered_cards.standings),
        standings=_standings(context),
        title=context.text(header.text),
    )


def _cards(
    context: Context, values: tuple[d.Value, ...], words: tuple[d.Words, ...]
) -> cards.Cards:
    lowered_cards = cards.Cards()
    by_name = {value.name: value for value in values}

    def value(name: str) -> d.Value | None:
        context.in_decks.add(name)
        return by_name.get(name)

    folder = Folding(value, {list.name: len(list.words) for list in words})
    cards.lower_kinds(context, lowered_cards)
    cards.lower_kind_texts(context, lowered_cards)
    for node in context.symbols.order:
        if isinstance(node, syntax.Card) and _won(context, node):
            cards.lower_card(context, lowered_cards, node)
        elif isinstance(node, syntax.Table):
            cards.lower_table(context, lowered_cards, node)
        elif isinstance(node, syntax.Deck) and _won(context, node):
            decks.lower_deck(context, lowered_cards, node, folder)
    cards.check_number(context, lowered_cards)
    check_clauses(context, lowered_cards.definitions)
    return lowered_cards


def _standings(context: Context) -> tuple[d.Standing, ...]:
    """Return the standing effects of the rulebook itself, also of bare hooks and modifiers."""
    return tuple(context.lowered(node, _lower_rule) for node in context.symbols.each(*STANDING))


def _lower_rule(context: Context, node: Rule) -> d.Standing:
    """Return a standing effect at the left margin, or a bare effect."""
    match node:
        case syntax.Standing():
            return behaviour.lower_standing(context, node, context.unique("while"), None)
        case syntax.TopHook():
            return _bare(context, node, node.hook)
        case syntax.TopModify():
            return _bare(context, node, node.modify)
        case syntax.TopWhenever():
            return _bare(context, node, node.whenever)
        case _:
            assert_never(node)


def _bare(context: Context, node: Marked, effect: Effect) -> d.Standing:
    name = context.unique("rule")
    standing = d.Standing(
        name,
        (),
        None,
        None,
        None,
        None,
        None,
        effects(Scope(context), (effect,), name),
        context.origin(node.span, node.marks),
    )
    return with_locals(context, standing)
