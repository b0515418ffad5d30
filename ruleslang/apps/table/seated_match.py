"""A match with people at its seats: what each is shown and may do, independent of sockets."""

from __future__ import annotations

import logging
import math
import secrets
from collections.abc import Sequence
from time import monotonic
from typing import Any, TypeAlias

from attrs import define, field

from ruleslang.api import Game, IllegalChoice, Match, as_data
from ruleslang.apps.table.early_answers import EarlyAnswers
from ruleslang.apps.table.kept_story import LateStory, entries_in, entry_text, gone_back, remake
from ruleslang.apps.table.log_sentences import ShownStory, shown_entries
from ruleslang.apps.table.presence import Presence, one_line
from ruleslang.apps.table.reader_ids import AUTOMATIC, FINISHED, BadRequest, Reader, seat_of
from ruleslang.apps.table.shown_parts import over_of, question_of, view_of, waiting_for
from ruleslang.apps.table.store import Store, StoredMatch
from ruleslang.engine.choose_engine import AUTO, EngineName
from ruleslang.engine.match.decision import Decision
from ruleslang.engine.match.wording import language_of, worded, wording_of
from ruleslang.explanation.story.entry_types import Entry
from ruleslang.explanation.story.open_view import open_view
from ruleslang.explanation.story.standing_orders import EVENT, TURN, Passing, news_in
from ruleslang.explanation.story.window_moments import Moments, moments_of
from ruleslang.simulation.records.saves import Made
from ruleslang.source.budget import UsedUp, budget, seconds_left, spend

LOG = logging.getLogger(__name__)
MOST_IN_A_ROW = 2000  # choices of bots before a person is asked again
BOT_SECONDS = 5.0  # the budget of a bot for one choice
LONGEST_MESSAGE, MOST_KEPT = 300, 100  # characters of a message; messages kept
ORDERS = {"": "", "event": EVENT, "turn": TURN}  # when a window is passed for a person

Rules: TypeAlias = Sequence[tuple[str, str]]  # files with their texts


@define(eq=False)
class Wish:
    """A seat's request to go back to a number of choices, and the seats that agree to it."""

    by: int
    back_to: int
    agreed: set[int]
    id: str = field(factory=lambda: secrets.token_hex(8))


