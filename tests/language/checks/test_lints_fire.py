"""
A lint is kept only if it fires on a text that was not written for it.

Such a text is a newcomer's mistake that was fixed as its help suggests, a rulebook with a random
mistake, a report from elsewhere (`met/`), or a rulebook that is older than the checks
(`tests/language/prototype`).
"""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from ruleslang.language.checks.lints import LINTS, WORDINGS
from ruleslang.library.load import load
from tests.support.every import every

ROOT = Path(__file__).parents[3]


@frozen
class Fires:
    """A text with a replacement: a mistake drawn by chance, or the help of a slip, followed."""

    path: str
    before: str = ""
    after: str = ""


def example(name: str, before: str, after: str) -> Fires:
    return Fires(f"examples/{name}/{name}.rules", before, after)


def newcomer(name: str, before: str = "", after: str = "") -> Fires:
    return Fires(f"tests/language/newcomers/{name}.rules", before, after)


def older(name: str) -> Fires:
    return Fires(f"tests/language/prototype/{name}.rules")


MET = {
    "automatic-never-tested": older("ole"),
    "bound-for-all": Fires("tests/language/checks/met/two_discounts.rules"),
    "empty-kind": newcomer("kind_is_a", "kind beast is a trick", "kind beast: trick"),
    "fails-together": Fires("tests/language/checks/met/two_targets.rules"),
    "first-of-several": older("sets"),
    "moved-before-hook": Fires("tests/language/checks/met/last_breath.rules"),
    "missing-language-line": example("nim", "    language 1\n", ""),
    "may-be-full": example("higher", "    move laid(any) to gone\n", ""),
    "missing-example": Fires("tests/language/checks/met/worked_examples.rules"),
    "missing-text": older("grangol"),
    "mixed-and-or": newcomer("ya_case_change", "When b is full_house", "when b is full_house"),
    "moves-all": example("leduc_poker", "move cards to pile", "move cards to middle"),
    "must-without-way-out": newcomer("must_without_do", "p must lay", "p must do lay"),
    "needless-line": older("grangol"),
    "needless-name": older("ollapion"),
    "nested-brackets": older("super_team"),
    "never-ends": example("pig", "    if score(p) >= 100: p wins\n", ""),
    "never-entered": example("blackjack", "    move top(pile) to hole\n", ""),
    "zone-excludes-card": Fires(
        "cards/ole/tactics.cards", "while in tactic_of(you)", "while in pins(you)"
    ),
    "never-read": newcomer("kind_is_a", "kind beast is a trick", "kind beast: trick"),
    "never-set": example("crazy_eights", "    set done to yes\n", ""),
    "never-used": newcomer("true_false", "yes or no = false", "yes or no = no"),
    "no-holder": Fires("tests/language/checks/met/shared_trick.rules"),
    "no-top-card": newcomer("top_of_unordered"),
    "one-or-none": newcomer("ha_rank", "plus 1", "+ 1"),
    "opponent-of-several": example("leduc_poker", "players 2: opener", "players 4: opener"),
    "order-leaks": example("masks", "    shuffle pile\n", ""),
    "overlapping-rows": example("checkers", "if row(s) <= 3", "if row(s) <= 6"),
    "tests-nothing": example(
        "masks",
        "    then coins(p1) is 2 and lost is {masks(blade)} and hand(p1) is {masks(guard)}\n",
        "",
    ),
    "room-may-shrink": older("ole"),
    "same-title": Fires("cards/grangol/grangol.cards", '"CONTRASTO"', '"GRANGOL"'),
    "seat-named-once": Fires(
        "rulebooks/grangol/grangol.rules", "    take_a_card(p)", "    take_a_card(home)"
    ),
    "seat-may-be-empty": example("checkers", "players 2", "players 1..2"),
    "untested-secret": newcomer("edit_case_renamed", "club: stop", "clubs: stop"),
    "shows-nothing": example("sealed_bids", "1..10, seen by owner", "1..10, seen by all"),
    "too-few-for-all": example(
        "masks", "move top(pile, 2) to hand(p)", "move top(pile, 4) to hand(p)"
    ),
    "true-at-the-start": newcomer("when_for_whenever", "when pile", "whenever pile"),
    "turn-of-eliminated": newcomer("is_out", "p is out", "eliminate p"),
    "reversed-comparison": newcomer("not_sign", "!(c is trick)", "not (c is trick)"),
    "two-bounds": example(
        "gin_rummy", "deadwood(s except {c}) <= 10", "deadwood(s except {c}) >= 10"
    ),
    "two-numbers": example("blackjack", "when total(hand(p)) > 21", "when total(hand(p)) > 22"),
    "two-units": example("deck_builder", "Two coins; the others", "Two deeds; the others"),
    "missing-type": older("grangol"),
    "uncited-rule": Fires(
        "cards/grangol/grangol.cards", "[GRAN-107, GRAN-108,", "[GRAN-107, GRAN-107,"
    ),
    "unlisted-rule": Fires(
        "rulebooks/worldies/rules.csv",
        "WORLD-017,Game Turn 1,cost,A manager has 4 action points in their turn.\n",
        "",
    ),
    "unread-name": newcomer("edit_case_renamed", "club: stop", "clubs: stop"),
    "unread-parameter": Fires("rulebooks/grangol/grangol.rules", "    take_top(p)\n", ""),
    "unusual-order": example(
        "mancala",
        "    starts with game\n    payoff gain\n",
        "    payoff gain\n    starts with game\n",
    ),
    "yes-compared": Fires("tests/language/typos/market.rules"),
}

# Older lints that no such text was found for; nothing is added here.
NOT_MET = {
    "after-last-part",
    "missing-decided-by",
    "empty-deck",
    "half-empty-column",
    "last-one-left",
    "never-performed",
    "never-played",
    "omitted-and-cited",
    "open-roll",
    "read-before-set",
    "reset-under-rule",
    "rival-rules",
    "unshown-axis",
}


def lints() -> set[str]:
    """The slugs of all lints; `find_never_set` reports `never-set`."""
    names = (check.__name__.removeprefix("find_") for check in (*LINTS, *WORDINGS))
    return {name.replace("_", "-") for name in names}


def slugs(found: Fires) -> set[str]:
    """What is reported of a text."""
    path = ROOT / found.path
    text = path.read_text(encoding="utf-8")
    assert found.before in text
    shipped = path.relative_to(ROOT).parts[0] in ("rulebooks", "cards")
    rulebook = path.parent.name if shipped else str(path)
    changed = text.replace(found.before, found.after, 1)
    return {each.slug for each in load(rulebook, lints=True, texts={path: changed}).diagnostics}


@every("slug", sorted(MET), parts=2)
def test_a_lint_fires_on_a_text_that_was_not_written_for_it(slug: str) -> None:
    assert slug in slugs(MET[slug])


def test_every_lint_has_such_a_text() -> None:
    assert lints() == MET.keys() | NOT_MET
    assert not MET.keys() & NOT_MET
