"""`print`: prints cards, boards and the summary sheet, or writes them as pictures and data."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import assert_never

import typer
from attrs import frozen

from ruleslang.apps.cli.commands.cards import refuse_unknown_kind
from ruleslang.apps.cli.error_messages import Mistake, as_mistakes
from ruleslang.apps.cli.load_game import in_language_asked, loaded_of
from ruleslang.apps.cli.options import (
    Cards,
    Format,
    KindName,
    Language,
    Output,
    Rulebook,
    in_a_folder,
    option,
)
from ruleslang.apps.cli.output import at_work, plural
from ruleslang.apps.cli.preview import Shown, follow
from ruleslang.apps.printing.card_data import CannotPrint
from ruleslang.apps.printing.print_cards import (
    PAPERS,
    SIZES,
    Layout,
    Printed,
    alignment,
    card_pictures,
    changed_since,
    cut_lines,
    file_name,
    page_groups,
    print_data,
    sheets,
)
from ruleslang.apps.printing.review_sheet import review_sheet
from ruleslang.apps.printing.summary import summary_sheet
from ruleslang.apps.printing.tabletop import tabletop
from ruleslang.apps.printing.tuck_box import tuck_boxes
from ruleslang.apps.printing.typeset import EXTRA, CannotSet, Overflow
from ruleslang.explanation.story.board_pictures import boards
from ruleslang.library.files import write_whole, write_whole_bytes
from ruleslang.library.find_rulebook import UnknownRulebook, find
from ruleslang.library.follow_saves import folders_of
from ruleslang.library.kept_loads import Loaded
from ruleslang.library.load import AT, load, load_at
from ruleslang.library.override_definitions import with_unread
from ruleslang.library.pictures import BadPicture
from ruleslang.program.program import Compiled
from ruleslang.source.budget import UsedUp, budget
from ruleslang.source.render import render_all

UNFIT = CannotPrint, CannotSet, BadPicture
PREVIEW = 96  # points an inch
MOST_NAMED = 20  # problems of cards
MOST_SHIFT = 10  # millimetres
MOST_LETTERS = 4  # without a glyph, of a card


class Target(StrEnum):
    """What is made of a rulebook."""

    cards = "cards"
    pictures = "pictures"
    boards = "boards"
    sheet = "sheet"
    review = "review"
    data = "data"
    tabletop = "tabletop-simulator"
    tuckbox = "tuckbox"
    alignment = "alignment"


WITHOUT_EXTRA = Target.data, Target.boards
FOLDERS = Target.pictures, Target.boards, Target.tabletop


@frozen(kw_only=True)
class Options:
    """The arguments and options of the command."""

    rulebook: Rulebook
    kind: KindName = ""
    cards: Cards = ()
    lang: Language = ""
    to: Target = option(Target.cards, help="The things to print.")
    url: str = option(
        "", metavar="URL", help="The address from which Tabletop Simulator will load the pictures."
    )
    paper: str = option("a4", metavar="a4|letter", help="Paper size.")
    size: str = option(
        "poker",
        metavar="NAME|WxH",
        help="poker, bridge, mini, tarot, square, jumbo, hex, or in mm.",
    )
    bleed: float = option(0, min=0, max=5, help="Millimetres beyond the cut.")
    backs: bool = option(True, "--backs/--no-backs", help="Print backs, mirrored.")
    one_each: bool = option(False, "--one-each", help="One copy of each card.")
    fold: bool = option(False, "--fold", help="Each back above its face: fold, and glue.")
    low_ink: bool = option(False, "--low-ink", help="Lines instead of filled areas, for tests.")
    back_shift: str = option(
        "0,0",
        metavar="X,Y",
        help="Millimetres by which backs are moved to the right and down; --to alignment "
        "shows how many your printer needs.",
    )
    cutter: bool = option(
        False, "--cutter", help="Marks for a cutting machine, and what it cuts, as DXF."
    )
    thickness: float = option(
        0.32, min=0.05, max=5, help="Millimetres of a card, for --to tuckbox."
    )
    changed_since: str = option(
        "", metavar="REV", help="Only cards that changed since this git revision."
    )
    strict: bool = option(False, "--strict", help="Treat missing pictures as errors (status 1).")
    output: Output = ""
    preview: bool = option(
        False, "--preview", help="Show the pages in a browser, updated after each save."
    )
    port: int = option(0, min=0, max=65535, help="The port of the preview; 0: any free one.")


def run(options: Options) -> int:
    """Write what is asked for; status 1 if the rulebook has errors, or a text overflows."""
    layout = _layout(options)
    if options.to not in WITHOUT_EXTRA and find_spec("typst") is None:
        raise Mistake(EXTRA)
    if options.to not in FOLDERS:
        with as_mistakes(typer.BadParameter):
            in_a_folder(options.output)
    if options.preview:
        return _preview(options, layout)
    loaded, compiled = loaded_of("print", options.rulebook, options.cards, Format.text)
    for beside in with_unread(find(options.rulebook), loaded.files, ()):
        print(f"{beside.message}: {beside.help}", file=sys.stderr)
    compiled = in_language_asked(compiled, options.lang)
    refuse_unknown_kind(compiled, options.kind)
    with as_mistakes(*UNFIT):
        match options.to:
            case Target.cards:
                return _cards(compiled, options, layout)
            case Target.pictures:
                return _pictures(compiled, options, layout)
            case Target.boards:
                return _boards(compiled, options)
            case Target.sheet:
                return _sheet(compiled, options, layout)
            case Target.review:
                return _review(compiled, loaded, options, layout)
            case Target.data:
                return _data(compiled, options, layout)
            case Target.tabletop:
                return _tabletop(compiled, options)
            case Target.tuckbox:
                return _tuck_box(compiled, options, layout)
            case Target.alignment:
                return _write_pages(alignment(layout), options.output or "alignment.pdf", options)
            case _:
                assert_never(options.to)


def _preview(options: Options, layout: Layout) -> int:
    """Show the pages in a browser until Ctrl-C, updated after every save."""
    if options.to is not Target.cards or options.changed_since:
        raise Mistake("`--preview` only shows pages of cards")
    first = (_folder(options), *folders_of(options.rulebook, options.cards, None))

    def shown() -> Shown:
        loaded: Loaded | None = None
        try:
            with budget():
                loaded = load(options.rulebook, cards=options.cards)
                pages, message = _drawn(loaded, options, layout)
        except (*UNFIT, Mistake, UnknownRulebook, OSError, UsedUp) as problem:
            pages, message = None, str(problem)
        looked = loaded.files.looked if loaded is not None else None
        return Shown(pages, message, (*first, *folders_of(options.rulebook, options.cards, looked)))

    follow(f"preview of {options.rulebook}", first, options.port, shown)
    return 0


def _drawn(
    loaded: Loaded, options: Options, layout: Layout
) -> tuple[tuple[bytes, ...] | None, str]:
    """Return the pages as pictures, and the overflows; `None` if the rulebook has errors."""
    if loaded.compiled is None:
        errors = [diagnostic for diagnostic in loaded.diagnostics if diagnostic.is_error]
        return None, render_all(errors, shown_as=loaded.shown_as)
    compiled = in_language_asked(loaded.compiled, options.lang)
    data = print_data(compiled.program, layout, options.kind)
    copies = [(place, card["copies"]) for place, card in enumerate(data["cards"])]
    printed, _ = sheets(data, layout, copies, _folder(options), form="png", ppi=PREVIEW)
    return printed.pages.files, "\n".join(_problems(printed))


def _layout(options: Options) -> Layout:
    if options.paper not in PAPERS:
        raise Mistake(f"`--paper {options.paper}` is not one of {', '.join(PAPERS)}")
    size = SIZES.get(options.size)
    if size is None:
        found = re.fullmatch(r"([0-9]{2,3})x([0-9]{2,3})", options.size)
        if found is None or not all(20 <= int(group) <= 280 for group in found.groups()):
            sizes = ", ".join(SIZES)
            raise Mistake(f"`--size {options.size}` is not one of {sizes}, nor 20x20 to 280x280")
        size = int(found[1]), int(found[2])
    moved = re.fullmatch(r"(-?\d{1,2}(?:\.\d)?),(-?\d{1,2}(?:\.\d)?)", options.back_shift)
    if moved is None or not all(abs(float(group)) <= MOST_SHIFT for group in moved.groups()):
        raise Mistake(
            f"`--back-shift {options.back_shift}` isn't two numbers up to {MOST_SHIFT}, as `1.5,-2`"
        )
    shift = float(moved[1]), float(moved[2])
    hexagons = options.size == "hex"
    if hexagons and options.cutter:
        raise Mistake("`--cutter` cuts rectangles, and `--size hex` prints none")
    return Layout(
        *(options.paper, size, options.bleed, options.backs, options.one_each, options.fold),
        *(options.low_ink, options.lang, hexagons, shift, options.cutter),
    )


def _folder(options: Options) -> Path:
    """Return the folder that contains the pictures."""
    name = options.rulebook
    return find(name.rpartition(AT)[0] if AT in name and not Path(name).exists() else name).folder


def _cards(compiled: Compiled, options: Options, layout: Layout) -> int:
    data = print_data(compiled.program, layout, options.kind)
    copies = [(place, card["copies"]) for place, card in enumerate(data["cards"])]
    if options.changed_since:
        copies = changed_since(data, _cards_of_revision(options))
        if not copies:
            print(f"no card looks different from {options.changed_since}")
            return 0
    with at_work("setting pages"):
        printed, number = sheets(data, layout, copies, _folder(options))
    path = Path(options.output or f"{compiled.program.name}_cards.pdf")
    write_whole_bytes(path, printed.pages.files[0])
    many = sum(1 if layout.one_each else number for _, number in copies)
    print(f"wrote {path}: {plural(many, 'card')} on {plural(number, 'page')}")
    if options.cutter:
        lines = {cut_lines(layout, group): None for group in page_groups(data, layout, copies)}
        for place, text in enumerate(lines, 1):
            file = path.with_name(f"{path.stem}{f'_{place}' * (len(lines) > 1)}.dxf")
            write_whole(file, text)
            print(f"wrote {file}")
    return _report(printed, options)


def _cards_of_revision(options: Options) -> Sequence[dict[str, object]]:
    """Return the cards as they were in a git revision."""
    loaded = load_at(f"{options.rulebook}{AT}{options.changed_since}")
    if loaded.compiled is None:
        raise Mistake(f"the rulebook has mistakes in the revision `{options.changed_since}`")
    layout = print_data(loaded.compiled.program, Layout(lang=options.lang))
    return list(layout["cards"])


def _pictures(compiled: Compiled, options: Options, layout: Layout) -> int:
    data = print_data(compiled.program, layout, options.kind)
    folder = Path(options.output or f"{compiled.program.name}_png")
    with at_work("drawing cards"):
        printed, names = card_pictures(data, _folder(options))
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in zip(names, printed.pages.files, strict=True):
        write_whole_bytes(folder / f"{name}.png", picture)
    print(f"wrote {plural(len(names), 'picture')} to {folder}")
    return _report(printed, options)


def _data(compiled: Compiled, options: Options, layout: Layout) -> int:
    data = print_data(compiled.program, layout, options.kind)
    text = json.dumps(data, ensure_ascii=False, indent=2)
    if options.output:
        write_whole(Path(options.output), f"{text}\n")
        print(f"wrote {options.output}")
    else:
        print(text)
    return 0


def _boards(compiled: Compiled, options: Options) -> int:
    drawn = boards(compiled.program)
    if not drawn:
        raise Mistake("the rulebook has no boards")
    folder = Path(options.output or ".")
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in drawn.items():
        path = folder / f"{compiled.program.name}_{file_name(name)}.svg"
        write_whole(path, picture)
        print(f"wrote {path}")
    return 0


def _sheet(compiled: Compiled, options: Options, layout: Layout) -> int:
    with at_work("setting the sheet"):
        drawn = summary_sheet(compiled, layout)
    return _write_pages(drawn, options.output or f"{compiled.program.name}_sheet.pdf", options)


def _review(compiled: Compiled, loaded: Loaded, options: Options, layout: Layout) -> int:
    def written(origin: int) -> str:
        return loaded.spans[origin].text.strip()

    with at_work("setting the sheet"):
        drawn = review_sheet(compiled, layout, written)
    return _write_pages(drawn, options.output or f"{compiled.program.name}_review.pdf", options)


def _tabletop(compiled: Compiled, options: Options) -> int:
    """Write decks and boards for Tabletop Simulator; without an address for this machine alone."""
    program = compiled.program
    folder = Path(options.output or f"{program.name}_tts")
    url = options.url or folder.resolve().as_uri()
    with at_work("drawing decks and boards"):
        exported = tabletop(program, _folder(options), url, options.lang)
    files = exported.files
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files:  # the object that names the pictures comes last
        write_whole_bytes(folder / name, data)
    print(f"wrote {plural(len(files), 'file')} to {folder}: {files[-1][0]} is the saved object")
    if not options.url:
        print("its pictures are on this machine; use --url for an address that others can reach")
    return _report(exported.printed, options)


def _tuck_box(compiled: Compiled, options: Options, layout: Layout) -> int:
    data = print_data(compiled.program, layout, options.kind)
    drawn = tuck_boxes(data, layout, options.thickness)
    return _write_pages(drawn, options.output or f"{compiled.program.name}_box.pdf", options)


def _write_pages(printed: Printed, output: str, options: Options) -> int:
    path = Path(output)
    write_whole_bytes(path, printed.pages.files[0])
    print(f"wrote {path}")
    return _report(printed, options)


def _report(printed: Printed, options: Options) -> int:
    """Report what is not on the pages; status 1 if they are incomplete."""
    problems = [*_problems(printed)]
    for problem in problems[:MOST_NAMED]:
        print(problem)
    if len(problems) > MOST_NAMED:
        print(f"and {len(problems) - MOST_NAMED} more")
    return 1 if not printed.is_whole or (options.strict and printed.missing) else 0


def _problems(printed: Printed) -> Iterator[str]:
    yield from map(_overflow, printed.pages.overflows)
    for card, letters in printed.glyphs:
        shown = ", ".join(f"{letter} (U+{ord(letter):04X})" for letter in letters[:MOST_LETTERS])
        more = f" and {len(letters) - MOST_LETTERS} more" if len(letters) > MOST_LETTERS else ""
        if card:
            yield f"{card}: no font has {shown}{more}; name one in the column `font` of the looks"
        else:
            yield f"no font of this machine has {shown}{more}: install one that does"
    for name in printed.missing:
        yield f"missing: {name}"


def _overflow(overflow: Overflow) -> str:
    if overflow.way == "broken":
        return f"{overflow.card}: a word of its {overflow.part} is wider than the card, and broken"
    if overflow.way == "missing":
        return f"{overflow.card}: its layout has no rectangle named `{overflow.part}`"
    over = f"{overflow.over:.0f} points at {overflow.size:g}"
    return f"{overflow.card}: its {overflow.part} is too {overflow.way} by {over}"
