"""Prints the definitions before the runtime: numbers, tables, properties of routines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

from ruleslang.engine.cells.compiled_game import AFTER, BODY, CompiledGame
from ruleslang.engine.cells.imagined import compared
from ruleslang.engine.cells.revealed import Reveals
from ruleslang.engine.code.c_function import INDENT, Game, array, slug_name
from ruleslang.engine.flow import state_layout as cells
from ruleslang.engine.flow.context import raw
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.printed_names import routine_name
from ruleslang.engine.flow.runs_under_way import seers_name
from ruleslang.engine.flow.seen_rows import SeenRows
from ruleslang.engine.flow.tables_and_routines import Table
from ruleslang.engine.match.chance import stream_number
from ruleslang.engine.match.faults import SLUGS
from ruleslang.engine.match.runtime_values import Place
from ruleslang.program import limits

MANY_BLOCKS = 200  # more than this: what is often called stays a call, so that less is compiled
SLUG_NUMBERS = {slug: number for number, slug in enumerate(SLUGS, start=1)}

# Cells that the runtime calls by the names of their families.
PLACES = (
    "ACTIVE WINNERS STEPS STEPS_IN_ALL COUNTED ASKED NOTED TURNS EYES OUTER_TURN CLOCK SECRET "
    "SECRET_OF SECRET_SINCE FROZEN FROZEN_SINCE WINDOWS LIMITS MARKS FACES ZONES WHERE AGES SPACE "
    "STANDING"
)
COUNTING = "TITLES COUNTING PLAYED_AS"


def mask_type(game: Game) -> Iterator[str]:
    """Yield the C type of sets that are bits."""
    yield f"#define MASK_WORDS {game.mask_words}"
    yield f"typedef {'unsigned __int128' if game.mask_words == 2 else 'uint64_t'} Mask;"


def numbers(printed: CompiledGame) -> Iterator[str]:
    """Yield sizes and bounds, the places of cells, faults."""
    flow = printed.flow
    shown = flow.layout.families
    sizes = {
        "CELLS": flow.layout.size,
        "STREAMS": len(flow.layout.streams),
        "SEATS": len(printed.automatic),
        "PLACES": flow.layout[cells.ZONES].cells,
        "SPACES": len(flow.population.spaces),
        "AUTOMATIC": int(any(printed.automatic)),
        "REVEALS": int(Reveals(flow).any or any(of.startswith("shown ") for of in shown)),
        "FACTS": len(flow.shown_facts),
        "ACT_OF_CHANCE": limits.ACT_OF_CHANCE,
        "MOST_DICE": limits.DICE,
        "MOST_MEMBERS": limits.MEMBERS,
        "MOST_SUBSETS": limits.SUBSETS,
        "MOST_CALLS": limits.CALLS,
        "MOST_NOTED": limits.NOTED,
        "MOST_STEPS": limits.STEPS,
        "MOST_STEPS_IN_MATCH": limits.STEPS_IN_MATCH,
        "MOST_DECISIONS": printed.cap,
        "STAGE_BODY": BODY,
        "STAGE_AFTER": AFTER,
        "MOST_UNDER_WAY": printed.most_runs,
        "ENTRY_ROUTINE": printed.frames.routines.index(flow.entry),
        "ENTRY_BLOCK": flow.cut.entries[flow.entry],
    }
    for name, number in sizes.items():
        yield f"#define {name} {number}"
    is_long = len(flow.cut.blocks) > MANY_BLOCKS
    yield f"#define OFTEN static {'__attribute__((noinline))' if is_long else 'inline'}"
    yield from _bases(flow, PLACES)
    if cells.TITLES in flow.layout.families:
        yield "#define COUNTS_AS 1"
        yield from _bases(flow, COUNTING)
        yield f"#define AS_PRINTED ({cells.AS_PRINTED})"
    for slug, number in SLUG_NUMBERS.items():
        yield f"#define {slug_name(slug)} {number}"


def _bases(flow: Flow, names: str) -> Iterator[str]:
    return (f"#define {name} {flow.layout[getattr(cells, name)].base}" for name in names.split())


# Words of a heap below which nothing is collected. A hypothetical position copies all of them.
QUIET_HEAP, QUIET_HEAP_TO_COPY = 2_048, 256


def quiet_heap(game: Game) -> str:
    """Return the size at which the heap is garbage-collected."""
    return f"#define QUIET_HEAP {QUIET_HEAP_TO_COPY if game.tried else QUIET_HEAP}"


MOST_PAIRS = 40_000  # of spaces: beyond this, C computes what a table would have
SHAPES = ("grid", "diagonal grid", "hexes", "line", "ring", "map")  # by their numbers
LARGEST_NUMBER = 2**60
MOST_WORDS_LISTED = 1 << 23  # in lists of ways


def _refuse_searches(game: Game) -> None:
    """Refuse a search among sets that could fill the memory of a match."""
    listed = game.flow.lowering.words_listed
    if sum(listed.values()) > MOST_WORDS_LISTED:
        words = f"actions and plays whose ways fill more than {MOST_WORDS_LISTED:,} words"
        largest = max(listed, key=listed.__getitem__)
        game.refuse(words, largest, "choose fewer at a time, in one action after another")


def _refuse_large_numbers(game: Game) -> None:
    """Refuse numbers that could exceed 64-bit words, some of which encode none and the like."""
    largest, origin = game.flow.lowering.largest
    if largest > LARGEST_NUMBER:
        words = f"numbers that may grow beyond {LARGEST_NUMBER:,}"
        game.refuse(words, origin, "limit it on the way: `smaller(x * y, 1000)`")


def tables(game: Game) -> Iterator[str]:
    _refuse_searches(game)
    _refuse_large_numbers(game)
    for table in game.flow.tables.values():
        if not is_computed(table):
            entries = [game.value(entry) for entry in table.entries]
            yield from array(game.owners.name("T", table.name), entries)
    if has_computed(game):
        yield from boards(game)


def is_computed(table: Table) -> bool:
    """Return whether a function of `runtime/geometry.c` computes the entries of a table."""
    return table.listed is None and prod(table.sizes) > MOST_PAIRS


def has_computed(game: Game) -> bool:
    return any(map(is_computed, game.flow.tables.values()))


def boards(game: Game) -> Iterator[str]:
    """Yield the boards, and the neighbours of each space."""
    laid = game.flow.population.boards.values()
    yield "static const struct { int64_t shape, first, columns, rows; } boards[] = {"
    for of in laid:
        is_diagonal = of.board.shape == "grid" and of.board.neighbours == 8
        shape = SHAPES.index("diagonal grid" if is_diagonal else of.board.shape)
        columns = len(of.spaces) // of.rows
        yield f"{INDENT}{{{shape}, {of.spaces[0].order}, {columns}, {of.rows}}},"
    yield "};"
    near = [game.value(raw(of.near[space])) for of in laid for space in of.spaces]
    yield from array("near_spaces", near)


def routines(printed: CompiledGame) -> Iterator[str]:
    """Yield the properties of routines with frames, by their numbers."""
    frames, flow = printed.frames, printed.flow
    names = frames.routines
    events = list(dict.fromkeys(event for event in printed.events if event))
    yield from _numbers("FRAME_SIZES", [2 + len(frames.places[name]) for name in names])
    yield from _numbers("is_run", [int(run) for run in printed.runs])
    stages = [printed.stages[number] for number in range(len(names))]
    yield from _numbers("stages", [-1 if stage is None else stage for stage in stages])
    yield from _numbers(
        "events", [events.index(event) if event else -1 for event in printed.events]
    )
    yield from _numbers(
        "originals", [-1 if original is None else original for original in printed.originals]
    )
    yield from _numbers("landings", printed.landings)
    yield from _numbers("is_automatic", [int(is_automatic) for is_automatic in printed.automatic])
    yield from _numbers("is_ordered", [int(at.zone.ordered) for at in flow.population.all_places()])
    yield from _numbers("title_of", [card.title.order for card in flow.population.cards])
    yield from kinds(flow)
    facts = [flow.layout[cells.facts_family(place)].base for place in flow.shown_facts]
    yield from _numbers("fact_cells", facts)


def kinds(flow: Flow) -> Iterator[str]:
    """Yield the kind of each zone's cards (-1: any), and the titles of each kind."""
    population = flow.population
    places, titles = list(population.all_places()), list(population.titles.values())
    kept = list(dict.fromkeys(at.zone.kind for at in places if at.zone.kind is not None))
    of = [-1 if at.zone.kind is None else kept.index(at.zone.kind) for at in places]
    yield f"#define KINDS {max(1, len(kept))}"
    yield from _numbers("kind_of_zone", of)
    yield from _numbers("is_of_kind", [int(k in title.kinds) for title in titles for k in kept])


