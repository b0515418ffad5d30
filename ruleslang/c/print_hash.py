"""What the hash of a position is made of in C: the same words as `interpreter/hashing.py` lists."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import field, frozen

from ruleslang.c.c_function import INDENT, array, runtime
from ruleslang.flow import state_layout as cells
from ruleslang.flow.constant_folding import numbered_limits
from ruleslang.flow.effects_in_force import locals_in, pattern_of
from ruleslang.flow.lower import Flow
from ruleslang.flow.printed_names import c_text, printed_name
from ruleslang.interpreter.hashing import word_of
from ruleslang.match.values import ListValue
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.effect_order import WrittenEffect
from ruleslang.program.passes.derived_tables import derive
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.typing.lattice import plain
from ruleslang.program.typing.world import Scope, world_of
from ruleslang.python.printed_game import Printed


def hashing(printed: Printed) -> Iterator[str]:
    """The functions that put the parts of a position that differ from game to game."""
    return _Printing(printed).lines()


@frozen(eq=False)
class _Printing:
    """The lines on their way; `nested` has a function for each type of tuples of tuples."""

    printed: Printed
    nested: dict[t.Type, str] = field(factory=dict)
    functions: list[str] = field(factory=list)

    @property
    def flow(self) -> Flow:
        return self.printed.flow

    def lines(self) -> Iterator[str]:
        histories = list(self._histories())
        body = [
            *self._stored(),
            *self._limits(),
            *self._facts(),
            *self._shown(),
            *self._lasting(),
            *self._standing(),
            *self._rules(),
        ]
        yield f"#define CARDS {len(self.flow.population.cards)}"
        yield f"#define PLAYERS {self.flow.layout[cells.PLAYERS].base}"
        yield from self._runs()
        yield from self._streams()
        yield from self.functions
        if self.flow.population.program.histories:
            yield from runtime("histories").splitlines()
        yield from histories
        yield from body

    def _streams(self) -> Iterator[str]:
        names = list(self.flow.layout.streams)
        yield from _texts("stream_names", names)
        order = sorted(range(len(names)), key=lambda at: names[at])
        yield from array("streams_by_name", list(map(str, order)), "int64_t")

    def _runs(self) -> Iterator[str]:
        """Which routines begin runs: not those that are the body of a run under way."""
        of = [self.flow.routines[name] for name in self.printed.source.routines]
        runs = [str(int(each.run is not None and not each.is_original)) for each in of]
        yield from array("begins_run", runs, "int64_t")

    # ------------------------------------------------------------ values

    def value(self, type: t.Type, text: str) -> str:
        """A call that puts the word of a value of a type."""
        of = plain(type)
        if isinstance(of, t.UnderWay):
            return f"put_run(s, b, {text});"
        if not isinstance(of, t.SetOf | t.ListOf):
            return f"put_value(b, {text});"
        if not isinstance(plain(of.element), t.SetOf | t.ListOf | t.UnderWay):
            put = "put_set" if isinstance(of, t.SetOf) else "put_list"
            return f"{put}(s, b, {text});"
        return f"{self._of_tuples(of)}(s, b, {text});"

    def _of_tuples(self, of: t.SetOf | t.ListOf) -> str:
        if of in self.nested:
            return self.nested[of]
        inner = self.value(of.element, "p[i]")
        name = self.nested[of] = f"put_tuples_{len(self.nested)}"
        put_in_order = "sorted(s, several)" if isinstance(of, t.SetOf) else "several"
        self.functions.extend(self._function(name, put_in_order, inner))
        return name

    def _function(self, name: str, put_in_order: str, inner: str) -> Iterator[str]:
        yield from (
            f"static void {name}(St *s, Blake *b, V several)",
            "{",
            f"{INDENT}if (!is_tuple(several)) {{",
            f"{INDENT * 2}put_value(b, several);",
            f"{INDENT * 2}return;",
            f"{INDENT}}}",
            f"{INDENT}const V *p = T(s, {put_in_order});",
            f"{INDENT}put_unsigned(b, (uint64_t)p[0]);",
            f"{INDENT}put_byte(b, ':');",
            f"{INDENT}for (int64_t i = 1; i <= p[0]; i++) {{",
            f"{INDENT * 2}if (i > 1) put_byte(b, ',');",
            f"{INDENT * 2}{inner}",
            f"{INDENT}}}",
            "}",
        )

    def _each(self, family: cells.Family, type: t.Type) -> Iterator[str]:
        yield f"{INDENT}for (int64_t i = 0; i < {family.cells}; i++) {{"
        yield f"{INDENT * 2}{self.value(type, f's->S[{family.base} + i]')}"
        yield f"{INDENT * 2}put_end(b);"
        yield f"{INDENT}}}"

    def _stored(self) -> Iterator[str]:
        layout, program = self.flow.layout, self.flow.population.program
        yield from _head("put_stored")
        for state in program.states:
            yield from self._each(layout[cells.state_family(state.name)], state.type)
        for at in range(len(program.histories)):
            yield f"{INDENT}put_noted(s, b, {layout[cells.HISTORIES].base + at});"
        yield from self._each(layout[cells.ZONES], t.ListOf(t.Card(), 0))
        for dice in program.dice:
            of = layout[cells.dice_family(dice.name)]
            yield f"{INDENT}put_dice(s, b, {of.base}, {of.cells});"
        yield from self._each(layout[cells.SPACE], t.Optional(t.Space()))
        yield from _foot()

    # ------------------------------------------------------------ histories

    def _histories(self) -> Iterator[str]:
        """The functions that hash the states, zones and pieces that a history compares."""
        for history in self.flow.population.program.histories:
            yield standing_head(self.flow, history)
            yield from ("{", f"{INDENT}int64_t mark = s->top;")
            yield f"{INDENT}Blake hash, *b = &hash;"
            yield f"{INDENT}blake_begin(b);"
            yield from self._compared(history)
            yield f"{INDENT}give_back(s, mark);"
            yield f"{INDENT}return halves(s, b);"
            yield "}"

    def _compared(self, history: d.History) -> Iterator[str]:
        everyone, layout = self.flow.population, self.flow.layout
        for name in history.states:
            yield from self._each(layout[cells.state_family(name)], everyone.states[name].type)
        for name in history.zones:
            of = layout[cells.zone_family(name)]
            yield f"{INDENT}put_titles(s, b, {of.base}, {of.cells});"
        for name in history.dice:
            of = layout[cells.dice_family(name)]
            yield f"{INDENT}put_dice(s, b, {of.base}, {of.cells});"
        for place, name in enumerate(history.values):
            yield f"{INDENT}{self.value(everyone.values[name].type, f'value_{place}')}"
            yield f"{INDENT}put_end(b);"
        others: dict[str, tuple[str, t.Type]] = {
            "active": (cells.ACTIVE, t.Player()),
            "players": (cells.PLAYERS, t.ListOf(t.Player(), 100)),
            "pieces": (cells.SPACE, t.Optional(t.Space())),
        }
        for word in history.others:
            family, type = others[word]
            yield from self._each(layout[family], type)

    # ------------------------------------------------------------ limits, and what was shown

    def _limits(self) -> Iterator[str]:
        """Uses that were counted, in the order of their words."""
        yield from _head("put_limit", "const V *row")
        yield f"{INDENT}switch (row[1]) {{"
        for number, (what, clause) in enumerate(numbered_limits(self.flow.population.program)):
            yield f"{INDENT}case {number}:"
            yield f"{INDENT * 2}put_text(b, {c_text(clause.name)});"
            types = [t.Title(), t.Player(), *(what.locals[at].type for at in clause.for_each)]
            for place, type in enumerate(types, start=2):
                yield f"{INDENT * 2}put_byte(b, BETWEEN);"
                yield f"{INDENT * 2}{self.value(type, f'row[{place}]')}"
            yield f"{INDENT * 2}break;"
        yield f"{INDENT}}}"
        yield f"{INDENT}put_byte(b, BETWEEN);"
        yield f"{INDENT}put_value(b, row[row[0]]);"
        yield from _foot()

    def _facts(self) -> Iterator[str]:
        yield from _head("put_facts")
        for place, (_, type) in self.flow.told.items():
            base = self.flow.layout[cells.facts_family(place)].base
            yield f"{INDENT}for (int64_t card = 0; card < CARDS; card++) {{"
            yield f"{INDENT * 2}const V *rows = T(s, s->S[{base} + card]);"
            yield f"{INDENT * 2}for (int64_t i = 1; i <= rows[0]; i++) {{"
            yield f"{INDENT * 3}const V *row = T(s, rows[i]);"
            yield f"{INDENT * 3}put_text(b, {c_text(f'{place} ')});"
            yield f"{INDENT * 3}put_value(b, card);"
            yield f"{INDENT * 3}put_byte(b, ' ');"
            yield f"{INDENT * 3}{self.value(type, 'row[1]')}"
            yield f'{INDENT * 3}put_text(b, row[2] ? " True " : " False ");'
            yield f"{INDENT * 3}put_set(s, b, row[3]);"
            yield f"{INDENT * 3}line_ends(b);"
            yield f"{INDENT * 2}}}"
            yield f"{INDENT}}}"
        yield from _foot()

    def _shown(self) -> Iterator[str]:
        """States and dice that may be shown, by their names and places, in that order."""
        program, layout = self.flow.population.program, self.flow.layout
        families: list[tuple[d.State | d.Dice, str]] = [
            *((each, cells.state_family(each.name)) for each in program.states),
            *((each, cells.dice_family(each.name)) for each in program.dice),
        ]
        found = []
        for each, of in families:
            family = layout.families.get(cells.shown_family(of))
            if family is not None:
                for at, index in enumerate(self.flow.population.indexes(each.index), family.base):
                    found.append((f"{each.name} {word_of(ListValue(index))} ", at))
        found.sort()
        yield f"#define SHOWN {len(found)}"
        yield from array("shown_cells", [str(at) for _, at in found], "int64_t")
        yield from _texts("shown_names", [name for name, _ in found])

    # ------------------------------------------------------------ what lasts, and rules

    def _lasting(self) -> Iterator[str]:
        """A row of what lasts: whose it is, what it captured, what ends it."""
        program = self.flow.population.program
        effects = derive(program).effects
        is_there = cells.LASTING in self.flow.layout.families
        yield f"#define ROWS_LASTING {self.flow.layout[cells.LASTING].base if is_there else -1}"
        yield from _texts("lasting_names", [each.name for each in effects.lastings])
        yield from _head("put_lasting_row", "const V *row")
        yield f"{INDENT}const V *captured = T(s, row[7]);"
        yield f"{INDENT}const V *fixed = row[6] == NONE ? NULL : T(s, row[6]);"
        yield f"{INDENT}switch (row[2]) {{"
        for number, one in enumerate(effects.lastings):
            yield f"{INDENT}case {number}:"
            locals = locals_in(effects, one)
            for place, slot in enumerate(one.captures, start=1):
                yield f"{INDENT * 2}{self.value(locals[slot].type, f'captured[{place}]')}"
                yield f"{INDENT * 2}put_end(b);"
            scope = Scope(world_of(program), {at: each.type for at, each in enumerate(locals)})
            yield from self._pattern(pattern_of(one) or (), scope)
            yield f"{INDENT * 2}break;"
        yield f"{INDENT}}}"
        yield f"{INDENT}(void)captured, (void)fixed;"
        yield from _foot()

    def _pattern(self, pattern: tuple[patterns.Entry, ...], scope: Scope) -> Iterator[str]:
        if not pattern:
            return
        yield f"{INDENT * 2}if (fixed == NULL) break;"
        for place, entry in enumerate(pattern, start=1):
            match entry:
                case patterns.EqualEntry(value=wanted):
                    yield f"{INDENT * 2}{self.value(type_of(wanted, scope), f'fixed[{place}]')}"
                case patterns.MemberEntry(set=among):
                    yield f"{INDENT * 2}{self.value(type_of(among, scope), f'fixed[{place}]')}"
                case patterns.KindEntry(kind=kind):
                    yield f"{INDENT * 2}put_text(b, {c_text(kind)});"
                case _:
                    yield f'{INDENT * 2}put_text(b, "any");'
            yield f"{INDENT * 2}put_end(b);"

    def _standing(self) -> Iterator[str]:
        """Which definitions have effects that are in force where their cards lie."""
        titles = self.flow.population.titles.values()
        found = [int(bool(each.definition.standings)) for each in titles]
        yield f"#define HAS_STANDING {int(any(found))}"
        yield from array("has_standing", list(map(str, found)), "int64_t")

    def _rules(self) -> Iterator[str]:
        """For whom rules were true when last tested, and which wait."""
        yield from _head("put_rule", "int64_t rule, V carrier, V member")
        yield f"{INDENT}switch (rule) {{"
        rules = [each for each in self._written() if isinstance(each.effect, s.Whenever)]
        for each in rules:
            lasts = isinstance(each.begun_by, s.Lasting)
            assert isinstance(each.effect, s.Whenever)
            yield f"{INDENT}case {each.place}:"
            if lasts:
                yield f"{INDENT * 2}if (place_of_age(s, carrier) < 0) return 0;"
            yield f"{INDENT * 2}put_text(b, {c_text(f'{each.effect.id} ')});"
            is_on_card = not lasts and each.carriers is not None
            yield f"{INDENT * 2}put_value(b, {'carrier' if is_on_card else 'NONE'});"
            yield f"{INDENT * 2}put_byte(b, ' ');"
            yield f"{INDENT * 2}put_value(b, {'place_of_age(s, carrier)' if lasts else 'NONE'});"
            yield f"{INDENT * 2}put_byte(b, ' ');"
            yield f"{INDENT * 2}{self._member(each)}"
            yield f"{INDENT * 2}return 1;"
        yield f"{INDENT}}}"
        yield f"{INDENT}(void)s, (void)b, (void)carrier, (void)member;"
        yield f"{INDENT}return 0;"
        yield "}"
        layout = self.flow.layout
        found = [(each.place, layout[cells.truth_family(each.place)].base) for each in rules]
        yield f"#define RULES {len(found)}"
        yield from array("rules", [str(place) for place, _ in found], "int64_t")
        yield from array("true_of_rule", [str(base) for _, base in found], "int64_t")
        queue = layout[cells.QUEUE].base if cells.QUEUE in layout.families else -1
        yield f"#define ROWS_QUEUED {queue}"

    def _member(self, rule: WrittenEffect) -> str:
        """The statement that puts the member that a rule is about."""
        assert isinstance(rule.effect, s.Whenever)
        condition = rule.effect.condition
        if not isinstance(condition, e.ThereIs):
            return "put_value(b, NONE);"
        of = rule.locals[condition.variable].type
        return self.value(of, "member") if isinstance(of, SEVERAL) else "put_value(b, member);"

    def _written(self) -> tuple[WrittenEffect, ...]:
        if cells.QUEUE not in self.flow.layout.families:
            return ()
        return derive(self.flow.population.program).effects.written


def standing_head(flow: Flow, history: d.History) -> str:
    """The head of the function that hashes how things stand that a history compares."""
    values = "".join(f", V value_{place}" for place in range(len(history.values)))
    return f"static V {standing_name(history.name)}(St *s{values})"


def standing_name(history: str) -> str:
    """What it is called."""
    return printed_name("STANDING", history)


SEVERAL = (t.SetOf, t.ListOf)


# ---------------------------------------------------------------- lines of C


def _head(name: str, takes: str = "") -> Iterator[str]:
    answers = "int" if name == "put_rule" else "void"
    yield f"static {answers} {name}(St *s, Blake *b{', ' if takes else ''}{takes})"
    yield "{"


def _foot() -> Iterator[str]:
    yield f"{INDENT}(void)s, (void)b;"
    yield "}"


def _texts(name: str, texts: list[str]) -> Iterator[str]:
    yield f"static const char *const {name}[] = {{"
    yield from (f"{INDENT}{c_text(each)}," for each in texts)
    yield f"{INDENT}NULL"
    yield "};"
