"""Cards from outside: workbooks beside a rulebook, and files that are laid over one."""

from __future__ import annotations

import io
import shutil
import zipfile
from functools import cache
from pathlib import Path
from random import Random

import ruleslang
from ruleslang.apps.printing.export_card_tables import CardTable
from ruleslang.apps.printing.workbook import workbook
from ruleslang.source.render import render_all
from tests.hostile.fuzz import mutators
from tests.hostile.fuzz.harness import SECRET, Target, in_words
from tests.hostile.fuzz.mutators import raw, text_of
from tests.hostile.fuzz.texts import PLAYED, ROWS, TABLE, edited, play

# ---------------------------------------------------------------- workbooks


@cache
def _workbook() -> bytes:
    rows = [tuple(row.split(",")) for row in ROWS.replace('"', "").splitlines()]
    heads, cells = rows[0], [row[: len(rows[0])] for row in rows[1:]]
    return workbook([CardTable("beast", heads, tuple(cells))])


@cache
def _parts() -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(_workbook())) as archive:
        return {each: archive.read(each) for each in archive.namelist()}


def workbook_in(data: bytes) -> None:
    """A workbook of cards beside a rulebook."""
    folder = Path("house")
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "cards" / "extra").mkdir(parents=True)
    (folder / "x.rules").write_text(TABLE)
    (folder / "cards" / "extra" / "beast.xlsx").write_bytes(data)
    shown = render_all(ruleslang.check(folder))
    assert all(each.isprintable() or each == "\n" for each in shown), "a message is not legible"
    assert SECRET not in shown


def some_workbook(chance: Random) -> bytes:
    """A workbook with damaged bytes, or whole with damaged, doubled or other parts."""
    if chance.random() < 0.2:
        return mutators.bent(_workbook(), chance)
    parts = dict(_parts())
    for _ in range(chance.randrange(1, 4)):
        name = chance.choice(sorted(parts))
        match chance.randrange(6):
            case 0:
                parts[name] = mutators.bent(parts[name], chance)
            case 1 | 2:
                parts[name] = _rewritten(parts[name], chance)
            case 3:
                parts[mutators.name(chance)[:80] or "x"] = parts[name]
            case 4:
                parts[name] = parts[chance.choice(sorted(parts))]
            case _ if len(parts) > 1:
                del parts[name]
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, inside in parts.items():
            written = text_of(raw(name)).encode("utf-8", "replace").decode().split("\0")[0]
            archive.writestr(written or "x", inside)
    return made.getvalue()


def _rewritten(inside: bytes, chance: Random) -> bytes:
    """XML in which a tag, a number or a text is another, or stands many times."""
    old, new = chance.choice(SWAPS)
    times = chance.choice((1, 1, 1, 300))
    return inside.replace(old, new * times, chance.choice((1, -1)))


SWAPS = [
    (b"<c ", b'<c t="e" '), (b"<v>", b"<f>1+1</f><v>"), (b't="s"', b't="d"'), (b't="s"', b""),
    (b't="n"', b't="b"'), (b"A1", b"XFD1"), (b"A2", b"A1048576"), (b'r="2"', b'r="1048576"'),
    (b'r="2"', b'r="-1"'), (b"<row", b"<row/><row"), (b"<v>", b"<v>9"), (b"<v>", b"<v>-"),
    (b"<v>", b"<v>1e308"), (b"<?xml", b"<!DOCTYPE a><?xml"), (b"sheet1", b"../../house.txt"),
    (b"beast", b"a\n[b]"), (b"</row>", b"</row><row></row>"), (b"<t>", b"<t>&#27;[2J"),
    (b"</sheetData>", b'</sheetData><mergeCells><mergeCell ref="A1:B2"/></mergeCells>'),
]  # fmt: skip


# ---------------------------------------------------------------- laid over a rulebook

LAID = """card wolf "Grey wolf" x3: beast
    power: 4

card fox "Fox" x2: beast
    power: 2

words Hue: also blue

state more(player): 0..3 = 0

after turn(p)
    add 1 to more(p)
"""


def laid_over(data: bytes) -> None:
    """A file that is laid over a rulebook: a game is played, or a reason is given."""
    folder = Path("house")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "x.rules").write_text(PLAYED)
    ending = "csv" if data.startswith(b"id,") else "cards"
    over = folder / f"own.{ending}"
    over.write_bytes(data)
    shown = render_all(ruleslang.check(folder / "x.rules", cards=[str(over)]))
    assert all(each.isprintable() or each == "\n" for each in shown), "a message is not legible"
    assert SECRET not in shown
    try:
        game = ruleslang.load(folder / "x.rules", cards=[str(over)])
    except (ValueError, ruleslang.RulesError) as problem:
        in_words(problem)
        return
    ends = {engine: play(game, engine=engine) for engine in ("interpreter", "wasm")}
    assert len(set(ends.values())) == 1, f"engines part: {ends}"


def some_layer(chance: Random) -> bytes:
    """Declarations or rows with edits."""
    if chance.random() < 0.2:
        rows = "id,name,copies,power\nwolf,Wolf,2,3\nfox,Fox,1,1\n"
        return mutators.bent(raw(rows), chance)
    text = edited(LAID if chance.random() < 0.8 else PLAYED, chance)
    return mutators.bent(raw(text), chance) if chance.random() < 0.2 else raw(text)


TARGETS = (
    Target("workbooks", 4_000, some_workbook, workbook_in, lambda: workbook_in(_workbook())),
    Target("overlays", 3_000, some_layer, laid_over, lambda: laid_over(raw(LAID))),
)
