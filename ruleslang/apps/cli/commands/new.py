"""
`new`: writes a rulebook, a card, or a game around a table of cards, which already passes `check`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from attrs import frozen

from ruleslang.apps.cli.error_messages import Fault, Mistake
from ruleslang.apps.cli.options import Format, Printed, Rulebook, argument, option
from ruleslang.apps.cli.output import print_json, width, wrapped
from ruleslang.language.format.format_source import format_source
from ruleslang.language.syntax.csv_table import parse_csv, parse_workbook
from ruleslang.language.syntax.declarations import (
    Card,
    Declaration,
    Kind,
    Row,
    RowRules,
    Table,
    TextsIn,
    TextTable,
)
from ruleslang.library.adopt_table import TAKEN, adopt
from ruleslang.library.files import write_new
from ruleslang.library.find_rulebook import find
from ruleslang.library.kept_loads import Loaded
from ruleslang.library.load import load_at, load_over, load_text
from ruleslang.library.read_file import read_source
from ruleslang.library.read_rulebook_files import RulebookFiles, gather
from ruleslang.program.builtins import BUILT_IN_NAMES, FUNCTION_NAMES, SPECIAL_FORMS
from ruleslang.source.span import Source
from ruleslang.source.suggest import did_you_mean, plain_name

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,59}")
THERE = "already exists and was not changed"
MODEL = "higher"  # the shipped rulebook that a new one begins as
HEADER = re.compile(r'^rulebook \w+ "[^"\n]*"', re.MULTILINE)
CITATIONS = re.compile(r"\s*\[[A-Z][A-Z0-9]*-[^\]\n]*\]")


@frozen(kw_only=True)
class RulebookOptions:
    """The arguments and options of `new rulebook`."""

    name: str = argument(..., help="Its name: letters, digits and `_`.")
    like: str = option(MODEL, metavar="NAME", help="The shipped rulebook to copy, in one file.")
    format: Printed = Format.text


@frozen(kw_only=True)
class CardOptions:
    """The arguments and options of `new card`."""

    rulebook: Rulebook
    name: str = argument(..., help="The card's name: letters, digits and `_`.")
    like: str = option("", metavar="CARD", help="The card to copy.")
    format: Printed = Format.text


@frozen(kw_only=True)
class CardsOptions:
    """The arguments and options of `new cards`."""

    table: Path = argument(..., metavar="FILE", help="A table: CSV, TSV or XLSX.")
    name: str = argument("", help="The name of the game, else that of the file.")
    kind: str = option("my_card", metavar="NAME", help="The kind of its cards.")
    columns: str = option(
        "",
        metavar="HEADING=MEANING,…",
        help="What headings mean: `id`, `name`, `copies`, `text`, the name of a field, or `-` "
        "for a note.",
    )
    sheet: str = option("", metavar="TITLE", help="A sheet of the workbook.")
    format: Printed = Format.text


def rulebook(options: RulebookOptions) -> int:
    """Write `NAME.rules`, a small game that can be played at once."""
    name = options.name
    path = _free(name, ".rules")
    trees = gather(find(options.like)).trees
    if len(trees) > 1:
        raise Mistake(f"`{options.like}` has {len(trees)} files; expected a rulebook in one file")
    (text, begun) = HEADER.subn(f'rulebook {name} "{_title(name)}"', trees[0].source.text, 1)
    if not begun:
        raise Mistake(f"`{options.like}` is no rulebook")
    source = _laid_out(text, path, name)
    _refuse_unless_right(load_text(source.text, name=source.name), path)
    _write(path, source.text)
    return _written(
        path, name, options.format, f"ruleslang play {path}", f"ruleslang simulate {path}"
    )


def card(options: CardOptions) -> int:
    """
    Write `NAME.cards`, a card copied from one of the rulebook.

    With the name of an existing card it replaces that card, and starts as its copy.
    """
    rulebook, name = options.rulebook, options.name
    path = _free(name, ".cards")
    files = gather(find(rulebook))
    taken = {
        declaration.name.text for declaration in _declared(files) if hasattr(declaration, "name")
    }
    if name in taken - set(_cards(files)):
        raise Mistake(f"the rulebook uses the name `{name}`, but not for a card; choose another")
    text, model = _model_text(files, name, options.like)
    text += _translations(files, model, name)
    source = _laid_out(_renamed(text, model, name), path, name)
    loaded = load_over(rulebook, source)
    if any(problem.is_error for problem in loaded.diagnostics):  # the name means something else
        source = _laid_out(text, path, name)
        loaded = load_over(rulebook, source)
    if not model:
        _refuse_unless_begun(loaded, path)
    _refuse_unless_right(loaded, path)
    _write(path, source.text)
    return _written(
        path, name, options.format, f"ruleslang simulate {rulebook} --cards {path}", model=model
    )


def cards(options: CardsOptions) -> int:
    """
    Write a folder with a game around a table: its rules, its cards and their titles.

    Cells that no reading fits stay as they are; status 1, and `check` names them.
    """
    called = plain_name(options.table.stem) or "game"
    name = options.name or ("my_" if called[0].isdigit() or called in TAKEN else "") + called
    folder = _free(name, "")
    _refuse_unless_a_name(options.kind)
    table = _table_in(options.table, options.sheet)
    try:
        made = adopt(name, _title(name), options.kind, table, _meanings(options.columns))
    except ValueError as problem:
        raise Mistake(f"{options.table.name}: {problem}") from None
    folder.mkdir()
    for path, text in made.files:
        _write(folder / path, text)
    wrong = [problem for problem in load_at(str(folder)).diagnostics if problem.is_error]
    if options.format is Format.json:
        files = [str(folder / path) for path, _ in made.files]
        return print_json(
            "new", name, None, int(bool(wrong)), files=files, remarks=list(made.remarks)
        )
    print("\n".join(f"wrote {folder / path}" for path, _ in made.files))
    unread = ["some cells could not be read: `check` names them"] * bool(wrong)
    for line in (*made.remarks, *unread):
        print(wrapped(f"  {line}", width()))
    print(f"  try: ruleslang check {folder}\n  try: ruleslang play {folder}")
    return int(bool(wrong))


def _meanings(columns: str) -> dict[str, str]:
    """Return the meanings of headings in `--columns`; raises `Mistake`."""
    meanings = {}
    for pair in filter(str.strip, columns.split(",")):
        head, sign, meaning = map(str.strip, pair.rpartition("="))
        if not sign or not (NAME.fullmatch(meaning) or meaning == "-"):
            raise Mistake(f"`--columns` has pairs such as `Karte=name`, and not `{pair.strip()}`")
        meanings[head] = meaning
    return meanings


def _table_in(path: Path, sheet: str) -> Table:
    """Return the table of a file, or of its sheet with a title; raises `Mistake`."""
    source, problems = read_source(path, path.name)
    if not source.is_table:
        raise Mistake(f"`{path}` is no table: its name ends in `.csv`, `.tsv` or `.xlsx`")
    parsed, wrong = (parse_workbook if source.is_workbook else parse_csv)(source)
    for problem in (*problems, *wrong):
        if problem.is_error:
            raise Mistake(f"{path.name}: {problem.message}; {problem.help}")
    tables = [tree for tree in parsed.declarations if isinstance(tree, Table)]
    named = [table for table in tables if sheet in ("", table.kind.text)]
    if len(named) != 1:
        titles = ", ".join(table.kind.text for table in tables) or "none"
        raise Mistake(f"`--sheet` names one of the sheets with cards; there are: {titles}")
    return named[0]


def _model_text(files: RulebookFiles, name: str, like: str) -> tuple[str, str]:
    """
    Return the text of a new card after the card `like`, else the one of that name, else the first;
    and the name of that model.
    """
    cards = _cards(files)
    like = plain_name(like) if plain_name(like) in cards else like  # `Red Fox`
    if like and like not in cards:
        raise Mistake(
            f"no card is called `{like}`; "
            + (did_you_mean(like, cards) or "expected a card of the rulebook")
        )
    title = _title_of(cards[name]) if name in cards else _title(name)
    if cards:
        called = like or (name if name in cards else _model_card_name(cards))
        model = cards[called]
        if isinstance(model, Card):
            return _card_text(model, name, title), called
        return _row_text(*model, name, title) + _like_rules(files, called, name), called
    kinds = [
        declaration.name.text for declaration in _declared(files) if isinstance(declaration, Kind)
    ]
    if kinds:
        return f'card {name} "{title}": {kinds[0]} designed\n', ""
    raise Fault("the rulebook has no kind of card")


def _cards(files: RulebookFiles) -> dict[str, Card | tuple[Table, Row]]:
    """Return all definitions of cards, by name."""
    by_name: dict[str, Card | tuple[Table, Row]] = {}
    for declaration in _declared(files):
        if isinstance(declaration, Card):
            by_name.setdefault(declaration.name.text, declaration)
        elif isinstance(declaration, Table):
            for row in declaration.rows[1:]:
                by_name.setdefault(_cell(declaration, row, "id"), (declaration, row))
    return by_name


def _model_card_name(cards: dict[str, Card | tuple[Table, Row]]) -> str:
    """Return the first `card`, which shows more of the language than a row; else the first row."""
    texts = (name for name, model in cards.items() if isinstance(model, Card))
    return next(texts, next(iter(cards)))


def _title_of(model: Card | tuple[Table, Row]) -> str:
    if isinstance(model, Card):
        return model.text.text if model.text else _title(model.name.text)
    return _cell(*model, "name")


def _renamed(text: str, model: str, name: str) -> str:
    """Return the text of a copy, in which the model's own name is that of the copy."""
    named = re.compile(rf'"[^"\n]*"|#[^\n]*|\b{re.escape(model)}\b')
    return named.sub(lambda found: name if found[0] == model else found[0], text) if model else text


