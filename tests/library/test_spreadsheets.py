"""Files of spreadsheets are read, or distinguished from readable ones."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ruleslang.library.load import load
from ruleslang.library.read_file import decode, read_source

BOOK = """rulebook trial "A trial"
    language 1
    players 2: home, away
    starts with game
    at most 100 decisions, then nobody wins

kind beast
    has cost: 0..9

phase game
    nobody wins

claim "what the table says": cost(fox) is 2
"""
TABLES = {
    "commas": "id,name,cost\nfox,Fox,2\n",
    "semicolons": "id;name;cost\nfox;Fox;2\n",
    "semicolons, and commas in a heading": "id;name;cost;(mine, not read)\nfox;Fox;2;a, b\n",
    "tabs": "id\tname\tcost\nfox\tFox, red; small\t2\n",
    "quoted headings": '"id";"name";"cost"\n"fox";"Fox, red";"2"\n',
    "said above": "sep=;\r\nid;name;cost\r\nfox;Fox;2\r\n",
    "another sign, said above": "SEP=|\nid|name|cost\nfox|Fox|2\n",
    "said above, filled with separators": '\ufeff"sep=,",,\nid,name,cost\nfox,Fox,2\n',
    "a tab, said above": "sep=\t\nid\tname\tcost\nfox\tFox\t2\n",
    "line ends of old machines": "id,name,cost\rfox,Fox,2\r",
}


@pytest.mark.parametrize("written", TABLES.values(), ids=TABLES)
def test_a_table_is_read_as_spreadsheets_write_it(tmp_path: Path, written: str) -> None:
    (tmp_path / "trial.rules").write_text(BOOK, encoding="utf-8")
    (tmp_path / "beast.csv").write_bytes(written.encode())

    assert load(str(tmp_path)).diagnostics == ()


def test_capitals_in_the_ending_of_a_file_are_no_matter(tmp_path: Path) -> None:
    (tmp_path / "trial.RULES").write_text(BOOK.replace("    starts", "    cards zoo\n    starts"))
    (tmp_path / "cards" / "zoo").mkdir(parents=True)
    (tmp_path / "cards" / "zoo" / "beast.CSV").write_text(TABLES["commas"])

    assert load(str(tmp_path)).diagnostics == ()


@pytest.mark.parametrize("data", ["id,name\n".encode(code) for code in ("utf-16", "utf-16-le")])
def test_a_table_in_utf_16_is_distinguished_from_one_in_no_encoding(data: bytes) -> None:
    _, (problem,) = decode("beast.csv", data)

    assert problem.slug == "not-utf8"
    assert problem.message == "the file is in UTF-16, not UTF-8"
    assert problem.help == "in the spreadsheet, save it as `CSV UTF-8`"


@pytest.mark.parametrize("data", [b"PK\x03\x04\x14\x00", b"\xd0\xcf\x11\xe0\xa1", b"%PDF-1.4\n"])
def test_a_document_with_only_the_file_ending_is_reported(data: bytes) -> None:
    _, (problem,) = decode("trial.rules", data)

    assert problem.slug == "not-text"
    assert problem.message.startswith("this file is a document or a spreadsheet")


def test_a_folder_of_cards_without_files_of_cards_is_not_called_unknown(tmp_path: Path) -> None:
    path = tmp_path / "trial.rules"
    path.write_text(BOOK.replace("    starts", "    cards zoo\n    starts"), encoding="utf-8")
    (tmp_path / "cards" / "zoo").mkdir(parents=True)
    (tmp_path / "cards" / "zoo" / "beast.ods").touch()

    problem, *_ = load(str(path)).diagnostics

    assert problem.message == "the folder `cards/zoo` contains no card files"
    assert "`beast.ods`" in (problem.help or "")


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    _, (problem,) = read_source(tmp_path / "pipe", "pipe")

    assert "it is a pipe" in problem.message
