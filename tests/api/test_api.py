"""The promises to programs that embed the engine."""

from __future__ import annotations

import os
import pydoc
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ruleslang
from ruleslang import api
from ruleslang.engine import compiled_in_c

COIN = """\
rulebook coin "Coin"
    players 2
    starts with game
die penny: heads, tails
option stakes "What is played for"
    low *
    high
phase game
    p1 chooses call "the side" from {heads, tails}
    roll penny as side
    if side is call: p1 wins
    p2 wins
"""


TWINS = """\
rulebook twins "Twins"
    players 2
    starts with game
kind person
card ann "Smith": person
card ben "Smith": person
zone room: cards, seen by all
phase game
    move cards to room
    p1 chooses c from room
    p1 wins
"""


def test_a_match_is_printed_as_spectators_see_it() -> None:
    match = ruleslang.load("tic_tac_toe").start(seed=1)
    match.choose("mark_a_square cell(2, 2)")
    drawn = "3 · · ·\n2 · C ·\n1 · · ·\n  A B C\n"
    assert str(match).startswith(drawn) and str(match).endswith("nought: square")
    kuhn = ruleslang.load("kuhn_poker").start(chance="asked")
    assert str(kuhn).splitlines()[-1] == "chance: shuffle of pile: card 1 of 3 from the top"
    drawn_cards = ruleslang.load("kuhn_poker").start(seed=1)
    assert "hand: opener 1 card" in str(drawn_cards) and "king" not in str(drawn_cards)


def test_boards_are_pictures_of_what_a_seat_sees() -> None:
    match = ruleslang.load("tic_tac_toe").start(seed=1)
    empty = match.boards(0)
    match.choose(4)
    (name, picture), *others = match.boards(None).items()

    assert [name] == [*empty] and not others
    assert picture.count("<text") == empty[name].count("<text") + 3  # and two of the legend
    assert match.boards("nought") == {name: picture}
    assert "<svg" in match._repr_html_() and "<pre" in match._repr_html_()
    assert "<svg" not in ruleslang.load("kuhn_poker").start()._repr_html_()


def test_a_match_is_played_with_choices_indexes_and_ids() -> None:
    game = ruleslang.load(COIN)
    for choice in (0, "heads"):
        match = game.start(seed=7)
        assert not match.is_over
        assert match.decision is not None
        match.choose(choice)
        assert match.is_over
        assert match.outcome is not None

    match = game.start(seed=7)
    assert match.decision is not None
    match.choose(match.decision.choices[1])
    assert match.is_over


def test_the_same_seed_is_the_same_match() -> None:
    game = ruleslang.load("higher")

    def played(seed: int) -> list[str]:
        match = game.start(seed=seed)
        hashes = [match.hash()]
        while match.decision is not None:
            match.choose(0)
            hashes.append(match.hash())
        return hashes

    assert played(3) == played(3)
    assert played(3) != played(4)


def test_a_copy_goes_its_own_way() -> None:
    match = ruleslang.load("higher").start(seed=3)
    twin, before = match.copy(), match.hash()
    assert twin.hash() == before

    twin.choose(0)

    assert match.hash() == before
    assert twin.hash() != before
    match.choose(0)
    assert match.hash() == twin.hash()


def test_a_match_is_the_same_on_every_engine() -> None:
    game = ruleslang.load("grangol")
    one, other = (game.start(seed=3, engine=engine) for engine in ("interpreter", "wasm"))

    for _ in range(30):
        assert one.decision is not None and other.decision is not None
        assert other.decision.choices == one.decision.choices
        place = len(one.choices) % len(one.decision.choices)
        one.choose(place)
        other.choose(place)
    ahead = other.copy()
    ahead.choose(0)

    assert type(other.engine) is not type(one.engine)
    assert other.hash() == one.hash()
    on_one = game.resume(other.to_json(), engine="interpreter")
    assert (on_one.hash(), on_one.to_json()) == (one.hash(), one.to_json())
    assert len(ahead.choices) == len(other.choices) + 1
    with pytest.raises(ValueError, match="there is no engine `fast`"):
        game.start(engine="fast")


def test_a_match_is_resumed_at_every_decision() -> None:
    game = ruleslang.load("higher")
    match = game.start(seed=5)
    while match.decision is not None:
        again = ruleslang.resume(match.to_json())
        assert again.hash() == match.hash()
        assert again.decision is not None
        assert [c.id for c in again.decision.choices] == [c.id for c in match.decision.choices]
        match.choose(len(match.decision.choices) - 1)
    assert ruleslang.resume(match.to_json()).outcome == match.outcome


