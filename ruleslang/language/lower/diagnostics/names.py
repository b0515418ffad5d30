"""Diagnostics of names: unknown, taken, misplaced, out of scope, or read after their block."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from attrs import evolve

from ruleslang.language.lower.diagnostics.heads import unnamed_of_window
from ruleslang.language.lower.foreign_names import meant_function, meant_name
from ruleslang.language.syntax.node import Name
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

FIRST_WORD = re.compile(r"\w+")
FEW = 6  # most names that a help lists
SEAT = re.compile(r"p\d{1,3}")
PLURALS = {
    "player": "for all players write `players`",
    "card": "for all cards write `cards`",
    "team": "for all teams write `teams`",
    "winner": "the winners are `winners`",
}
REST = "for all other cases write `otherwise`, or `else` for statements"
HEADS = re.compile(r"^[a-z]+", re.MULTILINE)
ROLLING = ("procedure", "phase", "check", "action", "card", "kind", "before", "after", "instead")
ROLLED = "roll it on a line above and name the result: `roll {die} as face`; then read `face`"
CHECKED = "let a check roll it: `roll {die} as face`, `answer face`, and use that check"


def unknown_name(name: Name, known: Iterable[str], longer: str | None = None) -> Diagnostic:
    """An unknown name; it may be an article, or part of a `longer` name."""
    if name.text in ("a", "an", "the"):
        message = f"`{name.text}` isn't a word of the language"
        return error("article-written", name.span, message, help=leave_out().sure)
    return error(
        "unknown-name",
        name.span,
        f"nothing here is called `{name.text}`",
        help=meant_name(name.text)
        or unnamed_of_window(name)
        or _seats(name.text, known)
        or (f"did you mean `{longer}`?" if longer else None)
        or _of_whom_is_asked(name)
        or known_name(name.text, known)
        or "names are made by declarations, parameters, `let`, choices and heads",
        about=Subject("name", name.text, needs=("tables", "folders", "faces")),
    )


name_with_hyphen = Message(
    "name-in-parts", "`{here}` is not one name: a `-` subtracts", help=write("{meant}").sure
)


def _seats(name: str, known: Iterable[str]) -> str | None:
    """The help that lists the seats, for the name of a seat that does not exist."""
    if not SEAT.fullmatch(name):
        return None
    seats = [candidate for candidate in known if SEAT.fullmatch(candidate)]
    if not seats:
        return None
    return f"the seats are `p1` to `p{max(int(seat[1:]) for seat in seats)}`"


def _of_whom_is_asked(name: Name) -> str | None:
    """The help for an unbound player in a measure, a property, a claim or an example."""
    span = name.span
    text = span.source.text
    heads = ("measure", "claim", "example", "always", "never")
    if len(name.text) > 1 or _head_above(span) not in heads:
        return None
    call = re.search(r"(\w+)\($", text[: span.start])
    if not call or text[span.end : span.end + 1] != ")":
        return None
    written_call = f"{call[1]}({name.text})"
    return (
        f"name the player, or for all players, `sum of {written_call} over {name.text} in players`"
    )


def _head_above(span: Span) -> str:
    """The first word of the declaration around a place."""
    text, at = span.source.text, span.start
    while at > 0:
        at = text.rfind("\n", 0, at)
        match = FIRST_WORD.match(text, at + 1)
        if match is not None:
            return match[0]
    return ""


not_yet_chosen = Message(
    "unknown-name",
    "`{here}` is the chosen set, but this tests each member",
    help=Proposal("write `it` for the member", ("it",)),
    about=Subject("name", "{here}", needs=("tables", "folders")),
)


def unknown_word(name: Name, list: str, words: Sequence[str]) -> Diagnostic:
    """A name is not a word of the expected list."""
    rest = name.text in ("default", "other", "others", "rest")
    known = REST if rest else known_name(name.text, words)
    return error(
        "unknown-word",
        name.span,
        f"`{name.text}` isn't a word of `{list}`",
        help=known or words_of_list(words),
        about=Subject("name", name.text),
    )


def words_of_list(words: Sequence[str]) -> str:
    """The help that lists the words."""
    return f"its words are: {', '.join(words[:8])}{', …' if len(words) > 8 else ''}"


def _type_of_what_is_set(name: Name) -> str:
    """The type and start of an undeclared state, by what the lines of the file set it to."""
    lines = rf"\bset {name.text}(?:\([^()]*\))? to (\w+)$"
    values = re.findall(lines, name.span.source.text, re.MULTILINE)
    if {*values} & {"yes", "no"}:
        return "yes or no = no"
    if {*values} & {"p", "you", "active"}:
        return "player or none"
    return "… or none" if "none" in values else "0..9 = 0"


def unknown_state(name: Name, known: Iterable[str], index: str | None = "") -> Diagnostic:
    """What is set is not declared; `index` is that of the state to declare, if it is known."""
    type = _type_of_what_is_set(name)
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


def unknown_function(name: Name, known: Iterable[str], fields: Iterable[str] = ()) -> Diagnostic:
    """No function, state or value of this name takes arguments."""
    return error(
        "unknown-function",
        name.span,
        f"nothing called `{name.text}` can be called like this",
        help=meant_function(name.text)
        or known_name(name.text, known)
        or _fields(fields)
        or "brackets follow a field, state, zone, value, procedure or built-in function",
        about=Subject("name", name.text, needs=("under way", "folders")),
    )


def _fields(names: Iterable[str]) -> str | None:
    """The help that lists the fields."""
    few = sorted(names)[:FEW]
    if not few:
        return None
    listed = ", ".join(f"`{field}`" for field in few)
    return f"cards have the fields {listed}; declare something computed with `value`"


takes_nothing = Message(
    "takes-nothing",
    "`{here}` is {what}, which takes no brackets",
    help="write the name alone",
    about=Subject("call", "{here}"),
)


def die_read(name: Name) -> Diagnostic:
    """A die is read as a value; only the result of a roll has a name."""
    die, span = name.text, name.span
    text = span.source.text
    heads = list(HEADS.finditer(text, 0, span.start))
    above = text[heads[-1].start() : span.start] if heads else ""
    rolled = re.search(rf"\broll (\d+ )?{die}(?=[ \t]*(#.*)?$)", above, re.MULTILINE)
    message = f"`{die}` is a die, which has no value here"
    if rolled is None:
        help = ROLLED if heads and heads[-1][0] in ROLLING else CHECKED
        return error("misplaced-name", span, message, help=help.format(die=die))
    named = "faces" if rolled[1] else "face"
    named = named if not re.search(rf"\b{named}\b", above) else "thrown"
    read = f"sum of {named}" if rolled[1] else named
    end = heads[-1].start() + rolled.end()
    edits = (Edit(span.source.span(end, end), f" as {named}"), Edit(span, read))
    help = f"name the result, `{rolled[0]} as {named}`, and read `{read}`"
    diagnostic = error("misplaced-name", span, message, help=help)
    return evolve(diagnostic, fix=Fix(edits, Certainty.LIKELY))


def misplaced_name(name: Name, declared_as: str, help: str | None = None) -> Diagnostic:
    """The name of something that is not a value is read as one."""
    if declared_as == "die":
        return die_read(name)
    helps = {
        "action": "an action is offered, with `p may do …` or `p must do …`; it has no value",
        "window": "a window is opened: `open W(…)`; it has no value",
        "deck": "one definition of a deck is written with its values: `deck(hearts, 8)`",
        "procedure": "",
        "built-in function": _of_whom(name.text),
    }
    return error(
        "misplaced-name",
        name.span,
        f"`{name.text}` is {with_article(declared_as)}, which has no value here",
        help=_this_card(name)
        or PLURALS.get(name.text)
        or helps.get(declared_as)
        or help
        or "only things with a value can be read",
        about=Subject("call", name.text),
    )


def _this_card(name: Name) -> str | None:
    """The help for `card` in a card's text, where `this` may be meant."""
    heads = re.findall(r"^[a-z]+", name.span.source.text[: name.span.start], re.MULTILINE)
    if name.text != "card" or heads[-1:] not in (["card"], ["kind"]):
        return None
    return f"this card is `this`; {PLURALS['card']}"


