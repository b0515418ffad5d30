"""
Narrates a match for each reader, with one entry for each action.

An entry says who did what, as far as the reader may know, and what it changed in the reader's view.
Forced choices have entries like others, and declined ones have none, so nobody learns who was
asked, nor who had no other choice. A card is named as the reader first sees it, at the latest when
its choice has been carried out. While others are asked, an action whose changes a reader can't see
is held back: they would learn that it was done without a question. At every decision, each log has
all changes that its reader's view shows, so an action with a question in it may have two entries.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from contextlib import suppress
from itertools import pairwise

from attrs import define, evolve, field

from ruleslang.engine.match.decision import View
from ruleslang.engine.match.entities import place_name
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Begun, Chosen, Match, Observer
from ruleslang.engine.match.position import Run
from ruleslang.engine.match.position_queries import face_shown
from ruleslang.engine.match.runtime_values import (
    Card,
    CardDefinition,
    DieIn,
    ListValue,
    Player,
    Value,
    members,
    sort_key,
)
from ruleslang.explanation.story.change_log import (
    ChangeLog,
    differences,
    followed,
    in_order,
    rearranged,
)
from ruleslang.explanation.story.dice_checks import (
    ALL_SEEING,
    Check,
    Checks,
    Reader,
    person,
    plan_of,
)
from ruleslang.explanation.story.entry_starts import (
    EntryStart,
    PhaseNumbers,
    Phases,
    Within,
    belongs,
    goes_on_unseen,
    in_check,
    is_about_seen,
    is_answering,
    is_of,
    turn_of,
)
from ruleslang.explanation.story.entry_types import Checked, Did, Entry, Part, Rolled
from ruleslang.explanation.story.known_deeds import KnownDeeds
from ruleslang.explanation.story.open_view import open_view
from ruleslang.explanation.story.secrets import secrets_of
from ruleslang.explanation.story.sentences import sentence, without_faces
from ruleslang.explanation.story.view_changes import check_text, seen_rolls
from ruleslang.explanation.story.vocabulary import Vocabulary
from ruleslang.program.looks import called


@define
class Narrator:
    """Narrates a match to readers, from `follow` on."""

    readers: tuple[Reader, ...]
    words: Vocabulary
    match: Match = field(init=False)
    deeds: KnownDeeds = field(init=False)
    changes: ChangeLog = field(init=False)
    views: Callable[[int | None], View] = field(init=False)
    entries: dict[Reader, list[Entry]] = field(factory=dict)
    turns: dict[Reader, int] = field(factory=dict)  # how many turns of each reader have come
    starts: dict[Reader, list[EntryStart]] = field(factory=dict)
    unmentioned: dict[Reader, tuple[Part, ...]] = field(factory=dict)  # for the next entry
    heard: dict[Reader, int] = field(factory=dict)  # events reported, with the answers of checks
    reported: dict[Reader, Within] = field(factory=dict)  # the phases last reported to each reader
    is_opening: bool = False  # everything is about to be shown, so changes are left out
    checks: Checks = field(init=False)
    deed: Run | None = None  # a player's last deed, while it is under way
    numbers: PhaseNumbers = field(factory=PhaseNumbers)  # which has listened since the opening
    phases: Phases = field(init=False)
    inside: Run | None = None  # the innermost phase under way, when one was last begun or over
    unseen: dict[Reader, dict[int, EntryStart]] = field(factory=dict)  # runs held back, by id
    shared: set[int] = field(factory=set)  # the deeds in which another player chose something
    events: set[int] = field(factory=set)  # the plays that the rules perform outside of any deed
    named: dict[Reader, set[Card]] = field(factory=dict)  # cards reported last, in play
    owned: dict[str, Vocabulary] = field(factory=dict)  # words about each player

    def follow(self, match: Match) -> None:
        """Narrate a match from its current position, which the readers know."""
        self.listen(match)
        self.inside, self.deed = self.phases.innermost(match.under_way), None
        for reader in self.readers:
            view = self.view(reader)
            self.changes.begin(reader, view)
            self.starts[reader], self.unseen[reader] = [self._start(None, reader, view)], {}
            self.entries.setdefault(reader, [])

    def listen(self, match: Match) -> None:
        """Listen to a match from here on."""
        self.match, self.views = match, match.successive_views()
        program = match.population.program
        self.deeds = KnownDeeds(match, secrets_of(program), self.events)
        self.phases = Phases(match, self.numbers)
        self.checks = Checks(plan_of(program), self.readers, self._check_begins, self._check_ends)
        self.changes = ChangeLog(match, self.view)
        match.observe(Observer(begun=self._hear, chosen=self._hear, statement=self._statement))

    def settle(self) -> None:
        """Report all that each reader has seen, now that the effects and cards are known."""
        for reader, starts in self.starts.items():
            is_unseen = goes_on_unseen(self.match, person(self.match, reader), starts[-1])
            self._note_waiting(reader, starts[: -1 if is_unseen else None])
            first, *later = starts
            kept = [first, *(m for m in later if m.waits or m.parts or m.phase or m.what is None)]
            now = self._start(None, reader, self.view(reader))
            last = newest = len(kept) - 1
            asking = next((i for i, m in enumerate(kept) if is_answering(m)), newest)
            if asking < newest and not self._would_change(reader, kept[asking], now.view):
                last = asking
            while last and not self._is_seen(kept[last], now):
                last -= 1
            self._report(reader, kept[: last + 1])
            self.starts[reader] = [self._reported(reader, kept[last], now), *kept[last + 1 :]]
            unseen = self.unseen[reader].items()
            self.unseen[reader] = {run: m for run, m in unseen if not self._is_seen(m, now)}

    def _reported(self, reader: Reader, start: EntryStart, now: EntryStart) -> EntryStart:
        """Report what there is of an entry, and return the start of the rest; else the same."""
        is_due = self._would_change if is_answering(start) else self._would_report
        if start.answer is None and not is_due(reader, start, now.view):
            return start
        self._note_waiting(reader, [start])
        self._report(reader, [start, now])
        self.named[reader] = start.named or self.named.get(reader, set())
        return now

    def _note_waiting(self, reader: Reader, starts: list[EntryStart]) -> None:
        who = person(self.match, reader)
        for start in starts:
            for deed in start.waits:
                self._note(start, deed, who, self.named.get(reader, set()))
            start.waits = []

    def close(self, reader: Reader, afresh: Entry | None = None) -> None:
        """
        Report everything up to now to a reader who is asked, or at the end, and what is under way.

        Nothing is held back then: a choice that changed nothing yet is alone left for the next
        entry. With `afresh`, an entry that shows the whole table, what has begun since is kept.
        """
        self._note_waiting(reader, self.starts[reader])
        now = self._start(None, reader, self.view(reader))
        first, *later = self.starts[reader]
        if afresh is None:
            last = self.starts[reader][-1]
            kept = last if self._is_half_done(reader, last, now) else now
            self._report(reader, [first, *later, *([now] if kept is now else [])])
            self.starts[reader], self.unseen[reader] = [kept], {}
            self.named[reader] = last.named or self.named.get(reader, set())
        else:
            self._report(reader, [first, now])
            self.starts[reader] = [now, *later]
            self.report(reader, afresh)
        self._report_phases(reader, self.phases.under_way(self.unseen.get(reader, ())))

    def report(self, reader: Reader, entry: Entry) -> None:
        """Add an entry; one without words leaves its parts to the next one that has some."""
        unmentioned = self.unmentioned.pop(reader, ())
        parts = (*unmentioned, *entry.parts)
        if entry.text:
            self.entries[reader].append(evolve(entry, parts=parts) if unmentioned else entry)
        else:
            self.unmentioned[reader] = parts

    def _is_half_done(self, reader: Reader, start: EntryStart, now: EntryStart) -> bool:
        """Test whether a reader's choice changed nothing yet; it is reported with the next one."""
        if not isinstance(start.what, Chosen) or start.what.by.order != reader or not start.parts:
            return False
        return self.match.decision is not None and not self._would_report(reader, start, now.view)

    def _report(self, reader: Reader, starts: list[EntryStart]) -> None:
        for start, then in pairwise(starts):
            entry = self._entry(reader, start, then)
            if entry is None:
                continue
            if entry.text:
                self._report_phases(reader, start.within, is_named=bool(entry.phase))
            self.report(reader, entry)

    def _report_phases(self, reader: Reader, now: Within, *, is_named: bool = False) -> None:
        """Report the phases that have begun, the innermost unless the next entry names it."""
        before = self.reported.get(reader, {})
        if now and now.keys() != before.keys():
            self.reported[reader] = now
            *outer, innermost = now
            new = [run for run in outer if run not in before]
            for run in new if is_named else [*new, innermost]:
                self.report(reader, Entry("phase", now[run], phase=now[run]))

    def _entry(self, reader: Reader, start: EntryStart, then: EntryStart) -> Entry | None:
        """Return the entry for the events between two starts; `None`: nothing to report."""
        heard = self.heard.get(reader, 0)
        if not (start.parts or start.check or start.changes < then.changes):
            is_same = start.view is then.view or start.view == then.view
            if is_same and start.events == then.events and start.answer is None:
                self.heard[reader] = max(heard, start.events_of_check)
                return None
        since = max(heard, start.events if start.answer is None else start.events_of_check)
        seen = self.changes.seen[reader][start.changes : then.changes]
        check, dids = self._reported_since(start, then)
        by = self._roller(reader, start, check) if check else self._doer(start) if dids else None
        owner = start.turn if start.phase else by.name if by else ""
        words = self._words_about(owner)
        events = self.match.events[since : then.events]
        rolled = [(since + at, p) for at, p in seen_rolls(events, start.view, then.view, words)]
        went = followed(start.view, then.view, seen, words)
        found = [*differences(start.view, then.view, seen, words, went)]
        parts = in_order(found, rolled, seen)
        parts += rearranged(start.view, then.view, parts, words)
        shown = [part for part in parts if not self.is_opening or isinstance(part, Rolled)]
        self.heard[reader] = max(heard, start.events_of_check)
        if not parts and check is None and not dids:
            return None
        happened = sentence(check, dids, shown, words)
        head = start.phase or ("" if by is None else by.name.replace("_", " "))
        text = f"{head}: {happened}" if head and happened else happened
        everything = (*([] if check is None else [check]), *dids, *parts)
        phase = start.phase if happened else ""
        return Entry("happened", text, by.order if by else None, phase, everything)

    def _words_about(self, owner: str) -> Vocabulary:
        """Return the words of sentences about a player."""
        if owner not in self.owned:
            self.owned[owner] = evolve(self.words, own=owner)
        return self.owned[owner]

    def _doer(self, start: EntryStart) -> Player | None:
        """Return the player who acts in a start; in a check, the one who chose."""
        if start.what is not None:
            return start.what.by
        return self.match.population.players[start.parts[0].by] if start.parts else None

    def _roller(self, reader: Reader, start: EntryStart, check: Checked) -> Player | None:
        """Find the roller to name for a check: nobody, if another player chose in that deed."""
        run, who = start.check.within if start.check else None, person(self.match, reader)
        if run is None or run.by is None or not check.rolls or run.id in self.shared:
            return None
        is_named = run.by.text in check.text
        return None if is_named or self.deeds.is_secret(run.by, who, run.body) else run.by

    def _is_seen(self, start: EntryStart, now: EntryStart) -> bool:
        """Return whether a reader has seen anything between two starts."""
        if start.changes < now.changes or start.answer is not None:
            return True
        return start.view != now.view or self._rolled(start, now.view, now.events)

    def _rolled(self, start: EntryStart, now: View, until: int | None = None) -> bool:
        """Return whether a reader has seen a roll since a start, up to a number of events."""
        events = self.match.events[start.events : until]
        return bool(seen_rolls(events, start.view, now, self.words))

    def _start(
        self, deed: Run | Chosen | None, reader: Reader, view: View, phase: str = ""
    ) -> EntryStart:
        changed = self.changes.note(reader, view)
        turn = turn_of(self.match, deed) if phase and isinstance(deed, Run) else None
        owner = turn.name if turn is not None and turn.name.replace("_", " ") in phase else ""
        within = self.phases.under_way(self.unseen.get(reader, ()))
        if phase and isinstance(deed, Run):  # which is about to begin
            within[deed.id] = phase
        return EntryStart(deed, view, len(self.match.events), changed, phase, owner, within)

    def view(self, reader: Reader) -> View:
        """Return the view of a reader, computed without counting as a read by the rules."""
        if reader == ALL_SEEING:
            return open_view(self.match)
        if not self.checks.pending:
            return self.views(reader)
        with self.checks.deaf():
            return self.views(reader)

    # ------------------------------------------------------------ listening

    def _statement(self, played: Match, begun: Begun) -> None:
        """Attribute what follows a phase to the phase around it, and after a deed to nobody."""
        if self.changes.statement(played, begun) or self.checks.plan.renames:
            self._note_seen()
        if self.checks.plan.calls:
            self.checks.statement(played, begun)
        if self.inside is None and self.deed is None:
            return
        under_way = played.ids_under_way
        if all(run is None or run.id in under_way for run in (self.inside, self.deed)):
            return
        if self.deed is not None and self.deed.id not in under_way:
            self._deed_is_over(under_way)
        if self.inside is None or self.inside.id in under_way:
            return
        self.inside = self.phases.innermost(played.under_way)
        phase = self.phases.text(self.inside)
        for reader, starts in self.starts.items():
            if not is_answering(starts[-1]):
                self._started(reader, self.inside, phase)

    def _note_seen(self) -> None:
        """Note deeds as soon as readers see their cards, which may be hidden or renamed later."""
        with self.checks.deaf(), suppress(Fault):
            for reader, starts in self.starts.items():
                who, before = person(self.match, reader), self.named.get(reader, set())
                for start in starts:
                    while start.waits and is_about_seen(self.match, who, start.waits[0]):
                        self._note(start, start.waits.pop(0), who, before)

    def _deed_is_over(self, under_way: Container[int]) -> None:
        """Close the entries of actions that are over, for the readers of these entries."""
        self.deed = None
        for reader, starts in self.starts.items():
            last = starts[-1].what
            if not isinstance(last, Run) or last.by is None:
                continue
            if last.id in under_way:
                self.deed = last
            else:
                self._started(reader, None, "")

    def _hear(self, played: Match, deed: Run | Chosen) -> None:
        phase = self.phases.text(deed)
        if isinstance(deed, Run):
            self.changes.begun(deed)
            if all(run.by is None or run.id == deed.id for run in played.under_way):
                self.events.add(deed.id)
        else:
            of_others = (run for run in played.under_way if run.by not in (None, deed.by))
            self.shared |= {run.id for run in of_others}
        if deed.by is None and not phase:
            return
        if isinstance(deed, Run):
            self.inside, self.deed = (deed, self.deed) if phase else (self.inside, deed)
        for reader, starts in self.starts.items():
            last = starts[-1]
            if phase and is_answering(last):
                continue  # a phase that is a check: reported with its answer
            goes_on = belongs(played, deed, last.what) or self._goes_on(reader, last, deed)
            if phase or not (in_check(last, deed) or goes_on):
                last = self._started(reader, deed, phase)
            if phase and is_of(reader, deed):
                self.turns[reader] = self.turns.get(reader, 0) + 1
            if not phase:
                last.waits.append(self._with_faces(deed, reader))
            if isinstance(deed, Run) and deed.by is not None:
                begun = last if last.what is deed else self._start_of(deed, reader, phase)
                self.unseen[reader][deed.id] = begun or last

    def _goes_on(self, reader: Reader, last: EntryStart, deed: Run | Chosen) -> bool:
        """Return whether something is chosen by who chose last, and nothing has changed since."""
        if not isinstance(last.what, Chosen) or not isinstance(deed, Chosen):
            return False
        now = self.changes.views[reader]
        return last.what.by is deed.by and not self._would_report(reader, last, now)

    def _would_report(self, reader: Reader, start: EntryStart, now: View) -> bool:
        """Return whether any roll or change since a start would be in an entry."""
        return self._rolled(start, now) or self._would_change(reader, start, now)

    def _would_change(self, reader: Reader, start: EntryStart, now: View) -> bool:
        """Return whether any change since a start would be in an entry."""
        seen = self.changes.seen[reader][start.changes :]
        if start.view is now and not seen:
            return False
        found = differences(start.view, now, seen, self.words)
        return any(change.part.text for change in found)

    def _with_faces(self, deed: Run | Chosen, reader: Reader) -> Run | Chosen:
        """Return a deed with chosen dice as the faces they show now, if the reader sees them."""
        if isinstance(deed, Chosen):
            return evolve(deed, value=self._faces(deed.value, reader) or deed.value)
        chosen = ((choice.slot, deed.locals.get(choice.slot)) for choice in deed.choices)
        faces = {slot: of for slot, value in chosen if (of := self._faces(value, reader))}
        return evolve(deed, locals={**deed.locals, **faces}) if faces else deed

    def _faces(self, value: Value, reader: Reader) -> ListValue | None:
        """Return the faces that dice show now; `None` if the reader does not see all of them."""
        seen, dice = self.changes.views[reader].dice, members(value)
        if all(isinstance(d, DieIn) and seen.get(place_name(d.dice, d.index)) for d in dice):
            return ListValue(sorted((face_shown(self.match, die) for die in dice), key=sort_key))
        return None

    def _started(self, reader: Reader, deed: Run | Chosen | None, phase: str) -> EntryStart:
        """Add a start; keep the last one if visibility cannot be evaluated at this point."""
        start = self._start_of(deed, reader, phase)
        if start is None:
            return self.starts[reader][-1]
        self.starts[reader].append(start)
        return start

    def _start_of(self, deed: Run | Chosen | None, reader: Reader, phase: str) -> EntryStart | None:
        try:
            return self._start(deed, reader, self.view(reader), phase)
        except Fault:
            return None

    def _check_begins(self, reader: Reader, check: Check) -> None:
        """Start a check, which reports the changes before it; one around it, its answer alone."""
        last = self.starts[reader][-1]
        is_in_check = is_answering(last)
        if is_in_check:
            last.check = None
        start = self._started(reader, None, "")
        if start is not last:
            start.check = check
            if is_in_check and not last.parts:
                start.view, start.changes = last.view, last.changes

    def _check_ends(self, reader: Reader, check: Check, answer: str | None) -> None:
        """
        Record the answer of a check; one begun before the reader's last entry gets its own, and one
        around others that has one gets another if it adds something.
        """
        starts = self.starts[reader]
        start = next((earlier for earlier in starts if earlier.check is check), None)
        if answer is None:
            if start is not None:
                start.check = None
            return
        has_more = check.phrase or (check.is_declared and answer != starts[-1].answer)
        if check.is_around and not has_more:
            return
        if start is None:
            start = self._started(reader, None, "")
            start.check = check
        start.answer, start.events_of_check = answer, len(self.match.events)

    # ------------------------------------------------------------ saying

    def _reported_since(
        self, start: EntryStart, then: EntryStart
    ) -> tuple[Checked | None, list[Did]]:
        """Return the check, and who did what; a choice that only repeats a roll is left out."""
        check, until = None, then.events
        if start.phase:
            return None, []
        if start.check is not None and start.answer is not None:
            until = start.events_of_check
        events = self.match.events[start.events : until]
        parts = (part for _, part in seen_rolls(events, start.view, then.view, self.words))
        rolled = [part for part in parts if isinstance(part, Rolled)]
        if start.check is not None and start.answer is not None:
            answer = called(self.words.looks, start.answer)
            text = check_text(start.check, rolled, answer, self.words)
            check = Checked(start.check.name, start.check.given, tuple(rolled), start.answer, text)
        elif self._doer(start) is None:
            return None, []
        return check, without_faces(start.parts, rolled)

    def under_way(self, reader: Reader) -> list[Did]:
        """Return the actions and plays in progress, outermost first, as the reader knows them."""
        who = person(self.match, reader)
        unseen = self.unseen[reader]
        runs = [run for run in self.match.under_way if run.id not in unseen or run.by is who]
        return [did for run in runs for did in self.deeds.of_run(run, who, set())]

    def _note(
        self, start: EntryStart, deed: Run | Chosen, who: Player | None, before: set[Card]
    ) -> None:
        """
        Note what a reader may know of an action, without the title of a card that was just named;
        `before` are the cards known to the reader when they were last asked.
        """
        if isinstance(deed, Run):
            known = self.deeds.of_run(
                deed, who, start.named | before if deed.choices else start.named
            )
            start.named.update(local for local in deed.locals.values() if isinstance(local, Card))
        else:
            known = list(self.deeds.of_choice(deed, who))
        is_title = isinstance(deed, Chosen) and isinstance(deed.value, CardDefinition)
        named = {value.name for part in start.parts for value in part.chosen}
        for did in known:
            titles = {value.name for value in did.chosen} if is_title else {did.card}
            if named.isdisjoint(titles) or (did.card is not None and did.chosen):
                start.parts.append(did)
