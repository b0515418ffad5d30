"""Which rules examples test, on small texts where the right answer is known."""

from __future__ import annotations

from collections import Counter

import pytest

from ruleslang.evaluation.mutation.changed_programs import Original, compiled_with
from ruleslang.evaluation.mutation.games_to_compare import GamesToCompare
from ruleslang.evaluation.mutation.mutant import Mutant, sites
from ruleslang.evaluation.mutation.small_changes import known, small_changes
from ruleslang.evaluation.mutation.tested_rules import Mutations, RuleTest
from ruleslang.language.lower.rulebook import compile_trees
from ruleslang.library.load import load_text
from ruleslang.program.serial import digest
from ruleslang.source.budget import UsedUp

MILL = """rulebook mill "The mill"
    language 1
    players 2: home, away
    rules MILL 1..6
    starts with game

words Grain: barley, oats                                           [MILL-002]

state sacks(player): 0..9 = 3                                       [MILL-001]
state flour(player): 0..9 = 0

whenever there is p in players where sacks(p) is 0                  [MILL-006]
    p wins

value milled(n: 0..9): 0..9 = smaller(9, n + 0 * n)                 [MILL-004]
value share(n: 0..9): 0..9 = smaller(9, n + 1)                      [MILL-003]

phase game
    take turns p among players
        turn(p)

phase turn(p: player)
    p chooses taken "sacks to take away" from 1..2                  [MILL-005]
    subtract smaller(taken, sacks(p)) from sacks(p)
    set flour(p) to smaller(9, flour(p) + milled(share(taken)))

example "three sacks at the start"                                  [MILL-001]
    then sacks(home) is 3 and sacks(away) is 3

example "one or two"                                                [MILL-005]
    when turn(home)
    then home may choose 1
    then home may choose 2
    then home may not choose 0
    then home may not choose 3
    home chooses 2
    then sacks(home) is 1 and sacks(away) is 3

example "away, too"                                                  [MILL-005]
    away chooses 2
    when turn(away)
    then sacks(away) is 1

example "home takes the last"                                       [MILL-006]
    given sacks(home) is 1
    home chooses 1
    when turn(home)
    then home wins

example "the share that nobody cites"
    home chooses 1
    when turn(home)
    then flour(home) is 2
"""


def mutations(text: str) -> Mutations:
    loaded = load_text(text)
    assert loaded.compiled is not None, loaded.diagnostics
    return Mutations(Original(loaded, loaded.compiled))


@pytest.fixture(scope="module")
def mutation() -> Mutations:
    return mutations(MILL)


def changed(rule: RuleTest) -> set[tuple[str, str, str]]:
    return {(tried.mutant.before, tried.mutant.after, tried.fate) for tried in rule.changes}


def test_a_rule_is_tested_where_each_change_makes_an_example_fail(mutation: Mutations) -> None:
    rule = mutation.rule("MILL-001")

    assert (rule.result, rule.detected_by) == ("tested", ("three sacks at the start",))
    assert changed(rule) == {("3", "4", "detected"), ("3", "2", "detected")}


def test_no_game_is_played_where_examples_detect_every_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(GamesToCompare, "_play", lambda games, opening: pytest.fail("a game"))

    assert mutations(MILL).rule("MILL-001").result == "tested"


def test_a_range_is_tested_by_what_may_and_may_not_be_chosen(mutation: Mutations) -> None:
    assert mutation.rule("MILL-005").result == "tested"


def test_a_change_for_which_there_was_no_time_is_not_called_detected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_time(*of: object) -> None:
        raise UsedUp(5.0, "steps", ())

    monkeypatch.setattr(Mutations, "_judged", no_time)
    rule = mutations(MILL).rule("MILL-001")

    assert (rule.result, rule.detected_by) == ("open", ())


def test_a_rule_of_names_alone_is_nominal(mutation: Mutations) -> None:
    rule = mutation.rule("MILL-002")

    assert (rule.result, rule.changes) == ("nominal", ())


def test_an_example_that_does_not_cite_the_rule_leaves_it_open(mutation: Mutations) -> None:
    rule = mutation.rule("MILL-003")

    assert rule.result == "open"
    assert {tried.elsewhere for tried in rule.open_changes} == {"the share that nobody cites"}


