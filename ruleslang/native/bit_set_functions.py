"""Functions of C that take sets as bits, or answer them so, beside those that do with tuples."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from attrs import field, frozen

from ruleslang.flow.steps import Each
from ruleslang.flow.tables_and_routines import Routine
from ruleslang.flow.walk import assigned, inside
from ruleslang.native.c_function import INDENT, Function, Game
from ruleslang.native.debug_lines import mark
from ruleslang.native.print_bit_sets import UsedAsTuple, Variant, is_mask, maskable
from ruleslang.native.print_steps import StepPrinter
from ruleslang.native.print_words import WordPrinter, gives_back
from ruleslang.native.relations import uses
from ruleslang.native.word_properties import returns


@frozen(eq=False)
class Variants:
    """
    All that were printed, in `lines`. `place` is the line that tells where a statement stands,
    `place_below` says where frames hold a variable.
    """

    place: Callable[[int], str]
    place_below: Callable[[str, str], tuple[int, int]]
    lines: list[str] = field(factory=list)

    def making(self, game: Game, function: str, answers_bits: bool) -> Variant | None:
        """The variant of a function, if it need not make the sets that it takes or answers."""
        routine = game.routine(function)
        masks = frozenset(maskable(game, routine))
        found = [each.value for each in returns(routine)]
        if not routine.is_pure or routine.waits or None in found:
            return None
        used = uses(routine.steps)
        while masks or answers_bits:
            known = dict.fromkeys(masks, game.mask_words)
            looking = WordPrinter(game, Function(), known, masks, uses=used)
            if answers_bits and not all(is_mask(looking, each) for each in found if each):
                return None
            name = game.owners.name("BITSOF" if answers_bits else "BYBITS", function)
            variant = Variant(name, masks)
            try:
                lines = list(self._printed(game, routine, variant, answers_bits))
            except UsedAsTuple as used:
                masks -= {str(used)}
                continue
            self.lines.extend(lines)
            return variant
        return None

    def _printed(
        self, game: Game, routine: Routine, variant: Variant, answers_bits: bool
    ) -> Iterator[str]:
        to, given = Function(), {each.name for each in routine.parameters}
        searched, used = dict.fromkeys(variant.masks, game.mask_words), uses(routine.steps)
        words = WordPrinter(game, to, searched, variant.masks, uses=used)
        top = "mark" if answers_bits or gives_back(routine) else ""
        StepPrinter(
            words, self.place, self.place_below, {}, {}, False, top, answers_bits
        ).steps(routine.steps)
        takes = "".join(
            f", Mask given__{each.name}" if each.name in variant.masks else f", V {each.name}"
            for each in routine.parameters
        )
        yield mark(routine.origin)
        yield f"static {'Mask' if answers_bits else 'V'} {variant.name}(St *s{takes})"
        yield "{"
        if top:
            yield f"{INDENT}int64_t mark = s->top;"
        for name in sorted(variant.masks):
            high = f", (uint64_t)(given__{name} >> 64)" if game.mask_words == 2 else ""
            held = f"{{(uint64_t)given__{name}{high}}}"
            yield f"{INDENT}const uint64_t bits__{name}[{game.mask_words}] = {held};"
        yield from declared(name for name in locals_of(routine.steps) if name not in given)
        yield from to.lines
        yield f"{INDENT}return {'0' if answers_bits else 'NONE'};"
        yield "}"


def locals_of(steps: Any) -> list[str]:
    """The names of the variables that steps give values."""
    loops = [each.variable.name for each in inside(steps) if isinstance(each, Each)]
    return list(dict.fromkeys([*assigned(steps), *loops]))


def declared(names: Iterator[str]) -> Iterator[str]:
    for name in names:
        yield f"{INDENT}V {name} = NONE;"
