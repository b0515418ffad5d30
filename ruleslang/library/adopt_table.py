"""
Makes a kind of cards, and a small game around it, of a table that somebody has: headings and cells
as people write them become those of the language.

Worked example: the rows `Card Name;Qty;Cost;Instant` / `Red Fox;2;1,000;TRUE` become

    kind beast
        has cost: 0..1000
        has instant: yes or no

and the rows `id,name,copies,cost,instant` / `red_fox,Red Fox,2,1000,yes`. A column that no field
can have, such as one of sentences, stays as a note: its heading is put in parentheses.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count
from types import MappingProxyType

from attrs import evolve, frozen

from ruleslang.language.lower.diagnostics.types import CHECKED, UNCHECKED
from ruleslang.language.resolve.tables import IDENTIFIER, OWN_COLUMNS, TOTALS
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax.keywords import KEYWORDS
from ruleslang.program.builtins import BUILT_IN_NAMES, FUNCTION_NAMES, SPECIAL_FORMS
from ruleslang.source.suggest import plain_name

GAME = """\
# Players draw and play cards until there are none left; the most points win.
rulebook {name} "{title}"
    language 1
    players 2: anna, ben
    starts with game
    at most {decisions} decisions, then nobody wins

{words}kind {kind}
{fields}    play
        add {points} to points(you)

zone pile: {kind}, ordered, seen by nobody
zone hand(player): {kind}, seen by owner
zone discards: {kind}, ordered, seen by all
state points(player): 0..9999 = 0, stops at the ends

action use_card "play a card" by p choosing c "card" from hand(p)
    perform c
    move c to discards

phase game
    deal
    take turns p among (players where hand(it) is not empty)
        draw(p)
        p must do use_card, if impossible nothing
    (players with highest points(it)) win

procedure deal
    move cards to pile
    shuffle pile
    repeat 3 times
        for each p in players: draw(p)

procedure draw(p: player)
    if pile is not empty: move top(pile) to hand(p)

example "a card is played"
    given hand(anna) is {{{first}}}
    when anna does use_card choosing {first}
    then discards is {{{first}}}

example "who sees what"
    when deal
    then nobody sees pile
    then only anna sees hand(anna)
"""
NO_COLUMNS: Mapping[str, str] = MappingProxyType({})
HEADINGS: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "card_id", "key", "slug", "nr", "no"),
    "name": (
        *("name", "card", "card_name", "title", "card_title", "titel", "karte", "kartenname"),
        *("nom", "nombre", "nome", "naam", "nazwa", "название", "имя", "карта", "اسم", "الاسم"),
        *("البطاقة", "שם", "名称", "名字", "卡名", "卡牌", "牌名", "名前", "カード名", "이름"),
    ),
    "copies": (
        *("copies", "count", "qty", "quantity", "amount", "how_many", "num", "in_deck"),
        *("number_in_deck", "anzahl", "menge", "nombre_de_cartes", "quantite", "exemplaires"),
        *("cantidad", "quantita", "aantal", "ilosc", "количество", "кол-во", "عدد", "العدد"),
        *("כמות", "数量", "张数", "份数", "枚数", "수량"),
    ),
    "text": (
        *("text", "rules", "rules_text", "rule_text", "card_text", "description", "effect"),
        *("effect_text", "ability", "abilities", "regeltext", "beschreibung", "texte", "texto"),
        *("testo", "tekst", "текст", "описание", "النص", "الوصف"),
        *("文本", "效果", "描述", "テキスト"),
    ),
}
"""The headings that people give to a table's own columns, as plain names or in small letters."""

TAKEN = {*re.findall(r"\w+", GAME), *KEYWORDS, *BUILT_IN_NAMES, *SPECIAL_FORMS, *FUNCTION_NAMES}
"""Names that a text around the cards uses, or that the language has given a meaning."""

EMPTY = ("", "-", "–", "—", "n/a", "N/A")
NUMBER = re.compile(r"[+-]?(?:\d{1,3}(?:[,' \u00a0\u202f]\d{3})+|\d{1,9})(?:\.0{1,2})?")
MINUS = re.compile("[‐‑‒–—−﹣－]")
CURRENCIES = " \u00a0$€£¥"
COPIES = re.compile(r"[x×]?\s*(\d{1,2})\s*[x×]?", re.IGNORECASE)
MOST_WORDS = 12  # different values of a column that becomes a list of words
MOST_LETTERS = 24  # letters of each
LISTED = 4  # cells that a remark names
TURNS_LEFT = 100  # decisions besides one for each card


