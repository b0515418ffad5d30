"""Meanings and types of expressions, over the rulebook of `prelude.rules`."""

from __future__ import annotations

import pytest

from ruleslang.language.lower.conditions import condition, denied
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.typing.type_names import describe
from tests.language.lower.meadow import local, lowered, question, run_through, scope

TYPES = [
    # names
    ("section", "a number from 0 to 4"),
    ("score(p)", "a number from 0 to 30"),
    ("side_of(p)", "a word of `Side`"),
    ("hand(p)", "a set of cards"),
    ("garden(p, left)", "a set of cards of `plant`"),
    ("garden(any, left)", "a set of cards of `plant`"),
    ("weather", "a word of `weather`"),
    ("long_game", "`yes` or `no`"),
    ("oak", "a title of `tree`"),
    ("plant", "a set of cards of `plant`"),
    ("field", "a set of spaces of `field`"),
    ("Side", "a set of words of `Side`"),
    ("sheep", "a set of pieces of `sheep`"),
    ("north", "a player"),
    ("red", "a team"),
    ("cup(p)", "a list of numbers from 1 to 6"),
    ("double(n)", "a number from 0 to 18"),
    ("leaders", "a set of players"),
    ("active", "a player"),
    ("nobody", "a set of players"),
    ("pips(amber, 3)", "a title of `suited`"),
    ("pips(amber, n)", "a title of `suited`"),
    # arithmetic
    ("section + 1", "a number from 1 to 5"),
    ("2 * section - 3", "a number from -3 to 5"),
    ("- section", "a number from -4 to 0"),
    ("score(p) / 2 rounded up", "a number from 0 to 15"),
    ("1 when n > 3 otherwise 7", "a number from 1 to 7"),
    ("smaller(3, score(p))", "a number from 0 to 3"),
    ("larger(maybe, n)", "a number from 0 to 9"),
    ("remainder(section, 3)", "a number from 0 to 2"),
    ("remainder(section, 9)", "a number from 0 to 4"),
    ("remainder(section - 2, 9)", "a number from 0 to 8"),
    ("remainder(5, -3)", "a number from -2 to 0"),
    ("sum of cup(p)", "a number from 0 to 18"),
    ("highest of cup(p)", "a number from 1 to 6"),
    ("sum of score(x) over x in players", "a number from 0 to 120"),
    ("number of hand(p)", "a number from 0 to 7"),
    ("sum of d", "a number from 0 to 12"),
    ("sum of 1 over g in subsets(hand(p), 2)", "a number from 0 to 20000"),
    ("distance(left, z)", "a number from 0 to 2"),
    # sets and lists
    ("{left, z}", "a set of words of `Side`"),
    ("{far, middle}", "a set of words of `Place`"),
    ("1..3", "a set of numbers from 1 to 3"),
    ("left..middle", "a set of words of `Side`"),
    ("players except {p}", "a set of players"),
    ("titles except {oak}", "a set of titles"),
    ("hand(p) + pile", "a set of cards"),
    ("order_of + {p}", "a list of players"),
    ("(hand(p) where it is tree)", "a set of cards of `tree`"),
    ("(each x in hand(p) where x is oak)", "a set of cards"),
    ("(players with highest score(it), then lowest number of hand(it))", "a set of players"),
    ("(players ranked by highest score(it), then order)", "a list of players"),
    ("(players with lowest larger(maybe, score(it)))", "a set of players"),
    ("(Side with highest (maybe when it is left otherwise none))", "a set of words of `Side`"),
    ("set of side_of(x) over x in players", "a set of words of `Side`"),
    ("top(pile, 3)", "a list of cards"),
    ("line(sp, cell(1, 1))", "a list of spaces of `field`"),
    ("neighbours(sp)", "a set of spaces of `field`"),
    ("ray(sp, sp)", "a list of spaces of `field`"),
    ("(ray(sp, sp) as far as piece_on(it) is none)", "a list of spaces of `field`"),
    ("(each x in hand(p) as far as x is plant)", "a set of cards of `plant`"),
    ("({sp} spread by neighbours(it))", "a set of spaces of `field`"),
    ("(each x in {p} spread by {next(x)})", "a set of players"),
    ("({2} spread by {remainder(2 * it, 9)})", "a set of numbers from 0 to 8"),
    ("set of neighbours(s) over s in field", "a set of spaces of `field`"),
    ("set of hand(x) over x in players", "a set of cards"),
    ("clockwise(p)", "a list of players"),
    # fields and built-in functions
    ("height(oak)", "a number from 0 to 9"),
    ("height(top(pile))", "a number from 0 to 9"),
    ("bonus(tall, left)", "a number from -2 to 2"),
    ("needs(tall)", "a set of words of `Side`"),
    ("title(tall)", "a title of `tree`"),
    ("top(pile)", "a card"),
    ("first(leaders)", "a player"),
    ("piece_on(sp)", "a piece or `none`"),
    ("space(m)", "a space of `field`"),
    ("row(sp, p)", "a number from 1 to 7"),
    ("shifted(sp, 1, 0)", "a space of `field` or `none`"),
    ("index_of(zone_of(c))", "a word of `Side`"),
    ("attacker(clash)", "a player"),
    ("card(pending)", "a card"),
    ("playable(c, p)", "`yes` or `no`"),
    # truth
    ("c is oak", "`yes` or `no`"),
    ("c is tree and fruit(c)", "`yes` or `no`"),
    ("m is sheep", "`yes` or `no`"),
    ("p is automatic", "`yes` or `no`"),
    ("z < right", "`yes` or `no`"),
    ("hand(p) is {oak, fern, fern}", "`yes` or `no`"),
    ("cup(p) is {6, 6}", "`yes` or `no`"),
    ("c is in {oak, fern}", "`yes` or `no`"),
    ("chosen is none or height(chosen) > 3", "`yes` or `no`"),
    ("there is x in chosen where height(x) > 3", "`yes` or `no`"),
    ("for every x in Side: number of garden(p, x) > 0", "`yes` or `no`"),
    ("there is g in subsets(hand(p), 2..3) where number of g is 2", "`yes` or `no`"),
    ("space(fox) is sp", "`yes` or `no`"),
    ("pending is tree", "`yes` or `no`"),
]


