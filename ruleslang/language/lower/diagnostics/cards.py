"""Diagnostics of kinds, cards, tables of cards and decks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve

from ruleslang.language.resolve.symbol_table import Symbols, WordUse
from ruleslang.language.syntax.declarations import Field, Index, Kind, KindField, State
from ruleslang.language.syntax.expressions import NamedType, Number, Range, RangeType, Truth
from ruleslang.language.syntax.node import Name
from ruleslang.source.diagnostic import Diagnostic, Help, Message, Subject, WarningMessage, error
from ruleslang.source.fix import Proposal
from ruleslang.source.span import Span
from ruleslang.source.suggest import known_name, nearest

MOST_FIELDS = 5  # most fields that a help lists
COPIES = 'copies follow the title: `card fox "Fox" x3: beast`'
TYPES = ("player", "card", "title", "piece", "space", "team")
PRICES = ("cost", "costs", "price", "mana", "pay", "pays")
BEHIND_THE_TITLE = {"copies": COPIES, "count": COPIES, "amount": COPIES, "quantity": COPIES}


missing_field = Message(
    "missing-field",
    "`{card}` has no `{field}`, which every `{kind}` must have",
    help="add a line `{field}: …`, or give the field a default: `has {field}: … = …`",
    about=Subject("field", "{field}", "{kind}"),
)


def missing_fields(
    card: str, fields: Sequence[str], kind: str, first: Diagnostic, line: str
) -> Diagnostic:
    """
    Report that a card lacks several fields; `one` is the diagnostic of the first, `line` a line
    that gives it.
    """
    lines = ", ".join(f"`{line.format(field)}`" for field in fields)
    return evolve(
        first,
        message=f"`{card}` lacks {len(fields)} fields that every `{kind}` has",
        help=f"add {lines}, or give the fields defaults: `has {fields[0]}: … = …`",
        subject=Subject("field", ", ".join(fields), kind),
    )


def unknown_field(field: Field, kind: str, known: Iterable[str], symbols: Symbols) -> Diagnostic:
    """Report that a card fills a field that its kind does not have."""
    name = field.name
    return error(
        "unknown-field",
        name.span,
        f"cards of `{kind}` have no field `{name.text}`",
        help=BEHIND_THE_TITLE.get(name.text)
        or known_name(name.text, known)
        or _price(field, symbols)
        or _by_part(name.text, known)
        or _known_or_new(name.text, known, _type_of(field, symbols), symbols.declared(kind, Kind)),
        about=Subject("field", name.text, kind),
    )


def _known_or_new(name: str, known: Iterable[str], type: str, kind: Kind | None) -> Help:
    """Name the kind's fields before saying how another is declared: one of them may be meant."""
    declared = f"declare it in the kind: `has {name}: {type}`"
    fields = list(known)
    listed = ", ".join(f"`{field}`" for field in fields[:MOST_FIELDS])
    more = ", …" if len(fields) > MOST_FIELDS else ""
    among = "one of " if len(fields) > 1 else ""
    help = f"is it {among}{listed}{more}? If not, {declared}" if fields else declared
    if kind is None or "`" in type:
        return help
    has = [item for item in kind.items if isinstance(item, KindField)]
    below = has[-1].span if has else kind.name.span
    return Proposal(help, (f"    has {name}: {type}",), below=below)


def _price(field: Field, symbols: Symbols) -> str | None:
    """Return the help for a card with a cost: fields do not make players pay."""
    if field.name.text not in PRICES:
        return None
    counter = counter_of_players(symbols) or "coins"
    paid = f"{field.items[0].value.span.text} from {counter}(you)"
    return f"write its cost below its `play`: `pays {paid}`"


def counter_of_players(symbols: Symbols) -> str | None:
    """Return the first state that counts something for each player: what is paid with."""
    for symbol in symbols.of("state"):
        match symbol.node:
            case State(index=(Index(type=NamedType(name=of)),), type=RangeType()):
                if of.text == "player":
                    return symbol.name
    return None


def _type_of(field: Field, symbols: Symbols) -> str:
    """Return the smallest usual type that includes the value given on a card."""
    match field.items[0].value:
        case Name(text=word) if word in symbols.words:
            return symbols.words[word][0].list
        case Name(text=word):
            name = field.name.text.capitalize()
            return f"{name}`, and the words before it: `words {name}: {word}, …"
        case Truth():
            return "yes or no = no"
        case Number(value=number):
            return f"0..{max(9, number)} = 0"
        case _:
            return "0..9 = 0"


