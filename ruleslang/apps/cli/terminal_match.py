"""A match at the terminal: whose turn it is, what persons are shown, what they answer."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import define, evolve, field, frozen

from ruleslang.api import Choice, Decision, Game, Match, View
from ruleslang.apps.cli.decision_prompt import (
    PASS_KEY,
    Listing,
    Room,
    choice_lines,
    listing_of,
    rows_of,
)
from ruleslang.apps.cli.error_messages import Mistake, NotLoaded
from ruleslang.apps.cli.fit_to_screen import Screen, fitted, room
from ruleslang.apps.cli.output import flowing, hanging, height, plural, width, wrapped
from ruleslang.apps.cli.pass_until import not_passed, order_of, stop, toggle
from ruleslang.apps.cli.save_file import Saves
from ruleslang.apps.cli.spectate import watched
from ruleslang.apps.cli.why_answers import explained, line_of, seen_value
from ruleslang.apps.table.early_answers import all_asked_together
from ruleslang.engine.match.runtime_values import Card, CardDefinition, Value, members, text_of
from ruleslang.explanation.story.board_drawing import Drawing, Mark
from ruleslang.explanation.story.choice_parts import so_far
from ruleslang.explanation.story.entry_types import Entry
from ruleslang.explanation.story.standing_orders import News, Passing, news_in
from ruleslang.explanation.story.view_text import (
    Words,
    drawing_of,
    in_words,
    view_lines,
    ways_of,
    words_of,
    zones_called,
)
from ruleslang.explanation.story.window_moments import Moment, Moments, moments_of
from ruleslang.players.preference_bot import Bot
from ruleslang.program.looks import called, titles_of
from ruleslang.program.program import Compiled
from ruleslang.simulation.records.saves import Save, to_text
from ruleslang.simulation.sides import seat_name
from ruleslang.source.budget import WHOLE, refill
from ruleslang.source.suggest import nearest

MOST = 8  # cards of one name that are distinguished by their titles


def look(match: Match, name: str, offered: Sequence[Choice] = ()) -> Iterator[str]:
    """Describe the cards with a title or part of one, or those of the `offered` choices."""
    titles = match.engine.population.titles
    if not titles:
        yield "this game has no cards"
        return
    titles_found = _of_choices(offered) if offered else _called(titles, name)
    if not titles_found and offered:
        yield "no card belongs to that choice"
    elif not titles_found:
        close = nearest(name, [title.text for title in titles.values()])
        yield f"no card is called `{name}`" + (f"; did you mean `{close}`?" if close else "")
    elif len(titles_found) > MOST:
        yield f"{len(titles_found)} cards match; enter more of the name"
    for title in titles_found if len(titles_found) <= MOST else ():
        yield from _printed(title, titles_of(match.engine.population.program))


def _called(titles: Mapping[str, CardDefinition], name: str) -> list[CardDefinition]:
    """Return the cards of that name or title; else those whose title contains it."""
    wanted = _plain(name)
    exact = [
        title for title in titles.values() if wanted in (_plain(title.name), _plain(title.text))
    ]
    return exact or [title for title in titles.values() if wanted and wanted in _plain(title.text)]


def _plain(name: str) -> str:
    return " ".join(name.replace("_", " ").lower().split())


def _of_choices(offered: Sequence[Choice]) -> list[CardDefinition]:
    """Return the cards that a choice contains, as printed."""
    values = [value for choice in offered for value in choice.values.values()]
    titles = [_title(member) for value in values for member in members(value)]
    return list(dict.fromkeys(title for title in titles if title is not None))


def _title(value: Value) -> CardDefinition | None:
    if isinstance(value, Card):
        return value.title
    return value if isinstance(value, CardDefinition) else None


def _printed(title: CardDefinition, looks: Mapping[str, str]) -> Iterator[str]:
    card = title.definition
    copies = "" if card.copies == 1 else f", {card.copies} of them"
    yield f"{title.text}: {called(looks, card.kind)}{copies}"
    for name, places in title.fields.items():
        values = [_field(index, value) for index, value in places.items()]
        yield f"  {called(looks, name)}: {', '.join(values)}"
    if card.rules_text is not None:
        yield f"  {card.rules_text.text}"


def _field(index: tuple[Value, ...], value: Value) -> str:
    where = ", ".join(text_of(entry) for entry in index).replace("_", " ")
    value_text = text_of(value).replace("_", " ")
    return f"{where} {value_text}" if where else value_text


HELP = """\
  a number            make that choice; the start of its words works too
  several numbers     choose all of these, where several are asked for
  p or Enter          pass, decline or finish
  pp                  pass until another player acts, or you have a new option
  auto                always pass like this; `auto` again ends it
  auto turn           the same; on others' turns, until one of them chooses you
  pass until my turn  (or pt) until your turn, or another player chooses you
  pass until MOMENT   until that moment, or another player chooses you
  skip                pass at this moment from now on, unless somebody acts
  stop MOMENT         always be asked at that moment; `stops` lists these
  choices             list the choices again
  look                show the table again
  view                show everything you may know, including empty zones
  log                 show what happened so far
  look NAME           show a card (its title or a choice's number) or a zone
  why NAME            explain a choice (its number), an action or a card
  why VALUE(…)        explain a value, if you can see what it depends on
  undo                take back your last choice, unless you learnt something
  save [FILE]         save the match; `--resume FILE` continues it
  quit                leave; the match is saved"""

LONGEST_ANSWER = 500  # letters: more than any choice, card or file name has
LEAVE_THE_SCREEN = ("?", "help", "save", "stop", "stops", "auto")  # the choices are not shown again
LINES_OF_QUESTION = 2  # the question, and the answer
MOST_ROWS = 10  # choices that are listed again whenever something else was shown
NOT_TYPED = f"""\
that line has more than {LONGEST_ANSWER} characters, or some that can't be shown; \
`?` lists the possible answers"""


def say(line: str) -> None:
    """Print a line, wrapped to the terminal."""
    print(wrapped(line, width()))


def declining(decision: Decision) -> int:
    """Return the index of the declining choice."""
    return next(place for place, choice in enumerate(decision.choices) if choice.declines)


class Quit(Exception):
    """Somebody left the table."""


@frozen
class RecordedChoice:
    """A choice: how many came before it, the seat, the index, whether it was the only one."""

    choices: int
    seat: int
    index: int
    only: bool


@define
class Session:
    """Persons and bots at a match; `bots` decide for their seats, persons for all others."""

    game: Game
    match: Match
    seats: tuple[str, ...]
    bots: Mapping[int, Bot]
    compiled_with: Callable[[str], Compiled]  # the rulebook with a line of an example
    words: Words = field(init=False)
    moments: Moments = field(init=False)
    passing: dict[int, Passing] = field(init=False)
    past: list[RecordedChoice] = field(factory=list)
    heard: dict[int, int] = field(factory=dict)  # entries of the story that each was shown
    at_screen: int | None = None  # None: nobody yet
    saves: Saves = field(factory=Saves)
    drawings: dict[int, Drawing] = field(factory=dict)  # the boards as each player last saw them
    letters: dict[int, set[Mark]] = field(factory=dict)  # marks that each player has read about
    forced: dict[int, int] = field(factory=dict)  # times each had one choice, since it was asked
    above: int = 0  # lines above the question

    def __attrs_post_init__(self) -> None:
        self.words = words_of(self.match.engine)
        self.moments = moments_of(self.game.program)
        self.passing = {seat: Passing() for seat in self.persons}
        self._remember()

    @property
    def persons(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.seats)) if seat not in self.bots)

    def play(self) -> None:
        """Play until the match is over; raises `Quit` when somebody leaves."""
        if not self.persons:
            for line in watched(self.match, self.bots, self.words):
                say(line)
        while (decision := self.match.decision) is not None:
            refill(WHOLE)
            if decision.player in self.bots:
                self.past.clear()
                self.match.choose(self.bots[decision.player].choose(self.match.engine))
            else:
                self._turn(decision)
        for seat in self.persons if len(self.persons) == 1 else ():  # else all look at the screen
            print("\n".join(["", *self._news_of(seat)]))

    def save(self, name: str = "") -> Path:
        """Save the match; returns the path."""
        usual = f"{self.game.name}-{self.match.start.seed}.save"
        return self.saves.write(self._saved(), name, usual)

    def save_somehow(self) -> Path:
        """Save the match; if that fails, print it, so that it is not lost."""
        try:
            return self.save()
        except OSError:
            print("\nThe match cannot be written to a file here. Copy this line to one:")
            print(to_text(self._saved()))
            raise

    def _saved(self) -> Save:
        match = self.match
        return Save(match.start, match.choices, match.hash(), self.seats, match.plays)

    # ------------------------------------------------------------ one turn of a person

    def _remember(self) -> None:
        """Mark the story up to each person's last choice as shown; all is new if there is none."""
        for seat in self.persons if self.match.decision or self.match.choices else ():
            story = self.match.story(seat)
            chosen = (n for n, entry in enumerate(story, 1) if entry.kind == "chose")
            self.heard[seat] = max(chosen, default=0)

    def _news(self, seat: int) -> News:
        """Return the events of others that a person has not seen yet."""
        return news_in(self.match.story(seat), self.heard[seat], seat, self.match.seats[seat])

    def _turn(self, decision: Decision) -> None:
        seat = decision.player
        moment = self.moments.of(self.match.engine, decision)
        if self.passing[seat].passes(decision, moment, self._news(seat)):
            self._decide(decision, declining(decision), only=True)
            return
        if _is_forced(decision):  # equal copies of one card: there is nothing to think about
            self.forced[seat] = self.forced.get(seat, 0) + 1
            self._decide(decision, 0, only=True)
            return
        self._hand_over(seat)
        view = self.match.view(seat)
        drawing = drawing_of(view, self.words, width())
        screen = self._table(seat, view, drawing)
        free = height() - self.above
        listed = listing_of(
            self.match.engine, decision, self.words, Room(width(), room(free, screen), view)
        )
        screen = evolve(screen, choices=listed.choices, declining=listed.last)
        if listed.draws:
            screen = evolve(screen, board=())
        self._show(fitted(screen, free), decision, moment)
        self.above = 0
        self._answer(decision, moment, listed)

    def _show(self, screen: Screen, decision: Decision, moment: Moment | None) -> None:
        """Print a question with all that goes before it."""
        for part in (screen.news, (*screen.table, *screen.board)):
            for row in ["", *part] if part else []:
                print(row)
        self._list(decision, moment, (*screen.choices, *screen.declining))

    def _hand_over(self, seat: int) -> None:
        """Clear the screen before another person's turn, if several share it."""
        if len(self.persons) > 1 and seat != self.at_screen:
            if self.at_screen is not None:
                self.past.clear()
            self.drawings.pop(seat, None)
            print("\x1b[2J\x1b[3J\x1b[H" if sys.stdout.isatty() else "", end="")
            name = self._name(seat)
            print()
            input(wrapped(f"{name} is next. Press Enter when only {name} looks.", width()) + " ")
        self.at_screen = seat

    def _news_of(self, seat: int) -> list[str]:
        """Return the lines of what happened since this person last looked."""
        story = self.match.story(seat)
        news = lines_of(story[self.heard.get(seat, 0) :])
        self.heard[seat] = len(story)
        passed, self.passing[seat].passed = self.passing[seat].passed, 0
        if passed:
            news.append(f"({self._name(seat)} passed {plural(passed, 'time')})")
        if forced := self.forced.pop(seat, 0):
            news.append(f"({self._name(seat)} had only one choice {plural(forced, 'time')})")
        return [row for line in news for row in wrapped(f"  {line}", width()).split("\n")]

    def _list(
        self, decision: Decision, moment: Moment | None, rows: Sequence[str], apart: str = "\n"
    ) -> None:
        """Print the question and the choices, apart from what is above."""
        chosen = so_far(self.match.engine, decision)
        besides = f" (so far {chosen})" if chosen else ""
        when = f" ({moment.name})" if moment and moment.words else ""
        print(end=apart)
        who = f"{self._name(decision.player)}{when}{self._chosen_before(decision)}"
        say(f"{who}: {_question(decision)}{besides}")
        for row in rows:
            print(row)

    def _chosen_before(self, decision: Decision) -> str:
        """Return the players who have chosen already, where all choose together."""
        seats = all_asked_together(self.match)
        before = seats[: seats.index(decision.player)] if seats else []
        names = " and ".join(map(self._name, before))
        return f" ({names} {'has' if len(before) == 1 else 'have'} chosen)" if before else ""

    def _list_again(self, decision: Decision, moment: Moment | None, listed: Listing) -> None:
        """Print the question again, below what was shown; a long list is abbreviated."""
        free = height() - self.above - LINES_OF_QUESTION
        self.above = 0
        rows = listed.again(width(), min(MOST_ROWS, free))
        self._list(decision, moment, rows, "\n" if len(rows) < free else "")

    def _table(self, seat: int, view: View, drawing: Drawing) -> Screen:
        """Return the events, with the table at a person's first look; later only changed boards."""
        table: list[str] = []
        board: list[str] = []
        if seat not in self.drawings:
            lines = [*in_words(view, self.words), *ways_of(self.words)]
            table = [wrapped(line, width()) for line in lines]
        if self.drawings.get(seat) != drawing:
            known = self.letters.setdefault(seat, set())
            board = [wrapped(line, width()) for line in drawing.lines(known)]
            known.update(drawing.marks)
        self.drawings[seat] = drawing
        return Screen(self._news_of(seat), rows_of(table), rows_of(board))

    def _answer(self, decision: Decision, moment: Moment | None, listed: Listing) -> None:
        """Read answers until one moves the match: a choice, or an undo."""
        while True:
            answer = input("> ").strip()
            refill(WHOLE)
            if len(answer) > LONGEST_ANSWER or not answer.isprintable():
                say(NOT_TYPED)
                self._list_again(decision, moment, listed)
                continue
            index = listed.answered(answer)
            if index is not None:
                self._decide(decision, index)
                return
            if answer == "undo" and self._undo(decision.player):
                return
            if self._orders(answer, decision, moment):
                self._decide(decision, declining(decision))
                return
            if answer == "choices":
                self._list(decision, moment, listed.rows)
                continue
            self._obey(answer, decision, listed)
            if _command_and_argument(answer)[0] not in LEAVE_THE_SCREEN:
                self._list_again(decision, moment, listed)

    def _orders(self, answer: str, decision: Decision, moment: Moment | None) -> bool:
        """Handle an answer that passes, perhaps with an order; returns whether it was one."""
        passing = self.passing[decision.player]
        order = order_of(answer, passing.turns, self.moments.names)
        if not decision.declines or (order is None and not (answer == "skip" and moment)):
            return False
        passing.order = order
        if order is None and moment is not None:
            passing.skip(moment)
        return True

    def _obey(self, answer: str, decision: Decision, listed: Listing) -> None:
        """Handle a command that does not move the match."""
        word, argument = _command_and_argument(answer)
        if word == "quit":
            raise Quit
        if word == "save":
            self._save_as_asked(argument)
        elif word == "view":
            seen = self.match.view(decision.player)
            for line in view_lines(seen, self.words, complete=True, width=width()):
                say(line)
        elif word == "log":
            for line in lines_of(self.match.story(decision.player)):
                say(f"  {line}")
        elif word in ("stop", "stops", "auto"):
            passing = self.passing[decision.player]
            auto = word == "auto"
            for line in (
                toggle(passing, argument) if auto else stop(passing, argument, self.moments)
            ):
                say(line)
        elif word == "why":
            for line in self._explained(argument, decision, listed):
                print(flowing(line, width()))
        elif word == "look":
            self._look(argument, decision, listed)
        elif word == "undo":
            say("There is nothing to take back, or you have learnt something since.")
        elif word in ("help", "?"):
            for line in HELP.splitlines():
                print(hanging(line, width()))
        else:
            say(self._refused(answer, listed))

    def _refused(self, answer: str, listed: Listing) -> str:
        """Return the message for an unusable answer."""
        names = self.moments.names
        if answer.lower() in ("", PASS_KEY) or order_of(answer, 0, names):
            return "you can't pass here: you have to choose"
        return not_passed(answer, names) or listed.not_answered(answer)

    def _explained(self, question: str, decision: Decision, listed: Listing) -> Iterator[str]:
        """Explain a choice or a value, as far as the player may know."""
        lines = explained(
            self.game, self.match, question, listed.answered(question), self.words.text_of
        )
        if lines is None and question.isdecimal():
            lines = iter((listed.not_answered(question),))
        if lines is not None:
            yield from lines
            return
        try:
            if question:
                compiled = self.compiled_with(line_of(question))
                yield from seen_value(self.game, self.match, compiled, question, decision.asked)
                return
        except (Mistake, NotLoaded) as mistake:
            if "(" in question:
                yield str(mistake)
                return
        yield "why what? Enter the number of a choice, or the name of an action, a card or a value"

    def _look(self, name: str, decision: Decision, listed: Listing) -> None:
        """Show the table, a zone, or a card; a number means the cards of that choice."""
        if not name:
            view = self.match.view(decision.player)
            lines = [*view_lines(view, self.words, width=width()), *ways_of(self.words)]
            shown = rows_of([wrapped(line, width()) for line in lines])
            self.above = len(shown)
            print(*shown, sep="\n")
            return
        index = listed.answered(name)
        zones = [*zones_called(self.match.view(decision.player), name, self.words)]
        chosen = () if index is None else (decision.choices[index],)
        for line in zones if zones and not chosen else look(self.match, name, chosen):
            say(line)

    def _save_as_asked(self, name: str) -> None:
        try:
            say(f"wrote {self.save(name)}")
        except OSError as problem:
            say(f"it cannot be written: {problem.strerror}")

    # ------------------------------------------------------------ moving on and back

    def _decide(self, decision: Decision, index: int, *, only: bool = False) -> None:
        """Make a person's choice, and remember it for undo."""
        if decision.choices[index].declines and not only:
            self.passing[decision.player].passed_on(decision)
        self.passing[decision.player].acted(decision, index)
        self.past.append(RecordedChoice(len(self.match.choices), decision.player, index, only))
        self.match.choose(index)

    def _undo(self, seat: int) -> bool:
        """Take back this person's last real choice; returns whether that was possible."""
        self.passing[seat].order = None
        while self.past and self.past[-1].seat == seat:
            last = self.past.pop()
            before = self.game.replayed(self.match.start, self.match.choices[: last.choices])
            if before.teaches(last.index):
                break
            if not last.only:
                self.match = before
                self._remember()
                self.drawings.pop(seat, None)
                return True
        self.past.clear()
        return False

    def _name(self, seat: int) -> str:
        return seat_name(self.game.program, seat)


def lines_of(story: Sequence[Entry]) -> list[str]:
    """Return the events, one line for each action."""
    return [entry.text for entry in story if entry.kind in ("happened", "phase") and entry.text]


def _is_forced(decision: Decision) -> bool:
    """Return whether all choices read alike."""
    listed = choice_lines(decision)
    return len(listed) == 1 and not listed[0].run


def _question(decision: Decision) -> str:
    """Return the question; for many actions without their names, which the choices show."""
    offered = {choice.action for choice in decision.choices if choice.action}
    many = decision.kind == "offer" and decision.prompt.count(", ") > 1
    return "what to do" if many and len(offered) > 1 else decision.prompt


def _command_and_argument(answer: str) -> tuple[str, str]:
    """Return the first word of an answer, and the rest."""
    word, _, others = answer.partition(" ")
    return word, others.strip()
