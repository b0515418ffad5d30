"""`weigh`: a card that is better, and one that is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from ruleslang.api import load as load_game
from ruleslang.apps.cli.commands import weigh as room
from ruleslang.engine.quick_engines import quick_engine
from ruleslang.evaluation.balance import forced_deals, sitters
from ruleslang.evaluation.balance import weigh as experiment
from ruleslang.evaluation.balance.differences import Difference
from ruleslang.evaluation.balance.forced_deals import Dealer, Sitter
from ruleslang.evaluation.balance.versions import Play
from ruleslang.evaluation.balance.watched_hands import HandCounts
from ruleslang.evaluation.balance.weigh import CardWeight, Rank, Versus, Weights
from ruleslang.source.budget import budget, seconds_left
from ruleslang.source.checksum import seal, unseal
from tests.apps.cli.conftest import Run


def test_a_better_card_is_distinguished_from_a_worse_one(run: Run, my_game: Path) -> None:
    words = "weigh", "my_game.rules", "high", "low", "--players", "bold", "--games", "250"
    high, low = run(*words, "--format", "json").json["cards"]

    assert high["from_the_start"]["certain"]
    assert high["from_the_start"]["difference"] > 0.1
    assert low["from_the_start"]["difference"] < 0
    assert [each["card"] for each in high["kind"]] == ["high", "middle", "low"]
    assert high["held"]["hands"] >= high["chosen"]["hands"] > 0


def test_the_experiment_and_the_correlation_are_separate(run: Run, my_game: Path) -> None:
    ran = run("weigh", "my_game.rules", "high", "--players", "random", "--games", "60")

    assert ran.status == 0
    assert ran.out.startswith("careful: everybody plays at random")
    assert "\nhigh: " in ran.out
    assert "experiment: a player dealt it wins" in ran.out
    assert "correlation: players who held it won" in ran.out


@pytest.mark.parametrize(
    ("card", "message"),
    [("hihg", "no card is called `hihg`; did you mean `high`?"), ("none", "so it can't be dealt")],
)
def test_what_cannot_be_dealt_is_a_sentence(
    run: Run, my_game: Path, card: str, message: str
) -> None:
    text = my_game.read_text()
    my_game.write_text(text + '\ncard nobodys "None" x0: number_card\n    strength: 3\n')
    ran = run("weigh", "my_game.rules", "nobodys" if card == "none" else card, "--games", "20")

    assert ran.status == 2
    assert message in ran.err


def test_it_deals_until_the_interval_is_as_narrow_as_wanted(run: Run, my_game: Path) -> None:
    words = "weigh", "my_game.rules", "high", "--players", "bold", "--games", "2000"
    (found,) = run(*words, "--until", "20%", "--format", "json").json["cards"]
    whole = found["from_the_start"]

    assert whole["high"] - whole["low"] <= 0.2
    assert 100 <= found["deals"] < 2000
    assert run(*words, "--until", "wide").status == 2


def test_deals_that_are_left_out_are_reported(run: Run, my_game: Path) -> None:
    held = HandCounts(80, 40, 40, 20, 21, 9, 12, {})
    one = CardWeight("high", "bold", 200, 95, 2, 3, None, (), held)
    log = [*room.weight_lines(one)]

    assert "  left out: 95 of 200 deals, where not every player had a card of its kind" in log
    assert "  left out: 2 of 200 deals, where the card could not be exchanged" in log
    found = room.weighed_json(Weights((one,), stopped=False))["cards"]
    assert found[0]["left_out"] == {"no card of its kind": 95, "not exchanged": 2, "failed": 3}


CHOSEN_TOGETHER = """\
rulebook tricks "Tricks"
    language 1
    players 2
    starts with game

kind runner
    has power: 1..9

card slow x6: runner
    power: 1
card quick x2: runner
    power: 9

zone hand(player): runner, seen by owner
zone trick(player): runner, seen by all
zone pile: runner, ordered, seen by nobody
state points(player): 0..9 = 0

phase game
    move cards to pile
    shuffle pile
    for each p in players: move top(pile, 2) to hand(p)
    repeat 2 times
        together for each p in players
            p chooses c from hand(p)
            move c to trick(p)
        for each p in players with highest (sum of power(c) over c in trick(it))
            add 1 to points(p)
    (players with highest points(it)) win

