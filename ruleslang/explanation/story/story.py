"""
The story of a match for all its readers, narrated from a match of the interpreter that plays in
parallel.

The story is the same whichever engine plays: the interpreter repeats the choices, with the same
chance, from the opening on, or without a narrator up to where another story is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from operator import eq

from attrs import define, evolve, field

from ruleslang.engine.choose_engine import engine_for
from ruleslang.engine.match.chance import ReplayedOutcomes, Stream, Streams
from ruleslang.engine.match.decision import View
from ruleslang.engine.match.engine import refuse_if_over
from ruleslang.engine.match.entities import options_of
from ruleslang.engine.match.interface import Deed, Match, Saved
from ruleslang.explanation.story.dice_checks import ALL_SEEING, Reader
from ruleslang.explanation.story.entry_types import Did, Entry
from ruleslang.explanation.story.kept_narrator import NUMBERING, KeptNarrator, kept
from ruleslang.explanation.story.narrator import Narrator
from ruleslang.explanation.story.view_text import Words, view_lines, words_of
from ruleslang.explanation.why.explain_card import ChoosingNow, why_now

MOST_KEPT = 64  # decisions, the last ones, from which another story can go on


@define(eq=False)
class Story:
    """
    The stories of each seat of a match, and of a spectator, up to a number of choices.

    Others may read what there is, also in other threads; `mover` is what alone may go on.
    """

    narrator: Narrator
    words: Words
    match: Match  # the interpreter's match, which plays along
    choices: int = 0
    is_resumed: bool = False  # its first entries were given
    ends: list[Mapping[Reader, int]] = field(factory=list)  # entries after each choice
    texts: dict[Reader, list[str]] = field(factory=dict)  # entries as information, as far as asked
    kept: dict[int, KeptNarrator] = field(factory=dict)  # by the number of choices
    over: int = -1  # the number of choices after which nobody is asked
    mover: object = None

    def has(self, reader: Reader, chosen: Sequence[int]) -> bool:
        """Return whether there is what a reader knows after these choices."""
        number = len(chosen)
        is_read = reader in self.narrator.readers and number < len(self.ends)
        return is_read and [*self.match.chosen[:number]] == [*chosen]

    def is_before(self, chosen: Sequence[int]) -> bool:
        """Return whether it can go on by the last of these choices."""
        return [*self.match.chosen] == [*chosen[: self.choices]]

    def entries(self, reader: Reader, choices: int | None = None) -> tuple[Entry, ...]:
        """Return all entries, or those up to a number of choices."""
        end = None if choices is None else self.ends[min(choices, self.choices)][reader]
        return tuple(self.narrator.entries[reader][:end])

    def added_by(self, number: int) -> dict[Reader, tuple[Entry, ...]]:
        """Return the entries that a choice added; 0: those of the opening."""
        begins = self.ends[number - 1] if number else {}
        return {
            reader: tuple(self.narrator.entries[reader][begins.get(reader, 0) : end])
            for reader, end in self.ends[number].items()
        }

    def follow(self) -> None:
        """Listen to the match from here on, at a decision."""
        self.narrator.follow(self.match)
        self.ends.append(dict.fromkeys(self.narrator.readers, 0))

    def put_before(self, entries: Sequence[Mapping[Reader, tuple[Entry, ...]]], began: int) -> None:
        """Put known entries first, without those since `began` choices that they contain."""
        self.is_resumed = True
        self.kept.clear()  # runs had other numbers before the narrator listened
        readers, since = self.narrator.readers, range(len(entries) - began, len(self.ends))
        parts = [*entries, *(self.added_by(number) for number in since)]
        self.ends = []
        counts = dict.fromkeys(readers, 0)
        for part in parts:
            counts = {reader: counts[reader] + len(part.get(reader, ())) for reader in readers}
            self.ends.append(counts)
        for reader in readers:
            whole = [entry for part in parts for entry in part.get(reader, ())]
            self.narrator.entries[reader] = whole

    def under_way(self, reader: Reader) -> tuple[Did, ...]:
        """Return the actions in progress, as a reader knows them."""
        return tuple(self.narrator.under_way(reader))

    def why(self, seat: int, about: str, nth: int | None) -> ChoosingNow:
        """Test whether a seat can choose something now, and why, in words for it; as `why_now`."""
        now = why_now(self.match, seat, about, nth)
        words = evolve(self.narrator.words, own=self.match.population.players[seat].name)
        sentences = tuple(words.text_of(reason.sentence) for reason in now.reasons)
        return evolve(now, explanation=sentences)

    def go_on(self, chosen: Sequence[int]) -> None:
        """Go on: `chosen` are the indices of all choices since the match began."""
        for place in chosen[self.choices :]:
            refuse_if_over(self.match, len(chosen) - self.choices)
            try:
                self._choose(place)
            except BaseException:
                self._stop()
                raise

    def _choose(self, place: int) -> None:
        decision = self.match.decision
        assert decision is not None
        choice = decision.choices[place]
        entry = Entry("chose", choice.text, decision.player, choice=choice.id)
        if decision.player in self.narrator.entries:
            self.narrator.report(decision.player, entry)
        self.match.choose(place)
        self.choices += 1
        self._report_decision()

    def _stop(self) -> None:
        """Keep what there was at the last decision; another story has to go on from there."""
        self.mover, self.choices = None, len(self.ends) - 1
        for reader, end in self.ends[-1].items():
            del self.narrator.entries[reader][end:]

    def _report_decision(self) -> None:
        """Report the pending decision, or the end."""
        self._report_what_is_asked()
        if self.match.decision is None:
            self.over = self.choices
        self.ends.append({reader: len(of) for reader, of in self.narrator.entries.items()})
        if not self.is_resumed and (now := kept(self.narrator)) is not None:
            self.kept[self.choices] = now
            if len(self.kept) > MOST_KEPT:
                del self.kept[min(self.kept)]

    def _report_what_is_asked(self) -> None:
        self.narrator.settle()
        decision, outcome = self.match.decision, self.match.outcome
        if decision is not None:
            seat = decision.player
            if ALL_SEEING in self.narrator.entries:
                self.narrator.close(ALL_SEEING)  # nothing is held back from this reader
            if seat not in self.narrator.entries:
                return
            self.narrator.close(seat)
            turns = self.narrator.turns.get(seat, 0)
            question = Entry("asked", decision.prompt, seat, decision=decision, turns=turns)
            self.narrator.report(seat, question)
            return
        for reader in self.narrator.readers:
            self.narrator.close(reader)
            if outcome is not None:
                winners = self._winners(outcome.winners)
                self.narrator.report(reader, Entry("over", winners, outcome=outcome))

    def begin(self) -> None:
        """Add what each reader sees at the first decision."""
        self.narrator.is_opening = True
        self.narrator.settle()
        for reader in self.narrator.readers:
            view = self.narrator.view(reader)
            self.narrator.close(reader, afresh=Entry("saw", self._view_text(view), view=view))
        self.narrator.is_opening = False
        self._report_decision()

    def _view_text(self, view: View) -> str:
        """Return a view in words, with the drawn boards; of an empty table the zeros, too."""
        lines = [*view_lines(view, self.words)] or [*view_lines(view, self.words, complete=True)]
        return "\n".join(lines) or self.words.say("nothing")

    def _winners(self, winners: Sequence[int]) -> str:
        words = self.narrator.words
        names = [self.match.population.players[seat].text for seat in winners]
        if not names:
            return words.say("nobody wins")
        win = "{names} wins" if len(names) == 1 else "{names} win"
        return words.say(win, names=words.say(" and ").join(names))


def story_of(match: Match, readers: Sequence[Reader] = ()) -> Story:
    """
    Return the story of a match from its opening to its first decision; `go_on` adds the rest. It is
    for these readers, or for all seats and a spectator.

    Raises `ValueError` if the match cannot be replayed.
    """

    def hear(story: Story) -> None:
        story.match.observe(NUMBERING)
        story.narrator.follow(story.match)

    story = _begun(match, readers, hear)
    story.begin()
    return story


def unheard(match: Match) -> Story:
    """Return the story of a match, at its first decision, to which no narrator listens yet."""
    return _begun(match, (), lambda story: None)


def branched(story: Story, match: Match) -> Story:
    """
    Return the story of a match that began as the one of another story; `go_on` adds the rest.

    It has the entries up to the last decision in common at which the narrator was kept: up to there
    only the interpreter repeats the choices.
    """
    readers, chosen = story.narrator.readers, match.chosen
    same = sum(1 for _ in takewhile(bool, map(eq, chosen, [*story.match.chosen])))
    before = {number: there for number, there in [*story.kept.items()] if number <= same}
    if not before:
        return story_of(match, readers)
    again = _begun(match, readers, lambda story: story.match.observe(NUMBERING))
    at = max(before)
    for number, place in enumerate(chosen[:at]):
        refuse_if_over(again.match, len(chosen) - number)
        again.match.choose(place)
    if not before[at].fits(again.match):
        return story_of(match, readers)
    again.choices, again.kept, again.ends = at, before, story.ends[: at + 1]
    ends, texts, entries = again.ends[at], [*story.texts.items()], story.narrator.entries
    again.texts = {reader: of[: ends[reader]] for reader, of in texts}
    known = {reader: entries[reader][:end] for reader, end in ends.items()}
    again.narrator = before[at].narrating(again.match, again.narrator.numbers, known)
    return again


def _begun(match: Match, readers: Sequence[Reader], listen: Callable[[Story], None]) -> Story:
    saved = match.save()
    story = _opened(match, saved, readers)
    begins: Deed | None = None  # none yet, where chance is asked for before it
    for step in saved.steps:
        if isinstance(step, Deed):
            begins = step
            break
        assert not isinstance(step, int)
        story.match.arrange(step)
    listen(story)
    if begins is not None:
        story.match.begin(begins)
    return story


def _opened(match: Match, saved: Saved, readers: Sequence[Reader]) -> Story:
    population = match.population
    program = population.whole_program
    streams = {name: Stream(word) for name, word in saved.streams}
    opened = engine_for(program).opening(
        options=options_of(program, saved.settings),
        players=saved.settings.players,
        automatic=saved.settings.automatic,
        chance=ReplayedOutcomes(saved.outcomes, Streams(saved.seed, streams)),
        roll=saved.rolled,
    )
    words = words_of(opened)
    narrator = Narrator(tuple(readers) or (None, *range(len(population.players))), words)
    narrator.numbers.listen(opened)
    return Story(narrator, words, opened)
