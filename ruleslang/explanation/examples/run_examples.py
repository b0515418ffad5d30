"""
Runs worked examples and claims, and reports what each failing one expected and found.

An example begins in the opening state, changed by `given`. Faces, picks and answers are used in
the written order, the answers separately for each player. A roll, pick or decision that is not in
the example fails it; questions with a single answer are not asked. Everything written must be used.
The example waits at a question that no line above answers: a line may look at it, and the answer
may follow. A property that holds in the given position must hold at each question and `when`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from functools import partial

from attrs import define, field, frozen

from ruleslang.engine.choose_engine import engine_for
from ruleslang.engine.match.chance import Chance
from ruleslang.engine.match.decision import Decision
from ruleslang.engine.match.engine import Engine
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match, NotLegal, Observer
from ruleslang.engine.match.position import Change, RollDice, ShowFaces
from ruleslang.engine.match.position_queries import player_of
from ruleslang.engine.match.runtime_values import Player, Value, members, name_of, shown
from ruleslang.explanation.examples.failures import (
    Fails,
    ForcedChoices,
    NotAsked,
    expected,
    test_winners,
)
from ruleslang.explanation.examples.given_state import deed_of, give, settings_given
from ruleslang.explanation.examples.listener import Listener
from ruleslang.explanation.examples.properties import breach_in, is_kept
from ruleslang.explanation.examples.question_assertions import test_choice, test_together
from ruleslang.explanation.examples.scripted_answers import Line, Script, ScriptedChance, Unanswered
from ruleslang.explanation.examples.visibility import asked_about, sight
from ruleslang.explanation.odds.exact_odds import Reopening, counter_of_chances
from ruleslang.explanation.why.explain_choice import why_not
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program.program import Compiled, Program, origin_of
from ruleslang.program.traits.effects import looks_at_question, purpose
from ruleslang.program.walk import find


def tested(
    program: Program, claim: d.Claim, condition: e.Expr, observers: Sequence[Observer] = ()
) -> tuple[Match, bool]:
    """Return the match that a condition of a claim is read in, and whether it holds there."""
    match = _set_up(program, claim, condition)
    for observer in observers:
        match.observe(observer)
    return match, match.evaluate(condition) is True


def _set_up(program: Program, claim: d.Claim, condition: e.Expr) -> Match:
    """Return the match that evaluates a claim; one that counts choices needs a decision."""
    given = settings_given(program, claim.given)
    engine = engine_for(program)
    options, players, automatic = given.options, given.players, given.automatic
    if next(find(condition, e.NumberOfChoices), None) is not None:
        match = engine.start(options=options, players=players, automatic=automatic)
        match.count_chances(counter_of_chances())
        return match
    changes: list[Change] = []

    def reopen(chance: Chance) -> Match:
        if not match.events:  # chance had no part in it
            return match.copy(then=chance)
        if opened is not None:
            again = opened.copy(then=chance)
        else:
            again = engine.opening(
                options=options, players=players, automatic=automatic, chance=chance, roll=True
            )
        for change in changes:
            again.arrange(change)
        return again

    match = engine.opening(options=options, players=players, automatic=automatic, roll=True)
    opened = None if match.events else match.copy()  # chance has no part in the opening
    match.count_chances(counter_of_chances(Reopening(reopen, thrown=())))
    for line in claim.given:
        changes.extend(give(match, line))
    thrown = _thrown(changes)
    if thrown:
        known = None if opened is None else thrown
        match.count_chances(counter_of_chances(Reopening(reopen, known)))
    return match


def _thrown(changes: Sequence[Change]) -> tuple[RollDice, ...]:
    """Return the dice of a position as rolls, one for each place."""
    last: dict[Hashable, Change] = {
        (change.name, change.index): change
        for change in changes
        if isinstance(change, RollDice | ShowFaces)
    }
    return tuple(change for change in last.values() if isinstance(change, RollDice))


class Breaks(Fails):
    """Play breaks a property that it kept before."""

    def __init__(self, message: str, origin: int, property: d.Property) -> None:
        super().__init__(message, origin)
        self.property = property


Reached = Callable[[int], None]


@frozen
class Result:
    """
    The result of an example or claim: `message` is empty when it holds.

    `cites` are its printed rules, `of` is where it begins, and `origin` where it fails; `fault` is
    the slug when the rules could not go on; `help` what to write instead. `notes` are safety limits
    that were reached, and where. `breaks` is the property that play broke.
    """

    title: str
    cites: tuple[str, ...]
    of: int
    message: str = ""
    origin: int = -1
    fault: str = ""
    help: str = ""
    notes: tuple[tuple[str, int], ...] = ()
    breaks: d.Property | None = None

    @property
    def passed(self) -> bool:
        """Whether every line holds."""
        return not self.message

    @property
    def at(self) -> int:
        """The line that fails, else where it begins."""
        return self.of if self.origin < 0 else self.origin


@frozen
class Ran:
    """The result of an example, and the numbers of the parts that it reached."""

    result: Result
    reached: frozenset[int]


def run_example(
    compiled: Compiled,
    example: d.Example,
    trace: Reached | None = None,
    listener: Listener | None = None,
    engine: Callable[[Program], Engine] = engine_for,
    watching: Observer | None = None,
) -> Result:
    """Run one example; `trace` is called with the numbers of the parts that run."""
    observers = [] if trace is None else [Observer(reached=trace)]
    observers += [] if watching is None else [watching]
    if listener is not None:
        observers.append(listener.observer)

    def work() -> tuple[tuple[str, int], ...]:
        try:
            return _play(compiled, example, observers, listener, engine)
        except NotAsked as fails:
            forced = ForcedChoices(fails.who)
            with suppress(Fails):
                _play(compiled, example, [forced.observer], None, engine)
            raise Fails(forced.with_forced_choices(fails.message), fails.origin) from None

    return _result(compiled, example, work)


def _play(
    compiled: Compiled,
    example: d.Example,
    observers: Sequence[Observer],
    listener: Listener | None,
    engine: Callable[[Program], Engine],
) -> tuple[tuple[str, int], ...]:
    """Return every line of an example in a separate match; the notes that were taken."""
    chance = ScriptedChance(origin=example.origin)
    given = settings_given(compiled.program, example.lines)
    match = engine(compiled.program).opening(
        options=given.options,
        players=given.players,
        automatic=given.automatic,
        chance=chance,
        observers=observers,
    )
    match.count_chances(counter_of_chances())
    population = match.population
    titled = {title.name: shown(title) for title in population.titles.values()}
    chance.spellings = titled | {space.name: shown(space) for space in population.spaces}
    return _Run(compiled, match, chance, listener).do_all(example)


def run_claim(compiled: Compiled, claim: d.Claim, trace: Reached | None = None) -> Result:
    """Return one claim: each of its conditions, in the opening state as `given` makes it."""
    observers = [] if trace is None else [Observer(reached=trace)]

    def work() -> tuple[tuple[str, int], ...]:
        for line in claim.conditions:
            match, holds = tested(compiled.program, claim, line.condition, observers)
            if not holds:
                raise Fails(_expected(compiled, match, line), line.origin)
        return ()

    return _result(compiled, claim, work)


def run_testable(
    compiled: Compiled, testable: d.Example | d.Claim, trace: Reached | None = None
) -> Result:
    """Run an example or a claim, as `run_example` and `run_claim` do."""
    if isinstance(testable, d.Example):
        return run_example(compiled, testable, trace)
    return run_claim(compiled, testable, trace)


def _result(
    compiled: Compiled,
    testable: d.Example | d.Claim,
    work: Callable[[], tuple[tuple[str, int], ...]],
) -> Result:
    of = testable.origin
    origin = origin_of(compiled.program, of)
    title = testable.title or (origin.excerpt if origin else "")
    result = partial(Result, title, origin.cites if origin else (), of)
    try:
        return result(notes=work())
    except Breaks as fails:
        return result(fails.message, fails.origin, breaks=fails.property)
    except Fails as fails:
        return result(fails.message, fails.origin, help=fails.help)
    except Fault as fault:
        return result(fault.message, fault.origin, fault.slug)
    except ValueError as problem:
        return result(str(problem), of)


def _expected(compiled: Compiled, match: Match, line: d.ThenLine | d.GivenFact) -> str:
    excerpt = _excerpt(compiled, line.origin).removeprefix("then ")
    return expected(match, line.condition, excerpt)


def _excerpt(compiled: Compiled, origin: int) -> str:
    origins = compiled.program.origins
    return origins[origin].excerpt if 0 <= origin < len(origins) else "this"


# ---------------------------------------------------------------- one example


@define(eq=False)
class _Run:
    """An example on its way."""

    compiled: Compiled
    match: Match
    chance: ScriptedChance
    listener: Listener | None
    script: Script = field(factory=Script)
    has_begun: bool = False
    unanswered: Unanswered | None = None  # the question that is waited at
    looked_at: Decision | None = None
    answered_at: int = -1  # the last line below what began that answers a question
    kept: tuple[d.Property, ...] = ()  # those that have held so far

    def do_all(self, example: d.Example) -> tuple[tuple[str, int], ...]:
        """Return every line, in order; the notes that were taken."""
        late = [line for line in example.lines if isinstance(line, d.GivenDiceNumber | d.GivenFact)]
        for place, line in enumerate(example.lines):
            self.chance.origin = line.origin
            if line in late:
                continue
            if not self.has_begun and purpose(line) not in ("sets up", "foretells"):
                self._settle(late)
            self._come_to(example.lines[place:])
            if self.listener is not None:
                self.listener.line(self.match, line)
            self._do(line)
        if not self.has_begun:
            self._settle(late)
        self._come_to(())
        self.chance.refuse_rest()
        self.script.refuse_rest(partial(_excerpt, self.compiled))
        return tuple(self.match.notes)

    def _settle(self, late: Sequence[d.GivenLine]) -> None:
        """Apply the `given` lines that must come last: rolled dice, and tested facts."""
        self.has_begun = True
        for line in late:
            if isinstance(line, d.GivenFact):
                self._expect(line)
            else:
                give(self.match, line)
        self._keep()

    def _keep(self) -> None:
        """Require from here on that the properties that hold now continue to hold."""
        self.kept = tuple(each for each in self.compiled.properties if is_kept(self.match, each))

    def _test_kept(self, origin: int) -> None:
        breach = breach_in(self.compiled, self.match, self.kept)
        if breach is not None:
            raise Breaks(breach.message, origin, breach.property)
        self._keep()

    def _come_to(self, lines: Sequence[d.ExampleLine]) -> None:
        """Continue from an unanswered question, unless the next line only adds to the script.
        Fails when no later line answers the question or looks at it.
        """
        if self.unanswered is None or (lines and purpose(lines[0]) == "foretells"):
            return
        failed, self.unanswered = self.unanswered, None
        self._play(failed.origin)
        if self.unanswered is None:
            return
        if lines and looks_at_question(lines[0]):
            self.looked_at = self.match.decision
        if not self._is_foreseen(lines):
            raise self.unanswered.after(self.answered_at)

    def _is_foreseen(self, lines: Sequence[d.ExampleLine]) -> bool:
        """Return whether a line looks at the pending question, or answers it further on."""
        decision = self.match.decision
        assert decision is not None
        for line in lines:
            if purpose(line) in ("sets up", "acts"):
                return False
            if looks_at_question(line):
                return True
            if isinstance(line, d.ScriptLine):
                who = player_of(self.match, line.player, line.origin)
                if who is decision.asked:
                    return True
        return self.looked_at is decision

    def _expect(self, line: d.ThenLine | d.GivenFact) -> None:
        if self.match.evaluate(line.condition) is not True:
            message = _expected(self.compiled, self.match, line)
            raise Fails(message + self._meanwhile(), line.origin)

    def _meanwhile(self) -> str:
        """Return a note for a failure message that a player has not yet answered a question."""
        decision = self.match.decision
        if decision is None:
            return ""
        return f'; {decision.asked.name} has not answered "{decision.prompt}" yet'

    def _do(self, line: d.ExampleLine) -> None:
        match line:
            case d.RollingLine(faces=values):
                self.chance.faces.extend(self._written(values, line.origin))
            case d.PickingLine(values=values):
                self.chance.picks.extend(self._written(values, line.origin))
            case d.ScriptLine():
                who = player_of(self.match, line.player, line.origin)
                answers = partial(self._values, line.values)
                self.script.add(who, line.declines, answers, line.origin)
                self.answered_at = line.origin if self.has_begun else -1
            case d.RunLine() | d.PlaysLine() | d.DoesLine():
                self.answered_at = -1
                self._begin(line)
                self._play(line.origin)
            case d.ThenLine():
                self._expect(line)
            case d.SeesLine():
                self._see(line)
                self._check_audience(line)
            case d.AudienceLine():
                self._only_see(line)
                self._check_audience(line)
            case d.MayLine() | d.MayPlayLine():
                self._test(line)
            case d.MayChooseLine():
                who = player_of(self.match, line.player, line.origin)
                test_choice(self.match, line, who, self._values(line.values))
            case d.TogetherLine():
                test_together(self.match, line)
                if self.listener is not None:
                    self.listener.together(self.match)
            case d.WonLine():
                test_winners(self.match, line)
            case _:
                give(self.match, line)
                self._keep()

    def _written(self, values: Sequence[Value], origin: int) -> Iterator[Line]:
        for value in self._values(values):
            yield Line(value if isinstance(value, str) else name_of(value), origin)

    def _values(self, values: Sequence[Value]) -> list[Value]:
        return [v if isinstance(v, str) else self._value(v) for v in values]

    def _chosen(self, line: d.PlaysLine | d.DoesLine | d.MayLine | d.MayPlayLine) -> list[Value]:
        """Return the choices that a line states; a none among them would be ambiguous."""
        values = self._values(line.choosing)
        if None in values:
            place = values.index(None) + 1
            raise Fails(f"number {place} of what is chosen here is none", line.origin)
        return values

    def _value(self, x: e.Expr) -> Value:
        """Return a value; a set in braces keeps its order, since it may be a list."""
        if isinstance(x, e.MakeSet):
            return tuple(self.match.evaluate(item) for item in x.items)
        return self.match.evaluate(x)

    def _begin(self, line: d.RunLine | d.PlaysLine | d.DoesLine) -> None:
        if self.match.outcome is not None:
            raise Fails("the match is over already", line.origin)
        choosing = () if isinstance(line, d.RunLine) else tuple(self._chosen(line))
        try:
            self.match.begin(deed_of(self.match, line, choosing))
        except NotLegal:
            assert not isinstance(line, d.RunLine)
            raise Fails(self._refusal(line), line.origin) from None

    def _refusal(self, line: d.PlaysLine | d.DoesLine | d.MayLine | d.MayPlayLine) -> str:
        """Return why a player may not make the choice of a line."""
        (who, deed, verb), choosing = self._deed(line), self._chosen(line)
        reasons = why_not(self.match, who, deed, choosing)
        with_choices = f" choosing {', '.join(map(shown, choosing))}" if choosing else ""
        because = self._too_much(line, choosing) or (f": {reasons[0].text}" if reasons else "")
        return f"{who.name} may not {verb} {shown(deed)}{with_choices}{because}"

    def _deed(
        self, line: d.PlaysLine | d.DoesLine | d.MayLine | d.MayPlayLine
    ) -> tuple[Player, Value, str]:
        """Return who does what in a line, and the verb for it."""
        who = player_of(self.match, line.player, line.origin)
        if isinstance(line, d.PlaysLine | d.MayPlayLine):
            return who, self.match.evaluate(line.card), "play"
        return who, line.action, "do"

    def _too_much(
        self, line: d.PlaysLine | d.DoesLine | d.MayLine | d.MayPlayLine, choosing: list[Value]
    ) -> str:
        """Return the message about more answers than an action asks for."""
        if isinstance(line, d.PlaysLine | d.MayPlayLine):
            return ""
        asked = len(self.match.population.actions[line.action].choices)
        if len(choosing) <= asked:
            return ""
        who = player_of(self.match, line.player, line.origin).name
        later = ", ".join(map(shown, choosing[asked:]))
        chosen = "nothing" if not asked else f"{asked} only"
        return f": it asks for {chosen}; write `{who} chooses {later}` on a line above"

    def _play(self, origin: int) -> None:
        """Answer what is asked from the script, up to what it does not answer."""
        while self.match.decision is not None:
            self._test_kept(origin)
            try:
                index = self.script.answer(self.match, self.match.decision, origin)
            except Unanswered as unanswered:
                self.unanswered = unanswered
                return
            self.match.choose(index)
        if self.match.fault is not None:
            raise self.match.fault
        self._test_kept(origin)

    def _see(self, line: d.SeesLine) -> None:
        who = player_of(self.match, line.player, line.origin)
        seen = self._sight(line, who)
        if line.negated and any(seen):
            raise Fails(f"{who.name} sees {'it' if all(seen) else 'some of it'}", line.origin)
        if not line.negated and not all(seen):
            can = "cannot see all of it" if any(seen) else "cannot see it"
            if isinstance(line.subject, e.ReadZone) and not asked_about(self.match, line.subject):
                can = "would not see a card there, and none is there now"
            raise Fails(f"{who.name} {can}", line.origin)

    def _only_see(self, line: d.AudienceLine) -> None:
        wanted = members(self.match.evaluate(line.players))
        for who in self.match.population.players:
            seen = self._sight(line, who)
            if who in wanted and not all(seen):
                raise Fails(f"{who.name} cannot see all of it", line.origin)
            if who not in wanted and any(seen):
                also = " too" if wanted else ""
                raise Fails(
                    f"{who.name} sees {'it' if all(seen) else 'some of it'}{also}", line.origin
                )

    def _check_audience(self, line: d.SeesLine | d.AudienceLine) -> None:
        if self.listener is not None:
            self.listener.holds(self.match, line)

    def _sight(self, line: d.SeesLine | d.AudienceLine, who: Player) -> tuple[bool, ...]:
        seen = sight(self.match, line.subject, who)
        if not seen:
            raise Fails("there is nothing to see", line.origin)
        return seen

    def _test(self, line: d.MayLine | d.MayPlayLine) -> None:
        who, deed, verb = self._deed(line)
        if self.match.may(who, deed, self._chosen(line)) is line.negated:
            may = f"{who.name} may {verb} {shown(deed)}"
            problem = may if line.negated else self._refusal(line)
            raise Fails(problem, line.origin)