player any_one "Keeps no card for later"
    prefer c by highest power(c)
"""


def test_a_card_is_exchanged_where_all_choose_together_first(run: Run, my_game: Path) -> None:
    my_game.write_text(CHOSEN_TOGETHER)
    words = "weigh", "my_game.rules", "quick", "--games", "40", "--format", "json"
    (found,) = run(*words).json["cards"]

    assert found["left_out"] == {"no card of its kind": 0, "not exchanged": 0, "failed": 0}
    assert found["from_the_start"]["difference"] > 0.1


def test_deals_that_stop_with_a_fault_are_reported(run: Run, my_game: Path) -> None:
    my_game.write_text(CHOSEN_TOGETHER.replace("0..9 = 0", "0..9"))
    ran = run("weigh", "my_game.rules", "quick", "--games", "20")

    assert ran.out.startswith("quick: no experiment: the games in which it was dealt stopped with")
    assert "left out: 20 of 20 deals, where a game stopped with a fault" in ran.out
    assert "correlation" not in ran.out


def test_a_learned_player_decides_in_the_experiment(run: Run, my_game: Path) -> None:
    run("learn", "my_game.rules", "--games", "1", "--learners", "1")
    kept = unseal(Path("my_game.learned").read_text())
    kept["learners"][0] |= {"trust": 90.0, "places": "", "weights": ""}  # does what `bold` does
    Path("my_game.learned").write_text(seal(kept))
    words = "weigh", "my_game.rules", "high", "--games", "40", "--format", "json", "--players"
    by_bold, by_learned, by_chance = (
        run(*words, player).json["cards"][0]["from_the_start"]
        for player in ("bold", "my_game.learned", "random")
    )

    assert by_learned == by_bold != by_chance


def test_who_learns_for_it_plays_beside_the_players_of_the_rulebook(
    run: Run, my_game: Path
) -> None:
    words = "weigh", "my_game.rules", "high", "--games", "40", "--learn", "0.2"
    bold, learners = run(*words, "--format", "json").json["cards"]

    assert bold["player"] == "bold"
    assert bold["learners"] == []
    assert learners["player"] == "learners"
    assert len(learners["learners"]) == 3
    assert not [*my_game.parent.glob("*.learned")]


def test_the_number_of_processes_changes_nothing(run: Run, my_game: Path) -> None:
    words = "weigh", "my_game.rules", "high", "--players", "bold", "--games", "40"
    one, two = (run(*words, "--format", "json", "--jobs", jobs).json for jobs in "12")

    assert one == two


def played(player: str, change: float, error: float, *, is_real: bool) -> CardWeight:
    found = Difference(1000, 0.5, 0.5 + change, change, error, False, 0, 0, is_real)
    return CardWeight(
        "oath", player, 1000, 0, 0, 0, found, (), HandCounts(80, 40, 40, 20, 21, 9, 12, {})
    )


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ((0.0, 0.01), "no verdict, since the players disagree"),  # ten points apart
        ((0.05, 0.04), "stronger than an average card of its kind by 10 points"),
        ((-0.2, 0.01), "no verdict, since the players disagree"),
    ],
)
def test_where_players_disagree_there_is_no_verdict(
    other: tuple[float, float], message: str
) -> None:
    change, error = other
    greedy = played("greedy", 0.1, 0.01, is_real=True)
    learners = played("learners", change, error, is_real=change < 0)
    (line,) = room.lines_of(Weights((greedy, learners), stopped=False))

    assert line.startswith(f"oath: {message}")


def test_no_end_of_a_significant_interval_is_printed_as_0() -> None:
    near = Difference(1000, 0.45, 0.55, 0.1, 0.01, False, 0.002, 0.18, is_real=True)
    held = HandCounts(80, 40, 40, 20, 21, 9, 12, {})
    one = CardWeight("oath", "greedy", 1000, 0, 0, 0, near, (), held)

    (line,) = room.lines_of(Weights((one,), stopped=False))
    assert line.endswith("by 10.0 points (95% interval 0.2 to 18.0)")


@pytest.mark.parametrize(("used", "is_known"), [(9, False), (60, True)])
def test_there_is_no_verdict_by_players_who_hardly_ever_use_a_card(
    used: int, is_known: bool
) -> None:
    held = HandCounts(200, 160, 151, used, 21, 20, 6, {"another was better": 142})
    one = evolve(played("greedy", -0.1, 0.01, is_real=True), held=held, is_known=is_known)
    (line,) = room.lines_of(Weights((one,), stopped=False))

    unknown = "no verdict: nobody here knows how to play it (chosen in 9 of 151 hands that"
    assert line.startswith(f"oath: {'weaker than an average' if is_known else unknown}")


def test_a_card_that_could_never_be_chosen_is_weighed_by_who_held_it() -> None:
    held = HandCounts(80, 40, 0, 0, 9, 21, 0, {"too dear": 30, "no right moment": 10})
    idle = evolve(played("greedy", -0.1, 0.01, is_real=False), held=held)
    (line,) = room.lines_of(Weights((idle,), stopped=False))

    assert line.startswith("oath: no difference detected; this run detects 2.8 points or more")
    assert line.endswith(
        "in the games watched, no player could choose it, mostly because it was too expensive"
    )


STAYS = """\
rulebook stays "Stays"
    language 1
    players 2
    starts with game