@pytest.mark.parametrize(
    ("choice", "kind"),
    [
        (9, "invalid"),
        (-1, "invalid"),
        (True, "invalid"),
        (None, "invalid"),
        ("head", "invalid"),
        ("1", "illegal"),
    ],
)
def test_an_impossible_choice_gives_the_reason_and_changes_nothing(
    choice: object, kind: str
) -> None:
    match = ruleslang.load(COIN).start(seed=7)
    before = match.hash()

    with pytest.raises(ruleslang.IllegalChoice) as caught:
        match.choose(choice)  # type: ignore[arg-type]

    assert caught.value.kind == kind
    assert caught.value.reason
    assert match.hash() == before


def test_an_illegal_choice_names_the_clause_that_forbids_it() -> None:
    game = ruleslang.load("""\
rulebook pawns "Pawns"
    players 2
    starts with game
state gold(player): 0..9 = 1
action buy by p
    only if gold(p) >= 3
    set gold(p) to 0
action wait by p
    nothing
action rest by p
    nothing
phase game
    p1 must do one of buy, wait, rest
    p1 wins
""")

    with pytest.raises(ruleslang.IllegalChoice, match=r"only if gold.* does not hold") as caught:
        game.start(seed=1).choose("buy")

    assert caught.value.kind == "illegal"


def test_a_number_of_players_that_the_header_excludes_is_refused_with_its_line() -> None:
    game = ruleslang.load("""\
rulebook pairs "Pairs"
    players 1..6
    only if remainder(number of players, 2) is 0
    starts with game
phase game
    nobody wins
""")

    assert game.start(seed=1).start.players == 2
    with pytest.raises(ValueError, match=r"3 players.*remainder\(number of players, 2\) is 0"):
        game.start(seed=1, players=3)


def test_a_text_that_several_choices_have_is_ambiguous() -> None:
    match = ruleslang.load(TWINS).start(seed=3)
    assert match.decision is not None
    texts = [choice.text for choice in match.decision.choices]
    twice = next(text for text in texts if texts.count(text) > 1)

    with pytest.raises(ruleslang.IllegalChoice) as caught:
        match.choose(twice)

    assert caught.value.kind == "ambiguous"


def test_nothing_can_be_chosen_after_the_end() -> None:
    match = ruleslang.load(COIN).start(seed=7)
    match.choose(0)

    with pytest.raises(ruleslang.IllegalChoice, match="the match is over"):
        match.choose(0)


@pytest.mark.parametrize("engine", ["interpreter", "python"])
def test_a_fault_names_its_line(engine: str) -> None:
    text = COIN.replace("p1 wins", "add 1 to gold") + "state gold: 0..1 = 1\n"
    start = ruleslang.load(text).start
    stopped = (start(seed=seed, engine=engine) for seed in range(9))
    line = text[: text.index("add 1")].count("\n") + 1

    for match in stopped:
        match.choose("heads")
        if match.outcome is None:
            break

    assert match.fault is not None and match.fault.slug == "out-of-range"
    assert str(match.fault).endswith(f"`gold` would be 2, outside 0..1 (text.rules:{line})")
    assert match.fault is match.fault


def test_a_view_hides_what_is_another_s() -> None:
    match = ruleslang.load("higher").start(seed=3)

    mine, theirs = match.view(0).zones["hand(home)"], match.view(1).zones["hand(home)"]

    assert None not in mine.cards
    assert theirs.cards == (None, None, None)
    assert match.view(1).decision is None


def test_settings_are_checked_in_words() -> None:
    game = ruleslang.load(COIN)
    assert game.options == {"stakes": ("low", "high")}

    for settings in ({"stake": "high"}, {"stakes": "hihg"}):
        with pytest.raises(ValueError, match="did you mean"):
            game.start(options=settings)
    with pytest.raises(ValueError, match="coin has 2 players, not 3"):
        game.start(players=3)


def test_a_rulebook_with_mistakes_is_an_error_with_diagnostics() -> None:
    with pytest.raises(ruleslang.RulesError) as caught:
        ruleslang.load("rulebook bad\n    players two\n")

    assert caught.value.diagnostics
    assert "error[" in str(caught.value)


def test_what_is_not_there_is_unknown() -> None:
    with pytest.raises(ruleslang.UnknownRulebook, match="did you mean `higher`"):
        ruleslang.load("highr")
    assert "higher" in ruleslang.rulebooks()


def test_the_shipped_rulebooks_are_loaded_by_path_too() -> None:
    path = Path(__file__).parents[2] / "examples" / "higher"

    digests = {ruleslang.load(place).digest for place in ("higher", path, path / "higher.rules")}

    assert len(digests) == 1


def test_a_simulation_is_a_report() -> None:
    report = ruleslang.load("higher").simulate(games=20, seed=2, players=["bold", "random"])

    assert report.games == report.finished == 20
    assert sum(report.winners) + report.draws == 20
    assert report.measures["decisions"].mean > 0


