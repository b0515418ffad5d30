"""Which files make a rulebook, and which never do."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruleslang
from ruleslang.language.syntax.parse import Parsed
from ruleslang.library import read_rulebook_files as room
from ruleslang.library.find_rulebook import Place, UnknownRulebook, find
from ruleslang.library.load import load
from ruleslang.library.read_file import MOST_BYTES
from ruleslang.library.read_rulebook_files import RulebookFiles, gather, gather_text
from ruleslang.source.span import Source

HEADER = 'rulebook duel "Duel"\n    players 2\n    cards spells\n'


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def names(found: RulebookFiles) -> list[str]:
    return [tree.source.name for tree in found.trees]


def slugs(found: RulebookFiles) -> list[str]:
    return [problem.slug for problem in found.diagnostics]


def test_a_folder_is_read_header_first_then_texts_then_cards_in_name_order(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "a.rules": "words A: a, b\n",
            "duel.rules": HEADER,
            "notes.txt": "not read",
            "cards/spells/z.cards": "kind z\n",
            "cards/spells/b.csv": "id,name,copies\n",
            "cards/other/x.cards": "kind x\n",
        },
    )

    found = gather(find(str(tmp_path)))

    assert names(found) == ["duel.rules", "a.rules", "cards/spells/b.csv", "cards/spells/z.cards"]
    assert slugs(found) == []


def test_a_file_is_read_alone_with_the_cards_it_names(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "duel.rules": HEADER,
            "other.rules": 'rulebook other "Other"\n',
            "spells.cards": "kind z\n",
        },
    )

    assert names(gather(find(str(tmp_path / "duel.rules")))) == ["duel.rules", "spells.cards"]


def test_a_checkout_keeps_its_cards_beside_its_rulebooks(tmp_path: Path) -> None:
    write(tmp_path, {"rulebooks/duel/duel.rules": HEADER, "cards/spells/z.cards": "kind z\n"})

    found = gather(find(str(tmp_path / "rulebooks" / "duel")))

    assert names(found) == ["rulebooks/duel/duel.rules", "cards/spells/z.cards"]


def test_card_files_that_are_not_there_are_looked_for_in_words(tmp_path: Path) -> None:
    write(tmp_path, {"duel.rules": HEADER, "cards/spell/z.cards": "kind z\n"})

    (problem,) = gather(find(str(tmp_path))).diagnostics

    assert problem.slug == "unknown-card-folder"
    assert problem.span.text == "spells"
    assert problem.help == "did you mean `spell`?"


def test_a_standard_piece_is_read_from_what_is_shipped(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write(tmp_path, {"rulebooks/standard/clock.rules": "words Tick: tick, tock\n"})
    monkeypatch.setattr(
        room,
        "standard_pieces",
        lambda: {"clock": tmp_path / "rulebooks" / "standard" / "clock.rules"},
    )

    found = gather_text(
        Source("text.rules", 'rulebook duel "Duel"\n    players 2\n    uses clock, clok\n')
    )

    assert names(found) == ["text.rules", "rulebooks/standard/clock.rules"]
    assert slugs(found) == ["unknown-standard-piece"]
    assert found.diagnostics[0].help == "did you mean `clock`?"


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    write(
        tmp_path,
        {"secret/secret.rules": "words S: s\n", "duel/duel.rules": 'rulebook duel "Duel"\n'},
    )
    (tmp_path / "duel" / "b.rules").symlink_to(tmp_path / "secret" / "secret.rules")

    found = gather(find(str(tmp_path / "duel")))

    assert names(found) == ["duel.rules"]
    assert slugs(found) == ["outside-the-folder"]


def test_text_that_is_not_utf8_is_reported_where_it_begins(tmp_path: Path) -> None:
    write(tmp_path, {"duel.rules": b"words A: a\n# caf\xe9\n"})

    (problem,) = gather(find(str(tmp_path))).diagnostics

    assert problem.slug == "not-utf8"
    assert problem.span.source.line_and_column(problem.span.start) == (2, 6)


def test_a_byte_order_mark_is_no_letter(tmp_path: Path) -> None:
    write(tmp_path, {"duel.rules": "\ufeff" + HEADER, "spells.cards": "kind z\n"})

    assert slugs(gather(find(str(tmp_path)))) == []


def test_sizes_and_numbers_of_files_are_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(
        tmp_path,
        {"a.rules": "#" * (MOST_BYTES + 1), "b.rules": "words B: b\n", "c.rules": "words C: c\n"},
    )

    assert slugs(gather(find(str(tmp_path)))) == ["file-too-large"]

    monkeypatch.setattr(room, "MOST_FILES", 1)

    assert slugs(gather(find(str(tmp_path)))) == ["file-too-large", "too-many-files"]


def test_a_folder_of_rules_here_comes_before_a_shipped_rulebook_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nim").mkdir()
    assert find("nim").path != tmp_path / "nim", "without rules it is not meant"

    write(tmp_path / "nim", {"game.rules": HEADER})

    assert find("nim").path == tmp_path / "nim"


def test_a_save_never_opens_a_folder_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save = ruleslang.load("nim").start(seed=1).to_json()
    write(tmp_path / "nim", {"game.rules": HEADER})
    monkeypatch.chdir(tmp_path)

    with pytest.raises(UnknownRulebook, match="folder here"):
        ruleslang.resume(save)


@pytest.mark.parametrize("name", ["higheer", "no/such/path", "", "a" * 5000, "a\0b"])
def test_a_rulebook_that_is_not_there_is_a_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, {"stray.rules": HEADER})
    monkeypatch.chdir(tmp_path)

    with pytest.raises(UnknownRulebook) as caught:
        find(name)

    assert len(str(caught.value)) < 1000  # it names what is shipped


def test_a_near_miss_of_a_shipped_name_is_answered_with_it() -> None:
    with pytest.raises(UnknownRulebook, match="did you mean `higher`"):
        find("higheer")


def test_a_folder_of_several_rulebooks_lists_them(tmp_path: Path) -> None:
    write(tmp_path, {"a.rules": HEADER, "b.rules": HEADER, "c.rules": "words C: c\n"})

    with pytest.raises(UnknownRulebook, match=r"several rulebooks: a\.rules, b\.rules; name one"):
        find(str(tmp_path))


def test_a_folder_without_texts_is_no_rulebook(tmp_path: Path) -> None:
    with pytest.raises(UnknownRulebook, match=r"contains no `\.rules` file"):
        find(str(tmp_path))


def test_every_shipped_rulebook_is_found_by_name() -> None:
    assert isinstance(find("higher"), Place)


def test_a_rulebook_that_is_loaded_again_parses_only_the_file_that_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed = list[str]()
    parse = room.parse_file

    def noted(source: Source, before: Parsed | None = None) -> Parsed:
        parsed.append(source.name)
        return parse(source, before)

    monkeypatch.setattr(room, "parse_file", noted)
    written: dict[str, str | bytes] = {
        "duel.rules": HEADER.replace("    cards spells\n", ""),
        "a.rules": "words A: a, b\n",
    }
    write(tmp_path, written)
    assert ruleslang.check(tmp_path) != ()
    write(tmp_path, {"a.rules": "words A: a, b, c\n"})
    assert ruleslang.check(tmp_path) != ()

    assert parsed == ["a.rules", "duel.rules", "a.rules"]


def test_all_files_are_named_as_typed_not_only_those_with_a_diagnostic(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = HEADER.replace(
        "    cards spells\n", "    starts with game\nphase game\n    nobody wins\n"
    )
    write(tmp_path, {"duels/duel.rules": text, "folder/duel.rules": text, "folder/rest.rules": ""})
    monkeypatch.chdir(tmp_path)

    alone, folder = load("duels/duel.rules").shown_as, load("folder").shown_as

    assert alone == {"duel.rules": "duels/duel.rules"}
    assert set(folder.values()) == {"folder/duel.rules", "folder/rest.rules"}