kind spell
    has price: 0..9
    pays price(this) from coins(you)
    play
        add 1 to points(you)
card dear "Dear" x6: spell
    price: 9
card cheap "Cheap" x6: spell
    price: 0
card late "Late" x6: spell
    price: 0
    play
        only if points(you) > lucky
        add 1 to points(you)

zone stock: spell, ordered, seen by nobody
zone hand(player): spell, seen by owner
zone waste: spell, seen by all
state coins(player): 0..9 = 3
state points(player): 0..99 = 0
state lucky: 0..99

phase game
    move cards to stock
    shuffle stock
    for each p in players: move top(stock, 6) to hand(p)
    for each p in players
        p chooses one of
            wait: nothing
            hurry: nothing
    set lucky to 90
    repeat 2 times
        for each p in players: p may do cast
    (players with highest points(it)) win

action cast by p choosing c from hand(p) where playable(c, p)
    move c to waste
    perform c
"""


def test_the_reason_why_a_card_stayed_in_the_hand_is_the_true_one(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "stays.rules"
    path.write_text(STAYS)
    words = "weigh", str(path), "dear", "cheap", "late", "--players", "random", "--games", "20"
    cards = run(*words, "--jobs", "1", "--format", "json").json["cards"]

    reasons = {each["card"]: [*each["not_chosen"]] for each in cards}
    assert reasons == {
        "dear": ["too dear"],
        "cheap": ["another was better"],
        "late": ["no right moment"],
    }


COPY = """
card copy "Copy" x{copies}: basic
    text "+2 force for the attacker in this fight."
    play in combat(undecided, any)
        until fight ends
            modify attacker_boost: +2
"""


def test_players_treat_a_copy_of_a_card_as_its_original(run: Run, tmp_path: Path) -> None:
    cards = tmp_path / "copy.cards"
    cards.write_text(COPY.format(copies=4), encoding="utf-8")
    ran = run("weigh", "ollapion", "copy", "rage", "--cards", str(cards), "--games", "60")
    copy, rage = run(
        *("weigh", "ollapion", "copy", "rage", "--cards", str(cards), "--games", "20"),
        *("--format", "json"),
    ).json["cards"]

    assert ran.out.startswith("copy: the same card as rage; no rule tells them apart\n")
    assert "copy against rage" not in ran.out
    for weight in (copy, rage):
        assert weight["known"] and weight["chosen"]["hands"] > weight["could_use"] / 3


def test_a_card_is_known_by_the_hands_with_its_copies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Few hands tell little: a copy was unknown beside a known original."""
    cards = tmp_path / "copy.cards"
    cards.write_text(COPY.format(copies=4), encoding="utf-8")
    game = load_game("ollapion", cards=[str(cards)])
    hands = {
        "rage": HandCounts(offered=1, played=1),
        "copy": HandCounts(offered=1),
        "parry": HandCounts(offered=1),
    }
    monkeypatch.setattr(
        experiment, "watched", lambda dealer, cards, numbers: [hands] * len(numbers)
    )
    seated = experiment._Seated(Dealer(game, Play(), {}, Sitter("greedy"), 2))

    seated.watch([*hands], Play())

    assert [card for card in hands if seated.knows(card)] == ["rage", "copy"]