@define(eq=False)
class SeatedMatch:
    """
    One match and who sits at it.

    `denied` are the seats whose wish was refused since the last choice. `age` grows when the story
    may have become shorter. `orders` are the seats' standing orders to pass, and `heard` the number
    of story entries that a person had been shown at the last answer. `left` are the seconds that
    each seat had left when they were last charged; `None`: no clock. `hurried` are seats whose bots
    ran out of time.
    """

    game: Game
    match: Match
    kept: StoredMatch
    store: Store
    sitters: list[str]
    ended: str = ""
    _ticket: str = field(factory=lambda: secrets.token_hex(8))
    wish: Wish | None = None
    denied: set[int] = field(factory=set)
    age: int = 0
    watchers: int = 0  # sockets that show it
    orders: dict[int, Passing] = field(factory=dict)
    heard: dict[int, int] = field(factory=dict)
    left: list[float] | None = None
    hurried: set[int] = field(factory=set)
    is_kept_only: bool = False  # its text changed; it may continue with another
    engine: EngineName = AUTO
    rules: Rules = ()  # the files of the rulebook, with their texts
    messages: list[dict[str, Any]] = field(factory=list)  # between persons, if they may
    early: EarlyAnswers = field(factory=EarlyAnswers)
    again: tuple[str, ...] = ()  # the tokens of the match that these seats play next
    asked_at: float = field(factory=lambda: monotonic())
    chose: int | None = None  # the last seat that chose since the match was opened
    presence: Presence = field(factory=Presence)
    late: LateStory | None = None  # until it has caught up, nobody chooses and no clock runs
    _moments: Moments = field(init=False)
    _stories: dict[Reader, ShownStory] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self._moments = moments_of(self.game.program)

    @property
    def is_over(self) -> bool:
        """Whether nobody can choose any more."""
        return self.match.is_over or bool(self.ended)

    @property
    def is_open(self) -> bool:
        """Whether everybody may see everything: the match is over for good."""
        return self.is_over and not self.is_kept_only

    @property
    def is_bot_asked(self) -> bool:
        """Whether a bot decides next."""
        return any(self.sitters[seat] for seat in self.asked()[:1])

    def reader_of(self, token: str) -> Reader:
        """Return a token's reader: a seat, a spectator, or one who sees all after the end."""
        place, seats = self.kept.tokens.index(token), len(self.match.seats)
        return place if place < seats else None if place == seats else FINISHED

    @property
    def ticket(self) -> str:
        """The ticket of the match's decision; one that was asked before keeps its own."""
        decision = self.match.decision
        known = None if decision is None else self.early.seats.get(decision.player)
        return self._ticket if known is None else known.ticket

    def asked_of(self, reader: Reader) -> tuple[Match, Decision, str] | None:
        """Return the match, the decision and the ticket of a seat's pending question."""
        if reader is None or reader == FINISHED or self.is_over:
            return None
        self._look_early()
        decision, ahead = self.match.decision, self.early.waiting(self.match, reader)
        if ahead is not None:
            return None if ahead.decision is None else (ahead.copy, ahead.decision, ahead.ticket)
        if decision is None or decision.player != reader:
            return None
        return self.match, decision, self.ticket

    def asked(self) -> Sequence[int]:
        """Return the seats that are asked now; several, where they choose together."""
        decision = self.match.decision
        if decision is None or self.is_over:
            return ()
        self._look_early()
        early = self.early.seats.items()
        return [decision.player, *(n for n, e in early if n != decision.player and e.decision)]

    def _look_early(self) -> None:
        persons = [seat for seat, sitter in enumerate(self.sitters) if not sitter]
        self.early.look(self.match, self.age, persons)

    def catch_up(self) -> None:
        """Wait until the match has its story; before that, nobody can choose."""
        if self.late is not None:
            self.match, self.late = self.late.complete(), None
            self.asked_at = monotonic()

    # ------------------------------------------------------------ what is shown

    def declared(self, reader: Reader) -> dict[str, Any]:
        """Return what is sent once: declarations, and who the reader is; raises `BadRequest`."""
        if reader == FINISHED and not self.is_open:
            raise BadRequest("this link shows the match when it is over")
        return {
            "type": "declared",
            "seat": None if reader == FINISHED else reader,
            "bots": list(self.game.bots),
            "windows": bool(self._moments.reported),
            "chat": self.kept.chat,
            "language": language_of(self.game.program),
            "wording": {**wording_of(self.game.program)},
            **as_data(self.match.declarations),
        }

    def shown(self, reader: Reader) -> dict[str, Any]:
        """Return everything shown to a reader now, except the story."""
        self._look_early()
        ahead = self.early.waiting(self.match, reader)
        seen = self.match.view(reader) if ahead is None and reader != FINISHED else None
        seen = seen or (open_view(self.match.engine) if ahead is None else ahead.view)
        is_complete = self.late is None and reader != FINISHED
        stack = self.match.under_way(reader) if is_complete else ()
        under_way = [as_data(action) for action in stack]
        return {
            "type": "state",
            "view": view_of(seen, ahead.copy if ahead else self.match, reader, self.is_open),
            "under_way": under_way,
            "question": question_of(self.asked_of(reader), self._moments),
            "answered": [] if ahead is None else [*ahead.texts],
            "waiting": waiting_for(self.match, self.early, is_over=self.is_over),
            "sitters": ["bot" if name else "person" for name in self.sitters],
            "people": self.presence.shown(len(self.sitters), 60.0 * self.kept.patience),
            "hurried": sorted(self.hurried),
            "wish": self._wish(reader),
            "passing": self._order_of(reader),
            "clock": self._clock(reader),
            "over": over_of(self.match, self.ended),
        }

    def story(self, reader: Reader) -> Sequence[dict[str, Any]]:
        """Return the story of a reader since the first decision, as data for the page."""
        entries = self._entries(None if reader == FINISHED else reader)
        known = self._stories.get(reader)
        if known is None or known.age != self.age or known.entries > len(entries):
            known = self._stories[reader] = ShownStory(self.age)
        known.shown += shown_entries(entries[known.entries :], self.match, reader)
        known.entries = len(entries)
        return known.shown

    def _entries(self, reader: Reader) -> Sequence[Entry]:
        return self.match.story(reader) if self.late is None else self.late.entries(reader)

    def _wish(self, reader: Reader) -> dict[str, Any] | None:
        wish = self.wish
        if wish is None:
            return None
        asked = reader not in (None, FINISHED, *wish.agreed) and not self.sitters[reader or 0]
        return {"by": wish.by, "asked": asked, "id": wish.id}

    def _order_of(self, reader: Reader) -> str:
        """Return the standing order of a reader, as the page names it."""
        always = self.orders[reader].always if reader in self.orders else ""
        return next(word for word, order in ORDERS.items() if order == always)

    def _clock(self, reader: Reader) -> dict[str, Any] | None:
        """
        Return the seconds that a reader has left, and whether they run. Nobody is shown another's
        clock: it would reveal who is asked in a window.
        """
        if self.left is None or reader is None or reader == FINISHED:
            return None
        runs = self.late is None and reader in self.asked() and not self.sitters[reader]
        return {"left": round(self.time_left(reader)), "runs": runs}

    # ------------------------------------------------------------ what is done

    def choose(self, seat: int, ticket: object, place: object) -> None:
        """Make a choice of a person; raises `BadRequest`."""
        if self.is_over or self.match.decision is None:
            raise BadRequest("the match is over")
        asked = self.asked_of(seat)
        if asked is None or self.sitters[seat]:
            raise BadRequest("you are not asked now")
        _, decision, current = asked
        if ticket != current:
            raise BadRequest("that was already answered: here is the current question")
        if type(place) is not int or not 0 <= place < len(decision.choices):
            raise BadRequest("there is no such choice")
        if self.early.waiting(self.match, seat) is not None:
            self._answer_early(seat, place)
            return
        if seat in self.orders:
            if decision.choices[place].declines:
                self.orders[seat].passed_on(decision)
            self.orders[seat].acted(decision, place)
        self._make(place)
        self.heard[seat] = len(self.match.story(seat))

    def _answer_early(self, seat: int, place: int) -> None:
        """Keep a choice that the match will ask for; what was not stored was not chosen."""
        left, early = self._left_now(), self.early.seats[seat]
        self.store.answered_early(self.kept.id, self.early.with_one_more(seat, place), left)
        try:
            early.choose(place)
        except BaseException as problem:
            self.early.forget(seat)
            if isinstance(problem, IllegalChoice):
                raise BadRequest("that cannot be chosen") from None
            raise
        self._charge(left)

    def choose_unasked(self) -> bool:
        """
        Make a choice that needs no person: a bot's, an order's, or one that was made early; whether
        there was one.
        """
        self.catch_up()
        decision = self.match.decision
        if self.is_over or decision is None:
            return False
        self._look_early()
        place = self.early.next_place(self.match)
        if place is not None:
            self._make(place)
            return True
        if not self.sitters[decision.player]:
            return self._pass_by_order(decision)
        self._make(self._place_of_bot(decision))
        return True

    def _place_of_bot(self, decision: Decision) -> int:
        """Return a bot's choice: if its time runs out, the best found so far, or one at random."""
        bot = self.game.bot(self.sitters[decision.player], seed=secrets.randbelow(1 << 48))
        place = secrets.randbelow(len(decision.choices))
        try:
            with budget(BOT_SECONDS):
                place = decision.choices.index(bot.choose(self.match))
                spend(0)  # raises if the search was cut short by its steps
                is_hurried = seconds_left() == 0
        except UsedUp:
            is_hurried = True
        if is_hurried:
            LOG.warning("a bot ran out of time, and played the best it had found, or at random")
            self.hurried.add(decision.player)
        return place

    def _pass_by_order(self, decision: Decision) -> bool:
        """Pass for a person if their standing order says so; returns whether it did."""
        seat = decision.player
        if seat not in self.orders or self.time_left(seat) <= 0:
            return False
        story, heard = self.match.story(seat), self.heard.get(seat, 0)
        news = news_in(story, heard, seat, self.match.seats[seat])
        moment = self._moments.of(self.match.engine, decision)
        if not self.orders[seat].passes(decision, moment, news):
            return False
        self._make(next(n for n, choice in enumerate(decision.choices) if choice.declines))
        return True

    def _make(self, place: int) -> None:
        """Store a choice, then make it: what was not stored is not played."""
        self.catch_up()
        number, decision, left = len(self.match.choices), self.match.decision, [*self._left_now()]
        assert decision is not None
        if left and not self.sitters[decision.player]:
            left[decision.player] += self.kept.increment
        made = Made(decision.player, decision.choices[place].id, place)
        early = self.early.without_the_first(decision.player)
        entries = entry_text(self.match.added_to_story(number))
        self.store.made(self.kept.id, number, made, left, early, entries)
        try:
            self.match.choose(place)
            with budget():  # as much again
                self.match.under_way(None)  # its story up to here
        except BaseException as problem:
            self.store.taken_back(self.kept.id, number, left)
            self.age += 1
            with budget():
                begun = self.game.replayed(self.match.start, (), engine=self.engine)
            before = entries_in(self.store.entries(self.kept.id))
            self.match = remake(begun, self.match.choices[:number], before)
            if isinstance(problem, IllegalChoice):
                raise BadRequest("that cannot be chosen") from None
            raise
        self.early.made(decision.player)
        self.chose = decision.player
        self._moved(left)

    def _moved(self, left: Sequence[float]) -> None:
        """Note that another decision is pending, or none."""
        self._charge(left)
        self._ticket, self.wish = secrets.token_hex(8), None
        self.denied.clear()

    # ------------------------------------------------------------ clocks and orders

    def time_left(self, seat: int) -> float:
        """Return the seconds that a person has left; a bot's clock stands still."""
        if self.left is None:
            return math.inf
        runs = self.late is None and seat in self.asked() and not self.sitters[seat]
        return self.left[seat] - (monotonic() - self.asked_at if runs else 0)

    def _left_now(self) -> Sequence[float]:
        """Return the seconds that each seat has left; empty without clocks."""
        return () if self.left is None else [self.time_left(seat) for seat in range(len(self.left))]

    def _charge(self, left: Sequence[float]) -> None:
        """Set the clocks to the stored times."""
        self.asked_at = monotonic()
        if self.left is not None:
            self.left = [*left]

    def charge(self) -> None:
        """Store the clocks as they are now."""
        self.store.clocked(self.kept.id, left := self._left_now())
        self._charge(left)

    def end_by_clock(self) -> bool:
        """End the match if the person who is asked has run out of time; returns whether it did."""
        late = next((seat for seat in self.asked() if self.time_left(seat) <= 0), None)
        if late is None:
            return False
        name = self.match.seats[late].replace("_", " ")
        self._end(self._say("{name} has no time left", name=name))
        return True

    def order(self, seat: int, until: object) -> None:
        """Set a person's standing order."""
        if not isinstance(until, str) or until not in ORDERS:
            raise BadRequest("pass until something happens, until you are chosen, or not at all")
        self.orders.setdefault(seat, Passing()).always = ORDERS[until]

    # ------------------------------------------------------------ back, away, and the end

    def undo(self, seat: int) -> None:
        """
        Take back a seat's last choice: at once if it revealed nothing to them and nobody has chosen
        since, else when all persons agree.
        """
        if self.is_over:  # then everything was shown
            raise BadRequest("the match is over")
        ahead = self.early.waiting(self.match, seat)
        if ahead is not None and ahead.chosen:
            self._take_back_early(seat)
            return
        mine = [n for n, choice in enumerate(self.match.choices) if choice.player == seat]
        if not mine:
            raise BadRequest("you have not chosen anything yet")
        if mine[-1] == len(self.match.choices) - 1:
            before = self.match.before(mine[-1])
            if not before.teaches(self.match.choices[-1].place):
                self._go_back(mine[-1])
                return
        if seat in self.denied:
            raise BadRequest("the others did not agree: ask again after the next choice")
        if self.wish is not None and self.wish.by != seat:
            raise BadRequest("another player's request waits for an answer")
        self.wish = self.wish or Wish(seat, mine[-1], {seat})
        self._go_back_if_agreed()

    def _take_back_early(self, seat: int) -> None:
        left, before = self._left_now(), self.early.seats[seat]
        if not self.early.back(self.match, seat):
            raise BadRequest("that showed you something: it cannot be taken back")
        try:
            self.store.answered_early(self.kept.id, self.early.to_text(), left)
        except BaseException:
            self.early.seats[seat] = before
            raise
        self._charge(left)

    def answer_wish(self, seat: int, id: object, agrees: object) -> None:
        """Let a person agree to the pending undo of this id, or refuse it."""
        if self.wish is None or id != self.wish.id:
            raise BadRequest("that request is no longer open")
        if self.sitters[seat]:
            raise BadRequest("a bot plays this seat, and agrees to everything")
        if agrees is not True:
            self.denied.add(self.wish.by)
            self.wish = None
            return
        self.wish.agreed.add(seat)
        self._go_back_if_agreed()

    def _go_back_if_agreed(self) -> None:
        persons = {seat for seat, bot in enumerate(self.sitters) if not bot}
        if self.wish is not None and persons <= self.wish.agreed:
            self._go_back(self.wish.back_to)

    def _go_back(self, number: int) -> None:
        self.catch_up()
        before, left = gone_back(self.match, number), self._left_now()
        self.store.taken_back(self.kept.id, number, left)
        self.match = before
        self.age += 1
        self._moved(left)

    def seat_bot(self, seat: int, name: object) -> None:
        """Give a seat to a bot, or (with an empty name) back to a person."""
        if not isinstance(name, str) or (name and name not in self.game.bots):
            raise BadRequest("there is no such bot")
        if self.sitters[seat] == AUTOMATIC:
            raise BadRequest("the rules play that seat")
        if self.sitters[seat] == name:
            return
        sitters, left = [*self.sitters], self._left_now()
        sitters[seat] = name
        self.early.forget(seat)
        self.store.seated(self.kept.id, sitters, left)
        self.sitters = sitters
        self.hurried.discard(seat)
        self._charge(left)
        self._go_back_if_agreed()

    def stand_in(self, absent: object, name: object) -> None:
        """Give the seat of someone who has been away for long to a bot, until they are back."""
        if type(absent) is not int or not 0 <= absent < len(self.sitters) or self.sitters[absent]:
            raise BadRequest("no person plays that seat")
        if not self.presence.is_away(absent, 60.0 * self.kept.patience):
            raise BadRequest("that player may still come back: wait a little")
        self.seat_bot(absent, name)

    def say(self, reader: Reader, text: object) -> dict[str, Any]:
        """Send a chat message to all at the table; raises `BadRequest`."""
        seat = seat_of(reader)
        if not self.kept.chat:
            raise BadRequest("chat is off at this table")
        message = one_line(text)
        if not 1 <= len(message) <= LONGEST_MESSAGE:
            raise BadRequest(f"write 1 to {LONGEST_MESSAGE} characters")
        self.messages = [*self.messages, {"type": "chat", "by": seat, "text": message}][-MOST_KEPT:]
        return self.messages[-1]

    def resign(self, seat: int) -> None:
        """Let a person resign, which ends the match."""
        if self.sitters[seat] == AUTOMATIC:
            raise BadRequest("the rules play that seat")
        if self.is_over:
            raise BadRequest("the match is over")
        name = self.match.seats[seat].replace("_", " ")
        self._end(self._say("{name} resigns", name=name))

    def _say(self, text: str, **values: str) -> str:
        return worded(wording_of(self.game.program), text, **values)

    def _end(self, ended: str) -> None:
        left = self._left_now()
        self.store.ended(self.kept.id, ended, left)
        self.ended = ended
        self._moved(left)