def places(game: Game, printed: CompiledGame) -> Iterator[str]:
    """Yield the place of the locals of runs in frames, by routine."""
    for number, of in enumerate(game.places):
        places_of_routines = [
            printed.place_in(at, of) for at in range(len(printed.frames.routines))
        ]
        yield from _numbers(
            f"places_{number}", [-1 if at is None else at for at in places_of_routines]
        )


def imagined_tables(printed: CompiledGame) -> Iterator[str]:
    """Yield the cells that a hypothetical position resets, and those that distinguish positions."""
    values = {None: "NONE", (): "EMPTY", False: "0", True: "1", -1: "-1"}
    yield "static const struct { int64_t cell; V value; } quieted[] = {"
    yield from (f"    {{{at}, {values[value]}}}," for at, value in printed.quieted)
    yield "};"
    yield "static const struct { int64_t low, high; } compared_cells[] = {"
    yield from (f"    {{{low}, {high}}}," for low, high in compared(printed.flow))
    yield "};"
    yield f"#define MOST_OFTEN {limits.OFTEN}"


def seers_of_zones(game: Game) -> Iterator[str]:
    """Yield the function that returns who sees a zone."""
    yield from ("", "static __attribute__((unused)) V seers_of_zone(St *s, V place)", "{")
    yield f"{INDENT}switch (place) {{"
    reveals = Reveals(game.flow)
    for number, place in enumerate(game.flow.population.all_places()):
        yield f"{INDENT}case {number}: return {_seers(game, reveals, place)};"
    yield f"{INDENT}default: (void)s; return EMPTY;"
    yield f"{INDENT}}}"
    yield "}"