MARKET = """
rulebook market "Market"
    language 1
    players 2: home, away
    starts with game
    at most 100 decisions, then nobody wins

kind ware
    has worth: 0..9
card wheat "Wheat" x6: ware
    worth: 3
card salt "Salt" x6: ware
    worth: 1
zone pile: ware, ordered, seen by nobody
zone shop: ware, seen by all
zone stall(player): ware, seen by all

action buy by p choosing c "ware" from shop
    move c to stall(p)

phase game
    move cards to pile
    shuffle pile
    repeat 3 times: move top(pile) to shop
    repeat 4 times
        for each p in players
            p must do buy, if impossible nothing
            move top(pile) to shop
    (players with highest sum of worth(c) over c in stall(it)) win
"""


def test_in_a_game_without_an_opening_deal_cards_are_exchanged_during_play(
    run: Run, tmp_path: Path
) -> None:
    book = tmp_path / "market.rules"
    book.write_text(MARKET, encoding="utf-8")
    ran = run("weigh", str(book), "wheat", "--players", "random", "--games", "60", "--jobs", "1")

    assert ran.status == 0, ran.err
    assert "\nwheat: stronger than an average card of its kind by" in ran.out
    log = " ".join(ran.out.split())
    assert "experiment: a player given it as soon as all have one of its kind wins" in log
    assert "given for free during play: the cost of getting it does not count" in log
    assert "ranking" not in log


def test_a_card_that_was_played_before_it_could_be_exchanged_has_the_correlation_alone(
    run: Run, tmp_path: Path
) -> None:
    book = tmp_path / "market.rules"
    play = "kind ware\n    has worth: 0..9\n    play\n        add worth(this) to score(you)\n"
    text = MARKET.replace("kind ware\n    has worth: 0..9\n", play)
    text = text.replace("move c to stall(p)", "move c to stall(p)\n    perform c")
    text = text.replace("sum of worth(c) over c in stall(it)", "score(it)")
    book.write_text(f"{text}\nstate score(player): 0..99 = 0\n", encoding="utf-8")
    ran = run("weigh", str(book), "wheat", "--players", "random", "--learn", "0", "--jobs", "1")

    assert ran.status == 0, ran.err
    assert "\nwheat: no experiment: not every player has a card of its kind" in ran.out
    assert "correlation only: players who held it won" in " ".join(ran.out.split())


def test_ctrl_c_while_players_learn_reports_the_results_so_far(
    run: Run, my_game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sitters, "learner_of", stopped)
    ran = run("weigh", "my_game.rules", "high", "--learn", "5")

    assert ran.status == 2
    assert ran.err.startswith("ruleslang: interrupted: players were still learning")
    assert "`--learn 5`" in ran.err