def test_changes_that_make_no_difference_are_discarded(mutation: Mutations) -> None:
    rule = mutation.rule("MILL-004")
    fates = {(tried.mutant.before, tried.mutant.after): tried.fate for tried in rule.changes}

    assert fates["n + 0 * n", "n"] == fates["n + 0 * n", "n - 0 * n"] == "equivalent"
    assert fates["n + 0 * n", "0 * n"] == "undetected"


SEVERAL = """rulebook toll "The toll"
    players 2..4
    rules TOLL 1..1
    starts with game
state gold(player): 0..9 = 3
phase game
    for each p in players
        p chooses paid from 1..2
        subtract paid from gold(next(p))                             [TOLL-001]
    (players with highest gold(it)) win
"""


def test_games_are_compared_with_each_number_of_players() -> None:
    rule = mutations(SEVERAL).rule("TOLL-001")
    fates = {tried.mutant.after: tried.fate for tried in rule.changes}

    assert fates["previous"] == "undetected"  # of two players, both are the other


def test_a_rule_for_both_seats_needs_both(mutation: Mutations) -> None:
    rule = mutation.rule("MILL-006")
    seats = {
        tried.mutant.after: tried.fate
        for tried in rule.changes
        if tried.mutant.kind == "a set of one seat"
    }

    assert rule.result == "open"
    assert seats == {"{home}": "undetected", "{away}": "detected"}


def test_a_rule_is_nominal_if_no_change_makes_a_difference() -> None:
    idle = "    if p is p: nothing                                              [MILL-004]\n"
    text = MILL.replace("[MILL-004]", "").replace(
        "    subtract smaller", idle + "    subtract smaller", 1
    )
    rule = mutations(text).rule("MILL-004")

    assert rule.result == "nominal"
    assert {tried.fate for tried in rule.changes} == {"equivalent"}


FAILING = """
example "it fails without any change"                               [MILL-003]
    then sacks(home) is 9
"""
ROWS = """
value bonus(n: 0..9): 0..9
    depending on n
        0..1: 0
        2..3: n                                                     [MILL-004]
        otherwise: 0
"""


def test_an_example_that_fails_already_proves_nothing() -> None:
    mutation = mutations(MILL + FAILING)

    assert mutation.rule("MILL-003").result == "open"
    assert mutation.holding.failing == 1


def test_a_row_that_no_game_reached_is_open_and_not_nominal() -> None:
    text = MILL.replace("[MILL-004]", "").replace("flour(p) + milled", "bonus(0) + milled")
    rule = mutations(text + ROWS).rule("MILL-004")

    assert (rule.result, rule.why) == (
        "open",
        f"{len(rule.open_changes)} changes not detected by a citing example",
    )
    fates = Counter(tried.fate for tried in rule.changes)
    assert fates == {"unreached": len(rule.open_changes), "warned": 1}  # `n` is unread


def mutants(text: str) -> list[Mutant]:
    loaded = load_text(text)
    assert loaded.compiled is not None, loaded.diagnostics
    names = known(loaded.compiled.program)
    return [
        change.mutant
        for site in sites(loaded.files.trees)
        for change in small_changes(site, names, only_cited=False)
    ]


def test_a_declaration_that_is_lowered_alone_comes_to_the_same(mutation: Mutations) -> None:
    """As lowering all of the changed text."""
    of, tried = mutation.original, 0
    for mutant in mutants(MILL):
        lines = MILL[: mutant.site.span.start] + mutant.text + MILL[mutant.site.span.end :]
        loaded, alone = load_text(lines), compiled_with(of, mutant)
        whole = compile_trees(loaded.files.trees).compiled
        if alone is None or whole is None:
            continue
        tried += 1
        assert digest(alone.program) == digest(whole.program), (mutant.before, mutant.after)
    assert tried > 30


RENAMED = """
value ground(n: 0..9): 0..9 = smaller(9, n + sacks(home) + flour(away))
"""


