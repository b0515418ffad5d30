"""
The log in plain language: `ben: lay: Opal → heap` as "ben lays Opal", `coins(ben) 3 → 2` as "ben's
coins 3 → 2".

English only: an action is called by a verb, what is played by its title, and a choice by what was
asked. Whatever fits no pattern keeps the words of the story.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from typing import Any

from attrs import define, field

from ruleslang.api import Match, as_data
from ruleslang.engine.match.wording import ENGLISH, language_of
from ruleslang.explanation.story.entry_types import Entry

ARTICLES = ("a", "an", "the", "no", "not", "any", "my", "your", "first", "second", "last", "next")
NO_VERBS = frozenset((*ARTICLES, "from", "in", "on", "to", "with"))
ASKED_TO = re.compile(
    r"(?:[\w' -]+ )?(?:cards?|pieces?|m[ae]n|dic?e) to (?P<verb>[a-z]+)(?P<rest>[a-z ]*)"
)
PREPOSITIONS = frozenset(("as", "at", "for", "from", "in", "into", "onto", "to", "under", "with"))
ALSO = " · "
ZONE_CHANGE = re.compile(r"[^:+]+: (?:(?P<number>\d+ → \d+ cards?)|(?P<cards>[-+] .+))")
OF_SEAT = re.compile(r"(?P<owner>your|[\w ]+'s) (?P<rest>[^:]+ → [^:]+)")
FORGOTTEN = re.compile(r"[^·]+ → \?")  # one value that is no longer known
WAY = re.compile(r"(?P<cards>.+): (?P<origin>[^\d:][^:]*) → (?P<end>[^:]+)")
SEVERAL = re.compile(r" ×\d+|, |^\d+ cards$")


@define(eq=False)
class ShownStory:
    """The part of a story converted for the page, and the age of the match at that time."""

    age: int
    entries: int = 0
    shown: list[dict[str, Any]] = field(factory=list)


def shown_entries(
    entries: Sequence[Entry], match: Match, reader: int | None
) -> Sequence[dict[str, Any]]:
    """Return a part of a story as data for a page."""
    names = [player.text for player in match.engine.population.players]
    is_english = language_of(match.game.program) == ENGLISH
    shown = []
    for entry in entries:
        if entry.kind in ("happened", "phase", "over") and entry.text:
            data: dict[str, Any] = {**as_data(entry)}
            if is_english and entry.kind == "happened":
                data["text"] = plain(data, names, reader)
            if not FORGOTTEN.fullmatch(data["text"]):
                shown.append(data)
    return shown


def plain(entry: Mapping[str, Any], seats: Sequence[str], reader: int | None) -> str:
    """Return an entry of a story in plain words, for a reader, who is `you`."""
    head, *changes = str(entry["text"]).split(ALSO)
    by, parts = entry.get("by"), entry.get("parts", ())
    dids = [part for part in parts if part["kind"] == "did"]
    announced = {part["text"] for part in parts if part.get("announced")}
    changed = _together([_of_seats(change, seats, reader) for change in changes], announced)
    prefix = "" if by is None else f"{seats[by]}: "
    deeds = head.removeprefix(prefix).split("; ")
    if by is None or not head.startswith(prefix) or len(deeds) != len(dids):
        moved = any(part["kind"] == "moved" and part["text"] == head for part in parts)
        action = _of_seats(head, seats, reader)
        lines = _together([_move_sentence(action) if moved else action, *changed], announced)
        return ALSO.join(_gains_first(lines))
    ends = [part["end"] for part in parts if part["kind"] == "moved" and part["end"]]
    pairs = [_deed(did, deed, ends) for did, deed in zip(dids, deeds, strict=True)]
    predicates = [pair for pair in pairs if pair is not None]
    if len(predicates) < len(pairs):
        return ALSO.join([_of_seats(head, seats, reader), *changed])
    name = "you" if by == reader else seats[by]
    who = name[:1].upper() + name[1:]
    verbs = [f"{verb if by == reader else third_person(verb)}{rest}" for verb, rest in predicates]
    return ALSO.join([_of_seats(f"{who} {', and '.join(verbs)}", seats, reader), *changed])


def _together(changes: Sequence[str], announced: Container[str]) -> Sequence[str]:
    """
    Join changes of one seat's states.

    >>> _together(["ben's bid 0 → 2", "your bid 0 → 1", "ben's coins 9 → 7"], ())
    ["ben's bid 0 → 2, coins 9 → 7", 'your bid 0 → 1']
    """
    lines: dict[str, str] = {}
    for change in changes:
        found = None if change in announced else OF_SEAT.fullmatch(change)
        owner = change if found is None else found["owner"]
        lines[owner] = f"{lines[owner]}, {found['rest']}" if found and owner in lines else change
    return [*lines.values()]


def _move_sentence(text: str) -> str:
    """Return `Opal: heap → box` as "Opal goes from heap to box"."""
    if (found := WAY.fullmatch(text)) is None:
        return text
    goes = "go" if SEVERAL.search(found["cards"]) else "goes"
    return f"{found['cards']} {goes} from {found['origin']} to {found['end']}"


def _gains_first(changes: Sequence[str]) -> Sequence[str]:
    """Return changes below their first: what came to zones first, mere numbers of cards last."""

    def rank(change: str) -> int:
        found = ZONE_CHANGE.fullmatch(change)
        return 1 if found is None else 3 if found["number"] else 2 if "- " in found["cards"] else 0

    first = 0 if ZONE_CHANGE.fullmatch(changes[0]) else 1
    return [*changes[:first], *sorted(changes[first:], key=rank)]


def _deed(did: Mapping[str, Any], deed: str, ends: Sequence[str]) -> tuple[str, str] | None:
    """Return a deed as a verb and the rest of its sentence; `None` for deeds without such words."""
    label = str(did["label"])
    if not deed.startswith(label) or did["what"] == "event":
        return None
    names = [end.partition("(")[0].replace("_", " ") for end in ends]
    is_end_known = any(deed.endswith(f" → {name}") for name in names)
    way = deed.rpartition(" → ")[0] if is_end_known else deed
    chosen = way.removeprefix(label).removeprefix(":").strip()
    match did["what"]:
        case "play":
            return "play", f" {way}"
        case "action":
            verb, _, rest = label.partition(" ")
            if not is_verb(verb):
                return None
            return verb, f" {rest}: {chosen}" if rest and chosen else f" {rest or chosen}".rstrip()
    asked = ASKED_TO.fullmatch(label)
    if asked is not None and chosen:
        rest = asked["rest"].rstrip()
        first, _, others = rest.strip().partition(" ")
        is_object_first = others and first in PREPOSITIONS
        return asked["verb"], f" {chosen}{rest}" if is_object_first else f"{rest} {chosen}"
    if not chosen:  # a branch of a menu
        verb, _, rest = label.partition(" ")
        return (verb, f" {rest}") if rest and is_verb(verb) else None
    return "choose", f" {chosen} ({label})"


def _of_seats(text: str, seats: Sequence[str], reader: int | None) -> str:
    """Return a text in which what belongs to a seat is called so, and the reader's is `your`."""
    owners = {name: "your" if seat == reader else f"{name}'s" for seat, name in enumerate(seats)}
    names = "|".join(map(re.escape, seats))
    return re.sub(
        rf"\b([a-z][a-z' ]*?[a-z])(?: of)?\(({names})(?:(?=\))|, ([^()]+))\)",
        lambda it: " ".join(filter(None, (owners[it[2]], it[1], it[3]))),
        text,
    )


def is_verb(word: str) -> bool:
    """Return whether a word that begins the name of an action can be its verb."""
    ends_as_others = word.endswith(("ing", "ed")) or (word[-1:] == "s" and word[-2:] != "ss")
    return word.isalpha() and word.islower() and word not in NO_VERBS and not ends_as_others


def third_person(verb: str) -> str:
    """
    Return the form of a verb after a name.

    >>> [third_person(verb) for verb in ("lay", "carry", "pass", "go", "have", "catch")]
    ['lays', 'carries', 'passes', 'goes', 'has', 'catches']
    """
    if verb in ("have", "be"):
        return {"have": "has", "be": "is"}[verb]
    if verb.endswith(("s", "x", "z", "sh", "ch", "o")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"
