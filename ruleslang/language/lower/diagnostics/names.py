"""Diagnostics of names: unknown, taken, misplaced, out of scope, or read after their block."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from attrs import evolve

from ruleslang.language.lower.diagnostics.heads import unnamed_of_window
from ruleslang.language.lower.diagnostics.of_several import names_in
from ruleslang.language.lower.foreign_names import equivalent_function, equivalent_name
from ruleslang.language.resolve.symbol_table import Symbols
from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax.examples import Claim, Example, Property
from ruleslang.language.syntax.expressions import Apply, Fold, ImageOf, Where, head_name
from ruleslang.language.syntax.node import Name, Node
from ruleslang.language.syntax.simple_statements import Reveal, Roll, Set
from ruleslang.language.syntax.statements import TakeTurns
from ruleslang.language.syntax.walk import find, innermost
from ruleslang.source.diagnostic import (
    Diagnostic,
    Help,
    Label,
    Message,
    Subject,
    error,
    with_article,
)
from ruleslang.source.fix import Certainty, Edit, Fix, Proposal, declare, leave_out, write
from ruleslang.source.span import Span
from ruleslang.source.suggest import known_name

FEW = 6  # most names that a help lists
SEAT = re.compile(r"p\d{1,3}")
PLURALS = {
    "player": "for all players write `players`",
    "card": "for all cards write `cards`",
    "team": "for all teams write `teams`",
    "winner": "the winners are `winners`",
}
REST = "for all other cases write `otherwise`, or `else` for statements"
ON_CARDS = (d.Card, d.RowRules, d.Kind)
ROLLING = (d.Procedure, d.Action, d.TopHook, *ON_CARDS)
ROLLED = "roll it on a line above and name the result: `roll {die} as face`; then read `face`"
CHECKED = "let a check roll it: `roll {die} as face`, `answer face`, and use that check"


def unknown_name(
    name: Name, known: Iterable[str], symbols: Symbols, longer: str | None = None
) -> Diagnostic:
    """Report an unknown name; it may be an article, or part of a `longer` name."""
    if name.text in ("a", "an", "the"):
        message = f"`{name.text}` isn't a word of the language"
        return error("article-written", name.span, message, help=leave_out().sure)
    return error(
        "unknown-name",
        name.span,
        f"nothing here is called `{name.text}`",
        help=shown_to_all(name.span, symbols.around(name.span))
        or equivalent_name(name.text)
        or unnamed_of_window(name, symbols)
        or _seats(name.text, known)
        or (f"did you mean `{longer}`?" if longer else None)
        or _of_whom_is_asked(name, symbols.around(name.span))
        or known_name(name.text, known)
        or "names are made by declarations, parameters, `let`, choices and heads",
        about=Subject("name", name.text, needs=("tables", "folders", "faces")),
    )


name_with_hyphen = Message(
    "name-in-parts", "`{here}` is not one name: a `-` subtracts", help=write("{intended}").sure
)


def shown_to_all(span: Span, around: Sequence[Node]) -> str | None:
    """Return the help for what is shown `to` something other than one player."""
    shown = innermost(around, Reveal)
    if shown is None or shown.to is None or shown.to.span != span:
        return None
    return "without `to`, all see it; to show it to some, `for each q in S: reveal … to q`"


def _seats(name: str, known: Iterable[str]) -> str | None:
    """Return the help that lists the seats, for the name of a seat that does not exist."""
    if not SEAT.fullmatch(name):
        return None
    seats = [candidate for candidate in known if SEAT.fullmatch(candidate)]
    if not seats:
        return None
    return f"the seats are `p1` to `p{max(int(seat[1:]) for seat in seats)}`"


def _of_whom_is_asked(name: Name, around: Sequence[Node]) -> str | None:
    """Return the help for an unbound player in a measure, a property, a claim or an example."""
    match around:
        case (d.Measure() | Claim() | Example() | Property(), *_, Apply() as call, Name()):
            if len(name.text) == 1 and len(call.arguments) == 1:
                several = f"`sum of {call.span.text} over {name.text} in players`"
                return f"name the player, or for all players, {several}"
    return None


not_yet_chosen = Message(
    "unknown-name",
    "`{here}` is the chosen set, but this tests each member",
    help=Proposal("write `it` for the member", ("it",)),
    about=Subject("name", "{here}", needs=("tables", "folders")),
)


def unknown_word(name: Name, list: str, words: Sequence[str]) -> Diagnostic:
    """Report that a name is not a word of the expected list."""
    rest = name.text in ("default", "other", "others", "rest")
    none = write("none") if name.text in ("nothing", "nobody", "empty") else None
    known = REST if rest else none or known_name(name.text, words)
    return error(
        "unknown-word",
        name.span,
        f"`{name.text}` isn't a word of `{list}`",
        help=known or words_of_list(words),
        about=Subject("name", name.text),
    )


def words_of_list(words: Sequence[str]) -> str:
    """Return the help that lists the words."""
    return f"its words are: {', '.join(words[:8])}{', …' if len(words) > 8 else ''}"


def _type_of_what_is_set(name: Name, around: Sequence[Node]) -> str:
    """Return the type and start of an undeclared state, by what its declaration sets it to."""
    lines = (line for node in around[:1] for line in find(node, Set))
    values = {line.value.span.text for line in lines if _is_named(line.place, name.text)}
    if values & {"yes", "no"}:
        return "yes or no = no"
    if values & {"p", "you", "active"}:
        return "player or none"
    return "… or none" if "none" in values else "0..9 = 0"


def _is_named(place: Node, name: str) -> bool:
    head = head_name(place) if isinstance(place, (Name, Apply)) else None
    return head is not None and head.text == name


def unknown_state(
    name: Name, known: Iterable[str], around: Sequence[Node], index: str | None = ""
) -> Diagnostic:
    """Report that what is set is not declared; `index` is the state's, if known."""
    type = _type_of_what_is_set(name, around)
    return error(
        "unknown-state",
        name.span,
        f"no state or local name is called `{name.text}`",
        help=known_name(name.text, known)
        or _state_to_declare(f"state {name.text}{'(…)' if index is None else index}: {type}"),
        about=Subject("name", name.text, needs=("under way",)),
    )