def _card_text(model: Card, name: str, title: str) -> str:
    """Return the text of a card under another name, without citations."""
    text = CITATIONS.sub("", model.span.text)
    _, newline, body = text.partition("\n")
    copies = f" x{model.copies}" if model.copies is not None else ""
    return f'card {name} "{title}"{copies}: {model.kind.text} designed{newline}{body}\n'


def _row_text(table: Table, row: Row, name: str, title: str) -> str:
    """Return a table with one row copied under another name."""
    new = {"id": name, "name": title}
    heads = [cell.text for cell in table.rows[0].cells]
    cells = [new.get(head, cell.text) for head, cell in zip(heads, row.cells, strict=False)]
    rows = "".join(f"    | {' | '.join(texts)} |\n" for texts in (heads, cells))
    return f"table {table.kind.text} designed\n{rows}"


def _like_rules(files: RulebookFiles, like: str, name: str) -> str:
    """Return the declarations beside a card's row, for another name."""
    return "".join(
        f"\ncard {name}{newline}{body}\n"
        for declaration in _declared(files)
        if isinstance(declaration, RowRules) and declaration.name.text == like
        for _, newline, body in [CITATIONS.sub("", declaration.span.text).partition("\n")]
    )


def _languages(files: RulebookFiles) -> list[str]:
    """Return the languages of the rulebook's texts, without its own."""
    lines = files.header.items if files.header else ()
    return [name.text for line in lines if isinstance(line, TextsIn) for name in line.names[1:]]