@frozen
class Adopted:
    """
    A game around a table: `files` are names and texts, and `remarks` say what is kept as a note and
    why, a sentence each.
    """

    files: tuple[tuple[str, str], ...]
    remarks: tuple[str, ...]


@frozen
class _Card:
    """A row as it was written, with its number in the spreadsheet or its line in the file."""

    row: int
    cells: tuple[str, ...]
    is_left_out: bool  # a row of sums, or one that the author left out


@frozen
class _Column:
    """
    A column under its new heading: the type of its field (empty for other columns), what its cells
    are now, and its words with what was written for them.
    """

    heading: str
    cells: tuple[str, ...]
    type: str = ""
    titles: tuple[tuple[str, str], ...] = ()
    list: str = ""


def adopt(
    name: str, title: str, kind: str, table: syntax.Table, columns: Mapping[str, str] = NO_COLUMNS
) -> Adopted:
    """
    Make a game `name` whose cards are of the kind `kind`, one for each row of a table.

    `columns` gives headings of the table another meaning: `id`, `name`, `copies`, `text`, the name
    of a field, or `-` for a note. Raises `ValueError` with a sentence if a heading in it does not
    exist, if two are to be the same, or if no column has the names of the cards.
    """
    filled = [sum(cell.text != "" for cell in row.cells) for row in table.rows]
    # above the headings, people write the name of a game
    top = next(at for at, number in enumerate(filled) if number > 1 or max(filled) < 2)
    heads = tuple(cell.text for cell in table.rows[top].cells)
    rows = table.rows[top + 1 :]
    own = _own_places(heads, columns, rows)
    cards = [_card(row, len(heads), own) for row in rows]
    if not any(not card.is_left_out for card in cards):
        raise ValueError("there are no cards below the headings")
    above = [cell.text for row in table.rows[:top] for cell in row.cells if cell.text]
    remarks = [f"left out above the headings: {', '.join(above)}"] * bool(above)
    taken, remarks = TAKEN | {name, kind}, [*remarks, *_read_as(heads, own)]
    names = _cells(cards, own["name"])
    made = [_Column("id", _ids(cards, own, taken)), _Column("name", names)]
    if "copies" in own:
        made.append(_Column("copies", tuple(map(_copies, _cells(cards, own["copies"])))))
    if "text" in own:
        made.append(_Column("text", _cells(cards, own["text"])))
    for place, head in enumerate(heads):
        if place not in own.values():
            is_note = head.startswith("(") or columns.get(head) == "-"
            column = None if is_note else _field(columns.get(head, head), place, cards, taken)
            if isinstance(column, str):
                remarks.append(f"`{head}` is kept as a note{column}")
            is_marked = head.startswith("(") and head.endswith(")")
            note = _Column(head if is_marked else f"({head})", _cells(cards, place))
            made.append(column if isinstance(column, _Column) else note)
    cards_csv = _csv(zip(*((column.heading, *column.cells) for column in made), strict=True))
    files = [(f"{name}.rules", _rules(name, title, kind, made)), (f"{kind}.csv", cards_csv)]
    titles = [pair for column in made for pair in column.titles]
    if titles:
        files.append(("looks.csv", _csv([("what", "title"), *titles])))
    return Adopted(tuple(files), tuple(remarks))


def _own_places(
    heads: Sequence[str], columns: Mapping[str, str], rows: Sequence[syntax.Row]
) -> dict[str, int]:
    """
    Return where the table's own columns are: those that the user names, else those called so; for
    names without a heading the first column of different texts.
    """
    for head in columns:
        if head not in heads:
            raise ValueError(f"no column is called `{head}`; there are: {', '.join(heads)}")
    given = {meaning: head for head, meaning in columns.items()}
    for head, meaning in columns.items():
        if meaning != "-" and given[meaning] != head:
            raise ValueError(f"`{head}` and `{given[meaning]}` are both to be `{meaning}`")
    own = {column: heads.index(given[column]) for column in OWN_COLUMNS if column in given}
    for column, called in HEADINGS.items():
        for place, head in enumerate(heads):
            is_called = not {plain_name(head), head.strip().casefold()}.isdisjoint(called)
            if column not in own and head not in columns and is_called:
                own[column] = place
    if "name" not in own:
        free = [at for at, head in enumerate(heads) if head not in columns]
        free = [at for at in free if at == own.get("id") or at not in own.values()]
        found = next((at for at in free if _are_names(rows, at)), own.get("id"))
        if found is None:
            raise ValueError(f"no column has the cards' names; there are: {', '.join(heads)}")
        own["name"] = found
    return own