def _state_to_declare(line: str) -> Help:
    return f"declare it: `{line}`" if "…" in line else declare(line)


def unknown_function(
    name: Name, known: Iterable[str], fields: Iterable[str] = (), declared: str | None = None
) -> Diagnostic:
    """Report that no such function, state or value takes arguments; `declared` as a value."""
    return error(
        "unknown-function",
        name.span,
        f"nothing called `{name.text}` can be called like this",
        help=equivalent_function(name.text)
        or known_name(name.text, known := frozenset(known))
        or _without_relation(name.text, known)
        or _fields_or_value(fields, declared)
        or "brackets follow a field, state, zone, value, procedure or built-in function",
        about=Subject("name", name.text, needs=("under way", "folders")),
    )


AFFIXES = ("{}_of", "{}_for", "{}_from", "get_{}", "is_{}", "has_{}", "the_{}", "my_{}")


def _without_relation(name: str, known: Collection[str]) -> Help:
    """Return help with a name that has `_of`, `get_` or the like more, or less, than this one."""
    for affix in AFFIXES:
        before, after = affix.split("{}")
        shorter = name.removeprefix(before).removesuffix(after)
        for other in (affix.format(name), shorter):
            if other != name and other in known and (hint := known_name(other, known)):
                return evolve(hint, replaces=name)
        if shorter != name and (equivalent := equivalent_function(shorter)):
            return equivalent
    return None


def _fields_or_value(names: Iterable[str], declared: str | None) -> Help:
    """Return the help that lists the fields, and shows how a value is declared."""
    few = sorted(names)[:FEW]
    listed = f"cards have the fields {', '.join(f'`{field}`' for field in few)}; " if few else ""
    if declared is not None:
        return declare(declared, before=f"{listed}declare what is computed")
    return f"{listed}declare something computed with `value`" if few else None


takes_nothing = Message(
    "takes-nothing",
    "`{here}` is {what}, which takes no brackets",
    help="write the name alone",
    about=Subject("call", "{here}"),
)


def die_read(name: Name, around: Sequence[Node]) -> Diagnostic:
    """Report that a die is read as a value; only the result of a roll has a name."""
    die, span = name.text, name.span
    message = f"`{die}` is a die, which has no value here"
    rolled = next((roll for roll in _rolls(around[:1]) if roll.what.span.text == die), None)
    if rolled is None or rolled.span.start > span.start:
        help = ROLLED if any(isinstance(node, ROLLING) for node in around) else CHECKED
        return error("misplaced-name", span, message, help=help.format(die=die))
    names = names_in(around)
    named = "face" if rolled.number is None else "faces"
    named = named if named not in names else "thrown"
    read = named if rolled.number is None else f"sum of {named}"
    end = rolled.what.span.end
    edits = (Edit(span.source.span(end, end), f" as {named}"), Edit(span, read))
    shown = span.source.span(rolled.span.start, end).text
    help = f"name the result, `{shown} as {named}`, and read `{read}`"
    diagnostic = error("misplaced-name", span, message, help=help)
    return evolve(diagnostic, fix=Fix(edits, Certainty.LIKELY))