@pytest.mark.parametrize("name", ["sacks", "flour", "milled", "Grain", "barley", "home", "another"])
def test_a_declaration_with_another_name_is_not_lowered_alone(name: str) -> None:
    loaded = load_text(MILL + RENAMED)
    assert loaded.compiled is not None, loaded.diagnostics
    last = sites(loaded.files.trees)[-1]
    mutant = Mutant(last, "another name", len("value "), "ground", name)
    whole = compile_trees(load_text(MILL + RENAMED.replace("ground", name)).files.trees).compiled

    changed = compiled_with(Original(loaded, loaded.compiled), mutant)

    assert (changed and digest(changed.program)) == (whole and digest(whole.program))


def test_changed_lines_are_shown_as_a_diff() -> None:
    diffs = {mutant.changed_lines for mutant in mutants(MILL) if mutant.before == "3"}

    assert (
        ("state sacks(player): 0..9 = 3                                       [MILL-001]",),
        ("state sacks(player): 0..9 = 4                                       [MILL-001]",),
    ) in diffs


MINT = """rulebook mint "The mint"
    language 1
    players 2: home, away
    rules MINT 1..3
    starts with game

die coin_die: heads x2, blank                                       [MINT-003]

kind piece

card coin "COIN x3" x3: piece                                       [MINT-001]
card token "TOKEN" x2: piece                                        [MINT-002]

phase game
    roll coin_die as rolled
    if rolled is heads: home wins
    else: away wins

claim "three coins" [MINT-001]: number of (cards where it is coin) is 3
claim "any cards" [MINT-002]: number of cards > 0
example "heads win"                                                 [MINT-003]
    rolling heads
    when game
    then home wins
"""


def test_numbers_of_copies_are_changed() -> None:
    mutation = mutations(MINT)
    coin, token, faces = (mutation.rule(f"MINT-00{number}") for number in (1, 2, 3))

    assert (coin.result, coin.detected_by) == ("tested", ("three coins",))
    assert changed(coin) == {("3", "4", "detected"), ("3", "2", "detected")}
    assert {mutant.text.split("\n")[0][:24] for mutant in (one.mutant for one in coin.changes)} == {
        'card coin "COIN x3" x4: ',
        'card coin "COIN x3" x2: ',
    }
    assert {(before, after) for before, after, _ in changed(token)} >= {("2", "3"), ("2", "1")}
    assert {(before, after) for before, after, _ in changed(faces)} >= {("2", "3"), ("2", "1")}


GATE = """rulebook gate "The gate"
    language 1
    players 2: home, away
    rules GATE 1..1
    starts with game

die d6: 1..6

phase game
    for each p in players
        turn(p)
    nobody wins

phase turn(p: player)
    if passes: p wins

procedure passes answers yes or no
    roll d6 as face
    if face > 3: answer yes
    leave
    answer no                                                       [GATE-001]

procedure leave
    end turn if under way
"""


def test_a_change_that_check_refuses_is_not_tried() -> None:
    """That a procedure may end without an answer shows only in the whole program."""
    rule = mutations(GATE).rule("GATE-001")

    assert {after for _, after, _ in changed(rule)} == {"yes"}


SECRET = """rulebook secret "The secret"
    language 1
    players 2: home, away
    rules SECRET 1..5
    starts with game

kind jewel
card ruby "Ruby" x4: jewel

zone hand(player): jewel, seen by owner                             [SECRET-001]
zone heap: jewel, seen by nobody                                    [SECRET-002]

omit [SECRET-004] "the box is closed after play"

phase game
    move cards where holder(it) is none to hand(home)
    home chooses taken from 1..2                                    [SECRET-005, SECRET-005]
    nobody wins

example "only home sees their hand" [SECRET-001]
    given hand(home) is {ruby}
    then only home sees hand(home)
"""


def test_who_sees_a_zone_is_changed_and_so_is_what_players_see() -> None:
    """No choice depends on it, so a difference shows in the views alone."""
    of_all = mutations(SECRET).rule("SECRET-001")
    untested = load_text(SECRET.partition("example")[0])
    assert untested.compiled is not None
    without = Mutations(Original(untested, untested.compiled))

    assert (of_all.result, of_all.detected_by) == ("tested", ("only home sees their hand",))
    assert changed(of_all) == {
        ("seen by owner", "seen by all", "detected"),
        ("seen by owner", "seen by nobody", "detected"),
    }
    assert {fate for *_, fate in changed(without.rule("SECRET-001"))} == {"undetected"}
    assert without.rule("SECRET-002").result == "nominal"  # it has no card in any game