@pytest.mark.parametrize(("text", "expected"), TYPES)
def test_an_expression_has_its_type(text: str, expected: str) -> None:
    found = lowered(text)

    assert (found.slugs, found.type) == ([], expected)


MISTAKES = [
    # names
    ("sectoin", "unknown-name"),
    ("middle", "ambiguous-word"),
    ("it", "not-known-here"),
    ("you", "not-known-here"),
    ("this", "not-known-here"),
    ("plant_it", "misplaced-name"),
    ("d6", "misplaced-name"),
    ("height", "misplaced-name"),
    ("shiny(p)", "unknown-function"),
    ("oak(p)", "takes-nothing"),
    ("(hand(p) where number of (hand(q) where it is oak) > height(it))", "nested-it"),
    ("there is p in players", "shadowing"),
    ("there is score in 1..3", "shadowing"),
    ("there is left in 1..3", "shadowing"),
    ("there is players in 1..3", "reserved-name"),
    # brackets
    ("score", "missing-argument"),
    ("score(p, q)", "wrong-argument-count"),
    ("double(m: 3)", "unknown-argument"),
    ("double(n: 3, n: 4)", "repeated-argument"),
    ("score(any)", "misplaced-any"),
    ("score(oak)", "wrong-type"),
    ("score(rival(p))", "may-be-none"),
    ("double(12)", "out-of-range"),
    ("weight(tall)", "no-such-field"),
    ("height(p)", "wrong-type"),
    ("height(chosen)", "may-be-none"),
    ("top(players)", "wrong-type"),
    ("top(hand(any))", "needs-zone"),
    ("opponent(p, q)", "wrong-argument-count"),
    ("opponent(oak)", "wrong-type"),
    ("reach(sp, field)", "wrong-type"),
    ("shadow(clash)", "unknown-place"),
    ("subsets(hand(p))", "bad-subsets"),
    ("subsets(hand(p), 2)", "set-of-sets"),
    ("pips(amber, 12)", "out-of-range"),
    # procedures
    ("throw(p)", "procedure-in-expression"),
    ("rest", "answers-nothing"),
    ("throw(p) as usual", "as-usual-outside"),
    # arithmetic
    ("section + p", "wrong-type"),
    ("p + 1", "wrong-type"),
    ("hand(p) - 1", "wrong-type"),
    ("maybe + 1", "may-be-none"),
    ("section / 2", "unrounded"),
    ("section / 0 rounded up", "division-by-zero"),
    ("5..3", "empty-range"),
    ("right..left", "empty-range"),
    ("hand(p) + players", "unlike-members"),
    ("players except {oak}", "unlike-members"),
    ("players except p", "not-a-set"),
    # sets
    ("{left, 3}", "unlike-members"),
    ("{left, right, left}", "repeated-member"),
    ("{players, p}", "set-of-sets"),
    ("number of p", "not-a-set"),
    ("sum of players", "wrong-type"),
    ("highest of players", "not-comparable"),
    ("(players with highest hand(it))", "not-comparable"),
    ("(players ranked by chance)", "chance-in-expression"),
    ("(players ranked by order, then highest score(it))", "criterion-after-last"),
    ("set of {x, players} over x in players", "set-of-sets"),
    ("(pile as far as 3)", "wrong-type"),
    ("({sp} spread by hand(p))", "unlike-members"),
    ("({p} spread by 3)", "not-a-set"),
    ("remainder(n, 0)", "division-by-zero"),
    ("remainder(p, 2)", "wrong-type"),
    ("ray(sp, p)", "wrong-type"),
    ("1 when section otherwise 2", "wrong-type"),
    ("1 when section > 2 otherwise left", "unlike-members"),
    # comparisons
    ("section is left", "never-equal"),
    ("p is red", "never-equal"),
    ("p is players", "never-equal"),
    ("tall is stone", "never-of-kind"),
    ("p is tree", "never-of-kind"),
    ("p is none", "never-none"),
    ("p < q", "not-comparable"),
    ("section < left", "unlike-sides"),
    ("z < far", "unlike-sides"),
    ("maybe < 3", "may-be-none"),
    ("p is in Side", "never-equal"),
    ("section is in 3", "not-a-set"),
    ("section and yes", "wrong-type"),
    ("chance of (section > 2) is 1", "chance-outside-claim"),
    ("number of choices is 3", "not-known-here"),
    ("chosen is not none or height(chosen) > 3", "may-be-none"),
]