def _translations(files: RulebookFiles, like: str, name: str) -> str:
    """
    Return a table of translations for the new card, copied from that of the card `like`.

    A new title has no translation yet, so its cells are empty.
    """
    languages = _languages(files)
    if not like or not languages:
        return ""
    old = _title_of(_cards(files)[like])
    rows = [
        [
            name,
            _cell(table, row, "original"),
            *(_cell(table, row, language) for language in languages),
        ]
        for table in _declared(files)
        if isinstance(table, TextTable)
        for row in table.rows[1:]
        if _cell(table, row, "what") == like and not any("|" in cell.text for cell in row.cells)
    ]
    if name != like:
        rows = [[name, _title(name), *("" for _ in languages)]] + [
            row for row in rows if row[1] != old
        ]
    heads = ["what", "original", *languages]
    return "\ntable texts\n" + "".join(f"    | {' | '.join(texts)} |\n" for texts in (heads, *rows))


def _cell(table: Table | TextTable, row: Row, column: str) -> str:
    """Return the cell of a row in a column; empty if it has none."""
    heads = [cell.text for cell in table.rows[0].cells]
    return next(
        (cell.text for head, cell in zip(heads, row.cells, strict=False) if head == column), ""
    )


def _declared(files: RulebookFiles) -> Iterator[Declaration]:
    return chain.from_iterable(tree.declarations for tree in files.trees)


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _free(name: str, ending: str) -> Path:
    """Return the path of a new file; raises `Mistake` for an invalid name, or an existing file."""
    _refuse_unless_a_name(name)
    path = Path(f"{name}{ending}")
    if os.path.lexists(path):
        raise Mistake(f"`{path}` {THERE}")
    return path


def _refuse_unless_a_name(name: str) -> None:
    if not NAME.fullmatch(name):
        raise Mistake(
            f"`{name}` is not a name: use a letter, then letters, digits and `_`, at most 60 "
            f"characters"
        )
    if name in BUILT_IN_NAMES | SPECIAL_FORMS | FUNCTION_NAMES:
        raise Mistake(f"`{name}` already has a meaning in the language")


def _write(path: Path, text: str) -> None:
    """Write a new file; raises `Mistake` if it exists by now."""
    try:
        write_new(path, text)
    except FileExistsError:
        raise Mistake(f"`{path}` {THERE}") from None


def _laid_out(text: str, path: Path, name: str) -> Source:
    """Return the formatted text; raises `Mistake` if the name is a keyword."""
    formatted = format_source(Source(path.name, text))
    if formatted.text is None:
        raise Mistake(f"`{name}` is a word of the language, and cannot be a name")
    return Source(path.name, formatted.text)


def _refuse_unless_begun(loaded: Loaded, path: Path) -> None:
    """Raise `Fault` if the new card lacks something that its kind requires."""
    for diagnostic in loaded.diagnostics:
        if diagnostic.is_error and diagnostic.span.source.name == path.name:
            raise Fault(
                f"the rulebook's own text has no card to begin with, and {diagnostic.message}; "
                f"write `{path}` by hand"
            )


def _refuse_unless_right(loaded: Loaded, path: Path) -> None:
    """Raise an error instead of writing a text that `check` would not pass."""
    errors = [diagnostic for diagnostic in loaded.diagnostics if diagnostic.is_error]
    for error in errors:
        if error.span.source.name == path.name:
            raise Mistake(error.message)
    if errors:
        raise Fault(f"the rulebook itself has mistakes; `ruleslang check` shows {len(errors)}")


def _written(path: Path, name: str, format: Format, *next_steps: str, model: str = "") -> int:
    if format is Format.json:
        return print_json("new", name, None, 0, file=str(path), like=model or None)
    print(f"wrote {path}")
    if model and model != name:
        print(f"  it starts as a copy of `{model}`; use `--like CARD` for another")
    print("\n".join(f"  try: {step}" for step in next_steps))
    return 0