def test_a_rule_that_no_line_cites_is_open_and_an_omitted_one_nominal() -> None:
    mutation = mutations(SECRET)
    missing, omitted = mutation.rule("SECRET-003"), mutation.rule("SECRET-004")

    assert (missing.result, missing.why) == ("open", "no line cites it")
    assert (omitted.result, omitted.why) == ("nominal", "omitted: the box is closed after play")


def test_a_rule_cited_twice_on_a_line_has_each_change_once() -> None:
    rule = mutations(SECRET).rule("SECRET-005")
    places = [tried.mutant.key for tried in rule.changes]

    assert len(places) == len(set(places)) > 2


RIVER = """rulebook river "The river"
    language 1
    players 2: home, away
    rules RIVER 1..4
    starts with game

state crossed: 0..9 = 0, reset each half                            [RIVER-001]
state deep: 0..9 = 0
state wide: 0..9 = 0
value speed: 0..9 = 2

modify speed: at most 3                                             [RIVER-002]
before half                                                            [RIVER-003]
    set deep to crossed

phase game
    half
    half
    home wins

phase half
    home chooses n from 1..2
    set crossed to smaller(9, crossed + n)
    set wide to ahead(crossed * 2, n)                                  [RIVER-004]

value ahead(a: 0..9, b: 0..9): 0..9 = larger(0, a - b)

example "nobody is across at the start of a half"                   [RIVER-001]
    home chooses 1
    home chooses 2
    when game
    then crossed is 2
    then home wins

example "too slow for the bound"                                    [RIVER-002]
    then speed is 2

example "the depth is measured before anybody crosses"              [RIVER-003]
    home chooses 2
    when half
    then deep is 0

example "wide is what is more than the step"                        [RIVER-004]
    home chooses 2
    when half
    then wide is 2
"""


@pytest.mark.parametrize(
    ("rule", "before", "after"),
    [
        ("RIVER-001", ", reset each half", ""),
        ("RIVER-002", "at most", "becomes"),
        ("RIVER-003", "before", "after"),
        ("RIVER-004", "crossed * 2, n", "n, crossed * 2"),
    ],
)
def test_resets_hooks_bounds_and_the_order_of_arguments_are_changed(
    rule: str, before: str, after: str
) -> None:
    tried = mutations(RIVER).rule(rule)

    assert (before, after, "detected") in changed(tried)


FLEET = """rulebook fleet "The fleet"
    language 1
    players 2: home, away
    rules FLEET 1..2
    starts with game

words Sail: square, lateen
kind ship
    has guns: 0..9
    has sail: Sail

table ship
    | id      | name    | guns | sail   |
    | sparrow | Sparrow | 3    | square |  [FLEET-001]
    | heron   | Heron   | 5    | lateen |  [FLEET-002]

zone quay: ship, seen by all

phase game
    move cards to quay
    home wins

claim "the guns of all ships"                                       [FLEET-001]
    then sum of guns(c) over c in ship is 8

claim "square sails"                                                [FLEET-001]
    then number of (ship where sail(it) is square) is 1
"""


def test_the_cells_of_a_table_are_changed() -> None:
    mutation = mutations(FLEET)
    cited, uncited = mutation.rule("FLEET-001"), mutation.rule("FLEET-002")

    assert cited.result == "tested"
    assert changed(cited) == {
        ("3", "4", "detected"),
        ("3", "2", "detected"),
        ("square", "lateen", "detected"),
    }
    assert {tried.elsewhere for tried in uncited.open_changes} == {
        "the guns of all ships",
        "square sails",
    }


def test_the_other_end_is_tried_on_each_line_of_a_statement() -> None:
    text = FLEET.replace(
        "    home wins\n",
        "    let best = (ship\n"
        "            with highest guns(it))                                      [FLEET-002]\n"
        "    if there is c in best where c is heron: home wins\n    away wins\n",
    )
    tried = changed(mutations(text).rule("FLEET-002"))

    assert any("lowest" in after for _, after, _ in tried), tried


