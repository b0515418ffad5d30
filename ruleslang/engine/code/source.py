"""Prints the C text of a whole game (docs/dev/flow-examples.md has an example)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import groupby
from operator import attrgetter
from typing import Any, TypeAlias

from attrs import frozen

from ruleslang.engine.cells.compiled_game import CompiledGame
from ruleslang.engine.code import print_tables
from ruleslang.engine.code.c_function import (
    INDENT,
    Constants,
    Function,
    Game,
    array,
    mark,
    names_of_runtime,
    placed,
    runtime,
    sources_to_debug,
)
from ruleslang.engine.code.constant_exprs import uses
from ruleslang.engine.code.precomputed_functions import (
    answers,
    answers_as_bits,
    answers_of,
    tables_of_bits,
)
from ruleslang.engine.code.print_alike_tables import alike_tables
from ruleslang.engine.code.print_exprs import FullExprPrinter, gives_back
from ruleslang.engine.code.print_histories import histories, standing_head
from ruleslang.engine.code.print_stmts import StmtPrinter, Variants, declared, locals_of
from ruleslang.engine.flow import state_layout as f
from ruleslang.engine.flow.ir_exprs import Apply, Constant, Expr, Raw
from ruleslang.engine.flow.ir_stmts import read
from ruleslang.engine.flow.lower import WINNERS_AT_THE_END
from ruleslang.engine.flow.printed_names import printed_name, routine_name, safe_letters
from ruleslang.engine.flow.procedures import measure_name
from ruleslang.engine.flow.resumable_blocks import (
    AskThen,
    Block,
    Branch,
    CallThen,
    CancelThen,
    EndThen,
    Jump,
    Over,
    variables_of,
)
from ruleslang.engine.flow.runs_under_way import called, in_circles
from ruleslang.engine.flow.seen_rows import SeenRows
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.program import declarations as d


@frozen(eq=False)
class Text:
    """A C text, the places of constant tuples, and the numbers of routines called from outside."""

    text: str
    constants: Mapping[Any, int]
    called: Mapping[str, int]


def source(printed: CompiledGame, players: Players = (), rows: SeenRows | None = None) -> Text:
    """Return a game's C text, with players, and a learner for `rows`; raises `NotLowered`."""
    printing = _Printing(printed, players, rows)
    origins = printed.flow.population.program.origins
    lines = placed(list(printing.all_lines()), origins, sources_to_debug())
    called = {name: number for number, name in enumerate(printing.called)}
    return Text("\n".join(lines) + "\n", printing.game.constants.known, called)


Players: TypeAlias = "Sequence[tuple[d.Chooser, Mapping[int, str]]]"

CALLED = "seers of ", "measure ", "seen row"  # how the routines begin that are called from outside
MOST_TOGETHER = 200  # blocks of several routines in one function
Waiting: TypeAlias = CallThen | AskThen | EndThen

NOTHING: Mapping[str, int] = {}