def test_the_compiler_of_deals_has_more_than_half_of_the_budget(
    my_game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that C plays in a millisecond takes Python a hundred: it is worth some seconds."""
    game = load_game(str(my_game))
    allowed: list[Any] = []

    def quick(*given: Any, **named: Any) -> Any:
        allowed.append(seconds_left())
        return quick_engine(*given, **named)

    monkeypatch.setattr(forced_deals, "quick_engine", quick)
    with budget(20.0):
        table = forced_deals.playout(Dealer(game, Play(), {}, Sitter("bold"), 2))
        left = seconds_left()

    assert allowed[0] > 200 and left is not None and left <= 20
    assert table.start(seed=1).finish(1, (table.chooser,) * 2)


def test_two_cards_are_compared_by_the_win_rates_in_the_same_deals() -> None:
    found = Difference(1000, 0.49, 0.75, 0.26, 0.02, False, 0.18, 0.34, is_real=True)
    none = evolve(found, after=0.5, is_real=False)
    pairs = Versus(("oath", "spark"), "bold", found), Versus(("oath", "twin"), "bold", none)
    one = played("bold", 0.0, 0.01, is_real=False)
    _, better, level = room.lines_of(Weights((one,), stopped=False, versus=pairs))

    assert better == (
        "oath against spark: stronger than spark by 26 points (95% interval 18 to 34); in the same "
        "deals, 75% win with it and 49% with spark"
    )
    assert level.endswith("80% of the time")


TOGETHER = """\
rulebook together "Together"
    language 1
    players 2
    starts with game

words Colour: red, blue
kind part
    has length: 1..6
    has colour: Colour
deck parts x2 of part: length in 1..6, colour in Colour
zone pile: part, ordered, seen by nobody
zone hand(player): part, seen by owner
zone shown: part, seen by all

phase game
    move cards to pile
    shuffle pile
    for each p in players: move top(pile, 3) to hand(p)
    for each p in players
        p chooses c "part to show" from hand(p)
        move c to shown
    {end}
"""


@pytest.mark.parametrize(
    ("end", "verdict"),
    [
        ("players win", "no verdict, since no player had a higher payoff than another in 40 deals"),
        ("p1 wins", "no difference in any of 40 deals"),
        ("(players with highest sum of length(c) over c in hand(it)) win", "stronger than"),
    ],
)
def test_a_card_of_a_deck_is_weighed_where_payoffs_are_shared_or_not(
    run: Run, my_game: Path, end: str, verdict: str
) -> None:
    Path("together.rules").write_text(TOGETHER.format(end=end))
    words = "together.rules", "parts(6, red)", "--players", "random", "--games", "40"
    out = " ".join(run("weigh", *words).out.split())

    assert f"parts_6_red: {verdict}" in out
    assert "chosen in " in out


def test_cards_of_a_deck_that_are_chosen_from_the_table_are_no_deal(
    run: Run, my_game: Path
) -> None:
    text = TOGETHER.format(end="players win").replace("move top(pile, 3) to hand(p)", "nothing")
    text = text.replace("from hand(p)", "from shown").replace("shuffle pile", "move pile to shown")
    Path("together.rules").write_text(text)
    ran = run("weigh", "together.rules", "parts_6_red", "--players", "random", "--games", "20")

    assert "\nparts_6_red: no experiment" in ran.out


def test_a_copy_with_another_number_is_first_compared_with_its_original(
    run: Run, tmp_path: Path
) -> None:
    cards = tmp_path / "copy.cards"
    cards.write_text(COPY.format(copies=4).replace("boost: +2", "boost: +3"), encoding="utf-8")
    words = "weigh", "ollapion", "copy", "rage", "--cards", str(cards), "--games", "20"

    assert run(*words, "--jobs", "1").out.startswith("copy against rage: ")


RICH = """
player rich "Buys what is worth most"
    prefer buy(c) by highest worth(c)
"""


def test_a_verdict_by_who_plays_like_chance_says_so_first(run: Run, my_game: Path) -> None:
    Path("market.rules").write_text(MARKET + RICH)
    words = "--games", "40", "--jobs", "1", "--players"
    bold = " ".join(run("weigh", "my_game.rules", "high", *words, "bold").out.split())
    rich = run("weigh", "market.rules", "wheat", *words, "rich", "--format", "json").json
    (lead,) = rich["leads"]

    assert bold.startswith("careful: `bold` is not better than random play, so this says little")
    assert "of 320 games it wins" in bold
    assert lead["is_real"] and lead["change"] > 0.2 and lead["games"] < 320
    assert rich["summary"][0].startswith("wheat: ")


@pytest.mark.parametrize(
    ("change", "is_real", "rank", "is_told"),
    [
        (0.1, True, (0.05, 0.02, 0.08), False),
        (0.1, True, (-0.02, -0.05, 0.01), True),
        (0.01, False, (0.05, 0.02, 0.08), True),
        (0.01, False, (-0.02, -0.05, 0.01), False),
    ],
)
def test_a_ranking_that_says_something_else_is_explained(
    change: float, is_real: bool, rank: tuple[float, float, float], is_told: bool
) -> None:
    one = evolve(played("greedy", change, 0.02, is_real=is_real), ranks=(Rank("oath", 90, *rank),))

    assert any(room.OTHERWISE in line for line in room.weight_lines(one)) is is_told


@pytest.mark.parametrize(("ends", "is_ranked"), [((-0.6, 1.4), False), ((0.2, 0.4), True)])
def test_cards_that_cannot_be_told_apart_are_not_ranked(
    ends: tuple[float, float], is_ranked: bool
) -> None:
    ranks = (Rank("fire", 4, 0.4, *ends), Rank("oath", 90, -0.1, -0.2, 0.1))
    lines = [*room.weight_lines(evolve(played("greedy", 0.01, 0.02, is_real=False), ranks=ranks))]

    assert any("1. fire" in line for line in lines) is is_ranked
    assert any("too few deals to tell the 2 cards" in line for line in lines) is not is_ranked