FARM = """rulebook farm "The farm"
    language 1
    players 2: home, away
    rules FARM 1..1
    starts with game

words Sort: hen, goose
kind animal
    has sort: Sort
card hen_card "Hen" x3: animal
    sort: hen
card goose_card "Goose" x3: animal
    sort: goose
zone yard: animal, seen by all
state eggs(player): 0..9 = 0

phase game
    move cards to yard
    home chooses c from yard
    lay(home, c)
    nobody wins

procedure lay(p: player, c: card)                                   [FARM-001]
    if number of yard >= 3
        add 1 to eggs(p)
"""


NEST = """
zone nest(player): animal, seen by all
value is_warm(p: player): yes or no = nest(p) is not empty
value warmth(p: player): 0..9 = 1 when is_warm(p) otherwise 0
procedure hatch(p: player, s: Sort)
    if s is goose: add warmth(p) to eggs(p)
    move top(yard) to nest(p)
"""


def test_a_word_may_be_named_a_term_added_for_each_member_and_the_other_end_taken() -> None:
    text = FARM.replace("zone yard: animal", "zone yard: animal, ordered") + NEST
    made = {(mutant.kind, mutant.after) for mutant in mutants(text)}

    assert {("a named word", "hen"), ("a named word", "goose")} <= made
    assert ("a term for each member", "number of nest(p)") in made
    assert ("another word", "bottom") in made


def test_the_kinds_of_change_include_guards_repetitions_seats_and_wider_bounds() -> None:
    made = {(mutant.kind, mutant.after) for mutant in mutants(FARM)}

    assert ("a named seat", "home") in made
    assert ("a named seat", "away") in made
    assert ("an effect twice", "add 1 to eggs(p)\n        add 1 to eggs(p)") in made
    assert ("the bound by two", "number of yard >= 3 + 2") in made
    guard = "a guard on a value of a property"
    assert (guard, "if sort(c) is not hen: lay(home, c)") in made
    assert (guard, "if sort(c) is not goose: add 1 to eggs(p)") in made


LANTERN = """rulebook lantern "The lantern"
    language 1
    players 2: home, away
    rules LANTERN 1..9
    starts with game

kind wick
card short "Short" x2: wick

zone box: wick, seen by all
zone lamp: wick, seen by all
zone bin: wick, seen by all
state lit: yes or no = no
state oil: 0..9 = 5
state burnt: 0..9 = 0
state seen(player): 0..9 = 0

value left: 0..9 = oil - 1

whenever burnt >= 9
    set burnt to 0

phase game
    light
    home wins

phase light
    set lit to yes                                                     [LANTERN-001]
    set oil to left                                                    [LANTERN-002]
    set seen(home) to oil                                              [LANTERN-003]
    set burnt to 9                                                     [LANTERN-004]
    move box where oil > 1 to lamp                                     [LANTERN-005]
    move cards to box                                                  [LANTERN-006]
    if lit: move lamp + box to bin                                     [LANTERN-007]
    move bin where number of bin > 1 to lamp                           [LANTERN-008]
    if oil is 3: stop                                                  [LANTERN-009]
"""


def test_what_does_nothing_the_second_time_is_not_done_twice() -> None:
    mutation = mutations(LANTERN)
    twice = {
        int(rule[-1])
        for rule, changes in mutation.changes.items()
        if any(change.mutant.kind == "an effect twice" for change in changes)
    }

    assert twice == {
        2,  # another value the second time
        4,  # a rule acts in between
        6,  # of `cards`, some may be in the zone to which they are moved
        8,  # the zone from which they are moved is counted again
    }


def test_only_what_comes_to_a_changed_declaration_may_notice_it(mutation: Mutations) -> None:
    compiled = mutation.original.compiled
    titles = [tried.title for tried in compiled.testable]

    def noticing(name: str) -> set[str]:
        (mutant,) = {
            change.mutant
            for rule in ("MILL-003", "MILL-005")
            for change in mutation.changes[rule][:1]
            if change.mutant.site.text.split("(")[0].endswith(name)
        }
        may_notice = mutation.noticing.may_notice(mutant)
        return {title for place, title in enumerate(titles) if may_notice(place)}

    assert noticing("turn") == {*titles} - {"three sacks at the start"}
    assert noticing("share") == noticing("turn") - {"home takes the last"}  # a match that ended