def _by_part(name: str, known: Iterable[str]) -> Help:
    """Return the only field with a part like the name: `armour_bonus` for `armor`."""
    parts = [(part, field) for field in known for part in field.split("_")[:-1]]
    intended = nearest(name, (part for part, _ in parts))
    fields = [field for part, field in parts if part == intended]
    if len(fields) != 1:
        return None
    return Proposal(f"did you mean `{fields[0]}`?", (fields[0],), replaces=name, naming=True)


repeated_field = Message(
    "repeated-field",
    "this card already has a value for `{name}`",
    help="keep one of the lines",
    label="the first is here",
)


repeated_place = Message(
    "repeated-field",
    "this card already has a value for `{field}` at `{here}`",
    help="keep one of the two",
    label="the first is here",
)


def field_places(span: Span, field: str, expected: int, found: int) -> Diagnostic:
    """Report that a field is given with the wrong number of indices."""
    if expected == 0:
        return error(
            "field-places",
            span,
            f"`{field}` has one value for the card, not one per place",
            help=f"write `{field}: VALUE`",
        )
    places = "one place" if expected == 1 else f"{expected} places"
    return error(
        "field-places",
        span,
        f"`{field}` has {places} before its value; found {found}",
        help=f"write the place, then the value: `{field}: PLACE VALUE, PLACE VALUE`",
    )


too_many_copies = Message(
    "too-many-copies",
    "{found} copies are too many; the maximum is 2,000 cards",
    help="a rulebook may have at most 2,000 cards in all",
)
deck_axis = Message(
    "deck-axis",
    "`{axis}` must run through words or numbers known before play",
    help="for instance `{axis} in 1..13`, or a list of words",
)


unlike_axes = Message(
    "deck-axis",
    "all decks named `{kind}` have the same axes, in one order",
    help="its first deck has {axes}",
)


no_card_of_deck = Message(
    "unknown-deck-card",
    "the deck `{deck}` has no such card",
    help="{why_not}",
    about=Subject("call", "{deck}", needs=("decks",)),
)


def missing_axis(span: Span, field: str, kind: str, spare: Sequence[str]) -> Diagnostic:
    """Report that a deck has no axis for a field that has no default."""
    near = nearest(field, spare)
    only = f"; `{spare[0]}` isn't a field, and only makes copies" if spare else ""
    return error(
        "missing-field",
        span,
        f"the cards of `{span.text}` lack `{field}`, which every `{kind}` has",
        help=f"call the axis `{field}`, not `{near}`"
        if near
        else f"add `{field} in …`, or give the field a default{only}",
        about=Subject("field", field, kind),
    )


too_few_copies = WarningMessage(
    "too-few-copies",
    "the list has {wanted} of `{title}`, but there are only {found}",
    help="list fewer, or add copies: `x{wanted}` after the card's title",
)


deck_condition = Message(
    "deck-condition",
    "this condition reads something known only during a match",
    help="compare the axes with constants, or with values of them",
)
two_plays_need_titles = Message(
    "untitled-plays",
    "`{name}` has several plays, and one has no title",
    help='give each a title: `play "cancel the spell" in …`',
)
clause_without_play = Message(
    "clause-without-play",
    "no card of the kind `{kind}` has a play that this line could apply to",
    help="write the line in the kind of the played cards, or give these a `play`",
)


missing_in_row = Message(
    "missing-field",
    "`{card}` has no `{field}`, which every `{kind}` must have",
    help="{fill}, or give the field a default, which an empty cell takes: `has {field}: … = …`",
    about=Subject("field", "{field}", "{kind}"),
)


def field_in_kind(field: Field, words: Mapping[str, Sequence[WordUse]]) -> Diagnostic:
    """Report that a kind fills a field, as only a card may; a declaration may be meant."""
    name = field.name
    lists = {word: uses[0].list for word, uses in words.items()}
    values = [item.value for item in field.items]
    help: Help = f"write `has {name.text}: 0..9`; the usual value is the default: `… = 3`"
    if len(values) == 1 and (isinstance(values[0], Range) or values[0].span.text in TYPES):
        written = f"has {name.text}"
        help = Proposal(f"write `{written}: {values[0].span.text}`", (written,))
    if len(values) == 1 and isinstance(values[0], Name) and values[0].text in lists.values():
        help = Proposal(f"write `has {name.text}: {values[0].text}`", (f"has {name.text}",))
    if len(values) == 1 and isinstance(values[0], Name) and values[0].text in lists:
        help = f"write `has {name.text}: {lists[values[0].text]}`, the list of its words"
    return error(
        "field-in-kind",
        name.span,
        f"a kind declares `{name.text}`, but doesn't give it a value",
        help=help,
    )
