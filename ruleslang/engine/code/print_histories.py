"""Prints functions that hash what a history compares, by the words of `interpreter/hashing.py`."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import field, frozen

from ruleslang.engine.code.c_function import INDENT, runtime
from ruleslang.engine.flow import state_layout as cells
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.printed_names import printed_name
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain


def histories(flow: Flow) -> Iterator[str]:
    """Yield the functions that hash the states, zones and pieces of each history."""
    if not flow.population.program.histories:
        return
    printing = _Printing(flow)
    lines = [
        line for history in flow.population.program.histories for line in printing.history(history)
    ]
    yield from runtime("histories").splitlines()
    yield from printing.functions
    yield from lines


@frozen(eq=False)
class _Printing:
    """The lines while they are printed; `nested` has a function for each type of nested tuples."""

    flow: Flow
    nested: dict[t.Type, str] = field(factory=dict)
    functions: list[str] = field(factory=list)

    def history(self, history: d.History) -> Iterator[str]:
        yield standing_head(history)
        yield from ("{", f"{INDENT}int64_t mark = s->top;")
        yield f"{INDENT}Blake hash, *b = &hash;"
        yield f"{INDENT}blake_begin(b);"
        yield from self._compared(history)
        yield f"{INDENT}give_back(s, mark);"
        yield f"{INDENT}return halves(s, b);"
        yield "}"

    def _compared(self, history: d.History) -> Iterator[str]:
        population, layout = self.flow.population, self.flow.layout
        for name in history.states:
            yield from self._put_all(layout[cells.state_family(name)], population.states[name].type)
        for name in history.zones:
            of = layout[cells.zone_family(name)]
            yield f"{INDENT}put_titles(s, b, {of.base}, {of.cells});"
        for name in history.dice:
            of = layout[cells.dice_family(name)]
            yield f"{INDENT}put_dice(s, b, {of.base}, {of.cells});"
        for place, name in enumerate(history.values):
            yield f"{INDENT}{self.value(population.values[name].type, f'value_{place}')}"
            yield f"{INDENT}put_end(b);"
        others: dict[str, tuple[str, t.Type]] = {
            "active": (cells.ACTIVE, t.Player()),
            "players": (cells.PLAYERS, t.ListOf(t.Player(), 100)),
            "pieces": (cells.SPACE, t.Optional(t.Space())),
        }
        for word in history.others:
            family, type = others[word]
            yield from self._put_all(layout[family], type)

    def value(self, type: t.Type, text: str) -> str:
        """Return a call that hashes a value of a type."""
        of = plain(type)
        if not isinstance(of, t.SetOf | t.ListOf):
            return f"put_value(b, {text});"
        if not isinstance(plain(of.element), t.SetOf | t.ListOf):
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

    def _put_all(self, family: cells.Family, type: t.Type) -> Iterator[str]:
        yield f"{INDENT}for (int64_t i = 0; i < {family.cells}; i++) {{"
        yield f"{INDENT * 2}{self.value(type, f's->S[{family.base} + i]')}"
        yield f"{INDENT * 2}put_end(b);"
        yield f"{INDENT}}}"


def standing_head(history: d.History) -> str:
    """Return the head of the function that hashes what a history compares."""
    values = "".join(f", V value_{place}" for place in range(len(history.values)))
    return f"static V {standing_name(history.name)}(St *s{values})"


def standing_name(history: str) -> str:
    return printed_name("STANDING", history)