def _are_names(rows: Sequence[syntax.Row], at: int) -> bool:
    """Return whether most rows have a text in a column, most of which differ."""
    texts = [row.cells[at].text for row in rows if at < len(row.cells)]
    texts = [text for text in texts if text not in EMPTY and _number(text) is None]
    return len(texts) * 2 > len(rows) and len({*texts}) * 2 > len(texts)


def _read_as(heads: Sequence[str], own: Mapping[str, int]) -> Iterator[str]:
    """Name the headings read as columns that every table has, unless all have these names."""
    pairs = [f"`{heads[place]}` as `{column}`" for column, place in own.items()]
    if any(heads[place] != column for column, place in own.items()):
        yield f"read {', '.join(pairs)}"


def _card(row: syntax.Row, width: int, own: Mapping[str, int]) -> _Card:
    cells = tuple(cell.text for cell in row.cells[:width])
    cells += ("",) * (width - len(cells))
    cell = row.cells[0].span.source.cell_at(row.cells[0].span.start)
    name = cells[own["name"]] or cells[own.get("id", own["name"])]
    is_left_out = name == "" or name.startswith("(") or plain_name(name) in TOTALS
    return _Card(cell.row if cell else row.cells[0].span.line, cells, is_left_out)


def _cells(cards: Iterable[_Card], place: int) -> tuple[str, ...]:
    return tuple(card.cells[place] for card in cards)


def _ids(cards: Sequence[_Card], own: Mapping[str, int], taken: set[str]) -> tuple[str, ...]:
    """Return a name for each card, then in `taken`; in parentheses if it is left out."""
    ids = []
    for card in cards:
        written, named = card.cells[own.get("id", own["name"])], card.cells[own["name"]]
        if card.is_left_out:
            ids.append(f"({(written or named).strip('()') or 'no name'})")
        else:
            is_name = "id" in own and IDENTIFIER.match(written)
            ids.append(_new_name(written if is_name else plain_name(named), taken, "card"))
    return tuple(ids)


def _new_name(wanted: str, taken: set[str], otherwise: str) -> str:
    """
    Return a name that nothing has, like the wanted one; it is taken then.

    >>> taken = {"red"}
    >>> [_new_name(wanted, taken, "card") for wanted in ("red", "7up", "")]
    ['red_2', 'card_7up', 'card_1']
    """
    base = wanted[:50] if wanted.isascii() else ""
    if base[:1].isdigit():
        base = f"{otherwise}_{base}"
    names = (f"{base or otherwise}_{number}" for number in count(2 if base else 1))
    found = next(new for new in chain([base] if base else [], names) if new not in taken)
    taken.add(found)
    return found


def _copies(cell: str) -> str:
    """
    Return a number of copies in digits, or the cell as it is.

    >>> _copies("x3"), _copies(" 2 x"), _copies("many"), _copies("")
    ('3', '2', 'many', '1')
    """
    found = COPIES.fullmatch(cell.strip())
    return str(int(found[1])) if found else cell or "1"


