"""Leaks in shipped examples: one changed line leaks a secret, as rules of games leak it.

By being asked or not, or at another moment; by the names and the number of choices; by the size of
a zone; by a shuffle; by what is refused.
"""

from __future__ import annotations

from attrs import frozen

from ruleslang.library.find_rulebook import data_root


@frozen
class Leak:
    """An example, what tells a secret in it, and the lines that are changed for it."""

    game: str
    what: str
    changes: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        """The rulebook with the leak."""
        changed = (data_root() / f"examples/{self.game}/{self.game}.rules").read_text("utf-8")
        for before, after in self.changes:
            assert changed.count(before) == 1, (self.game, before)
            changed = changed.replace(before, after)
        return changed


LEAKS = (
    Leak(
        "masks",
        "only those are asked to doubt who would be right",
        (
            (
                "    asks clockwise(p, players except {p})",
                (
                    "    asks (clockwise(p, players except {p}) where for every m in hand(p): "
                    "role(m) is not r)"
                ),
            ),
        ),
    ),
    Leak(
        "masks",
        "who holds a guard cannot be named",
        (
            (
                ("from players except {p}\n    pays 3"),
                ("from players except {p} where it_is_open(q)\n    pays 3"),
            ),
            (
                "phase game\n",
                (
                    "value it_is_open(q: player): yes or no = for every m in hand(q): "
                    "role(m) is not guard\n"
                    "phase game\n"
                ),
            ),
        ),
    ),
    Leak(
        "masks",
        "the question of a window names the role that is held",
        (("claim(p, treasurer)", "claim(p, role(first(hand(p))))"),),
    ),
    Leak(
        "hearts",
        "the holder of the queen is asked first",
        (
            (
                "first(cards where it is french(2, clubs))",
                "first(cards where it is french(12, spades))",
            ),
            ("    when first_trick and led is none: c is french(2, clubs)\n", ""),
        ),
    ),
    Leak(
        "hearts",
        "a queen is refused while the next has hearts",
        (
            (
                "    when led is none and not broken",
                (
                    "    when rank(c) is 12 and there is k in hand(next(p)) where "
                    "rank(k) is 13: suit(c) is hearts\n"
                    "    when led is none and not broken"
                ),
            ),
        ),
    ),
    Leak(
        "crazy_eights",
        "the pile is shuffled when an eight lies on top",
        (
            (
                ("        p may do lay\n        if not done: move"),
                (
                    "        p may do lay\n"
                    "        if pile is not empty and rank(top(pile)) is 8: shuffle pile\n"
                    "        if not done: move"
                ),
            ),
        ),
    ),
    Leak(
        "crazy_eights",
        "an eight on top brings a second card",
        (
            (
                "        if not done: move top(pile) to hand(p)\n",
                (
                    "        if not done\n"
                    "            let n = 2 when rank(top(pile)) is 8 otherwise 1\n"
                    "            move top(pile, n) to hand(p)\n"
                ),
            ),
        ),
    ),
    Leak(
        "draw_poker",
        "high cards are thrown elsewhere",
        (
            (
                "zone thrown: playing_card, seen by nobody\n",
                (
                    "zone thrown: playing_card, seen by nobody\n"
                    "zone high: playing_card, seen by nobody\n"
                ),
            ),
            (
                "    move away to thrown\n",
                (
                    "    move away where rank(it) > 10 to high\n"
                    "    move away where rank(it) <= 10 to thrown\n"
                ),
            ),
        ),
    ),
    Leak(
        "draw_poker",
        "not asked to bet when the next holds a pair",
        (
            (
                (
                    "        p chooses one of\n"
                    "            fold if number of still_in > 1: set folded(p) to yes\n"
                    '            put_in "put in four more": set stake(p) to 5'
                ),
                (
                    "        if hand_of(hand(next(p))) is high_card\n"
                    "            p chooses one of\n"
                    "                fold if number of still_in > 1: set folded(p) to yes\n"
                    '                put_in "put in four more": set stake(p) to 5'
                ),
            ),
        ),
    ),
    Leak(
        "draw_poker",
        "a branch has another name when the next holds a pair",
        (
            (
                '            put_in "put in four more": set stake(p) to 5',
                (
                    '            put_in "put in four more" if hand_of(hand(next(p))) is '
                    "high_card: set stake(p) to 5\n"
                    '            put_in_too "put in four, too" if hand_of(hand(next(p))) '
                    "is not high_card: set stake(p) to 5"
                ),
            ),
            ("    prefer put_in\n", ("    prefer put_in\n    prefer put_in_too\n")),
        ),
    ),
    Leak(
        "spades",
        "the highest bid depends on the partner's hand",
        (
            (
                "from 0..13 - contract(team(p))",
                (
                    "from 0..smaller(13 - contract(team(p)), 3 + sum of sure(q) over q "
                    "in (members(team(p)) except {p}))"
                ),
            ),
        ),
    ),
    Leak(
        "spades",
        "players stand in the order of their hands",
        (
            (
                "    set bid(p) to n\n",
                (
                    "    set bid(p) to n\n"
                    "    let by_hand = (players ranked by highest sure(it), then order)\n"
                    '    p chooses rival "whom you watch" from (by_hand)\n'
                ),
            ),
        ),
    ),
    Leak(
        "phantom_ttt",
        "a second try only while the middle is free",
        (
            (
                "    repeat until placed\n",
                (
                    "    repeat until placed or tried(p, cell(1, 1)) and "
                    "mark(opponent(p), cell(2, 2))\n"
                ),
            ),
        ),
    ),
    Leak(
        "spades",
        "the order of the two questions",
        (
            (
                "    for each p in players: make_bid(p)\n",
                (
                    "    if sure(south) > 3\n"
                    "        north chooses one of\n"
                    "            open_hand: nothing\n"
                    "            closed_hand: nothing\n"
                    "        for each p in players: make_bid(p)\n"
                    "    else\n"
                    "        for each p in players: make_bid(p)\n"
                    "        north chooses one of\n"
                    "            open_hand: nothing\n"
                    "            closed_hand: nothing\n"
                ),
            ),
        ),
    ),
    Leak(
        "spell_duel",
        "a spell may be answered only when the other holds a negation",
        (
            (
                ("before play(spell)\n    open answer_to(this play)"),
                (
                    "before play(spell)\n"
                    "    if there is c in hand(opponent(active)) where title(c) is "
                    "negation: open answer_to(this play)"
                ),
            ),
        ),
    ),
    Leak(
        "spell_duel",
        "the library is shuffled when a giant lies on top",
        (
            (
                ("    move top(library(p)) to hand(p)\n    p may"),
                (
                    "    if library(p) is not empty and title(top(library(p))) is giant: "
                    "shuffle library(p)\n"
                    "    move top(library(p)) to hand(p)\n"
                    "    p may"
                ),
            ),
        ),
    ),
    Leak(
        "hearts",
        "nobody plays on when one hand has only hearts left",
        (
            (
                ("        set leader to trick(leader)\n    count_up"),
                (
                    "        set leader to trick(leader)\n"
                    "        if for every c in hand(north): suit(c) is hearts: count_up\n"
                    "    count_up"
                ),
            ),
        ),
    ),
    Leak(
        "crazy_eights",
        "who has an eight may wait",
        (
            (
                ("    if not done: p may do lay\n    if not done and pile"),
                (
                    "    if not done and there is c in hand(next(p)) where rank(c) is 8: "
                    "p may do lay\n"
                    "    if not done and pile"
                ),
            ),
        ),
    ),
    Leak(
        "liars_dice",
        "a bid costs when the other has it",
        (
            (
                ("    set amount to n\n    set face to f\n"),
                (
                    "    set amount to n\n"
                    "    if matching(opponent(p)) > 2 and n < 10: set amount to n + 1\n"
                    "    set face to f\n"
                ),
            ),
        ),
    ),
    Leak(
        "draw_poker",
        "how many cards may be changed",
        (
            (
                "    p chooses up to 3 of hand(p) as away",
                "    p chooses up to limit_of(p) of hand(p) as away",
            ),
            (
                "procedure exchange",
                (
                    "value limit_of(p: player): 2..3 = 3 when hand_of(hand(next(p))) is "
                    "high_card otherwise 2\n"
                    "procedure exchange"
                ),
            ),
        ),
    ),
    Leak(
        "masks",
        "a strike at a guard costs more",
        (
            ("    pays 3 from coins(p)", "    pays price(q) from coins(p)"),
            (
                "phase game\n",
                (
                    "value price(q: player): 3..4 = 4 when there is m in hand(q) where "
                    "role(m) is guard otherwise 3\n"
                    "phase game\n"
                ),
            ),
        ),
    ),
)
