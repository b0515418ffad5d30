"""A file of cards laid over a rulebook."""

from __future__ import annotations

from pathlib import Path

from ruleslang.language.lower.rulebook import compile_trees
from ruleslang.language.syntax.declarations import Card, RowRules, Table
from ruleslang.library.load import load
from ruleslang.library.override_definitions import overlaid
from ruleslang.library.read_rulebook_files import RulebookFiles, gather_text, parse_file
from ruleslang.source.span import Source

BOOK = """\
rulebook duel "Duel"
    players 2
kind spell
    has power: 0..9 = 0
card bolt "Bolt" x2: spell
card wave "Wave" x2: spell
table spell
    | id | name | copies | power |
    | fog | Fog | 1 | 2 |
    | ice | Ice | 1 | 3 |
"""


def definitions(found: RulebookFiles) -> list[str]:
    listed = []
    for tree in found.trees:
        for item in tree.declarations:
            if isinstance(item, Card):
                listed.append(f"{item.name.text} x{item.copies}")
            elif isinstance(item, Table):
                listed += [" ".join(cell.text for cell in row.cells) for row in item.rows[1:]]
    return listed


def over(name: str, text: str) -> list[str]:
    return definitions(overlaid(gather_text(Source("duel.rules", BOOK)), Source(name, text)))


def test_a_replaced_card_keeps_its_place() -> None:
    assert over("my.cards", "card bolt x9: spell\n") == [
        "bolt x9",
        "wave x2",
        "fog Fog 1 2",
        "ice Ice 1 3",
    ]


def test_a_new_card_comes_last() -> None:
    assert over("my.cards", "card zap x1: spell\n") == [
        "bolt x2",
        "wave x2",
        "fog Fog 1 2",
        "ice Ice 1 3",
        "zap x1",
    ]


def test_a_row_is_replaced_in_its_place_by_a_card_or_a_row() -> None:
    assert over("my.cards", "card fog x4: spell\n") == [
        "bolt x2",
        "wave x2",
        "fog x4",
        "ice Ice 1 3",
    ]
    assert over("spell.csv", "id,name,copies\nfog,Fog,5\n") == [
        "bolt x2",
        "wave x2",
        "fog Fog 5 2",
        "ice Ice 1 3",
    ]


def test_a_card_is_replaced_in_its_place_by_a_row() -> None:
    assert over("spell.csv", "id,name,copies\nbolt,Bolt,5\n") == [
        "bolt Bolt 5",
        "wave x2",
        "fog Fog 1 2",
        "ice Ice 1 3",
    ]


def test_reordered_rows_keep_the_order_of_the_rulebook_and_new_ones_come_last() -> None:
    assert over("spell.csv", "id,name\nzap,Zap\nice,Ice\nfog,Fog\n") == [
        "bolt x2",
        "wave x2",
        "fog Fog 1 2",
        "ice Ice 1 3",
        "zap Zap",
    ]


def test_lines_beside_a_row_join_it_and_take_the_place_of_others() -> None:
    book = gather_text(Source("duel.rules", f"{BOOK}card fog\n    play\n        nothing\n"))
    other = overlaid(book, Source("my.cards", "card fog\n    play\n        home wins\n"))
    whole = overlaid(book, Source("my.cards", "card fog x4: spell\n"))

    assert [played(each) for each in lines_beside(other)] == ["home wins"]
    assert lines_beside(whole) == []
    assert lines_beside(overlaid(book, Source("my.cards", "card ice\n    power: 4\n"))) != []


def lines_beside(found: RulebookFiles) -> list[RowRules]:
    return [
        item for tree in found.trees for item in tree.declarations if isinstance(item, RowRules)
    ]


def played(rules: RowRules) -> str:
    return rules.span.text.rpartition("\n")[2].strip()


def test_a_definition_that_a_file_has_twice_is_a_mistake() -> None:
    cards = "card bolt x1: spell\ncard bolt x3: spell\n"

    assert over("my.cards", cards)[0] == "bolt x1"
    assert over("my.cards", cards)[-1] == "bolt x3"


def test_a_column_that_is_wrong_is_blamed_once() -> None:
    source = Source("spell.csv", "id,name,might\nfog,Fog,1\nice,Ice,2\nzap,Zap,3\n")
    files = overlaid(gather_text(Source("duel.rules", BOOK)), source)

    slugs = [each.slug for each in compile_trees(files.trees).diagnostics]

    assert slugs.count("unknown-column") == 1


def test_columns_that_lack_are_blamed_once() -> None:
    source = Source("spell.csv", "id,power\nfog,1\nice,2\nzap,3\n")
    files = overlaid(gather_text(Source("duel.rules", BOOK)), source)

    slugs = [each.slug for each in compile_trees(files.trees).diagnostics]

    assert slugs.count("missing-column") == 1


def test_mistakes_of_the_file_are_reported_with_those_of_the_rulebook() -> None:
    source = Source("my.cards", "card ((\n")

    assert (
        overlaid(gather_text(Source("duel.rules", BOOK)), source).diagnostics
        == parse_file(source)[1]
    )


