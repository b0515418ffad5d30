"""`look`: what is printed on a card. What the box holds is known to all, whoever holds the card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ruleslang.api import Choice, Match
from ruleslang.match.values import Card, CardDefinition, Value, members, text_of
from ruleslang.source.suggest import nearest

MOST = 8  # cards of one name that are told apart by their titles


def look(match: Match, name: str, offered: Sequence[Choice] = ()) -> Iterator[str]:
    """The card of a title or of a part of one, or (if any) those of the `offered` choices."""
    titles = match.engine.population.titles
    if not titles:
        yield "this game has no cards"
        return
    found = _of_choices(offered) if offered else _called(titles, name)
    if not found and offered:
        yield "no card belongs to that choice"
    elif not found:
        close = nearest(name, _known(titles))
        yield f"no card is called `{name}`" + (f"; did you mean `{close}`?" if close else "")
    elif len(found) > MOST:
        yield f"{len(found)} cards are called so; say more of the name"
    for title in found if len(found) <= MOST else ():
        yield from _printed(title)


def _known(titles: Mapping[str, CardDefinition]) -> list[str]:
    return [title.text for title in titles.values()]


def _called(titles: Mapping[str, CardDefinition], name: str) -> list[CardDefinition]:
    """The cards of that name or title; if there are none, those whose title has the words in it."""
    wanted = _plain(name)
    own = [each for each in titles.values() if wanted in (_plain(each.name), _plain(each.text))]
    return own or [each for each in titles.values() if wanted and wanted in _plain(each.text)]


def _plain(name: str) -> str:
    return " ".join(name.replace("_", " ").lower().split())


def _of_choices(offered: Sequence[Choice]) -> list[CardDefinition]:
    """The cards that a choice is made of, as they are printed."""
    values = [value for choice in offered for value in choice.values.values()]
    titles = [_title(each) for value in values for each in members(value)]
    return list(dict.fromkeys(title for title in titles if title is not None))


def _title(value: Value) -> CardDefinition | None:
    if isinstance(value, Card):
        return value.title
    return value if isinstance(value, CardDefinition) else None


def _printed(title: CardDefinition) -> Iterator[str]:
    card = title.definition
    copies = "" if card.copies == 1 else f", {card.copies} of them"
    yield f"{title.text}: {card.kind.replace('_', ' ')}{copies}"
    for name, places in title.fields.items():
        values = [_field(index, value) for index, value in places.items()]
        yield f"  {name.replace('_', ' ')}: {', '.join(values)}"
    if card.rules_text is not None:
        yield f"  {card.rules_text.text}"


def _field(index: tuple[Value, ...], value: Value) -> str:
    where = ", ".join(text_of(each) for each in index).replace("_", " ")
    said = text_of(value).replace("_", " ")
    return f"{where} {said}" if where else said