def _field(name: str, place: int, cards: Sequence[_Card], taken: set[str]) -> _Column | str | None:
    """
    Return the field that a column's cells allow: numbers, yes or no, or words; else why there is
    none, as the end of a sentence. `None` if all cells are empty.
    """
    cells, full = _cells(cards, place), [card for card in cards if not card.is_left_out]
    filled = [(card.row, cell) for card in full if (cell := card.cells[place]) not in EMPTY]
    written = [cell for _, cell in filled]
    is_full, distinct = len(filled) == len(full), dict.fromkeys(written)
    wrong = [f"`{cell}` in row {row}" for row, cell in filled if _number(cell) is None]
    if not filled:
        return None
    if not wrong:
        return _numbers(name, cells, [int(_number(cell) or 0) for cell in written], is_full, taken)
    if all(map(_truth, written)):
        return _truths(name, cells, is_full, taken)
    if len(wrong) * 2 <= len(filled):
        more = ", …" if len(wrong) > LISTED else ""
        why = "a field of numbers has whole numbers only"
        return f", because of {', '.join(wrong[:LISTED])}{more}: {why}"
    recur = len(distinct) <= MOST_WORDS and len(distinct) < len(filled)
    if recur and all(len(cell) <= MOST_LETTERS for cell in distinct):
        return _words(name, cells, tuple(distinct), is_full, taken)
    return ": its texts are not a few words that recur"


def _number(cell: str) -> str | None:
    """
    Return a whole number as the language writes it, or None.

    Three zeros behind a point are thousands to some and nothing to others.

    >>> _number("−3"), _number("1,000"), _number("2.0"), _number("2.5"), _number("2.000")
    ('-3', '1000', '2', None, None)
    """
    written = MINUS.sub("-", cell.strip(CURRENCIES))
    if not NUMBER.fullmatch(written):
        return None
    return str(int(re.sub(r"\.0+\Z|[^\d.-]", "", written)))


def _truth(cell: str) -> str | None:
    written = cell.strip().casefold()
    if written in ("yes", *CHECKED):
        return "yes"
    return "no" if written in ("no", *UNCHECKED) else None


def _numbers(
    head: str, cells: Sequence[str], values: Sequence[int], is_full: bool, taken: set[str]
) -> _Column:
    low, high = min(0, *values), max(1, *values)
    changed = tuple("none" if cell in EMPTY else _number(cell) or cell for cell in cells)
    kind = f"{low}..{high}" + ("" if is_full else " or none = none")
    return _named(head, changed, kind, taken)


def _truths(head: str, cells: Sequence[str], is_full: bool, taken: set[str]) -> _Column:
    changed = tuple("no" if cell in EMPTY else _truth(cell) or cell for cell in cells)
    return _named(head, changed, "yes or no" + ("" if is_full else " = no"), taken)


def _words(
    head: str, cells: Sequence[str], distinct: Sequence[str], is_full: bool, taken: set[str]
) -> _Column:
    names = {cell: _new_name(plain_name(cell), taken, "word") for cell in distinct}
    of = _new_name("".join(map(str.capitalize, plain_name(head).split("_"))), taken, "Words")
    changed = tuple("none" if cell in EMPTY else names.get(cell, cell) for cell in cells)
    column = _named(head, changed, of + ("" if is_full else " or none = none"), taken)
    titles = tuple((word, cell) for cell, word in names.items() if word.replace("_", " ") != cell)
    return evolve(
        column, titles=column.titles + titles, list=f"words {of}: {', '.join(names.values())}"
    )


def _named(head: str, cells: tuple[str, ...], type: str, taken: set[str]) -> _Column:
    """Return a field called like its heading, which stays its title if no name can be so."""
    name = _new_name(plain_name(head), taken, "field")
    titles = () if name.replace("_", " ") == head.lower() else ((name, head),)
    return _Column(name, cells, type, titles)


def _rules(name: str, title: str, kind: str, columns: Sequence[_Column]) -> str:
    """Return the text of a game in which players play their cards, and its example."""
    fields = [column for column in columns if column.type]
    counted = next((of.heading for of in fields if re.fullmatch(r"0\.\.\d+", of.type)), "")
    ids = columns[0].cells
    copies = next((of.cells for of in columns if of.heading == "copies"), ())
    return GAME.format(
        name=name,
        title=title.replace('"', "'"),
        kind=kind,
        decisions=len(ids) + sum(int(cell) for cell in copies if cell.isdecimal()) + TURNS_LEFT,
        words="".join(f"{column.list}\n\n" for column in columns if column.list),
        fields="".join(f"    has {field.heading}: {field.type}\n" for field in fields),
        points=f"{counted}(this)" if counted else "1",
        first=next(id for id in ids if not id.startswith("(")),
    )


def _csv(rows: Iterable[Sequence[str]]) -> str:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows(rows)
    return stream.getvalue()
