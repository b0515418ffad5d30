"""Diagnostics of heads: patterns, choices, clauses, windows, hooks and modifiers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import evolve

from ruleslang.language.lower.diagnostics.cards import counter_of_players
from ruleslang.language.lower.foreign_names import equivalent_call, whole_match
from ruleslang.language.resolve.symbol_table import Symbol, Symbols
from ruleslang.language.syntax.declarations import Action, Play, Window
from ruleslang.language.syntax.expressions import Number, head_name
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.statements import Cost, Modify, Pattern
from ruleslang.language.syntax.walk import innermost
from ruleslang.program import types as t
from ruleslang.program.typing.type_names import describe
from ruleslang.source.diagnostic import Diagnostic, Help, Message, Subject, error, with_article
from ruleslang.source.fix import declare, without_citations, write, write_line
from ruleslang.source.span import Span
from ruleslang.source.suggest import known_name, nearest

SHORT = 2  # names so short resemble every other
STATE_CHANGED = (
    "a state is changed by an event, as in `add 1 to coins(p)` below `after turn(p)`; for"
    " `modify`, declare a `value`"
)
HAPPENING = ("action", "procedure", "phase", "check")


def wrong_entry_count(
    span: Span, head: str, found: int, places: Iterable[str], help: str | None = None
) -> Diagnostic:
    """Report that a head has more or fewer entries than there are parameters."""
    names = tuple(places)
    entries = "1 entry" if found == 1 else f"{found} entries"
    wanted = (
        f"the places are ({', '.join(names)})" if names else "it has no places: remove the brackets"
    )
    return error(
        "wrong-entry-count",
        span,
        f"{entries} here, but `{head}` has {len(names)}",
        help=help or (f"{wanted}; write `any` to match anything" if names else wanted),
        about=Subject("call", head, str(found)),
    )


def unused_binding(name: str, span: Span, known: Iterable[str], symbols: Symbols) -> Diagnostic:
    """Report that a name bound by a head is never read; a test may be misspelt."""
    near = nearest(name, known) if len(name) > SHORT else None
    entries = innermost(symbols.around(span), Pattern)
    alone = entries is not None and len(entries.entries) == 1
    will_do = "`any`, or remove the brackets" if alone else "`any`"
    return error(
        "unused-binding",
        span,
        f"`{name}` is a new name, but nothing reads it",
        help=f"did you mean `{near}`? otherwise write {will_do}"
        if near
        else f"write {will_do} to match anything",
        about=Subject("name", name, needs=("folders",)),
    )


binding_not_allowed = Message(
    "binding-not-allowed",
    "`{here}` is not known here",
    help="`until` binds no names: write the value, or `any`",
)


half_bound_name = Message(
    "half-bound-name",
    "some of these windows don't bind `{name}`",
    help="bind it in each of them, or write `any` here",
)


unlike_bindings = Message(
    "unlike-bindings",
    "`{name}` would be {one} or {other}",
    help="give the two different names, or write two plays",
)


def entry_mismatch(span: Span, got: t.Type, wanted: t.Type, help: str | None = None) -> Diagnostic:
    """Report that a pattern entry can never match a value of its parameter."""
    return error(
        "entry-mismatch",
        span,
        f"this is {describe(got)}; expected {describe(wanted)}",
        help=help or "an entry is a value, a set of values, a kind, a new name, or `any`",
    )


def joined_by_or(span: Span, parts: Sequence[str], *, of_one: bool = False) -> Diagnostic:
    """Report `knight or bishop`, where one of several values stands; `of_one`: no set can."""
    several = f"{{{', '.join(parts)}}}"
    chosen = f"`p chooses x from {several}`, or `pick x from {several} by chance`"
    return error(
        "entry-mismatch",
        span,
        "`or` joins conditions; one of several values is a set",
        help=f"choose one on an earlier line: {chosen}" if of_one else write(several),
    )


def entries_in_another_order(span: Span, head: str, intended: Iterable[str]) -> Diagnostic:
    """Report pattern entries that would match in another order."""
    brackets = f"({', '.join(intended)})"
    return error(
        "entry-mismatch",
        span,
        f"the entries of `{head}` are in another order",
        help=evolve(write(f"{head}{brackets}"), lines=(brackets,)),
    )


def _declared_procedure(name: str, parameters: str | None) -> Help:
    """Return how the procedure that a line names is declared; `None`: parameters' types unknown."""
    if parameters is None:
        return f"declare it, `procedure {name}(…)`, with a name and a type for each argument"
    more = "" if parameters else "; `play` means playing a card"
    return declare(f"procedure {name}{parameters}", "    nothing", more=more)