def test_a_simulation_has_the_fewest_automatic_seats_that_the_header_allows() -> None:
    game = ruleslang.load(COIN.replace("players 2", "players 2\n    automatic seats 1..1"))

    assert game.simulate(games=3).games == 3
    assert game.batch(games=3, seed=1).automatic == game.start(seed=1).start.automatic == 1
    with pytest.raises(ValueError, match="1 automatic seats, not 0"):
        game.simulate(games=3, automatic=0)


def test_a_script_without_a_guard_may_use_several_processes(tmp_path: Path) -> None:
    script = "import ruleslang\nprint(ruleslang.load('higher').simulate(games=40, jobs=2).games)\n"

    done = subprocess.run(
        [sys.executable, "-"], input=script, capture_output=True, text=True, check=True
    )

    assert done.stdout == "40\n"


def test_importing_the_package_loads_nothing_of_it() -> None:
    script = (
        "import sys, ruleslang; "
        "print([name for name in sys.modules if name.startswith(('ruleslang.', 'attr', 'lark'))])"
    )

    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )

    assert done.stdout == "[]\n"


def test_a_choice_shows_itself_in_a_line() -> None:
    match = ruleslang.load("crazy_eights").start(seed=3)
    assert match.decision is not None

    for choice in match.decision.choices:
        assert len(repr(choice)) < 300


def test_every_promised_name_is_there() -> None:
    for name in api.__all__:
        assert getattr(ruleslang, name)
    assert set(api.__all__) <= set(dir(ruleslang))
    with pytest.raises(AttributeError, match="no attribute 'lod'"):
        ruleslang.lod  # noqa: B018


def test_help_is_short_and_names_everything() -> None:
    text = pydoc.plain(pydoc.render_doc(ruleslang))

    assert len(text.splitlines()) < 120
    assert {name for name in api.__all__ if not re.search(rf"\b{name}\b", text)} == {"__version__"}


def test_help_loads_no_room_but_the_command_line() -> None:
    script = (
        "import sys; from ruleslang.apps.cli.main import status; status(['--help']); "
        "print([name for name in sys.modules if name.split('.')[0] in ('lark', 'cattrs')"
        " or name.startswith('ruleslang.apps.') and not name.startswith('ruleslang.apps.cli')"
        " or name.startswith('ruleslang.') and not name.startswith('ruleslang.apps')])"
    )

    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )

    assert done.stdout.splitlines()[-1] == "[]"


def test_a_right_text_is_checked_without_the_phrasebook_and_the_interpreter(tmp_path: Path) -> None:
    script = (
        "import sys; from ruleslang.apps.cli.main import status; status(['check', 'pig']); "
        "print([name for name in sys.modules if name == 'glob'"
        " or name.startswith(('ruleslang.engine.interpreter',"
        " 'ruleslang.language.syntax.diagnostics.phrasebook.a'))])"
    )

    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "RULESLANG_CACHE": str(tmp_path)},
    )

    assert done.stdout.splitlines() == ["pig: no problems found", "[]"]


@pytest.mark.parametrize("engine", ["interpreter", "wasm"])
def test_a_space_has_one_name_in_choices_and_views(engine: str) -> None:
    match = ruleslang.load("tic_tac_toe").start(seed=1, engine=engine)
    choice = match.decision.choices[4]
    match.choose(choice.id)

    assert choice.id == "mark_a_square cell(2, 2)"
    assert "cell(2, 2)" in match.view(0).pieces.values()


def test_a_request_for_c_reports_that_another_engine_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise compiled_in_c.NotCompiled("there is no compiler here")

    monkeypatch.setattr(compiled_in_c, "GameInC", refused)
    monkeypatch.setattr(compiled_in_c, "GameInWasm", refused)
    monkeypatch.setattr(compiled_in_c, "_made", {})
    game = ruleslang.load("kuhn_poker")
    with pytest.warns(
        RuntimeWarning, match="`c` was asked for, and `interpreter` plays: there is no"
    ):
        match = game.start(seed=1, engine="c")
    with pytest.warns(RuntimeWarning, match="`c` was asked for, and `interpreter` plays"):
        assert game.simulate(games=3, engine="c") == game.simulate(games=3, engine="wasm")
    with pytest.warns(RuntimeWarning, match="`interpreter` plays"):
        assert game.resume(match.to_json(), engine="c").hash() == match.hash()


def test_information_is_of_the_choices_made_however_a_match_came_there() -> None:
    game = api.load("crazy_eights")
    match, beside = game.start(seed=1, engine="wasm"), game.start(seed=1, engine="interpreter")
    for _ in range(5):
        match.push(1)
        match.information(0)
        match.pop()
        twin, afresh = match.copy(), match.copy(seed=2)
        twin.choose(0)
        afresh.choose(0)
        match.choose(0)
        beside.choose(0)

        for seat in (0, 1, None):
            log = beside.information(seat)
            assert [match.information(seat), twin.information(seat)] == [log, log]
            assert match.before(1).information(seat) == beside.before(1).information(seat)