def _rolls(declaration: Sequence[Node]) -> Iterator[Roll]:
    """Return the rolls of a declaration whose result has no name."""
    rolls = (roll for node in declaration for roll in find(node, Roll))
    return (roll for roll in rolls if roll.name is None and roll.target is None)


def misplaced_name(
    name: Name, declared_as: str, around: Sequence[Node], help: str | None = None
) -> Diagnostic:
    """Report that the name of something that is not a value is read as one."""
    if declared_as == "die":
        return die_read(name, around)
    helps = {
        "action": "an action is offered, with `p may do …` or `p must do …`; it has no value",
        "window": "a window is opened: `open W(…)`; it has no value",
        "deck": f"all cards are `cards`; for those of a deck, give it a kind of its name: `kind"
        f" {name.text}`, `deck {name.text} of {name.text}: …`; one is written `{name.text}(…)`",
        "procedure": "",
        "built-in function": _of_whom(name.text),
    }
    return error(
        "misplaced-name",
        name.span,
        f"`{name.text}` is {with_article(declared_as)}, which has no value here",
        help=(
            f"this card is `this`; {PLURALS['card']}"
            if name.text == "card" and any(isinstance(node, ON_CARDS) for node in around)
            else PLURALS.get(name.text)
        )
        or helps.get(declared_as)
        or help
        or "only things with a value can be read",
        about=Subject("call", name.text),
    )


def _of_whom(function: str) -> str:
    if function in ("opponent", "next", "previous"):
        return f"name the player in brackets: `{function}(p)`; on a card, `{function}(you)`"
    if function == "owner":
        return "name the piece in brackets: `owner(m)`; a card is in a zone of its `holder(c)`"
    if function == "holder":
        return "name the card in brackets: `holder(c)`; on a card, `holder(this)`"
    return f"name the argument in brackets: `{function}(…)`"


def ambiguous_word(name: Name, lists: Iterable[str]) -> Diagnostic:
    """Report a word of several lists, without a context that selects one."""
    in_order = sorted(lists)
    many = ", ".join(f"`{list}`" for list in in_order)
    return error(
        "ambiguous-word",
        name.span,
        f"`{name.text}` is a word of several lists: {many}",
        help="rename one of them; or compare it with something whose list is known",
    )


not_known_here = Message(
    "not-known-here",
    "`{word}` has no meaning here",
    help="{meaning}",
    about=Subject("name", "{word}"),
)


MEANINGS = {
    "it": "`it` is the member after `where` or `with`; if there is a name, use the name",
    "you": "`you` is the player who plays the card, or in `while in ZONE(you)` its holder; "
    "in the rulebook itself name the player in the head",
    "this": "`this` is the card that contains the text; elsewhere name it in the head; a play "
    "under way is `this play`",
    "answer": "`answer` is the answer of a procedure, in a hook `after` it",
    "automatic": "test a seat with `p is automatic`",
    "any": "`any` is for heads, and for the index of a zone or of dice",
    "choices": "`number of choices` is for claims and examples",
}


nested_it = Message(
    "nested-it",
    "this phrase with `it` is inside another one",
    help="name the member of one of them: `(each c in S where …)`",
)


def shadowing(name: Name, declared_as: str, first: Span | None) -> Diagnostic:
    return error(
        "shadowing",
        name.span,
        f"`{name.text}` is already {with_article(declared_as)}",
        help="give it another name: a name has only one meaning",
        labels=() if first is None else (Label(first, "it is defined here"),),
    )


def ended_name(name: Name, declared_at: Span, around: Sequence[Node]) -> Diagnostic:
    """Report that a local is read after the end of its block."""
    return error(
        "unknown-name",
        name.span,
        f"nothing here is called `{name.text}` any more",
        help=_out_of_reach(name, declared_at, around)
        or "a name ends with its block: move this line into it, or define the name before it",
        labels=(Label(declared_at, "it is defined here"),),
        about=Subject("name", name.text, needs=("tables", "folders")),
    )


def _out_of_reach(name: Name, declared_at: Span, around: Sequence[Node]) -> str | None:
    """Return the help where the construct around a name binds it, but not for this part."""
    turns, filtered = innermost(around, TakeTurns), innermost(around, Where)
    if turns is not None and turns.variable.text == name.text:
        return (
            f"before each turn there is no `{name.text}`: test all players,"
            f" `until there is q in players where …`, or the last one, `active`"
        )
    results = filtered.subject if filtered is not None else None
    if not isinstance(results, Fold | ImageOf) or results.variable is None:
        return None
    if results.subject is None or results.variable.span != declared_at:
        return None
    return (
        "this `where` filters the result, whose members are `it`; to filter the set of the loop,"
        f" add brackets: `over {name.text} in ({results.subject.span.text} where …)`"
    )
