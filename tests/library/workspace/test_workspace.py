"""A rulebook that is being written: its messages, and the meanings of its names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import ruleslang
from ruleslang.language.syntax.examples import Example
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.walk import walk
from ruleslang.library.find_rulebook import shipped_rulebooks
from ruleslang.library.workspace import run_example as worked
from ruleslang.library.workspace.completion import completions
from ruleslang.library.workspace.hints import hints
from ruleslang.library.workspace.hover import described, examples_of, hovered
from ruleslang.library.workspace.outline import folds, found, outline
from ruleslang.library.workspace.rename import CannotRename, rename
from ruleslang.library.workspace.resolve_names import NO_NAMES
from ruleslang.library.workspace.signature import signature
from ruleslang.library.workspace.snapshot import Snapshot
from ruleslang.library.workspace.tokens import coloured
from ruleslang.library.workspace.workspace import UnknownRulebook, Workspace
from ruleslang.source.budget import Cancelled
from ruleslang.source.diagnostic import Severity
from tests.support.every import every

RULES = """\
rulebook duel "Duel"
    players 2: left, right
    cards duel
    starts with game

words Side: near, far
kind figure
    has strength: 0..9 = 0
    has place: Side = near
zone hand(player): cards, seen by owner
zone heap: cards, seen by all
# How many a player has lost.
state lost(player): 0..9 = 0

value power(c: card): 0..9 = strength(c) when c is figure otherwise 0

phase game
    move cards to heap
    score(right, 2)
    left wins

procedure score(loser: player, much: 0..9)
    let before = lost(loser)
    add much to lost(loser)
    if before > 8: nobody wins

example "left wins at once"
    when game
    then left wins

example "the wrong one wins"
    when game
    then right wins
"""
CARDS = """\
card knight "Knight" x2: figure
    strength: 4
    text "He strikes."
"""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "cards" / "duel").mkdir(parents=True)
    (tmp_path / "duel.rules").write_text(RULES, encoding="utf-8")
    (tmp_path / "cards" / "duel" / "figures.cards").write_text(CARDS, encoding="utf-8")
    yield tmp_path.resolve()


@pytest.fixture
def rules(house: Path) -> Path:
    return house / "duel.rules"


@pytest.fixture
def workspace(rules: Path) -> Workspace:
    return Workspace(str(rules))


def slugs(workspace: Workspace, path: Path, text: str) -> list[str]:
    return [each.slug for each in workspace.change(path, text)[path]]


# ---------------------------------------------------------------- words of the language

WORDS = """\
rulebook duel "Duel"
    players 2: left, right
    uses dealing
    starts with game
zone pile: cards, ordered, seen by nobody
zone hand(player): cards, seen by owner
phase game
    take turns p among players until all pass
        p may do grab
    if number of pile > 0: deal(1, left)
    left wins
action grab "cards and an ordered pile" by p choosing c from pile where playable(c, p)
    move c to hand(p)
