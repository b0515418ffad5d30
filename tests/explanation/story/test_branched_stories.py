"""
A story is that of the choices, whatever was taken back and copied before: what is known is read,
and a copy that goes on otherwise is narrated from there.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from attrs import define, evolve, field

import ruleslang
from ruleslang.api.json_data import information
from ruleslang.engine.engine_names import INTERPRETER, WASM, EngineName
from ruleslang.engine.interpreter.match import InterpretedMatch
from ruleslang.explanation.story import story
from ruleslang.explanation.story.entry_types import Entry
from ruleslang.explanation.story.kept_narrator import KeptNarrator
from ruleslang.explanation.story.narrator import Narrator
from ruleslang.explanation.story.story import Story, story_of
from tests.engine.c.conftest import compiler as compiler
from tests.support.long_game import LONG

SEED = 5


def begun(name: str, engine: EngineName = WASM) -> ruleslang.Match:
    """A match at its first decision."""
    return ruleslang.load(name).start(seed=SEED, engine=engine)


def drawn(match: ruleslang.Match, number: int, chance: Random) -> None:
    """So many more choices."""
    for _ in range(number):
        if match.decision is not None:
            match.choose(chance.randrange(len(match.decision.choices)))


def narrated(match: ruleslang.Match) -> Story:
    """The story of a match, narrated from the opening on."""
    story = story_of(match.engine)
    story.go_on(match.engine.chosen)
    return story


def said(match: ruleslang.Match, seat: int | None) -> tuple[tuple[Entry, ...], str]:
    """A story and the same as information, without those that other matches keep."""
    match.opening.kept.clear()
    match._line.known = -1, {}
    return match.story(seat), match.information(seat)


def expected(story: Story, seat: int | None) -> tuple[tuple[Entry, ...], str]:
    entries = story.entries(seat)
    return entries, f"[{', '.join(map(information, entries))}]"


# ---------------------------------------------------------------- whatever was done before


@define
class Walk:
    """A match that goes on and back and is copied, by chance."""

    match: ruleslang.Match
    chance: Random
    copies: list[ruleslang.Match] = field(factory=list)
    fresh: dict[tuple[int, ...], Story] = field(factory=dict)  # by the choices

    def step(self) -> None:
        """Do something."""
        match, made = self.match, len(self.match.engine.chosen)
        may = ["copy", "switch", *["pop"] * 2 * bool(made), *["before"] * bool(made)]
        may += [] if match.decision is None else [*["push"] * 4, *["choose"] * 3]
        match self.chance.choice(may):
            case "push":
                match.push(self._place())
            case "choose":
                match.choose(self._place())
            case "pop":
                match.pop()
            case "before":
                self.copies.append(match)
                self.match = match.before(self.chance.randrange(made))
            case "copy":
                self.copies.append(match.copy())
            case _ if self.copies:
                self.copies.append(match)
                self.match = self.copies.pop(self.chance.randrange(len(self.copies)))

    def _place(self) -> int:
        assert self.match.decision is not None
        return self.chance.randrange(min(4, len(self.match.decision.choices)))

    def compare(self) -> None:
        """A seat, or all, know what they know where everything is narrated."""
        match, readers = self.match, (None, *range(len(self.match.seats)))
        made = (*match.engine.chosen,)
        if made not in self.fresh:
            again = match.game.start(seed=SEED, engine=WASM)
            for place in made:
                again.choose(place)
            self.fresh[made] = narrated(again)
        fresh = self.fresh[made]
        for seat in self.chance.sample(readers, self.chance.choice((1, 1, len(readers)))):
            assert said(match, seat) == expected(fresh, seat)
            if self.chance.random() < 0.3:
                assert match.under_way(seat) == fresh.under_way(seat)
        if self.chance.random() < 0.3:
            number = self.chance.randrange(len(made) + 1)
            assert match.added_to_story(number) == fresh.added_by(number)


GAMES = {
    "tic_tac_toe": 80,
    "kuhn_poker": 60,
    "leduc_poker": 60,
    "liars_dice": 40,
    "oshi_zumo": 60,
    "sealed_bids": 60,
    "hearts": 40,
    "spell_duel": 40,
    "ollapion": 30,
    "grangol": 30,
    "super_team": 40,
    "worldies": 40,
}


@pytest.mark.parametrize("name", GAMES)
def test_a_story_is_that_of_the_choices(name: str) -> None:
    for seed in range(2):
        walk = Walk(begun(name), Random(seed))
        for _ in range(GAMES[name]):
            walk.step()
            if walk.chance.random() < 0.6:
                walk.compare()


@pytest.mark.parametrize("engine", [INTERPRETER, "c"])
@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "oshi_zumo", "grangol"])
def test_a_story_is_that_of_the_choices_on_each_engine(
    name: str, engine: EngineName, compiler: None
) -> None:
    walk = Walk(begun(name, engine), Random(3))
    for _ in range(GAMES[name]):
        walk.step()
        if walk.chance.random() < 0.4:
            walk.compare()


# ---------------------------------------------------------------- what is done again


@define
class Counted:
    """How many choices the interpreter made, and how many of them were narrated."""

    made: int = 0
    narrated: int = 0

    def taken(self) -> tuple[int, int]:
        """The numbers since this was last asked."""
        found, self.made, self.narrated = (self.made, self.narrated), 0, 0
        return found


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    """Counts, in matches that a compiled engine plays."""
    count, choose, settle = Counted(), InterpretedMatch.choose, Narrator.settle

    def chosen(self: InterpretedMatch, index: int) -> None:
        count.made += 1
        choose(self, index)

    def settled(self: Narrator) -> None:
        count.narrated += 1
        settle(self)

    monkeypatch.setattr(InterpretedMatch, "choose", chosen)
    monkeypatch.setattr(Narrator, "settle", settled)
    return count


def number_of_all(choices: int) -> int:
    """How often a narrator settles when all is narrated: twice at the first decision."""
    return choices + 2


def test_what_is_taken_back_needs_no_choice_again(counted: Counted) -> None:
    match = begun("crazy_eights")
    drawn(match, 12, Random(1))
    match.story(None)
    stories = {number: narrated(match.before(number)) for number in range(13)}
    counted.taken()

    for number in range(12, -1, -1):
        for seat in (None, 0, 1):
            assert said(match, seat) == expected(stories[number], seat)
            assert said(match.before(number // 2), seat) == expected(stories[number // 2], seat)
        if number:
            match.pop()

    assert counted.taken() == (0, 0)


def test_a_copy_knows_what_was_known_wherever_the_match_went(counted: Counted) -> None:
    match = begun("crazy_eights")
    drawn(match, 12, Random(1))
    match.story(None)
    copy, story = match.copy(), narrated(match)
    drawn(match, 5, Random(2))
    match.story(0)
    counted.taken()

    for seat in (None, 0, 1):
        assert said(copy, seat) == expected(story, seat)
        assert said(copy.copy(), seat) == expected(story, seat)

    assert counted.taken() == (0, 0)


def test_a_copy_that_goes_on_narrates_only_what_is_new(counted: Counted) -> None:
    match = begun("crazy_eights")
    drawn(match, 12, Random(1))
    match.story(None)
    counted.taken()
    for place in (0, 1):
        copy = match.copy()
        copy.choose(place)
        said(copy, 0)
        assert counted.taken() == (13, 1)
        copy.choose(0)
        said(copy, 0)
        assert counted.taken() == (1, 1)
    drawn(match, 1, Random(5))
    said(match, 0)

    assert counted.taken() == (1, 1)


def test_what_is_pushed_goes_on_from_where_the_match_was(counted: Counted) -> None:
    match = begun("crazy_eights")
    drawn(match, 12, Random(1))
    match.story(None)
    counted.taken()

    found = []
    for place in (0, 1, 0):
        match.push(place)
        said(match, 0)
        found.append(counted.taken())
        match.pop()
        said(match, 1)

    assert found == [(1, 1), (13, 1), (13, 1)]


def test_nothing_is_narrated_for_who_asks_nothing(counted: Counted) -> None:
    match = begun("crazy_eights")
    for place in (0, 1, 0):
        match.push(place)
        match.copy().choose(0)
    match.pop()
    match.before(1).choose(0)

    assert counted.taken() == (0, 0)


def test_few_decisions_are_kept_of_a_long_story(
    counted: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(story, "MOST_KEPT", 4)
    match = begun("crazy_eights")
    drawn(match, 12, Random(1))
    match.story(None)
    first, *others = match._line.story.kept
    assert len(others) == 3
    for number, repeated in ((first - 1, number_of_all(first)), (first, 1)):
        copy = match.before(number)
        assert copy.decision is not None
        copy.choose((match.engine.chosen[number] + 1) % len(copy.decision.choices))
        expecting = expected(narrated(copy), 0)
        counted.taken()

        assert said(copy, 0) == expecting
        assert counted.taken()[1] == repeated


def test_what_does_not_fit_is_narrated_from_the_opening(
    counted: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begun("crazy_eights")
    drawn(match, 12, Random(1))
    match.story(None)
    monkeypatch.setattr(KeptNarrator, "fits", lambda self, match: False)
    match.push(1)
    expecting = expected(narrated(match), 0)
    match.pop()
    copy = match.copy()
    copy.choose(1)
    counted.taken()

    assert said(copy, 0) == expecting
    assert counted.taken() == (12 + 13, number_of_all(13))


# ---------------------------------------------------------------- stopped, dealt again, at once


@pytest.mark.parametrize("settles", [1, 3, 7])
def test_a_story_that_was_stopped_is_whole_when_it_is_asked_again(
    settles: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, left, settle = begun("crazy_eights"), [settles], Narrator.settle
    match.story(None)
    drawn(match, 12, Random(1))
    copy, expecting = match.before(2), expected(narrated(match), 0)

    def stopped(self: Narrator) -> None:
        settle(self)
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt

    monkeypatch.setattr(Narrator, "settle", stopped)
    with pytest.raises(KeyboardInterrupt):
        match.story(0)

    assert said(match, 0) == expecting
    assert said(copy, 0) == expected(narrated(copy), 0)


def test_a_copy_with_other_chance_has_a_story_of_its_own() -> None:
    match = begun("crazy_eights")
    drawn(match, 6, Random(1))
    match.story(None)
    others = [match.copy(seed=seed) for seed in range(3)]
    for other in (match, *others):
        drawn(other, 20, Random(1))
        said(other, None)

    for other in (match, *others, *(other.copy() for other in others)):
        drawn(other, 1, Random(2))
        story = narrated(other)
        assert said(other, None) == expected(story, None)
        assert said(other, 0) == expected(story, 0)


def test_copies_may_be_asked_in_several_threads() -> None:
    match = begun("crazy_eights")
    drawn(match, 6, Random(1))
    match.story(None)
    matches = [match, *(match.copy() for _ in range(3))]

    def played(number: int) -> list[tuple[tuple[Entry, ...], str]]:
        chance, found = Random(number), []
        for _ in range(10):
            found.append(said(matches[number], 0))
            drawn(matches[number], 1, chance)
        return found

    with ThreadPoolExecutor(len(matches)) as threads:
        at_once = list(threads.map(played, range(len(matches))))

    for number, each in enumerate(matches):
        for past, found in enumerate(at_once[number]):
            assert found == expected(narrated(each.before(6 + past)), 0)


def test_what_was_resumed_without_views_is_not_shared() -> None:
    game = ruleslang.load_text(LONG)
    match, again = game.start(seed=SEED, engine=WASM), game.start(seed=SEED, engine=WASM)
    drawn(match, 210, Random(1))
    for place in match.engine.chosen:
        again.choose(place)
    story = narrated(match)
    known = [
        {
            seat: tuple(evolve(entry, view=None, decision=None) for entry in added)
            for seat, added in story.added_by(number).items()
        }
        for number in range(len(again.engine.chosen) + 1)
    ]

    assert again.resume_story(known)
    assert again.story(0) != story.entries(0)
    assert said(again.copy(), 0) == expected(story, 0)
