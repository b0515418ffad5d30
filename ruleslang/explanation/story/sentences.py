"""
Words an action and its changes as one sentence, which mentions each thing once.

In: the parts of an entry, with the words that each has alone. A thing that was chosen and moved is
mentioned with its path, anything that only repeats the end of a path is left out, and changes of
one sort share their words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Hashable, Iterable, Iterator, Sequence
from itertools import groupby

from attrs import evolve

from ruleslang.explanation.story.entry_types import (
    Carried,
    Changed,
    Checked,
    Did,
    Moved,
    Part,
    Rolled,
    Stepped,
)
from ruleslang.explanation.story.view_changes import end_of, listed
from ruleslang.explanation.story.vocabulary import Vocabulary, parts_of, stem_of

NOTHING = (None, "none")  # empty values of a state of a space


def sentence(
    check: Checked | None, dids: Sequence[Did], parts: Iterable[Part], words: Vocabulary
) -> str:
    """Return an action and its changes, in the words for whoever acted, if anybody did."""
    left = [part for part in parts if part.text]
    reached = {name for part in left for name in _reached(part, words)}
    done = [] if check is None else [check.text]
    for did in dids:
        moves = list(_moves_of(did, left))
        left = [part for part in left if not any(part is move for move in moves)]
        is_end = did.what == "choice" and did.chosen
        if moves or not is_end or not reached.issuperset(value.name for value in did.chosen):
            who = [*words.players][did.by].replace("_", " ")
            other = "" if did.by == dids[0].by else f"{who}: "
            done.append(other + _action_words(did, moves, words))
    chosen = {value.name for did in dids for value in did.chosen}
    changed = effects([part for part in left if not _repeats_choice(part, chosen, words)], words)
    return " · ".join(["; ".join(done), *changed] if done else changed)


def without_faces(dids: Iterable[Did], rolled: Iterable[Rolled]) -> list[Did]:
    """Return the actions, without those that only repeat a roll."""
    faces = {roll.text.partition(": ")[2] for roll in rolled}
    return [did for did in dids if {did.text.partition(": ")[2]} != faces]


def effects(parts: Iterable[Part], words: Vocabulary) -> list[str]:
    """Return the changes, in order; neighbours of one sort share their words."""
    shown = [part for part in parts if part.text]
    return [_together(list(group), words) for _, group in groupby(shown, lambda p: _sort(p, words))]


def _reached(part: Part, words: Vocabulary) -> Iterator[str]:
    """Yield the destination of a move: a space, a zone, and its index without the player."""
    if isinstance(part, Stepped | Carried | Moved) and part.end is not None:
        yield part.end
        yield from (of for of in parts_of(part.end) if of not in words.players)


def _moves_of(did: Did, parts: Iterable[Part]) -> Iterator[Part]:
    """Yield how what was chosen, or the card that was played, has moved; each thing once."""
    left = Counter[str | None](value.name for value in did.chosen)
    left[did.card] += 1
    for part in parts:
        moved = Counter[str | None](_movers(part))
        is_chosen = all(left[thing] == number for thing, number in moved.items())
        if moved and None not in moved and is_chosen:
            left -= moved
            yield part


def _movers(part: Part) -> tuple[str | None, ...]:
    """Return the things that moved from one place that the reader sees to another."""
    match part:
        case Stepped():
            return (part.piece,)
        case Carried():
            return (part.origin,)
        case Moved() if part.origin is not None and part.end not in (None, part.origin):
            return part.cards
    return ()


def _action_words(did: Did, moves: Sequence[Part], words: Vocabulary) -> str:
    """Return the action; chosen things that moved are mentioned with their path."""
    label, values = did.label, dict[str, None]()
    ways = {thing: move for move in moves for thing in (*_movers(move), *_ends(move))}
    for move in moves:
        if did.card is not None and _movers(move) == (did.card,):
            end = end_of(move, words) if isinstance(move, Moved) else words.called(_ends(move)[1])
            label += f" → {end}"
            del ways[did.card]
    for value in did.chosen:
        if value.name in ways:
            values[_way(did, ways[value.name], words)] = None
        else:
            text = words.without_own(value.text)
            values[f'"{text}"' if "," in text and len(did.chosen) > 1 else text] = None
    return f"{label}: {', '.join(values)}" if values else label


def _ends(move: Part) -> tuple[str, str]:
    assert isinstance(move, Stepped | Carried | Moved)
    return move.origin or "", move.end or ""


def _way(did: Did, move: Part, words: Vocabulary) -> str:
    """Return the things that moved, and their destinations; origins only if another player's."""
    if isinstance(move, Moved):
        cards = listed((value.name for value in did.chosen if value.name in move.cards), words)
        origin = move.origin or ""
        if {*parts_of(origin)} & {*words.players} - {words.own}:
            cards += f": {words.called(origin)}"
        return f"{cards} → {end_of(move, words)}"
    return move.text