class _Printing:
    def __init__(self, printed: CompiledGame, players: Players, rows: SeenRows | None) -> None:
        self.players, self.rows = players, rows
        self.printed, self.flow = printed, printed.flow
        self.events = print_tables.event_numbers(printed)
        self.called = [name for name in self.flow.routines if name.startswith(CALLED)]
        self.variants = Variants(self._mark, self._place_below)
        making = self.variants.making
        answered = cache(partial(answers_of, printed))
        self.game = Game(printed.flow, Constants(), self.events, answered, making)
        self.game.owners.reserve(names_of_runtime())
        self.kept = printed.frames.places
        self.of_blocks = list[str]()  # the function that has each of them
        for routine, group in groupby(self.flow.cut.blocks, attrgetter("routine")):
            number, here = len([*group]), self.of_blocks[-MOST_TOGETHER:]
            name = self.game.owners.name("BLOCKS", routine)
            if here and here.count(here[-1]) + number <= MOST_TOGETHER:
                name = here[-1]
            self.of_blocks += [name] * number
        self.plain = [
            self.game.routine(routine.name)
            for routine in self.flow.routines.values()
            if not routine.waits
        ]
        self.circles = in_circles({of_plain.name: called(of_plain) for of_plain in self.plain})

    def all_lines(self) -> Iterator[str]:
        """Yield all lines; constants are complete when everything that uses them is printed."""
        body = self._body()
        begun = list(self._begun())
        seeing = list(print_tables.seers_of_zones(self.game))
        answered = [*answers(self.game, self.game.answered), *answers_as_bits(self.game)]
        begun += self._needed_parts()
        alike = list(alike_tables(self.game, self.printed)) if self.game.compares else []
        name = safe_letters(self.flow.population.program.name)
        yield f"/* {name}, as the engine of C plays it. */"
        yield from runtime("reference").splitlines()
        yield from print_tables.mask_type(self.game)
        yield from print_tables.numbers(self.printed)
        yield f"#define CHOOSERS {len(self.players)}"
        watches = any(measure.watches for measure in self.flow.measures)
        yield f"#define WATCH(s) {'watch_all(s)' if watches else '(void)0'}"
        first = [str(int(player.takes_the_first)) for player, _ in self.players]
        yield from array("takes_the_first", ["0", *first], "int64_t")
        yield from self.game.constants.lines()
        yield from begun
        yield from runtime("state").splitlines()
        yield from self._heads()
        yield from seeing
        boards = ("geometry",) if print_tables.has_computed(self.game) else ()
        deep = ("deep_values",) if any(of_plain.is_deep for of_plain in self.plain) else ()
        for part in ("values", *boards, *deep, "choices", "payments", "effects", "frames"):
            yield from runtime(part).splitlines()
        yield from answered
        if alike:
            yield "static int contains(St *s, V value, V card);"
            yield from alike
            yield from runtime("alike").splitlines()
        yield from self._attempts()
        yield from self._imagined()
        yield from body
        yield from histories(self.flow)
        for part in ("play", "many", "rows", "key"):
            yield from runtime(part).splitlines()
        if self.rows is not None:
            yield from (*print_tables.rows(self.rows), *runtime("learning").splitlines())

    def _begun(self) -> Iterator[str]:
        yield from print_tables.tables(self.game)
        yield from print_tables.routines(self.printed)
        yield from print_tables.streams(self.flow, len(self.printed.automatic))
        yield from print_tables.opening(self.game, self.printed.opening_cells())

    def _needed_parts(self) -> Iterator[str]:
        """Yield the parts that the printed functions need."""
        yield from tables_of_bits(self.game, self.game.bits)
        yield print_tables.quiet_heap(self.game)
        yield from print_tables.places(self.game, self.printed)

    def _heads(self) -> Iterator[str]:
        yield from (f"{_head(routine)};" for routine in self.plain)
        yield "static void clean_up(St *s, V *F, int64_t routine);"
        if any(measure.watches for measure in self.flow.measures):
            yield "static void watch_all(St *s);"
        for history in self.flow.population.program.histories:
            yield f"{standing_head(history)};"

    def _body(self) -> list[str]:
        body = [line for plain in self.plain for line in self._plain(plain)]
        body += [line for routine in self.flow.routines.values() for line in self._cleanup(routine)]
        body += self._cleaning()
        body += self._run()
        body += self._measures()
        body += self._preferring()
        body += [*self._payoffs(), *self._winners(), *self._rolling(), *self._calling()]
        return [*self.variants.lines, *body]

    # ------------------------------------------------------------ functions

    def _mark(self, statement: int) -> str:
        return mark(self.flow.statements[statement].origin)

    def _printer(
        self,
        exprs: FullExprPrinter,
        kept: Mapping[str, int] = NOTHING,
        labels: Mapping[str, tuple[int, int]] | None = None,
        top: str = "",
    ) -> StmtPrinter:
        """Return the printer of a function; `labels` of one that waits."""
        given = kept, labels or {}, labels is not None, top
        return StmtPrinter(exprs, self._mark, self._place_below, *given)

    def _place_below(self, routine: str, variable: str) -> tuple[int, int]:
        return self._number(routine), self.kept[routine][variable]

    def _plain(self, routine: Routine) -> Iterator[str]:
        to, parameters = Function(), {parameter.name for parameter in routine.parameters}
        top = "mark" if gives_back(routine) else ""
        exprs = FullExprPrinter(self.game, to, uses=uses(routine.stmts))
        printer = self._printer(exprs, top=top)
        printer.stmts(routine.stmts)
        yield ""
        yield mark(routine.origin)
        yield _head(routine, self._computing(routine) if routine.is_deep else "")
        yield "{"
        if routine.name in self.circles:
            yield f"{INDENT}deeper(s, __builtin_frame_address(0));"
        if top:
            yield f"{INDENT}int64_t mark = s->top;"
        yield from declared(name for name in locals_of(routine.stmts) if name not in parameters)
        yield from to.lines
        yield f"{INDENT}return NONE;"
        yield "}"
        if routine.is_deep:
            yield from self._counting(routine)

    def _computing(self, routine: Routine) -> str:
        """Return the name of the function that computes a call of a deep value."""
        return self.game.owners.name("COMPUTE", routine.name)

    def _counting(self, routine: Routine) -> Iterator[str]:
        """Yield the function of a deep value, which computes each of its calls once."""
        names = [parameter.name for parameter in routine.parameters]
        number = [*self.flow.routines].index(routine.name)
        yield from ("", _head(routine), "{")
        yield f"{INDENT}const V call[] = {{{', '.join([str(number), *names, 'NONE'])}}};"
        yield f"{INDENT}int is_outermost = s->calls == NONE;"
        yield f"{INDENT}V answer = known_answer(s, call, {len(names) + 1}, {routine.origin});"
        yield f"{INDENT}if (answer != UNKNOWN) return answer;"
        computing = f"{self._computing(routine)}({', '.join(['s', *names])})"
        yield f"{INDENT}answer = {computing};"
        yield f"{INDENT}keep_answer(s, call, {len(names) + 1}, answer, is_outermost);"
        yield from (f"{INDENT}return answer;", "}")

    def _attempts(self) -> Iterator[str]:
        """Print functions that call others where a fault has another meaning."""
        for function, name in self.game.attempted.items():
            places = range(1, 1 + len(self.flow.routines[function].parameters))
            called = ", ".join([f"{routine_name(function)}(s", *(f"values[{at}]" for at in places)])
            yield from ("", f"static void {name}(St *s, void *given)", "{")
            yield from (f"{INDENT}V *values = given;", f"{INDENT}values[0] = {called});", "}")

    def _imagined(self) -> Iterator[str]:
        """Yield the routines and functions that run in hypothetical positions."""
        if not self.game.tried:
            return
        yield from print_tables.imagined_tables(self.printed)
        yield from runtime("imagined").splitlines()
        if self.game.searches:
            yield from runtime("often").splitlines()
        for routine in self.game.tried:
            yield from self._running(self.flow.routines[routine])
        for function in self.game.seen:
            number = len(self.flow.routines[function].parameters)
            arguments_text = "".join(f", given[{at}]" for at in range(number))
            yield from ("", f"static V {self.game.sees(function)}(St *s, void *context)", "{")
            yield f"{INDENT}const V *given = T(s, s->imagined) + 1;"
            yield f"{INDENT}(void)given, (void)context;"
            yield f"{INDENT}return {routine_name(function)}(s{arguments_text});"
            yield "}"

    def _running(self, routine: Routine) -> Iterator[str]:
        name, number = routine_name(routine.name), len(routine.parameters)
        yield from ("", f"static void {self.game.runs(routine.name)}(St *s, const V *given)", "{")
        if routine.waits:
            entry = self.flow.cut.entries[routine.name]
            entered = f"s, {self._number(routine.name)}, {entry}, {number}"
            yield f"{INDENT}V *F = enter({entered});"
            yield from (f"{INDENT}F[{2 + at}] = given[{at}];" for at in range(number))
            yield f"{INDENT}(void)F, (void)given;"
            yield f"{INDENT}run_to_its_end(s, {entry});"
        else:
            yield f"{INDENT}(void)given;"
            arguments_text = "".join(f", given[{at}]" for at in range(number))
            yield f"{INDENT}{name}(s{arguments_text});"
        yield "}"

    def _cleanup(self, routine: Routine) -> Iterator[str]:
        if not routine.cleanup:
            return
        kept, to = self.kept[routine.name], Function()
        self._printer(FullExprPrinter(self.game, to), kept).stmts(routine.cleanup)
        yield ""
        yield f"static void {printed_name('CLEANUP', routine.name)}(St *s, V *F)"
        yield "{"
        yield from self._loaded(read(routine.cleanup) | set(locals_of(routine.cleanup)), kept)
        yield from to.lines
        yield "}"

    def _cleaning(self) -> Iterator[str]:
        yield ""
        yield "static void clean_up(St *s, V *F, int64_t routine)"
        yield "{"
        yield f"{INDENT}switch (routine) {{"
        for number, name in enumerate(self.printed.frames.routines):
            if self.flow.routines[name].cleanup:
                yield f"{INDENT}case {number}: {printed_name('CLEANUP', name)}(s, F); break;"
        yield f"{INDENT}default: break;"
        yield f"{INDENT}}}"
        yield f"{INDENT}(void)s, (void)F;"
        yield "}"

    def _loaded(self, used: set[str], kept: Mapping[str, int], but: str = "") -> Iterator[str]:
        """Print declarations of variables, loaded from the frame if it has them."""
        for name in sorted(used):
            value = f"F[{kept[name]}]" if name in kept and name != but else "NONE"
            yield f"{INDENT}V {name} = {value};"

    # ------------------------------------------------------------ blocks

    def _run(self) -> Iterator[str]:
        """Print functions for a few routines' blocks each: compilers take far longer for one."""
        cut = self.flow.cut
        waits = [block.end for block in cut.blocks if isinstance(block.end, Waiting)]
        resumed = {*cut.landings.values(), *cut.entries.values(), *(end.then for end in waits)}
        yield from ("", *runtime("land").splitlines())
        for name, group in groupby(cut.blocks, lambda block: self.of_blocks[block.number]):
            blocks = list(group)
            yield from ("", f"static int64_t {name}(St *s, int64_t block)", "{")
            yield from (f"{INDENT}V *F = s->K + s->frame;", f"{INDENT}switch (block) {{")
            entered = [block.number for block in blocks if block.number in resumed]
            yield from (f"{INDENT}case {number}: goto b{number};" for number in entered)
            yield from (f"{INDENT}default: endless(s);", f"{INDENT}}}")
            for block in blocks:
                yield from self._block(block)
            yield "}"
        yield from ("", *array("blocks_of", self.of_blocks, "Blocks"), *runtime("run").splitlines())

    def _block(self, block: Block) -> Iterator[str]:
        kept, to = self.kept[block.routine], Function()
        block = self.game.block(block, kept)
        printer = self._printer(FullExprPrinter(self.game, to), kept, block.labels)
        takes = "" if block.takes is None else block.takes.name
        printer.stmts(block.stmts)
        self._end(block, printer)
        yield mark(self.flow.routines[block.routine].origin)
        yield f"b{block.number}: /* {safe_letters(block.routine)} */"
        yield f"{INDENT}{{"
        yield from self._loaded(variables_of(block), kept, takes)
        if block.takes is not None:
            yield f"{INDENT}{printer.taking(block.takes)}s->taken;"
        yield from to.lines
        yield f"{INDENT}}}"

    def _end(self, block: Block, printer: StmtPrinter) -> None:
        exprs, line = printer.exprs, printer.line
        match block.end:
            case Jump(to):
                line(self._going(block, to))
            case Branch(condition, yes, no):
                with exprs.to.block(f"if ({exprs.condition(condition)})"):
                    printer.stored_bound(condition)
                    line(self._going(block, yes))
                line(self._going(block, no))
            case CallThen(routine, arguments, then):
                texts = [exprs.kept(expr, "given") for expr in exprs.exprs(arguments)]
                entry, number = self.flow.cut.entries[routine], self._number(routine)
                line(f"F[0] = {then};")
                line(f"F = enter(s, {number}, {entry}, {len(texts)});")
                for place, text in enumerate(texts, start=2):
                    line(f"F[{place}] = {text};")
                line(self._going(block, entry))
            case AskThen(ask, then):
                options, last = _last_apart(ask.options)
                called = f"ask(s, {ask.question}, {exprs.expr(ask.who)}, {exprs.expr(options)}"
                if last is not None:
                    called = called.replace("ask", "ask_or", 1) + f", {self.game.value(last)}"
                shown = exprs.tuple_of(ask.shown)
                line(f"if ({called}, {shown}, {then})) {self._going(block, then)}")
                line("return WAITS;")
            case EndThen(end, then):
                event = self.events.get(end.event, -2)
                arguments_text = f"{event}, {int(end.if_under_way)}, {end.origin}, {then}"
                line(f"block = end_run(s, {arguments_text});")
                line("LAND;")
            case CancelThen(cancel):
                line(f"block = cancel_run(s, {exprs.expr(cancel.run)}, {cancel.origin});")
                line("LAND;")
            case Over():
                pass

    def _going(self, block: Block, to: int) -> str:
        if self.of_blocks[to] != self.of_blocks[block.number]:
            return f"return {to};"
        return f"goto b{to};" if to > block.number else f"GO_ON(b{to});"

    def _number(self, routine: str) -> int:
        return self.printed.frames.routines.index(routine)

    def _preferring(self) -> Iterator[str]:
        """Yield the options that players of the rulebook prefer; none: all."""
        if not self.players:
            return
        takes = "int64_t player, int64_t question, V who, V options, V shown"
        yield from ("", f"static V preferred(St *s, {takes})", "{", f"{INDENT}switch (player) {{")
        for number, (_, routines) in enumerate(self.players, start=1):
            yield f"{INDENT}case {number}:"
            yield f"{INDENT * 2}switch (question) {{"
            for question, name in routines.items():
                call = f"{routine_name(name)}(s, who, options, shown)"
                yield f"{INDENT * 2}case {question}: return {call};"
            yield f"{INDENT * 2}default: return NONE;"
            yield f"{INDENT * 2}}}"
        yield f"{INDENT}}}"
        yield f"{INDENT}return NONE;"
        yield "}"

    # ------------------------------------------------------------ the end, and the beginning

    def _payoffs(self) -> Iterator[str]:
        payoff, seats = self.flow.population.program.payoff, len(self.printed.automatic)
        yield from ("", "static void take_payoffs(St *s)", "{")
        if not payoff:
            text = "is_in(s, seat, s->S[WINNERS])"
        elif payoff in self.flow.population.values:
            text = f"{routine_name(f'value {payoff}')}(s, seat)"
        else:
            text = f"s->S[{self.flow.layout[f.state_family(payoff)].base} + seat]"
        yield f"{INDENT}for (V seat = 0; seat < {seats}; seat++) s->payoffs[seat] = {text};"
        yield "}"

    def _watch_function(self) -> Iterator[str]:
        """Yield the function that notes which conditions hold, called at each decision."""
        measures, base = self.flow.measures, self.flow.layout[f.WATCHED].base
        places = [place for place, measure in enumerate(measures) if measure.watches]
        if not places:
            return
        yield from ("static int64_t condition(St *s, int64_t place)", "{")
        for place in places:
            routine = routine_name(measure_name(place))
            yield f"{INDENT}if (place == {base + place}) return {routine}(s);"
        yield from (f"{INDENT}return 0;", "}")
        yield f"static const int64_t watched[] = {{{', '.join(str(base + at) for at in places)}}};"
        yield from runtime("watching").splitlines()

    def _measures(self) -> Iterator[str]:
        layout = self.flow.layout
        played = layout.families.get(f.TIMES_PLAYED)
        base, watched = layout[f.MEASURED].base, layout[f.WATCHED].base
        yield ""
        yield f"#define MEASURES {len(self.flow.measures)}"
        yield f"#define TITLES_PLAYED {0 if played is None else played.cells}"
        yield f"#define PLAYED_BASE {0 if played is None else played.base}"
        yield from runtime("measures").splitlines()
        yield from self._watch_function()
        yield from ("static void measure_all(St *s, int64_t (*to)[4])", "{")
        yield f"{INDENT}WATCH(s);"
        for place, measure in enumerate(self.flow.measures):
            if measure.watches:
                yield f"{INDENT}sample(to[{place}], s->S[{watched + place}] ? 1 : NONE);"
            elif measure.at is None:
                yield f"{INDENT}sample(to[{place}], {routine_name(measure_name(place))}(s));"
            else:
                yield f"{INDENT}sample_all(s, to[{place}], s->S[{base + place}]);"
        yield f"{INDENT}(void)s, (void)to;"
        yield "}"

    def _winners(self) -> Iterator[str]:
        yield from ("", "static V winners_of_capped(St *s)", "{")
        yield f"{INDENT}V winners = {routine_name(WINNERS_AT_THE_END)}(s);"
        yield f"{INDENT}return winners == NONE ? EMPTY : winners;"
        yield "}"

    def _calling(self) -> Iterator[str]:
        """Yield the answers of routines that are called from outside."""
        takes = "int64_t routine, const V *given"
        yield from ("", f"static V answer_of_routine(St *s, {takes})", "{")
        yield f"{INDENT}switch (routine) {{"
        for number, name in enumerate(self.called):
            places = range(len(self.flow.routines[name].parameters))
            arguments = ", ".join(["s", *(f"given[{at}]" for at in places)])
            yield f"{INDENT}case {number}: return {routine_name(name)}({arguments});"
        yield f"{INDENT}default: (void)s, (void)given; return NONE;"
        yield from (f"{INDENT}}}", "}")

    def _rolling(self) -> Iterator[str]:
        """Roll the dice that are on the table from the beginning."""
        yield from ("", "static void roll_opening(St *s)", "{")
        population, layout = self.flow.population, self.flow.layout
        for dice in population.program.dice:
            of, stream = layout[f.dice_family(dice.name)], layout.streams[f"dice {dice.die}"]
            faces = len(population.faces[dice.die])
            shown = layout.families.get(f.shown_family(f.dice_family(dice.name)))
            for at in range(of.cells):
                cell = of.base + at
                mark = -1 if shown is None else shown.base + at
                arguments_text = f"{stream}, {faces}, number_of(s, s->S[{cell}]), {cell}, {mark}"
                yield f"{INDENT}throw_dice(s, {arguments_text});"
        yield f"{INDENT}(void)s;"
        yield "}"


def _last_apart(options: Expr) -> tuple[Expr, Raw | None]:
    """Return the options, and separately the last one, if it is constant."""
    match options:
        case Apply("joined", (several, Constant((_,) as last))):
            return several, last
    return options, None


def _head(routine: Routine, name: str = "") -> str:
    parameters = "".join(f", V {parameter.name}" for parameter in routine.parameters)
    return f"static V {name or routine_name(routine.name)}(St *s{parameters})"