def test_cards_alone_are_answered_with_the_command_that_lays_them_over(tmp_path: Path) -> None:
    cards = tmp_path / "my.cards"
    cards.write_text('card wolf "Wolf": spell\n', encoding="utf-8")

    (mistake,) = load(str(cards)).diagnostics

    assert mistake.slug == "missing-header"
    assert "--cards my.cards" in (mistake.help or "")


def test_mistakes_in_cards_that_are_laid_over_name_the_path_that_was_given(tmp_path: Path) -> None:
    book, cards = tmp_path / "duel.rules", tmp_path / "more" / "my.cards"
    book.write_text(BOOK, encoding="utf-8")
    cards.parent.mkdir()
    cards.write_text('card wolf "Wolf": spell\n    powr: 1\n', encoding="utf-8")

    loaded = load(str(book), cards=[str(cards)])

    assert loaded.shown_as["my.cards"] == str(cards)


LISTS = """\
rulebook lists "Lists"
    language 1
    players 2
    starts with opening

words Slot: ring, boots

option mode "how hard"
    simple *
    hard

kind ware
    has slot: Slot

card loop "Loop": ware
    slot: ring

zone hand(player): cards, seen by owner
zone pile: cards, seen by all

procedure opening
    move cards to pile
    if mode is hard: move pile to hand(p1)
    open fair
    p1 wins

window fair
    asks players
    offers shout
    closes after one use

action shout by p in fair
    nothing
"""

MORE = """\
words Slot: belt

option mode
    harder "still harder"

window fair
    offers sing

action sing by p in fair
    only if mode is harder
    nothing

card sash "Sash": ware designed
    slot: belt
"""


def laid_over(tmp_path: Path, text: str, more: str = "") -> list[tuple[str, str, str]]:
    """What is said of the rulebook with a text, and perhaps another one, laid over it."""
    (tmp_path / "lists.rules").write_text(LISTS)
    files = []
    for name, own in (("one.cards", text), ("two.cards", more)):
        (tmp_path / name).write_text(own)
        files += [str(tmp_path / name)] if own else []
    loaded = load(str(tmp_path / "lists.rules"), cards=files)
    return [(each.slug, each.span.text, each.help or "") for each in loaded.diagnostics]


def test_a_file_of_cards_adds_words_offers_and_values(tmp_path: Path) -> None:
    assert laid_over(tmp_path, MORE) == []

    loaded = load(str(tmp_path / "lists.rules"), cards=[str(tmp_path / "one.cards")])
    assert loaded.compiled is not None
    program = loaded.compiled.program
    assert [window.offers for window in program.windows] == [("shout", "sing")]
    assert [option.values for option in program.options] == [("simple", "hard", "harder")]
    assert program.options[0].default == 0


def test_two_files_add_to_the_same_lists(tmp_path: Path) -> None:
    assert (
        laid_over(
            tmp_path, "words Slot: belt\n", 'words Slot: hat\ncard cap "Cap": ware\n    slot: hat\n'
        )
        == []
    )


def test_a_file_that_does_more_than_add_is_reported_as_no_addition(tmp_path: Path) -> None:
    whole = "window fair\n    asks players\n    offers shout\n    closes when all pass\n"
    (found,) = laid_over(tmp_path, whole)

    assert found[:2] == ("duplicate-name", "fair")
    assert "replaces cards and rows" in found[2] and "`instead of`" in found[2]


def test_a_word_twice_and_another_default_are_mistakes(tmp_path: Path) -> None:
    assert [each[0] for each in laid_over(tmp_path, "words Slot: ring\n")] == ["repeated-word"]
    assert [each[0] for each in laid_over(tmp_path, "option mode\n    harder *\n")] == [
        "duplicate-name"
    ]


def test_an_action_that_no_window_offers_is_helped_in_words_of_the_file(tmp_path: Path) -> None:
    (found,) = laid_over(tmp_path, "action sing by p in fair\n    nothing\n")

    assert found[0] == "window-does-not-offer"
    assert "write `window fair` and below it `offers sing`" in found[2]


def test_a_field_is_found_by_a_part_of_its_name(tmp_path: Path) -> None:
    book = BOOK.replace("has power", "has armour_bonus")
    (tmp_path / "duel.rules").write_text(book)
    (tmp_path / "my.cards").write_text('card zap "Zap": spell\n    armor: 2\n')
    loaded = load(str(tmp_path / "duel.rules"), cards=[str(tmp_path / "my.cards")])

    helps = [each.help for each in loaded.diagnostics if each.slug == "unknown-field"]
    assert "did you mean `armour_bonus`?" in helps


def test_numbers_in_the_rulebooks_text_count_replaced_cards(tmp_path: Path) -> None:
    path, cards = tmp_path / "duel.rules", tmp_path / "my.cards"
    head = 'rulebook duel "Duel"\n    players 2\n    starts with game\nkind spell\n'
    bolts = '# ---- Bolts: 4\ncard bolt "Bolt" x2: spell\ncard flash "Flash" x2: spell\n'
    waves = '# ---- Waves: 3\ncard wave "Wave" x3: spell\n'
    path.write_text(f"{head}{bolts}{waves}phase game\n    nobody wins\n", encoding="utf-8")
    cards.write_text('card bolt "Bolt" x3: spell\n', encoding="utf-8")

    loaded = load(str(path), cards=[str(cards)], lints=True)

    assert not [each for each in loaded.diagnostics if each.slug == "two-numbers"]