def not_hookable(
    name: Name, got: str | None, known: Iterable[str], symbols: Symbols, parameters: str | None = ""
) -> Diagnostic:
    """Report that a line or the head of a hook does not name an event."""
    if got is None:
        return error(
            "unknown-procedure",
            name.span,
            f"no procedure or action is called `{name.text}`",
            help=equivalent_call(name.text)
            or known_name(name.text, known)
            or whole_match(name.text, symbols)
            or _declared_procedure(name.text, parameters),
            about=Subject("name", name.text, needs=("folders",)),
        )
    return error(
        "not-hookable",
        name.span,
        f"`{name.text}` is {with_article(got)}, which doesn't happen",
        help="name a procedure, a phase, a check, an action, or `play`",
    )


happens_and_is_no_condition = Message(
    "answers-nothing",
    "`{name}` is an event, not a condition",
    help="use a hook for an event: `after {here}`",
    about=Subject("call", "{name}"),
)


by_needs_action = Message(
    "by-needs-action",
    "no player performs `{name}`: the rules call it",
    help="`by` is for actions and `play`; a procedure has its player in brackets",
)


def unknown_window(
    name: Name, found: str | None, symbols: Symbols, parameters: str | None, *, opened: bool
) -> Diagnostic:
    """Report that `in`, or `open` (`opened`), does not name a window."""
    offered = next(symbols.of("action"), None)
    is_other = found and f"`{name.text}` is {with_article(found)}, not a window"
    problem = is_other or f"no window is called `{name.text}`"
    return error(
        "unknown-window",
        name.span,
        problem,
        help=known_name(name.text, symbols.names_of("window"))
        or (_instead_of_window(name, found, opened) if found else None)
        or _window_to_declare(name, parameters or "", offered),
        about=Subject("name", name.text),
    )


def _instead_of_window(name: Name, found: str, opened: bool) -> str:
    """Return the help for a head that names something other than a window."""
    if found not in HAPPENING:
        return "windows are declared with `window`"
    if opened:
        done = f"p may do {name.text}" if found == "action" else name.text
        return f"without a window, write `{done}`; windows are declared with `window`"
    return (
        f"for something automatic, use a hook, `after {name.text}`; to ask for reactions, declare a"
        " `window` and `open` it there"
    )


def _window_to_declare(name: Name, parameters: str, offered: Symbol | None) -> Help:
    """Return the declaration of the missing window, with the required lines."""
    if offered is not None:
        offers = f"    offers {offered.name}"
        head = f"window {name.text}{parameters}"
        return declare(head, "    asks players", offers, "    closes when all pass")
    return (
        f"declare it: `window {name.text}{parameters}`, with lines `asks players`,"
        " `offers A` of an action, `closes when all pass`"
    )


order_of_one = Message(
    "order-of-one",
    "a single choice has no order",
    help="add a number: `choose up to 3 of … as cards in order`, or remove `in order`",
)
cost_needs_target = Message(
    "cost-needs-target",
    "the cost is paid in cards, but doesn't say where they go",
    help="write `pays 1 from hand(p) to discards`",
)
number_cost_with_target = Message(
    "cost-without-target",
    "this pays a number, which has no destination",
    help="remove `to …`; if a player gains it, `add` it in the body",
)


cannot_pay = Message(
    "cannot-pay-from",
    "got {found}, expected a state or cards",
    help="costs are paid from a numeric state, or from cards",
)