@pytest.mark.parametrize(("text", "slug"), MISTAKES)
def test_a_mistake_is_reported_once(text: str, slug: str) -> None:
    assert lowered(text).slugs == [slug]


EXPECTED: list[tuple[str, t.Type, list[str]]] = [
    ("middle", t.WordOf("Place"), []),
    ("right", t.WordOf("luck"), []),
    ("{middle, near}", t.SetOf(t.WordOf("Place")), []),
    ("{1, 1}", t.ListOf(t.Number(0, 5), 3), []),
    ("7", t.Number(0, 5), ["out-of-range"]),
    ("n", t.Number(0, 5), []),
    ("none", t.Optional(t.Player()), []),
    ("none", t.Player(), ["wrong-type"]),
    ("chosen", t.Card(), ["may-be-none"]),
    ("top(pile)", t.Card(), []),
    ("c", t.Title(), ["wrong-type"]),
    ("p", t.SetOf(t.Player()), ["wrong-type"]),
    ("players", t.Player(), ["wrong-type"]),
    ("fox", t.Piece(), []),
    ("tree", t.SetOf(t.Title()), []),
    ("d", t.ListOf(t.Number(1, 6), 3), []),
    ("middle when n > 2 otherwise near", t.WordOf("Place"), []),
    ("{} when n > 2 otherwise players", t.SetOf(t.Player()), []),
]


