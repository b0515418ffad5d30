"""
Sentences made of rules, which a designer compares with what is printed on a card.

A line is a depth and a sentence. What has no sentence is shown as it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

from attrs import frozen

from ruleslang.printing.phrases import Phrases, Unsaid, listed
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import patterns as pt
from ruleslang.program import statements as s
from ruleslang.program.locals import Slot

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


def sentence(said: str, end: str = ".") -> str:
    """
    A sentence: the first letter large, and its end.

    >>> sentence("you win"), sentence("if it rains", ":")
    ('You win.', 'If it rains:')
    """
    return said[:1].upper() + said[1:] + end


def does(who: str, verb: str) -> str:
    """
    Who does what, in the right form of the verb.

    >>> does("you", "choose"), does("Anna", "choose")
    ('you choose', 'Anna chooses')
    """
    return f"{who} {verb}" if who == "you" else f"{who} {verb}s"


@frozen
class Sentences:
    """The sentences of a declaration."""

    phrases: Phrases
    written: Written

    # ------------------------------------------------------------ declarations

    def play(self, of: d.Play | d.Action) -> Iterator[Line]:
        """When a card may be played or an action taken, what is chosen, and what happens."""
        moments = [self._moment(window) for window in of.windows]
        if moments:
            verb = "play" if isinstance(of, d.Play) else "do"
            yield 0, sentence(f"{verb} it at {listed(moments)}")
        if of.window_condition is not None:
            yield 0, sentence(f"only if {self._condition(of.window_condition, of.origin)}")
        for choice in of.choices:
            yield 0, self._or_written(partial(self._choice, "you", choice), choice.origin)
        yield from self.procedure(of.body)

    def procedure(self, body: s.Body) -> Iterator[Line]:
        """Under which conditions, and what happens."""
        yield from self._clauses(body)
        yield from self.block(body.statements, 0)
        if body.in_any_case:
            yield 0, "In any case, when it is over:"
            yield from self.block(body.in_any_case, 1)

    def standing(self, of: d.Standing) -> Iterator[Line]:
        """Effects, and how long they are in force."""
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

    def _moment(self, use: s.WindowUse) -> str:
        return self._window(use.window) + self._pattern(use.pattern)

    def _window(self, name: str) -> str:
        window = next(w for w in self.phrases.book.program.windows if w.name == name)
        text = window.text.text if window.text else ""
        return f"“{text if text and '{' not in text else self.phrases.book.title(name)}”"

    def _pattern(self, pattern: pt.Pattern) -> str:
        entries = [self.phrases.entry(each) for each in pattern or ()]
        some = any(entry != "any" for entry in entries)
        return f" ({', '.join(entries)})" if some else ""

    def _clauses(self, body: s.Body) -> Iterator[Line]:
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
                each = f", for each {listed([self.phrases.local(slot) for slot in for_each])}"
                most = f"at most {self.phrases.of(number)} times in one {self.phrases.event(event)}"
                return sentence(most + each * bool(for_each))

    def _cost(self, cost: s.CountCost | s.SharedCost | s.CardCost) -> str:
        said = self.phrases
        match cost:
            case s.CountCost(amount, place):
                return f"{said.of(amount)} from {said.place(place.name, place.index)}"
            case s.SharedCost(amount, name, index):
                return f"{said.of(amount)} from {said.place(name, index)} together"
            case s.CardCost(amount, source, target):
                return f"{said.of(amount)} of {said.of(source)}, to {said.target(target)}"

    # ------------------------------------------------------------ statements

    def block(self, statements: Sequence[s.Statement], depth: int) -> Iterator[Line]:
        """The lines of statements."""
        for statement in statements:
            try:
                lines = [*self._statement(statement, depth)]
            except Unsaid:
                lines = [(depth, self._as_written(statement.origin))]
            yield from lines

    def _as_written(self, origin: int) -> str:
        return f"(as written) {self.written(origin)}"

    def _or_written(self, said: Callable[[], str], origin: int) -> str:
        try:
            return said()
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
        """What an action is called: by its text, or by its title."""
        action = next(each for each in self.phrases.book.program.actions if each.name == name)
        text = action.text.text if action.text else ""
        return text if text and "{" not in text else self.phrases.book.title(name)

    def _branching(self, of: s.Statement, depth: int) -> Iterator[Line]:
        said = self.phrases
        blocks: list[tuple[str, Sequence[s.Statement]]] = []
        match of:
            case s.If(condition, then, otherwise):
                blocks = [(f"if {said.condition(condition)}", then)]
                blocks += [("otherwise", otherwise)] * bool(otherwise)
            case s.Depending(subject, cases, otherwise):
                for case in cases:
                    entries = " or ".join(said.entry(entry) for entry in case.entries)
                    blocks.append((f"if {said.of(subject)} is {entries}", case.block))
                blocks += [] if otherwise is None else [("otherwise", otherwise)]
            case s.AtOnce(block):
                blocks = [("all at once", block)]
            case s.MayChoose(player, choice, then, otherwise):
                asked = self._choice(said.of(player), choice, may=True).rstrip(".")
                blocks = [(f"{asked}; then", then)]
                blocks += [("if nothing is chosen", otherwise)] * bool(otherwise)
            case s.Menu(player, branches):
                yield depth, sentence(f"{does(said.of(player), 'choose')} one of these", ":")
                depth += 1
                for branch in branches:
                    if branch.pays is not None:
                        raise Unsaid
                    name = branch.text.text if branch.text else branch.name.replace("_", " ")
                    only = branch.condition
                    when = "" if only is None else f", only if {said.condition(only)}"
                    blocks.append((f"“{name}”{when}", branch.block))
        for head, statements in blocks:
            yield depth, sentence(head, ":" if statements else ": nothing.")
            yield from self.block(statements, depth + 1)

    def _loop(self, of: s.Statement, depth: int) -> Iterator[Line]:
        said = self.phrases
        match of:
            case s.ForEach(variable, subject, block):
                head = f"for each in {said.of(subject)}, called {said.local(variable)}"
            case s.TogetherForEach(variable, subject, block):
                where = f"{said.of(subject)}, called {said.local(variable)}"
                head = f"in secret and at once, for each in {where}"
            case s.Repeat(times, while_, until, _, block):
                head = "again and again"
                head = head if times is None else f"{said.of(times)} times"
                head += "" if while_ is None else f", while {said.condition(while_)}"
                head += "" if until is None else f", until {said.condition(until)}"
            case s.TakeTurns(variable, among, starting, until, block):
                first = "" if starting is None else f", beginning with {said.of(starting)}"
                last = "" if until is None else f", until {said.condition(until)}"
                who = f"{said.of(among)}, each called {said.local(variable)}"
                head = f"in turns among {who}{first}{last}"
            case _:
                raise Unsaid
        yield depth, sentence(head, ":")
        yield from self.block(block, depth + 1)

    def _simple(self, of: s.Statement) -> str:
        said = self.phrases
        match of:
            case s.Let(slot, value):
                return f"“{said.local(slot)}” is {said.of(value)}"
            case s.Assign(place, value):
                return self._assigned(place, value)
            case s.MoveCards(cards, target, position, face):
                below = ", at the bottom" if position == "bottom" else ""
                turned = f", face {face}" if face else ""
                return f"move {said.of(cards)} to {said.target(target)}{below}{turned}"
            case s.MovePieces(pieces, e.Literal(None)):
                return f"take {said.of(pieces)} off the board"
            case s.MovePieces(pieces, space):
                return f"move {said.of(pieces)} to {said.of(space)}"
            case s.SwapZones(left, right):
                return f"swap {said.target(left)} and {said.target(right)}"
            case s.SwapDice(left, right):
                return f"swap {said.target(left)} and {said.target(right)}"
            case s.SwapMembers(left, right):
                return f"swap {said.of(left)} and {said.of(right)}"
            case s.Shuffle(zone):
                return f"shuffle {said.target(zone)}"
            case s.RollDie(die, number, into, None):
                many = f"{said.of(number)}× " if number is not None else ""
                return f"roll {many}{said.book.title(die)}{self._into(into)}"
            case s.RollDice(dice, index, into):
                return f"roll {said.place(dice, index)}{self._into(into)}"
            case s.RollNew(number, dice, index):
                return f"roll {said.of(number)} new dice to {said.place(dice, index)}"
            case s.RevealCards(cards, to):
                return f"show {said.of(cards)} to {'all' if to is None else said.of(to)}"
            case s.Choose(player, choice):
                return self._choice(said.of(player), choice).rstrip(".")
            case s.Pick(choice, _, keys, last) if last in ("", "chance"):
                chosen = self._choice("", choice).rstrip(".").removeprefix(" chooses ")
                best = f", with {said.keys(keys)}" if keys else ""
                return f"pick {chosen}{best}" + ", by chance" * (last == "chance")
        return self._run(of)

    def _run(self, of: s.Statement) -> str:
        said = self.phrases
        match of:
            case s.Perform(card, played_as, by):
                as_ = "" if played_as is None else f" as {said.of(played_as)}"
                return f"{does(said.of(by), 'play')} {said.of(card)}{as_}"
            case s.Call(name, arguments, into):
                program = said.book.program
                procedure = next(each for each in program.procedures if each.name == name)
                names = [parameter.name for parameter in procedure.parameters]
                own = said.phrase(name, names, arguments)
                given = [said.of(argument) for argument in arguments]
                told = f"“{said.book.title(name)}”" + (f" ({', '.join(given)})" if given else "")
                return (own or f"do {told}") + self._into(into)
            case s.OpenWindow(name, arguments, into):
                given = [said.of(argument) for argument in arguments]
                told = f" ({', '.join(given)})" if given else ""
                return f"the players are asked at {self._window(name)}{told}{self._into(into)}"
            case s.AsUsual(None, into):
                return f"do it as usual{self._into(into)}"
            case s.Answer(value):
                return f"the answer is {said.of(value)}"
            case s.Stop():
                return "stop here"
            case s.End(event):
                return f"this {said.event(event)} ends"
            case s.Cancel(what):
                return f"cancel {said.of(what)}"
            case s.Eliminate(player):
                return f"{said.of(player)}: out of the game"
            case s.Wins(e.MakeSet(())):
                return "the game is over, and nobody wins"
            case s.Wins(players):
                return f"the game is over, won by {said.of(players)}"
        raise Unsaid

    def _into(self, slot: Slot | None) -> str:
        if slot is None or not self.phrases.locals[slot].name.strip("_"):
            return ""
        return f"; what comes of it is called “{self.phrases.local(slot)}”"

    def _assigned(self, place: s.Place, value: e.Expr) -> str:
        said = self.phrases
        match place:
            case s.StatePlace(name, index):
                target = said.place(name, index)
            case s.LocalPlace(slot):
                target = f"“{said.local(slot)}”"
            case s.ActivePlace():
                return f"it is the turn of {said.of(value)}"
            case s.PlaceOfUnderWay(subject, name):
                target = said.of(e.ReadPlace(subject, name))
        match value:
            case e.Arithmetic("+", left, right) if self._reads(left, place):
                return f"add {said.of(right)} to {target}"
            case e.Arithmetic("-", left, right) if self._reads(left, place):
                return f"subtract {said.of(right)} from {target}"
        return f"set {target} to {said.of(value)}"

    def _reads(self, node: e.Expr, place: s.Place) -> bool:
        match node, place:
            case e.ReadState(name, index), s.StatePlace(other, same):
                return (name, index) == (other, same)
            case e.Local(slot), s.LocalPlace(other_slot):
                return slot == other_slot
        return False

    def _choice(self, who: str, choice: s.Choice, *, may: bool = False) -> str:
        said = self.phrases
        number = "one"
        if choice.low is not None and choice.high is not None:
            low, high = said.of(choice.low), said.of(choice.high)
            number = low if low == high else f"{low} to {high}"
        where = ""
        if choice.where is not None and choice.member is not None:
            member = said.local(choice.member)
            named = "" if member == said.local(choice.slot) else f"({member}:) "
            where = f" where {named}{said.condition(choice.where)}"
        such = "" if choice.so_that is None else f", so that {said.condition(choice.so_that)}"
        order = " in an order" if choice.in_order else ""
        verb = f"{who} may choose" if may else does(who, "choose")
        chosen = f"{number} of {said.of(choice.source)}{where}{order}{such}"
        return sentence(f"{verb} {chosen}, called “{said.local(choice.slot)}”")

    # ------------------------------------------------------------ effects

    def _effect(self, of: s.Effect, depth: int) -> Iterator[Line]:
        try:
            lines = [*self._effect_said(of, depth)]
        except Unsaid:
            lines = [(depth, self._as_written(of.origin))]
        yield from lines

    def _effect_said(self, of: s.Effect, depth: int) -> Iterator[Line]:
        said = self.phrases
        only = "" if of.condition is None else f", if {said.condition(of.condition)}"
        match of:
            case s.Hook(moment=moment, event=event, pattern=pattern, by=by, block=block):
                who = "" if by is None else f" by {said.entry(by)}"
                head = f"{MOMENTS[moment]} {said.event(event)}{self._pattern(pattern)}{who}"
                yield depth, f"{head}{only}:" + ("" if block else " nothing.")
                yield from self.block(block, depth + 1)
            case s.Modifier(value=value, pattern=pattern, changes=changes):
                which = f"{said.book.title(value)}{self._pattern(pattern)}"
                parts = [STAGES[change.stage].format(said.of(change.amount)) for change in changes]
                yield depth, sentence(f"{which} {listed(parts)}{only}")
            case s.Whenever(condition=condition, block=block):
                yield depth, sentence(f"as soon as {said.condition(condition)}", ":")
                yield from self.block(block, depth + 1)

    def _lifetime(self, of: s.Lifetime) -> str:
        said = self.phrases
        match of:
            case s.UntilRunEnds(event):
                return f"until this {said.event(event)} ends"
            case s.UntilNextEnd(event, pattern):
                return f"until the next {said.event(event)}{self._pattern(pattern)} ends"
            case s.UntilNextStart(event, pattern):
                return f"until the next {said.event(event)}{self._pattern(pattern)} begins"
            case s.WhileHolds(condition):
                return f"as long as {said.condition(condition)}"