def _of_whom(function: str) -> str:
    if function in ("opponent", "next", "previous"):
        return f"name the player in brackets: `{function}(p)`; on a card, `{function}(you)`"
    if function in ("owner", "holder"):
        return f"name the card in brackets: `{function}(c)`; on a card, `{function}(this)`"
    return f"name the argument in brackets: `{function}(…)`"


def ambiguous_word(name: Name, lists: Iterable[str]) -> Diagnostic:
    """A word of several lists, without a context that selects one."""
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


def ended_name(name: Name, declared_at: Span) -> Diagnostic:
    """A local is read after the end of its block."""
    return error(
        "unknown-name",
        name.span,
        f"nothing here is called `{name.text}` any more",
        help=_preferring(name)
        or _taking_turns(name)
        or _filtering_results(name, declared_at)
        or "a name ends with its block: move this line into it, or define the name before it",
        labels=(Label(declared_at, "it is defined here"),),
        about=Subject("name", name.text, needs=("tables", "folders")),
    )


def _preferring(name: Name) -> str | None:
    """The help for a condition of `prefer`, where the name of what is chosen stands nowhere."""
    span = name.span
    before = span.source.text[: span.start].rpartition("\n")[2]
    match = re.match(r"\s*(?:prefer|avoid) (\w+) where\b", before)
    return f"name the choice: `{match[1]}({name.text}) where …`" if match else None


def _filtering_results(name: Name, declared_at: Span) -> str | None:
    """`E over s in S where …`: the `where` filters the results, in which `s` is not bound."""
    between = declared_at.source.text[declared_at.end : name.span.start]
    before = declared_at.source.text[: declared_at.start]
    match = re.match(r"\s+in\s+([^\n]*?)\s+where\b[^\n]*\Z", between)
    if not match or not re.search(r"\bover\s+\Z", before):
        return None
    return (
        "this `where` filters the result, whose members are `it`; to filter the set of the "
        f"loop, add brackets: `over {name.text} in ({match[1]} where …)`"
    )


def _taking_turns(name: Name) -> str | None:
    """The help for the condition of `take turns`, where the name of its player is not bound."""
    span = name.span
    before = span.source.text[: span.start].rpartition("\n")[2]
    match = re.match(r"\s*take turns (\w+) among .*\buntil\b", before)
    if not match or match[1] != name.text:
        return None
    return (
        f"before each turn there is no `{name.text}`: test all players,"
        f" `until there is q in players where …`, or the last one, `active`"
    )
