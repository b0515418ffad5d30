"""
Sentences made of rules, which a designer compares with what is printed on a card.

A line is a depth and a sentence. Lines without a sentence are shown as written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import TypeAlias

from attrs import frozen

from ruleslang.apps.printing.phrases import Phrases, Unsaid, field_of, listed
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import patterns as pt
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.locals import Slot
from ruleslang.program.walk import find

Line: TypeAlias = tuple[int, str]
Written: TypeAlias = Callable[[int], str]  # the text of an origin

OFFERED = {"must": "must do", "may": "may do", "any": "may do any number of times"}
MOMENTS = {"before": "Before", "after": "After", "instead of": "Instead of"}
STAGES = {
    "+": "has {} more",
    "-": "has {} less",
    "times": "counts {} times",
    "becomes": "is {}",
    "starts from": "starts from {}",
    "at least": "is at least {}",
    "at most": "is at most {}",
    "include": "also has {}",
    "exclude": "is without {}",
}


def sentence(words: str, end: str = ".") -> str:
    """
    Return a sentence: the first letter large, and its end.

    >>> sentence("you win"), sentence("if it rains", ":")
    ('You win.', 'If it rains:')
    """
    return words[:1].upper() + words[1:] + end


def does(who: str, verb: str) -> str:
    """
    Return a subject and a verb, in the right form.

    >>> does("you", "choose"), does("Anna", "choose")
    ('you choose', 'Anna chooses')
    """
    return f"{who} {verb}" if who == "you" else f"{who} {verb}s"


def _is_counter(state: object) -> bool:
    """Return whether it is a state that only counts passes or uses, and has no name in the text."""
    return isinstance(state, s.StatePlace | e.ReadState) and " " in state.name


@frozen
class Sentences:
    """The sentences of a declaration."""

    phrases: Phrases
    written: Written

    # ------------------------------------------------------------ declarations

    def play(self, of: d.Play | d.Action) -> Iterator[Line]:
        """Yield when a card may be played or an action taken, what is chosen, and what happens."""
        moments = [self._window(use.window) + self._pattern(use.pattern) for use in of.windows]
        if moments:
            verb = "play" if isinstance(of, d.Play) else "do"
            yield 0, sentence(f"{verb} it at {listed(moments)}")
        if of.window_condition is not None:
            yield 0, sentence(f"only if {self._condition(of.window_condition, of.origin)}")
        for choice in of.choices:
            yield 0, self._or_written(partial(self._choice, "you", choice), choice.origin)
        yield from self.procedure(of.body)

    def procedure(self, body: s.Body) -> Iterator[Line]:
        """Yield under which conditions, and what happens."""
        yield from self.clauses(body)
        yield from self.block(body.statements, 0)
        if body.in_any_case:
            yield 0, "In any case, when it is over:"
            yield from self.block(body.in_any_case, 1)

    def value(self, of: d.Value) -> Iterator[Line]:
        """Yield the cases of a value, from top to bottom."""
        name, phrase = self.phrases.local, self.phrases.of
        lets = ((0, f"“{name(let.slot)}” is {phrase(let.value)}.") for let in of.lets)
        cases = ((0, self._case(of, case)) for case in of.cases)
        yield from self._lines_or_written(chain(lets, cases), 0, of.origin)

    def _case(self, of: d.Value, case: d.ValueCase) -> str:
        condition = case.condition
        last = "otherwise: " if len(of.cases) > 1 else ""
        only = last if condition is None else f"if {self.phrases.condition(condition)}: "
        return sentence(only + self.phrases.of(case.value))

    def standing(self, of: d.Standing) -> Iterator[Line]:
        """Yield effects, and how long they are in force."""
        tests = []
        if of.zone is not None:
            zone = self.phrases.book.title(of.zone)
            tests.append(f"it is in {zone}{self._pattern(of.index)}")
        if of.condition is not None:
            tests.append(self._condition(of.condition, of.origin))
        if tests:
            yield 0, sentence(f"while {listed(tests)}", ":")
        for effect in of.effects:
            yield from self._effect(effect, int(bool(tests)))

    def _window(self, name: str) -> str:
        window = next(w for w in self.phrases.book.program.windows if w.name == name)
        text = window.text.text if window.text else ""
        return f"“{text if text and '{' not in text else self.phrases.book.title(name)}”"

    def _pattern(self, pattern: pt.Pattern) -> str:
        entries = [self.phrases.entry(entry) for entry in pattern or ()]
        some = any(entry != "any" for entry in entries)
        return f" ({', '.join(entries)})" if some else ""

    def clauses(self, body: s.Body) -> Iterator[Line]:
        """Yield when it is possible, what it costs, and how often it may be done."""
        for clause in body.clauses:
            if not isinstance(clause, s.HasRoom):  # the rules of zones say it
                yield 0, self._or_written(partial(self._clause, clause), clause.origin)

    def _clause(self, clause: s.OnlyIf | s.Pays | s.Limit) -> str:
        match clause:
            case s.OnlyIf(condition):
                return sentence(f"only if {self.phrases.condition(condition)}")
            case s.Pays(costs):
                return sentence(f"it costs {listed([self._cost(cost) for cost in costs])}")
            case s.Limit(_, number, event, for_each):
                per = f", for each {listed([self.phrases.local(slot) for slot in for_each])}"
                times = self.phrases.of(number)
                often = "once" if times == "1" else f"{times} times"
                most = f"at most {often} in one {self.phrases.event(event)}"
                return sentence(most + per * bool(for_each))

    def _cost(self, cost: s.CountCost | s.SharedCost | s.CardCost) -> str:
        phrases = self.phrases
        match cost:
            case s.CountCost(amount, place):
                paid = phrases.place(place.name, place.index)
                is_truth = phrases.book.match.population.states[place.name].type == t.Truth()
                return (
                    f"{paid}, from yes to no" if is_truth else f"{phrases.of(amount)} from {paid}"
                )
            case s.SharedCost(amount, name, index):
                return f"{phrases.of(amount)} from {phrases.place(name, index)} together"
            case s.CardCost(amount, source, target):
                return f"{phrases.of(amount)} of {phrases.of(source)}, to {phrases.target(target)}"

    # ------------------------------------------------------------ statements

    def block(self, statements: Sequence[s.Statement], depth: int) -> Iterator[Line]:
        """Yield the lines of statements."""
        for statement in statements:
            if not isinstance(statement, s.Assign) or not _is_counter(statement.place):
                lines = self._statement(statement, depth)
                yield from self._lines_or_written(lines, depth, statement.origin)

    def _lines_or_written(self, lines: Iterator[Line], depth: int, origin: int) -> list[Line]:
        try:
            return [*lines]
        except Unsaid:
            return [(depth, self._as_written(origin))]

    def _as_written(self, origin: int) -> str:
        return f"(as written) {self.written(origin)}"

    def _or_written(self, say: Callable[[], str], origin: int) -> str:
        try:
            return say()
        except Unsaid:
            return self._as_written(origin)

    def _condition(self, node: e.Expr, origin: int) -> str:
        return self._or_written(partial(self.phrases.condition, node), origin)

    def _statement(self, of: s.Statement, depth: int) -> Iterator[Line]:
        match of:
            case s.If() | s.Depending() | s.AtOnce() | s.MayChoose() | s.Menu():
                yield from self._branching(of, depth)
            case s.ForEach() | s.Repeat() | s.TakeTurns() | s.TogetherForEach():
                yield from self._loop(of, depth)
            case s.Together(questions):
                yield depth, "In secret and at the same time:"
                for question in questions:
                    deeper, only = depth + 1, question.condition
                    if only is not None:
                        yield deeper, sentence(f"if {self.phrases.condition(only)}", ":")
                        deeper += 1
                    yield deeper, self._choice(self.phrases.of(question.player), question.choice)
            case s.Lasting(lifetime=lifetime, effects=effects):
                yield depth, sentence(self._lifetime(lifetime), ":")
                for effect in effects:
                    yield from self._effect(effect, depth + 1)
            case s.Offer(player, mode, actions, impossible, None) if mode in OFFERED:
                titles = " or ".join(f"“{self.action(action)}”" for action in actions)
                yield depth, sentence(f"{self.phrases.of(player)} {OFFERED[mode]} {titles}")
                if impossible is not None:
                    yield depth, "If that is impossible:"
                    yield from self.block(impossible, depth + 1)
            case _:
                yield depth, sentence(self._simple(of))

    def action(self, name: str) -> str:
        """Return the name of an action: its text, else its title."""
        action = next(of for of in self.phrases.book.program.actions if of.name == name)
        text = action.text.text if action.text else ""
        return text if text and "{" not in text else self.phrases.book.title(name)

    def _branching(self, of: s.Statement, depth: int) -> Iterator[Line]:
        phrases = self.phrases
        blocks: list[tuple[str, Sequence[s.Statement]]] = []
        match of:
            case s.If(condition, then, otherwise):
                blocks = [(f"if {phrases.condition(condition)}", then)]
                blocks += [("otherwise", otherwise)] * bool(otherwise)
            case s.Depending(subject, cases, otherwise):
                for case in cases:
                    entries = " or ".join(phrases.entry(entry) for entry in case.entries)
                    blocks.append((f"if {phrases.of(subject)} is {entries}", case.block))
                blocks += [] if otherwise is None else [("otherwise", otherwise)]
            case s.AtOnce(block):
                blocks = [("all at once", block)]
            case s.MayChoose(player, choice, then, otherwise):
                question = self._choice(phrases.of(player), choice, may=True).rstrip(".")
                if choice.name.startswith("_") and choice.text:  # `may agree`, which names nothing
                    question = f"{phrases.of(player)} may agree: “{choice.text.text}”"
                blocks = [(f"{question}; then", then)]
                blocks += [("if nothing is chosen", otherwise)] * bool(otherwise)
            case s.Menu(player, branches):
                yield depth, sentence(f"{does(phrases.of(player), 'choose')} one of these", ":")
                depth += 1
                for branch in branches:
                    if branch.pays is not None:
                        raise Unsaid
                    name = branch.text.text if branch.text else branch.name.replace("_", " ")
                    only = branch.condition
                    when = "" if only is None else f", only if {phrases.condition(only)}"
                    blocks.append((f"“{name}”{when}", branch.block))
        for head, statements in blocks:
            yield depth, sentence(head, ":" if statements else ": nothing.")
            yield from self.block(statements, depth + 1)

    def _loop(self, of: s.Statement, depth: int) -> Iterator[Line]:
        phrases = self.phrases
        match of:
            case s.ForEach(variable, subject, block):
                head = f"for each in {phrases.of(subject)}, called {phrases.local(variable)}"
            case s.TogetherForEach(variable, subject, block):
                where = f"{phrases.of(subject)}, called {phrases.local(variable)}"
                head = f"in secret and at the same time, for each in {where}"
            case s.Repeat(times, while_, until, at_most, block, _, is_safety):
                head = "again and again"
                head = head if times is None else f"{phrases.of(times)} times"
                head += "" if while_ is None else f", while {phrases.condition(while_)}"
                head += "" if until is None else f", until {phrases.condition(until)}"
                if at_most is not None and not is_safety:
                    head += f", at most {phrases.of(at_most)} times"
            case s.TakeTurns(variable, among, starting, until, block):
                first = "" if starting is None else f", beginning with {phrases.of(starting)}"
                last = "" if until is None else f", until {phrases.condition(until)}"
                if any(_is_counter(state) for state in find(until, e.ReadState)):
                    last = ", until all of them pass in a row"
                who = f"{phrases.of(among)}, each called {phrases.local(variable)}"
                head = f"in turns among {who}{first}{last}"
            case _:
                raise Unsaid
        yield depth, sentence(head, ":")
        yield from self.block(block, depth + 1)

    def _simple(self, of: s.Statement) -> str:
        phrases = self.phrases
        match of:
            case s.Let(slot, value):
                return f"“{phrases.local(slot)}” is {phrases.of(value)}"
            case s.Assign(place, value):
                return self._assigned(place, value)
            case s.MoveCards(cards, target, position, face):
                below = ", at the bottom" if position == "bottom" else ""
                turned = f", face {face}" if face else ""
                return f"move {phrases.of(cards)} to {phrases.target(target)}{below}{turned}"
            case s.MovePieces(pieces, e.Literal(None)):
                return f"take {phrases.of(pieces)} off the board"
            case s.MovePieces(pieces, space):
                return f"move {phrases.of(pieces)} to {phrases.of(space)}"
            case s.SwapZones(left, right) | s.SwapDice(left, right):
                return f"swap {phrases.target(left)} and {phrases.target(right)}"
            case s.SwapMembers(left, right):
                return f"swap {phrases.of(left)} and {phrases.of(right)}"
            case s.Shuffle(zone):
                return f"shuffle {phrases.target(zone)}"
            case s.RollDie(die, number, into, None):
                many = f"{phrases.of(number)}× " if number is not None else ""
                return f"roll {many}{phrases.book.title(die)}{self._result_name(into)}"
            case s.RollDice(dice, index, into):
                return f"roll {phrases.place(dice, index)}{self._result_name(into)}"
            case s.RollNew(number, dice, index):
                return f"roll {phrases.of(number)} new dice to {phrases.place(dice, index)}"
            case s.RevealCards(cards, to):
                return f"show {phrases.of(cards)} to {'all' if to is None else phrases.of(to)}"
            case s.Choose(player, choice):
                return self._choice(phrases.of(player), choice).rstrip(".")
            case s.Pick(choice, _, keys, last) if last in ("", "chance"):
                chosen = self._choice("", choice).rstrip(".").removeprefix(" chooses ")
                best = f", with {phrases.keys(keys)}" if keys else ""
                return f"pick {chosen}{best}" + ", by chance" * (last == "chance")
        return self._run(of)

    def _run(self, of: s.Statement) -> str:
        phrases = self.phrases
        match of:
            case s.Perform(card, played_as, by):
                as_ = "" if played_as is None else f" as {phrases.of(played_as)}"
                return f"{does(phrases.of(by), 'play')} {phrases.of(card)}{as_}"
            case s.Call(name, arguments, into):
                program = phrases.book.program
                procedure = next(of for of in program.procedures if of.name == name)
                names = [parameter.name for parameter in procedure.parameters]
                phrase = phrases.phrase(name, names, arguments)
                call = f"do “{phrases.book.title(name)}”{self._filled_in(arguments)}"
                return (phrase or call) + self._result_name(into)
            case s.OpenWindow(name, arguments, into):
                call = self._window(name) + self._filled_in(arguments)
                return f"the players are asked at {call}{self._result_name(into)}"
            case s.AsUsual(None, into):
                return f"do it as usual{self._result_name(into)}"
            case s.Answer(value):
                return f"the answer is {phrases.of(value)}"
            case s.Stop():
                return "stop here"
            case s.End(event):
                return f"this {phrases.event(event)} ends"
            case s.Cancel(run):
                return f"cancel {phrases.of(run)}"
            case s.Eliminate(player):
                return f"{phrases.of(player)}: out of the game"
            case s.Wins(e.MakeSet(())):
                return "the game is over, and nobody wins"
            case s.Wins(players):
                return f"the game is over, won by {phrases.of(players)}"
        raise Unsaid

    def _filled_in(self, arguments: Sequence[e.Expr]) -> str:
        phrases = [self.phrases.of(argument) for argument in arguments]
        return f" ({', '.join(phrases)})" if phrases else ""

    def _result_name(self, slot: Slot | None) -> str:
        if slot is None or not self.phrases.locals[slot].name.strip("_"):
            return ""
        return f"; the result is called “{self.phrases.local(slot)}”"

    def _assigned(self, place: s.Place, value: e.Expr) -> str:
        phrases = self.phrases
        match place:
            case s.StatePlace(name, index):
                target = phrases.place(name, index)
            case s.LocalPlace(slot):
                target = f"“{phrases.local(slot)}”"
            case s.ActivePlace():
                return f"it is the turn of {phrases.of(value)}"
            case s.PlaceOfUnderWay(subject, name):
                target = phrases.of(e.ReadPlace(subject, name))
        match value:
            case e.Arithmetic("+", left, right) if self._reads(left, place):
                return f"add {phrases.of(right)} to {target}"
            case e.Arithmetic("-", left, right) if self._reads(left, place):
                return f"subtract {phrases.of(right)} from {target}"
        return f"set {target} to {phrases.of(value)}"

    def _reads(self, node: e.Expr, place: s.Place) -> bool:
        match node, place:
            case e.ReadState(name, index), s.StatePlace(other, same):
                return (name, index) == (other, same)
            case e.Local(slot), s.LocalPlace(other_slot):
                return slot == other_slot
        return False

    def _choice(self, who: str, choice: s.Choice, *, may: bool = False) -> str:
        phrases = self.phrases
        number = "one"
        if choice.low is not None and choice.high is not None:
            low, high = phrases.of(choice.low), phrases.of(choice.high)
            number = low if low == high else f"{low} to {high}"
        where = ""
        if choice.where is not None and choice.member is not None:
            member = phrases.local(choice.member)
            named = "" if member == phrases.local(choice.slot) else f"({member}:) "
            where = f" where {named}{phrases.condition(choice.where)}"
        so_that = "" if choice.so_that is None else f", so that {phrases.condition(choice.so_that)}"
        order = " in an order" if choice.in_order else ""
        verb = f"{who} may choose" if may else does(who, "choose")
        chosen = f"{number} of {phrases.of(choice.source)}{where}{order}{so_that}"
        return sentence(f"{verb} {chosen}, called “{phrases.local(choice.slot)}”")

    # ------------------------------------------------------------ effects

    def _effect(self, of: s.Effect, depth: int) -> list[Line]:
        return self._lines_or_written(self._effect_lines(of, depth), depth, of.origin)

    def _effect_lines(self, of: s.Effect, depth: int) -> Iterator[Line]:
        phrases = self.phrases
        only = "" if of.condition is None else f", if {phrases.condition(of.condition)}"
        match of:
            case s.Hook(moment=moment, event=event, pattern=pattern, by=by, block=block):
                who = "" if by is None else f" by {phrases.entry(by)}"
                head = f"{MOMENTS[moment]} {phrases.event(event)}{self._pattern(pattern)}{who}"
                yield depth, f"{head}{only}:" + ("" if block else " nothing.")
                yield from self.block(block, depth + 1)
            case s.Modifier(value=value, pattern=pattern, changes=changes):
                which = f"{phrases.book.title(field_of(value))}{self._pattern(pattern)}"
                parts = [
                    STAGES[change.stage].format(phrases.of(change.amount)) for change in changes
                ]
                yield depth, sentence(f"{which} {listed(parts)}{only}")
            case s.Whenever(condition=condition, block=block):
                yield depth, sentence(f"as soon as {phrases.condition(condition)}", ":")
                yield from self.block(block, depth + 1)

    def _lifetime(self, of: s.Lifetime) -> str:
        phrases = self.phrases
        match of:
            case s.UntilRunEnds(event):
                return f"until this {phrases.event(event)} ends"
            case s.UntilNextEnd(event, pattern):
                return f"until the next {phrases.event(event)}{self._pattern(pattern)} ends"
            case s.UntilNextStart(event, pattern):
                return f"until the next {phrases.event(event)}{self._pattern(pattern)} begins"
            case s.WhileHolds(condition):
                return f"as long as {phrases.condition(condition)}"