def _seers(game: Game, reveals: Reveals, place: Place) -> str:
    always = reveals.always(place.zone.seen, place.zone.index, place.index)
    if always is not None:
        return game.value(tuple(always))
    arguments_text = "".join(f", {game.value(raw(coordinate))}" for coordinate in place.index)
    return f"{routine_name(seers_name(place.zone))}(s{arguments_text})"


def event_numbers(printed: CompiledGame) -> dict[str, int]:
    """Return the numbers of the events that routines are runs of."""
    events = dict.fromkeys(event for event in printed.events if event)
    return {name: number for number, name in enumerate(events)}


SHUFFLE_STREAMS = "shuffle_streams"


def shuffle_streams(flow: Flow) -> list[int]:
    """Return for each place the stream of its shuffles."""
    return [flow.layout.streams[f"shuffle {place.name}"] for place in flow.population.all_places()]


def are_in_a_row(streams: Sequence[int]) -> bool:
    """Return whether the numbers are consecutive."""
    return list(streams) == list(range(streams[0], streams[0] + len(streams))) if streams else True


def streams(flow: Flow, seats: int) -> Iterator[str]:
    """
    Yield the numbers of the streams of chance, with those of bots; for each place the stream of its
    shuffles, unless consecutive.
    """
    shuffles = shuffle_streams(flow)
    if not are_in_a_row(shuffles):
        yield from array(SHUFFLE_STREAMS, list(map(str, shuffles)), "int64_t")
    yield from array("stream_numbers", [_word(name) for name in flow.layout.streams], "uint64_t")
    bots = [_word(f"bot {seat}") for seat in range(seats)]
    yield from array("bot_streams", bots, "uint64_t")


def opening(game: Game, first: Sequence[Any]) -> Iterator[str]:
    """Yield the cells in the opening position, before its dice are rolled."""
    layout = game.flow.layout
    base = layout[cells.STREAM].base
    streams = range(base, base + len(layout.streams))
    words = ["0" if at in streams else game.value(value) for at, value in enumerate(first)]
    yield from array("opening", words)


def _word(name: str) -> str:
    return f"UINT64_C({stream_number(name)})"


def _numbers(name: str, numbers: Sequence[int]) -> list[str]:
    return array(name, list(map(str, numbers)), "int64_t")


def rows(rows: SeenRows) -> Iterator[str]:
    """Yield the functions that a learner's text calls, by the names that it knows."""
    yield from ("", "static V seen_row(St *s)", "{")
    yield from (f"{INDENT}return {routine_name(rows.row)}(s);", "}")
    yield from ("", "static V row_sees(St *s, V card)", "{")
    yield from (f"{INDENT}return {routine_name(rows.sees)}(s, card);", "}")
    yield from ("", "static V row_of_type(St *s, int64_t type, V value)", "{")
    yield f"{INDENT}(void)s, (void)value;"
    yield f"{INDENT}switch (type) {{"
    for number, name in enumerate(rows.of_type.values()):
        yield f"{INDENT}case {number}: return {routine_name(name)}(s, value);"
    yield from (f"{INDENT}default: return EMPTY;", f"{INDENT}}}", "}", "")