@pytest.mark.parametrize(("text", "expected", "slugs"), EXPECTED)
def test_what_is_expected_guides_and_is_checked(
    text: str, expected: t.Type, slugs: list[str]
) -> None:
    assert lowered(text, expected).slugs == slugs


def test_braces_beside_a_zone_are_the_titles_of_its_cards() -> None:
    found = lowered("hand(p) is {fern, fern}")

    assert found.typed.expr == e.Equal(
        e.ReadZone("hand", (local("p"),)),
        e.MakeList((e.TitleValue("fern"), e.TitleValue("fern"))),
        "titles",
    )


def test_a_card_is_compared_with_a_title_by_what_it_counts_as() -> None:
    assert lowered("oak is c").typed.expr == e.IsTitle(local("c"), e.TitleValue("oak"))


def test_a_call_of_a_procedure_is_taken_out_before_the_expression() -> None:
    found = lowered("throw(p) is sun", lifting=True)

    assert found.slugs == []
    (call,) = found.lifted
    assert isinstance(call, s.Call) and call.into is not None
    assert found.typed.expr == e.Equal(e.Local(call.into), e.WordValue("luck", 0))


def test_both_sides_may_call_and_the_earlier_one_is_read_first() -> None:
    found = lowered("score(p) >= strength", lifting=True)

    assert [type(each) for each in found.lifted] == [s.Let, s.Call]


@pytest.mark.parametrize(
    "text",
    [
        "throw(p) is sun and yes",
        "yes or throw(p) is sun",
        "1 when throw(p) is sun otherwise 2",
        "strength + 1",
        "larger(strength, 1)",
        "{strength}",
        "- strength",
        "strength in_no_way is 3",
    ][:-1],
)
def test_a_procedure_is_allowed_nowhere_else(text: str) -> None:
    assert "procedure-in-expression" in lowered(text, lifting=True).slugs


def test_chances_are_in_claims_with_their_calls_before() -> None:
    found = lowered("chance of (throw(north) is sun) is 1 / 4", claim=True)

    assert found.slugs == []
    assert isinstance(found.typed.expr, e.Equal)
    assert isinstance(found.typed.expr.left, e.ChanceOf)
    assert len(found.typed.expr.left.calls) == 1


def test_sets_of_sets_are_only_run_through() -> None:
    assert run_through("(subsets(hand(p), 2) where number of it is 2)").slugs == []


def after(text: str, path: str, *, fails: bool = False) -> str:
    """The type of a path where a condition holds, or does not hold."""
    where = scope()
    node = question(text)
    inside = denied(where, node) if fails else condition(where, node)[1]
    typed = lowered_in(inside, path)
    return describe(typed)


def lowered_in(where: object, text: str) -> t.Type:
    from ruleslang.language.lower.expressions import lower

    return lower(where, question(text)).type  # type: ignore[arg-type]


KNOWN = [
    ("chosen is not none", "chosen", False, "a card"),
    ("chosen is none", "chosen", True, "a card"),
    ("not (chosen is none)", "chosen", False, "a card"),
    ("chosen is none or n > 3", "chosen", True, "a card"),
    ("rival(p) is not none and n > 2", "rival(p)", False, "a player"),
    ("rival(p) is not none", "rival(q)", False, "a player or `none`"),
    ("c is tree", "c", False, "a card of `tree`"),
    ("there is x in chosen", "x", False, "a card"),
    ("there is x in chosen", "chosen", False, "a card"),
    ("there is no x in chosen", "chosen", True, "a card"),
    ("chosen is empty", "chosen", True, "a card"),
    ("chosen is oak", "chosen", False, "a card"),
    ("chosen is in hand(p)", "chosen", False, "a card"),
]


@pytest.mark.parametrize(("text", "path", "fails", "expected"), KNOWN)
def test_a_test_leaves_something_known(text: str, path: str, fails: bool, expected: str) -> None:
    assert after(text, path, fails=fails) == expected


def test_to_ask_what_is_denied_leaves_no_trace() -> None:
    where = scope()
    denied(where, question("sectoin is 3 and throw(p) is sun"))

    assert where.context.diagnostics == []
    assert where.context.origins == []