def _repeats_choice(part: Part, chosen: Container[str], words: Vocabulary) -> bool:
    """Return whether a state has only taken what its player has chosen for it."""
    if not isinstance(part, Changed) or part.announced or not isinstance(part.after, str):
        return False
    index = parts_of(part.state)
    return part.after in chosen and all(of == words.own or of in chosen for of in index)


def _sort(part: Part, words: Vocabulary) -> Hashable:
    """Return the part that neighbours have in common if they share their words."""
    match part:
        case Rolled(die):
            return die
        case Changed(state, _, bool(after), announced=False):
            return stem_of(state), after
        case Changed(state, before, after, announced=False) if state in words.spaces_of:
            if before in NOTHING or after in NOTHING:
                return words.space_of(state), after in NOTHING
            return stem_of(state), before, after
        case Moved((card,), str(origin)) if turn := _turn(part, words):
            return card, _of_owners([origin], words), turn[:2]
        case Moved(_, str(origin), str(end)) if origin != end and not part.were:
            return stem_of(origin), end, part.below
    return id(part)


def _turn(move: Part, words: Vocabulary) -> tuple[tuple[str, ...], ...]:
    """
    Return the parts of the index that a card has lost, gained and kept, as when a pawn turns in its
    place; empty if the zones have different names, or other owners.
    """
    if not isinstance(move, Moved) or stem_of(move.origin or "") != stem_of(move.end or ""):
        return ()
    pairs = [*zip(parts_of(move.origin or ""), parts_of(move.end or ""), strict=False)]
    lost, gained = (tuple(pair[side] for pair in pairs if len({*pair}) > 1) for side in (0, 1))
    kept = tuple(of for of, to in pairs if of == to and of not in words.players)
    is_turn = lost and kept and not move.were and words.players.keys().isdisjoint(lost + gained)
    return (lost, gained, kept) if is_turn else ()


def _of_owners(zones: Sequence[str], words: Vocabulary) -> str:
    """Return zones of one name, with the players of their indices."""
    players = dict.fromkeys(of for at in zones for of in parts_of(at) if of in words.players)
    words = evolve(words, own="") if len(players) > 1 else words
    return words.called(f"{stem_of(zones[0])}({', '.join(players)})")


def _together(parts: Sequence[Part], words: Vocabulary) -> str:
    """Join neighbours of one sort in one phrase."""
    first, *others = parts
    if not others:
        return first.text
    match first:
        case Moved(_, str(origin)):
            moved = [part for part in parts if isinstance(part, Moved)]
            origins = [part.origin or "" for part in moved]
            is_one = {*origins} == {origin}
            cards = listed((card for part in moved for card in part.cards), words)
            turns = [turn for part in moved if (turn := _turn(part, words))]
            if turns and not is_one:
                kept = ", ".join(" ".join(map(words.value, turn[2])) for turn in turns)
                old, new = (" ".join(map(words.value, turn)) for turn in turns[0][:2])
                return f"{cards}: {_of_owners(origins, words)}, {old} → {new}: {kept}"
            way = words.called(origin) if is_one else _of_owners(origins, words)
            end = end_of(first if is_one else evolve(first, origin=None), words)
            return f"{cards}: {way} → {end}"
        case Changed(_, before, str() as after) if not {before, after} & set(NOTHING):
            *spaces, last = (part.text.partition(": ") for part in parts)
            return ", ".join([*(space for space, *_ in spaces), "".join(last)])
        case Changed(state, _, str() | None as after):
            text = "{value} gone from {space}" if after in NOTHING else "{value} on {space}"
            ending = words.say(text, value="", space=words.space_of(state))
            return " ".join(part.text.removesuffix(ending) for part in parts) + ending
    head = first.text.partition(": ")[0]
    return ", ".join([first.text, *(part.text.removeprefix(f"{head}: ") for part in others)])