"""
EXPLAINED = {  # a place: the section, and what is said there
    "take turns": ("take-turns", "Players take turns, clockwise"),
    "turns p": ("take-turns", "Players take turns, clockwise"),
    "ordered,": ("zone", "a pile with a top and a bottom"),
    "may do": ("must-do-may-do", "p is offered actions"),
    "if number": ("if", "Runs the first part"),
    "number of pile": ("counting-and-adding-up", "number of"),
    "choosing": ("action", "Something that is offered"),
    "playable": ("built-in-functions", "whether p could play it now"),
    "players until": ("built-in-words", "the players who are still in"),
    "dealing": ("uses", "deals cards round the table"),
    "deal(1": ("uses", "deals cards round the table"),
}


@every("place", EXPLAINED)
def test_a_word_of_the_language_is_explained_by_the_reference(tmp_path: Path, place: str) -> None:
    snapshot = Workspace(str(_written(tmp_path))).snapshot()
    (tree,) = [tree for tree in snapshot.trees if tree.source.text == WORDS]

    found = hovered(snapshot, tree, WORDS.index(place) + 1)

    assert found is not None and found.about.section is not None
    section, states = EXPLAINED[place]
    assert found.about.section.place == section
    assert states in " ".join(found.about.notes)


def test_who_does_an_action_is_no_word_of_the_language(tmp_path: Path) -> None:
    snapshot = Workspace(str(_written(tmp_path))).snapshot()
    (tree,) = [tree for tree in snapshot.trees if tree.source.text == WORDS]

    named = hovered(snapshot, tree, WORDS.index("by p") + 3)
    assert named is not None and named.about.what == "the player who does it: a player"
    assert hovered(snapshot, tree, WORDS.index("an ordered pile") + 4) is None


def _written(folder: Path) -> Path:
    path = folder.resolve() / "duel.rules"
    path.write_text(WORDS, "utf-8")
    return path


# ---------------------------------------------------------------- texts that change


def test_a_change_gives_the_diagnostics_of_all_files(workspace: Workspace, house: Path) -> None:
    rules, cards = house / "duel.rules", house / "cards" / "duel" / "figures.cards"

    log = workspace.change(rules, RULES.replace("has strength", "has might"))

    assert set(log) == {rules, cards}
    assert any(each.severity is Severity.ERROR for each in log[cards])
    assert not any(
        each.severity is Severity.ERROR
        for own in workspace.change(rules, RULES).values()
        for each in own
    )


def test_an_unsaved_text_has_the_messages_of_check_for_the_saved_one(
    workspace: Workspace, rules: Path
) -> None:
    for text in (RULES, RULES.replace("left wins", "lef wins"), RULES[:200], "", RULES):
        log = workspace.change(rules, text)
        rules.write_text(text, encoding="utf-8")

        own = [each for path in log for each in log[path]]
        assert sorted(_messages(own)) == sorted(_messages(ruleslang.check(rules)))


def _messages(diagnostics: object) -> list[tuple[object, ...]]:
    return [
        (each.slug, each.span.source.name, each.span.start, each.message, each.help)
        for each in diagnostics  # type: ignore[attr-defined]
    ]


def test_trees_of_texts_that_have_not_changed_are_the_same(
    workspace: Workspace, house: Path
) -> None:
    before = workspace.snapshot()
    workspace.change(house / "duel.rules", RULES + "\n")

    cards = house / "cards" / "duel" / "figures.cards"
    assert workspace.snapshot().by_path[cards] is before.by_path[cards]
    assert workspace.snapshot() is workspace.snapshot()


def test_files_that_are_not_written_yet_are_part_of_it(house: Path) -> None:
    new, cards = house / "new.rules", house / "cards" / "two" / "b.cards"
    workspace = Workspace(str(new))
    workspace.set_text(new, RULES.replace("cards duel", "cards two"))

    assert "unknown-card-folder" in {each.slug for each in workspace.snapshot().diagnostics[new]}
    log = workspace.change(cards, CARDS)
    assert not any(each.severity is Severity.ERROR for own in log.values() for each in own)


def test_a_rulebook_that_vanished_is_reported_as_missing(workspace: Workspace, rules: Path) -> None:
    workspace.snapshot()
    rules.unlink()
    workspace.touch()

    with pytest.raises(UnknownRulebook):
        workspace.snapshot()
    workspace.set_text(rules, RULES)
    assert workspace.snapshot().compiled is not None


def test_a_check_that_nobody_waits_for_ends(workspace: Workspace, rules: Path) -> None:
    asked = []

    def after_ten() -> bool:
        asked.append(1)
        return len(asked) > 10

    with pytest.raises(Cancelled):
        workspace.change(rules, RULES + "\n", after_ten)
    assert workspace.snapshot().compiled is not None


def test_unreadable_lines_are_reported_at_once(workspace: Workspace, rules: Path) -> None:
    workspace.snapshot()
    workspace.set_text(rules, RULES + "zone zone zone\n")

    (mistake,) = workspace.syntax(rules)
    assert mistake.span.line == RULES.count("\n") + 1


# ---------------------------------------------------------------- names


def use(snapshot: Snapshot, path: Path, word: str, ahead: int = 0):  # type: ignore[no-untyped-def]
    source = snapshot.by_path[path].source
    return snapshot.names.at(source, source.text.index(word) + ahead)


def test_every_name_of_the_examples_means_something() -> None:
    for name in ("masks", "spell_duel", "chess", "mancala"):
        snapshot = Workspace(name).snapshot()
        missed = [
            node.text
            for tree in snapshot.trees
            for declaration in tree.declarations
            for node in walk(declaration)
            if isinstance(node, Name)
            and not any(node is own for each in _unnamed(declaration) for own in walk(each))
            and node.span not in {each.span for each in snapshot.names.within(tree.source)}
        ]
        assert set(missed) <= {name, "c"}


def _unnamed(declaration):  # type: ignore[no-untyped-def]
    return [each for each in walk(declaration) if isinstance(each, NO_NAMES)]


def test_a_name_is_found_where_it_is_declared_and_used(
    workspace: Workspace, house: Path, rules: Path
) -> None:
    snapshot = workspace.snapshot()
    strength = use(snapshot, rules, "strength(c)")

    places = {
        (each.span.source.name, each.span.line, each.declares)
        for each in snapshot.names.of(strength.target)
    }

    assert places == {
        ("duel.rules", 8, True),
        ("duel.rules", 15, False),
        ("cards/duel/figures.cards", 2, False),
    }


def test_a_description_has_the_content_of_the_cited_rules(house: Path, rules: Path) -> None:
    numbered = RULES.replace("    starts with", "    rules DUEL 1..2\n    starts with").replace(
        "lost(player): 0..9 = 0", "lost(player): 0..9 = 0   [DUEL-001, DUEL-002]"
    )
    table = "table rules\n    | id | rule |\n    | DUEL-001 | Lost fights are counted. |\n"
    rules.write_text(numbered + "\n" + table, encoding="utf-8")
    snapshot = Workspace(str(rules)).snapshot()

    assert described(snapshot, use(snapshot, rules, "lost(loser)")).notes == (
        "How many a player has lost.",
        "implements DUEL-001, DUEL-002",
        "DUEL-001: Lost fights are counted.",
    )


def test_a_name_is_described_in_words(workspace: Workspace, rules: Path) -> None:
    snapshot = workspace.snapshot()

    lost = described(snapshot, use(snapshot, rules, "lost(loser)"))
    assert lost.what == "state"
    assert lost.code == "state lost(player): 0..9 = 0"
    assert lost.notes == ("How many a player has lost.",)
    before = described(snapshot, use(snapshot, rules, "before > 8"))
    assert before.what == "a local name: a number from 0 to 9"
    assert described(snapshot, use(snapshot, rules, "near\n")).what == "a word of `Side`"
    game = use(snapshot, rules, "phase game", 6)
    assert [title for _, title in examples_of(snapshot, game.target)] == [
        "left wins at once",
        "the wrong one wins",
    ]


def test_types_are_known_at_every_place(workspace: Workspace, rules: Path) -> None:
    found = workspace.snapshot().expression_at(rules, RULES.index("c) when"))

    assert found is not None
    span, expressed = found
    assert span.text == "c"
    assert "c" in expressed.locals


# ---------------------------------------------------------------- new names


def renamed(workspace: Workspace, path: Path, word: str, name: str) -> dict[str, str]:
    text = workspace.snapshot().by_path[path].source.text
    texts = {}
    for file, edits in rename(workspace, path, text.index(word), name).items():
        new = edits[0].span.source.text
        for edit in sorted(edits, key=lambda each: -each.span.start):
            new = new[: edit.span.start] + edit.text + new[edit.span.end :]
        texts[file.name] = new
    return texts


def test_a_field_has_another_name_in_all_files(workspace: Workspace, rules: Path) -> None:
    texts = renamed(workspace, rules, "strength", "might")

    assert set(texts) == {"duel.rules", "figures.cards"}
    assert texts["figures.cards"] == CARDS.replace("strength", "might")
    assert texts["duel.rules"] == RULES.replace("strength", "might")


def test_a_local_name_changes_in_its_own_declaration_alone(
    workspace: Workspace, rules: Path
) -> None:
    texts = renamed(workspace, rules, "much", "number_lost")

    assert texts["duel.rules"] == RULES.replace("much", "number_lost")


@pytest.mark.parametrize(
    ("word", "name", "reason"),
    [
        ("lost(player)", "heap", "`heap`"),
        ("lost(player)", "number", "`number`"),
        ("lost(player)", "two words", "is not a name"),
        ("much", "loser", "`loser`"),
        ("wins", "loses", "there is no name here"),
        ("player)", "seat", "no name|a word of the language"),
    ],
)
def test_what_cannot_be_renamed_is_refused_with_the_reason(
    workspace: Workspace, rules: Path, word: str, name: str, reason: str
) -> None:
    with pytest.raises(CannotRename, match=reason):
        rename(workspace, rules, RULES.index(word), name)


# ---------------------------------------------------------------- completion


def names(workspace: Workspace, rules: Path, text: str) -> list[str]:
    """What is proposed where `|` stands."""
    at = text.index("|")
    found = completions(workspace.snapshot(), rules, text.replace("|", ""), at)
    return [item.name for item in found.items]


def test_local_names_come_before_those_of_the_rulebook(workspace: Workspace, rules: Path) -> None:
    found = names(workspace, rules, RULES.replace("if before > 8", "if be|"))

    assert found.index("before") < found.index("lost")
    assert {"loser", "much", "hand", "power", "there"} <= set(found)


def test_words_of_the_list_that_is_wanted_come_first(workspace: Workspace, rules: Path) -> None:
    text = RULES.replace("has place: Side = near", "has place: Side = |")

    assert names(workspace, rules, text)[:2] == ["far", "near"]


def test_only_words_that_fit_are_proposed(workspace: Workspace, rules: Path) -> None:
    found = names(workspace, rules, RULES.replace("move cards to heap", "move cards |"))

    assert "to" in found
    assert "heap" not in found


def test_at_the_margin_a_declaration_begins(workspace: Workspace, rules: Path) -> None:
    assert {"board", "claim"} <= set(names(workspace, rules, RULES + "\n|"))
    assert "dice" in names(workspace, rules, RULES + "\nd|")


def test_a_card_is_offered_the_fields_that_it_lacks(workspace: Workspace, house: Path) -> None:
    cards = house / "cards" / "duel" / "figures.cards"
    found = names(workspace, cards, CARDS.replace('    text "He', '    |\n    text "He'))

    assert found[0] == "place"
    assert "strength" not in found[:1]


def test_the_head_of_what_is_called_is_shown(workspace: Workspace) -> None:
    text = "phase a\n    score(left, "

    found = signature(workspace.snapshot(), text, len(text))

    assert found is not None
    assert found.head == "score(loser: player, much: 0..9)"
    assert found.active == 1
    assert signature(workspace.snapshot(), "phase a\n    move ", 17) is None


# ---------------------------------------------------------------- outlines, colours, hints


def test_the_outline_has_every_declaration(workspace: Workspace, rules: Path) -> None:
    snapshot = workspace.snapshot()

    entries = outline(snapshot.by_path[rules])

    assert [(each.what, each.name) for each in entries][:5] == [
        ("rulebook", "duel"),
        ("words", "Side"),
        ("kind", "figure"),
        ("zone", "hand"),
        ("zone", "heap"),
    ]
    assert [each.name for each in entries[2].inside] == ["strength", "place"]
    assert snapshot.symbols is not None
    assert "knight" in [each.name for each in found(snapshot.symbols, "knt")]
    lines = [(fold.first, fold.last) for fold in folds(snapshot.by_path[rules])]
    assert (1, 4) in lines


def test_words_have_the_colours_of_what_they_are(workspace: Workspace, rules: Path) -> None:
    snapshot = workspace.snapshot()
    source = snapshot.by_path[rules].source

    colours = {
        (each.span.text, each.colour)
        for each in coloured(source, snapshot.names.within(source), snapshot.symbols)
    }

    assert {
        ("phase", "keyword"),
        ("game", "function"),
        ("heap", "variable"),
        ("figure", "type"),
        ("near", "enumMember"),
        ("much", "parameter"),
        ("strength", "property"),
        ('"Duel"', "string"),
    } <= colours


def test_hints_show_what_the_text_leaves_out(workspace: Workspace, rules: Path) -> None:
    snapshot = workspace.snapshot()

    assert {(each.at.text, each.words) for each in hints(snapshot, snapshot.by_path[rules])} == {
        ("before", ": 0..9"),
        ("2", "much:"),
    }


def test_hints_show_the_order_of_changes(tmp_path: Path) -> None:
    path = (tmp_path / "order.rules").resolve()
    path.write_text(
        """\
