"""
Compares two views, and returns the changes as parts of a story with their words.

Each change is one part, with the names in the view at which it shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from attrs import define, evolve, frozen

from ruleslang.engine.match.decision import Chanced, Event, SeenValue, View, ZoneView
from ruleslang.engine.match.runtime_values import quoted
from ruleslang.explanation.story import entry_types as entry
from ruleslang.explanation.story.dice_checks import Check
from ruleslang.explanation.story.vocabulary import Vocabulary, parts_of, stem_of
from ruleslang.program.looks import called


@frozen
class Difference:
    """
    A change; `name` and `also` are the names in the view at which it shows, `look` the comparison
    that found it, if that is known.
    """

    part: entry.Part
    name: str
    also: str = ""
    look: int = 0


@frozen
class Move:
    """
    A card that moved from one zone to another, unnamed if its reader saw it at neither end.

    `left` and `came`: whether the reader saw which card left the one, and which came to the other;
    `look`: the comparison of views that found it; `below`: whether it came to the bottom;
    `was`: the definition as which it counted before; `after`: how many other changes came before.
    """

    card: str | None
    origin: str
    end: str
    left: bool = True
    came: bool = True
    look: int = 0
    below: bool = False
    was: str | None = None
    after: int = 0


@define
class ChangedCards:
    """Cards that are no longer, or newly, in each zone; both without those already reported."""

    gone: dict[str, list[str]]
    come: dict[str, list[str]]

    def take(self, move: Move) -> None:
        """Remove a card whose move has been reported."""
        if move.card is not None:
            _take_last(move.was or move.card, self.gone.get(move.origin, []))
            _take_last(move.card, self.come.get(move.end, []))


def _take_last(card: str, cards: list[str]) -> None:
    """Take one of equal cards, so that the order of different ones stays."""
    if card in cards:
        del cards[-1 - cards[::-1].index(card)]


def changed_cards(before: View, after: View) -> ChangedCards:
    """Return the contents that each zone newly shows and no longer shows."""
    changed = ChangedCards({}, {})
    for name, zone in _changed_zones(before, after):
        gone = [card for card in reversed(before.zones[name].cards) if card is not None]
        come = []
        for card in reversed(zone.cards):  # the first of equal cards are left
            if card in gone:
                gone.remove(card)
            elif card is not None:
                come.append(card)
        changed.gone[name], changed.come[name] = gone[::-1], come[::-1]
    return changed


def _changed_zones(before: View, after: View) -> list[tuple[str, ZoneView]]:
    """Return the zones that differ, in order."""
    were, are = before.zones, () if after.zones is before.zones else after.zones.items()
    return [(at, zone) for at, zone in are if zone is not were[at] and zone != were[at]]


def moves(before: View, after: View, *, of_one: bool = True) -> tuple[Move, ...]:
    """
    Return the moves that are certain between two views; `of_one`: only one statement ran between
    them.

    Among equal cards the true pairing is unobservable, so zones whose indices share most parts are
    paired.
    """
    changed = changed_cards(before, after)
    left = [(n, *zone) for n, zone in enumerate(changed.gone.items()) if zone[1]]
    reached = [(n, *zone) for n, zone in enumerate(changed.come.items()) if zone[1]]
    pairs = [
        (-_in_common(origin, end), first, second, card, origin, end)
        for first, origin, gone in left
        for second, end, come in reached
        for card in dict.fromkeys(gone)
        if card in come
    ]
    found = []
    for *_, card, origin, end in sorted(pairs):
        move = Move(card, origin, end)
        while card in changed.gone[origin] and card in changed.come[end]:
            changed.take(move)
            found.append(move)
    if of_one:
        found += _of_one_way(before, after, changed, _growth(before, after, found))
    return tuple(
        evolve(move, below=True) if _is_below(move, before, after) else move for move in found
    )


def _is_below(move: Move, before: View, after: View) -> bool:
    """Return whether a card came to the bottom of a zone, below others that were there."""
    were, are = before.zones[move.end].cards, after.zones[move.end].cards
    came = len(are) - len(were)
    is_ordered_so = came > 0 and are[:-came] == were != are[came:]
    return any(were) and is_ordered_so and move.card in are[-came:]


def _in_common(zone: str, other: str) -> int:
    """Return how many parts of their index two zones share."""
    pairs = zip(parts_of(zone) or [""], parts_of(other) or [""], strict=False)
    return sum(part == of_other for part, of_other in pairs)


def move_texts(
    before: View, after: View, words: Vocabulary, went: Sequence[Move]
) -> Iterator[Difference]:
    """Yield the cards that moved, grouped by way, and what else is visible of it."""
    changed = changed_cards(before, after)
    for move in went:
        changed.take(move)
    for moved in _ways(_lowest_first(went, after, words), words):
        yield _movement(moved, before, after, words)
    for name, growth in _growth(before, after, went).items():
        if growth or changed.come.get(name) or changed.gone.get(name):
            yield from _unseen_movement(name, before, after, changed, growth, words)


def _lowest_first(went: Sequence[Move], after: View, words: Vocabulary) -> list[Move]:
    """Return moves in order; of those at one moment to an ordered zone, the lowest card first."""
    if len(went) < 2:
        return [*went]
    place = {
        (name, card): at
        for name, zone in after.zones.items()
        if stem_of(name) in words.ordered
        for at, card in reversed([*enumerate(zone.cards)])  # the topmost of equal cards
    }
    return sorted(went, key=lambda move: (move.look, -place.get((move.end, move.card), 0)))


def _ways(went: Iterable[Move], words: Vocabulary) -> list[list[Move]]:
    """
    Return the moves of each way together, apart from those after another change, or after a move
    into or out of its zones the other way round: a pile that is shuffled again is drawn from before
    and after that.
    """
    ways: list[list[Move]] = []
    unbroken: dict[tuple[str, str, bool, bool, int], list[Move]] = {}
    for move in went:
        is_ordered = stem_of(move.end) in words.ordered
        way = move.origin, move.end, move.below and is_ordered, move.was is None, move.after
        for other in [*unbroken]:
            origin, end, *_ = other
            covers = is_ordered and end == move.end
            if other != way and (covers or origin == move.end or end == move.origin):
                del unbroken[other]
        if way not in unbroken:
            ways.append(unbroken.setdefault(way, []))
        unbroken[way].append(move)
    return ways


def _growth(before: View, after: View, went: Sequence[Move]) -> dict[str, int | None]:
    """Return the growth of changed zones beside these moves; `None` if a count is hidden."""
    known = {name: 0 for name, _ in _changed_zones(before, after)}
    for move in went:
        known[move.end] = known.get(move.end, 0) + 1
        known[move.origin] = known.get(move.origin, 0) - 1
    growth: dict[str, int | None] = {}
    for name in known if len(known) < 2 else filter(known.__contains__, after.zones):
        was, now = before.zones[name].count, after.zones[name].count
        growth[name] = None if was is None or now is None else now - was - known[name]
    return growth


def _of_one_way(
    before: View, after: View, changed: ChangedCards, growth: dict[str, int | None]
) -> Iterator[Move]:
    """Yield cards visible at one end at most, if one zone has all losses, or one all gains."""
    lost = {name: -by for name, by in growth.items() if by and by < 0}
    won = {name: by for name, by in growth.items() if by and by > 0}
    if sum(lost.values()) != sum(won.values()) or (len(lost) > 1 and len(won) > 1) or not lost:
        return
    if any(view.count is None for zones in (before.zones, after.zones) for view in zones.values()):
        return
    come = {name: [*Counter(changed.come[name]).elements()] for name in won}
    gone = {name: [*Counter(changed.gone[name]).elements()] for name in lost}
    if (len(lost) > 1 and any(come[end] for end in won)) or (
        len(won) > 1 and any(gone[origin] for origin in lost)
    ):
        return  # which card came from where, or went where?
    for origin in lost:
        for end in won:
            number = min(lost[origin], won[end])
            came = come[end][:number]
            if len(came) == len(gone[origin]) == lost[origin]:  # they counted as others
                pairs = zip(came, gone[origin], strict=True)
                yield from (Move(card, origin, end, was=was) for card, was in pairs)
                continue
            left = gone[origin][: number - len(came)]
            unseen = number - len(came) - len(left)
            yield from (Move(card, origin, end, left=False) for card in came)
            yield from (Move(card, origin, end, came=False) for card in left)
            yield from [Move(None, origin, end, left=False, came=False)] * unseen


def _movement(moved: Sequence[Move], before: View, after: View, words: Vocabulary) -> Difference:
    """Return that cards went from one zone to another; no words if looks keep both out of sight."""
    origin, end = moved[0].origin, moved[0].end
    cards = [move.card for move in moved]
    order = (*after.zones[end].cards, *before.zones[origin].cards, *cards)
    below = moved[0].below and stem_of(end) in words.ordered
    were = tuple(move.was for move in moved if move.was)
    part = entry.Moved(tuple(sorted(cards, key=order.index)), origin, end, "", below, were)
    if not {stem_of(origin), stem_of(end)} <= words.hidden:
        way = words.called(origin) + (f" → {end_of(part, words)}" if end != origin else "")
        if were:
            way = words.say("{way}, now {cards}", way=way, cards=listed(part.cards, words))
        part = evolve(part, text=f"{listed(were or part.cards, words)}: {way}")
    return Difference(part, origin, end, moved[0].look)


def end_of(move: entry.Moved, words: Vocabulary) -> str:
    """Return the zone to which cards moved, or what is new in its index; and if to its bottom."""
    origin, end = move.origin or "", move.end or ""
    zone, index = words.called(end), parts_of(end)
    new = [part for part, old in zip(index, parts_of(origin), strict=False) if part != old]
    is_word = not any(part.isdigit() or part in words.players for part in new)
    if is_word and stem_of(origin) == stem_of(end) and 0 < len(new) < len(index):
        zone = ", ".join(map(words.value, new))  # `men(wing, lying) → standing`
    return f"{zone} ({words.say('at the bottom')})" if move.below else zone


def listed(cards: Iterable[str | None], words: Vocabulary) -> str:
    """Return cards by title, equal ones with their number, then how many are not seen."""
    counted = Counter(cards)
    unseen = counted.pop(None, 0)
    seen = _signed(Counter({card: n for card, n in counted.items() if card}), words, "")
    return ", ".join([*seen, *([cards_called(unseen, words)] if unseen else [])])


def _unseen_movement(
    name: str,
    before: View,
    after: View,
    changed: ChangedCards,
    growth: int | None,
    words: Vocabulary,
) -> Iterator[Difference]:
    """Yield what is visible of a zone whose cards came from, or went, where nobody sees them."""
    come, gone = Counter(changed.come.get(name)), Counter(changed.gone.get(name))
    shown = [*_signed(gone, words, "- "), *_signed(come, words, "+ ")]
    hidden = 0 if growth is None else growth - come.total() + gone.total()
    now = after.zones[name].count or 0
    if hidden and growth and now != before.zones[name].count:
        shown.append(f"{before.zones[name].count} → {cards_called(now, words)}")
    elif hidden:  # as many cards as before: some are shown where they are, or no longer
        sights = ("{cards} no longer seen", gone), ("{cards} now seen", come)
        shown = [words.say(sight, cards=listed(of.elements(), words)) for sight, of in sights if of]
        if not shown:  # as many cards came and went, of which only some are known
            shown.append(f"{'+' if hidden > 0 else '-'} {cards_called(abs(hidden), words)}")
    if shown:
        text = "" if stem_of(name) in words.hidden else f"{words.called(name)}: {', '.join(shown)}"
        left = (*gone.elements(), *(None,) * -min(hidden, 0))
        arrived = (*come.elements(), *(None,) * max(hidden, 0))
        if left:
            yield Difference(entry.Moved(left, name, None, "" if arrived else text), name)
        if arrived:
            yield Difference(entry.Moved(arrived, None, name, text), name)


def cards_called(number: int, words: Vocabulary) -> str:
    return words.say("{number} card" if number == 1 else "{number} cards", number=number)


def _signed(cards: Counter[str], words: Vocabulary, sign: str) -> Iterator[str]:
    for card, number in cards.items():
        yield f"{sign}{quoted(words.title(card))}" + (f" ×{number}" if number > 1 else "")


def changes(
    before: View,
    after: View,
    words: Vocabulary,
    went: Sequence[Move] | None,
    resets: Container[str],
    turns: Mapping[str, tuple[SeenValue, ...]],
) -> Iterator[Difference]:
    """
    Yield all differences between two views; `went` are the moves known from views between them,
    `resets` the states that the rules have reset without a statement, which players don't mention,
    and `turns` the values between at which numbers turned.
    """
    carried = carried_between(before, after, words)
    spaces = {space for move in carried for space in (move.origin, move.end)}
    states = {} if after.states is before.states else after.states
    for name, value in states.items():
        old, between = before.states.get(name), turns.get(name, ())
        if value != old or between:
            sentence = words.sentence(name, after) if _rises(old, value) else ""
            of_carried = words.spaces_of.get(name, ("", ""))[1] in spaces
            silent = not between and is_silent(name, before, after, words)
            quiet = silent or of_carried or name in resets or words.is_out_of_sight(name)
            text = sentence or ("" if quiet else _changed(name, old, value, words, between))
            yield Difference(entry.Changed(name, old, value, text, bool(sentence), between), name)
    if before.players != after.players:
        names = [*words.players.values()]
        were, are = (tuple(names[seat] for seat in view.players) for view in (before, after))
        out = [words.say("{player} is out", player=name) for name in were if name not in are]
        text = " · ".join(out)
        yield Difference(entry.Changed("players", were, are, text, True), "players")
    for move in carried:
        ends = (_state_at(words, move.origin), _state_at(words, move.end))
        yield Difference(move, *ends)
    yield from move_texts(before, after, words, moves(before, after) if went is None else went)
    for name, faces in () if after.dice == before.dice else after.dice.items():
        if faces not in (before.dice.get(name), None):
            yield Difference(_laid(name, faces, words), name)
    for piece, space in () if after.pieces == before.pieces else after.pieces.items():
        was = before.pieces.get(piece)
        if space != was:
            yield Difference(stepped(piece, was, space, words), piece)


def _laid(name: str, faces: tuple[str, ...], words: Vocabulary) -> entry.Laid:
    text = f"{words.called(name)}: {' '.join(faces) or words.say('none')}"
    return entry.Laid(name, faces, text)


def stepped(piece: str, was: str | None, space: str | None, words: Vocabulary) -> entry.Stepped:
    """Return the step of a piece, with its words; `None` is off the board."""
    there = words.say("off the board") if space is None else words.space(space)
    way = words.say("to {space}", space=there) if was is None else f"{words.space(was)} → {there}"
    return entry.Stepped(piece, was, space, f"{words.title(piece)} {way}")


def _rises(old: SeenValue | None, new: SeenValue | None) -> bool:
    """Return whether a visible state has increased, or has become non-empty."""
    if old is None or new is None:
        return False
    if isinstance(old, int) and isinstance(new, int):
        return new > old
    return new not in _EMPTY


def carried_between(before: View, after: View, words: Vocabulary) -> list[entry.Carried]:
    """
    Return spaces whose whole content moved to another space, as with armies stored as states of
    spaces. Only content that is visible on both spaces counts, and only if the destination is
    unique; plain numbers are counted, not carried.
    """
    if before.states is after.states or not _may_be_carried(before, after, words):
        return []
    was, now = (_contents(view, words) for view in (before, after))
    left = [space for space in was if was[space] and not now.get(space, ())]
    reached = [space for space in now if now[space] and now[space] != was.get(space)]
    carried = []
    for origin in left:
        content = was[origin]
        ends = [end for end in reached if now[end] == content]
        alike = [other for other in left if was[other] == content]
        if len(ends) != 1 or len(alike) != 1 or not any(isinstance(v, str) for _, v in content):
            continue
        (end,) = ends
        values, instead = (_values(other, words) for other in (content, was.get(end, ())))
        others = [value for value in values if value != words.own.replace("_", " ")]
        way = " ".join([*others, f"{words.space(origin)} → {words.space(end)}"])
        taken = sorted(instead, key=lambda man: man not in words.players)  # the white pawn
        gone = words.say(", in place of {men}", men=" ".join(taken)) if instead else ""
        carried.append(entry.Carried(values, origin, end, instead, way + gone))
    return carried


def _may_be_carried(before: View, after: View, words: Vocabulary) -> bool:
    """Return whether anything on a space has gone, or is hidden now."""
    were, are = before.states, after.states
    return any(
        were.get(name) != (now := are.get(name)) and (now is None or were.get(name) not in _EMPTY)
        for name in words.spaces_of
    )


Content: TypeAlias = "tuple[tuple[str, SeenValue], ...]"


def _contents(view: View, words: Vocabulary) -> dict[str, Content]:
    """Return the content of each space, by its states; a space with anything hidden is left out."""
    contents: dict[str, Content] = {}
    for name, (state, space) in words.spaces_of.items():
        value = view.states.get(name)
        if value is not None and value not in _EMPTY and not words.is_out_of_sight(name):
            contents[space] = (*contents.get(space, ()), (state, value))
    hidden = {at for name, (_, at) in words.spaces_of.items() if view.states.get(name) is None}
    return {space: content for space, content in contents.items() if space not in hidden}


_EMPTY: tuple[SeenValue, ...] = ("none", False, 0, ())


def _values(content: Content, words: Vocabulary) -> tuple[str, ...]:
    return tuple(
        words.called(state) if value is True else words.value(value) for state, value in content
    )


def _state_at(words: Vocabulary, space: str) -> str:
    return next(name for name, (_, at) in words.spaces_of.items() if at == space)


def is_silent(name: str, before: View, after: View, words: Vocabulary) -> bool:
    """Return whether a state is out of sight, as it was, or came into sight as it started."""
    old, new = before.states.get(name), after.states.get(name)
    known = words.starts.get(stem_of(name)) if old is None else old
    return name in after.states and (new == known or words.is_out_of_sight(name))


def _changed(
    name: str,
    old: SeenValue | None,
    new: SeenValue | None,
    words: Vocabulary,
    between: Iterable[SeenValue],
) -> str:
    """Return how a state has changed."""
    if isinstance(new, bool):
        index = words.index(name)
        title = called(words.looks, stem_of(name)) + (f": {index}" if index else "")
        return title if new else words.say("no longer {state}", state=title)
    if isinstance(new, str) and isinstance(old, str | None) and name in words.spaces_of:
        return _step_text(words.space_of(name), old, new, words)
    if not isinstance(new, int | None) and old in (None, "none", ()):
        return f"{words.called(name)}: {words.value(new)}"
    return f"{words.called(name)} {_arrow([old, *between, new], words)}"


def _step_text(space: str, old: str | None, new: str, words: Vocabulary) -> str:
    """Return the contents that have come to a space, or have gone from it."""
    if new == "none" and old is not None:
        return words.say("{value} gone from {space}", value=words.value(old), space=space)
    if old in (None, "none"):
        return words.say("{value} on {space}", value=words.value(new), space=space)
    return f"{space}: {_arrow([old, new], words)}"


def _arrow(values: Iterable[SeenValue | None], words: Vocabulary) -> str:
    return " → ".join("?" if value is None else words.value(value) for value in values)


def seen_rolls(
    events: Sequence[Event], before: View, after: View, words: Vocabulary
) -> list[tuple[int, entry.Part]]:
    """Return public rolls, and dice that show the same after theirs, by their places in events."""
    found, last = list[tuple[int, entry.Part]](), dict[str, int]()
    for at, event in enumerate(events):
        if isinstance(event, Chanced) and event.kind == "roll":
            last[event.of] = at
            if event.of in words.public_dice:
                text = rolled(event.of, event.outcome, words)
                found.append((at, entry.Rolled(event.of, event.outcome, text)))
    for name, at in last.items():
        if (faces := after.dice.get(name)) is not None and faces == before.dice.get(name):
            found.append((at, _laid(name, faces, words)))
    return found


def rolled(die: str, faces: Iterable[str], words: Vocabulary) -> str:
    """Return a roll in words."""
    shown = ", ".join(called(words.looks, face) for face in faces)
    return words.say("rolled {die}: {faces}", die=called(words.looks, die), faces=shown)


def check_text(check: Check, rolls: Sequence[entry.Rolled], answer: str, words: Vocabulary) -> str:
    """
    Return a check with dice and answer; one by the text that rolls for yes is won or lost, and a
    sentence of the looks is asked if the answer is yes or no.
    """
    head = check.phrase or check.name + (f" ({check.given})" if check.given else "")
    faces: dict[str, list[str]] = {}
    for roll in rolls:
        faces.setdefault(roll.die, []).extend(roll.faces)
    dice = "; ".join(rolled(die, shown, words) for die, shown in faces.items())
    if dice.endswith(f": {answer}"):
        return f"{head}: {dice}"
    if dice and check.is_declared and answer in ("yes", "no"):
        answer = words.say("won") if answer == "yes" else words.say("lost")
    found = f"{check.says} → {answer}" if check.says else answer
    if dice:
        return f"{head}: {dice} → {found}"
    if check.phrase and answer in ("yes", "no"):
        return f"{head}? {found}"
    return f"{head}: {found}" if check.says else f"{head} → {found}"