def cost_without_amount(node: Cost, symbols: Symbols) -> Diagnostic:
    """Report that a cost is a number without a state, or a state without a number."""
    span, name = node.span, head_name(node.source)
    counter = counter_of_players(symbols) if isinstance(node.source, Number) else None
    action = innermost(symbols.around(span), Action)
    what = symbols.get(name.text) if name else None
    paid: Help = write(f"1 from {span.text}")
    if counter is not None:
        paid = write(f"{span.text} from {counter}({action.by.text if action else 'you'})")
    elif what is not None and what.what == "zone":
        paid = f"give the amount and the destination: `pays 1 from {span.text} to discards`"
    elif what is None or what.what != "state":
        paid = "give the amount: `pays 2 from coins(p)`; only a yes-or-no state needs none"
    message = "only a yes-or-no state is paid without a number"
    return error("cost-without-amount", span, message, help=paid)


clause_in_procedure = Message(
    "clause-in-procedure",
    "`{word}` is in something that is called, not chosen",
    help="only actions and plays have such lines; in a procedure, {instead}",
)


limit_of_lasting = Message(
    "clause-in-procedure",
    "`limit` is in an effect that begins during play",
    help="use a state with `reset each`, or write the hook at top level under a `while`",
)


unknown_limit_choice = Message(
    "unknown-limit-choice",
    "no choice of this head is called `{here}`",
    help="name a choice listed after `choosing`",
    about=Subject("name", "{here}"),
)


def declared_so(node: Modify) -> Help:
    """Return how the value that is modified is declared."""
    entries = node.pattern.entries if node.pattern else ()
    if len(entries) > 1 or not all(isinstance(entry, Name) for entry in entries):
        return "`modify` needs a `value`"
    return declare(f"value {node.value.text}{'(p: player)' if entries else ''}: 0..9 = 0")


def unknown_value(node: Modify, found: str | None, known: Iterable[str]) -> Diagnostic:
    """Report that `modify` does not name a value."""
    name = node.value
    problem = (
        f"`{name.text}` is {with_article(found)}; values are modified"
        if found
        else f"no value is called `{name.text}`"
    )
    return error(
        "unknown-value",
        name.span,
        problem,
        help=known_name(name.text, known)
        or (STATE_CHANGED if found == "state" else None if found else declared_so(node)),
        about=Subject("name", name.text, needs=("folders",)),
    )


wrong_change = Message(
    "wrong-change", "`{value}` is {type}, which has no `{stage}`", help="its changes are {fitting}"
)


modifier_reads_value = Message(
    "modifier-reads-its-value",
    "this reads `{value}`, which it modifies",
    help="make the part that it needs a separate value, and read that",
)


def action_preferred_by(name: Name, choices: Iterable[str]) -> Diagnostic:
    """Report that `prefer A by …` ranks an action; only the values of a choice can be ranked."""
    named = next(iter(choices), None)
    return error(
        "unknown-preference",
        name.span,
        f"`{name.text}` is an action, and `by` compares the values of a choice",
        help=f"name the choice: `prefer {named} by …`, and call it `{named}` there too"
        if named
        else f"it has no choices: write `prefer {name.text}`",
        about=Subject("name", name.text, needs=("folders",)),
    )


repeated_name = Message(
    "repeated-branch",
    "`{name}` is used here twice",
    help="give one of them another name",
    label="the first is here",
)


def unnamed_of_window(name: Name, symbols: Symbols) -> Help:
    """Return help for the head of an answer that names a window without its brackets."""
    around = symbols.around(name.span)
    head = next((node for node in around if isinstance(node, Play | Action)), None)
    for use in head.windows.uses if head is not None and head.windows is not None else ():
        window = symbols.declared(use.window.text, Window)
        if use.pattern is None and window is not None and window.parameters:
            places = [parameter.name.text for parameter in window.parameters]
            return _with_brackets(name, use.window, places)
    return None


def _with_brackets(name: Name, window: Name, places: Sequence[str]) -> Help:
    """Return the head in which the brackets of a window bind a name; else its form."""
    if len(places) > 1 and name.text not in places:
        return None
    named = [name.text if len(places) == 1 or place == name.text else "any" for place in places]
    written = f"{window.text}({', '.join(named)})"
    if window.span.line != name.span.line:
        return f"the head names it: write `{written}`"
    before, _, after = name.span.source.line(name.span.line).partition(window.text)
    line = without_citations(f"{before}{written}{after}").strip()
    return write_line(line, f"the head names it: write `{written}`")