rulebook order "Order"
    players 2
    starts with game

value price: 0..99 = 3
value size: 0..9 = 3

while price > 1
    modify price: times 2, at most 40
    modify size: + 1

while size > 1
    modify price: + 1
    modify size: + 2

phase game
    p1 wins
""",
        encoding="utf-8",
    )
    snapshot = Workspace(str(path)).snapshot()

    ordered = [(hint.at.text, hint.words) for hint in hints(snapshot, snapshot.by_path[path])]

    assert ordered == [("times 2", "step 2:"), ("at most 40", "step 3:"), ("+ 1", "step 1:")]


# ---------------------------------------------------------------- examples


def test_an_example_is_run_and_shows_its_story(workspace: Workspace, rules: Path) -> None:
    snapshot = workspace.snapshot()

    right, wrong = worked.examples_in(snapshot, rules)
    held, failed = worked.run(snapshot, right), worked.run(snapshot, wrong)

    assert held is not None and failed is not None
    assert held.message == ""
    assert "move cards to heap" in [each.text for each in held.story]
    assert failed.message
    assert failed.at.text == "then right wins"
    assert isinstance(right, Example)
    assert worked.position_lines(right) == "when game\n"


@every("name", tuple(shipped_rulebooks()), parts=4)
def test_every_part_answers_for_every_rulebook(name: str) -> None:
    snapshot = Workspace(name).snapshot()
    assert snapshot.symbols is not None
    for path, tree in snapshot.by_path.items():
        assert path.is_file()
        outline(tree), folds(tree), list(hints(snapshot, tree))
        words = list(coloured(tree.source, snapshot.names.within(tree.source), snapshot.symbols))
        starts = [each.span.start for each in words]
        assert starts == sorted(set(starts))
        for each in snapshot.names.within(tree.source)[::97]:
            assert described(snapshot, each).what
