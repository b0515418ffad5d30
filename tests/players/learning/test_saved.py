"""Files of learned players: they can be restored, and hostile ones are refused."""

from __future__ import annotations

import re
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from ruleslang.api import Game, load
from ruleslang.engine.match.entities import settle
from ruleslang.players.learned_bot import add_learned
from ruleslang.players.learning.learn import LearningBudget, learn, together
from ruleslang.players.learning.saved import Learned, NotLearned, learned_in, read_learned, text_of
from ruleslang.players.learning.weights import ROW
from ruleslang.players.registry import is_bot, make_bot
from ruleslang.source.checksum import seal, unseal
from tests.players.learning.reference.learner import in_python

GAME = "examples/kuhn_poker"


@pytest.fixture(scope="module")
def game() -> Game:
    return load(GAME)


@pytest.fixture(scope="module")
def learned(game: Game) -> Learned:
    settings = settle(game.program, {}, None, None)
    learner = in_python(game.program, settings, game.compiled.choosers)
    found = learn(learner, LearningBudget(7, learners=2, games=30))
    names = tuple(each.name for each in learner.choosers)
    digest = learner.numbering.digest
    return Learned(game.name, digest, settings.players, {}, names, 7, tuple(found.learners))


def differ(one: Sequence[float], other: Sequence[float]) -> float:
    """By how much they differ at most: there are half a million."""
    assert len(one) == len(other)
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def test_what_was_learned_comes_back(learned: Learned) -> None:
    again = learned_in(text_of(learned))

    for one, other in zip(learned.learners, again.learners, strict=True):
        assert differ(other.policy[::ROW], one.policy[::ROW]) < 1e-3
        assert (one.games, one.sharpness) == (other.games, other.sharpness)
    assert any(learned.learners[0].policy)


def test_the_same_seed_and_games_give_the_same_player(game: Game, learned: Learned) -> None:
    settings = settle(game.program, {}, None, None)
    learner = in_python(game.program, settings, game.compiled.choosers)

    again = learn(learner, LearningBudget(7, learners=2, games=30))

    assert [each.policy for each in again.learners] == [each.policy for each in learned.learners]


def test_all_together_prefer_what_each_prefers_on_the_whole(learned: Learned) -> None:
    whole, (one, other) = together(learned.learners), learned.learners

    means = [(a + b) / 2 for a, b in zip(one.policy[::ROW], other.policy[::ROW], strict=True)]
    assert differ(whole.policy[::ROW], means) < 1e-12


def test_it_sits_at_a_table(game: Game, learned: Learned, tmp_path: Path) -> None:
    path = tmp_path / "a.learned"
    path.write_text(text_of(learned))
    for name in (str(path), f"{path}#2", f"{path}#steady"):
        assert not is_bot(name, game.compiled)
        add_learned(name, game.compiled)

        match = game.start(seed=3)
        while match.decision is not None:
            bot = make_bot(name, game.compiled, 3, match.decision.player)
            match.choose(match.decision.choices[bot.choose(match.engine)])

        assert match.outcome is not None


def test_a_file_of_another_game_is_refused(learned: Learned, tmp_path: Path) -> None:
    path = tmp_path / "a.learned"
    path.write_text(text_of(learned))

    with pytest.raises(NotLearned, match="it plays kuhn_poker, not pig"):
        add_learned(str(path), load("examples/pig").compiled)


def changed(learned: Learned, **changes: Any) -> str:
    return seal({**unseal(text_of(learned)), **changes})


HOSTILE: dict[str, tuple[Any, str]] = {
    "format": ("ruleslang learned player 99", "got 'ruleslang learned player 99'"),
    "rulebook": (7, "`rulebook` is not as expected (expected str, met 7)"),
    "players": (True, "`players` is not as expected (expected int, met True)"),
    "options": ([], "`options` is not as expected (expected a mapping)"),
    "advisers": ("ab", "`advisers` is not a list"),
    "seed": (1.5, "`seed` is not as expected (expected int, met 1.5)"),
    "learners": ([], "it is not as expected (Length of 'learners'"),
    "best": (9, "its best learner is not among its learners"),
    "more": (1, "extra fields found (more)"),
}
LEARNER = {"games": 1, "sharpness": 1, "trust": 0, "places": "AAAAAA==", "weights": "AACAPw=="}
HOSTILE_LEARNERS: dict[str, tuple[dict[str, Any], str]] = {
    "no places": ({"places": None}, "`learners[0].places` is not as expected (expected str, met"),
    "no base64": ({"places": "!"}, "`learners[0]` is not as expected (Only base64 data"),
    "half a number": ({"places": "AAA="}, "(bytes length not a multiple of item size)"),
    "more places": ({"weights": ""}, "(0 weights for 1 places)"),
    "place outside": ({"places": "////fw=="}, "(a weight in it is out of range)"),
    "no number": ({"weights": "AADAfw=="}, "(a weight in it is out of range)"),
    "not sharp": ({"sharpness": -1}, "('sharpness' must be >= 0: -1.0)"),
    "no trust": (
        {"trust": "x"},
        "`learners[0].trust` is not as expected (expected float, met 'x')",
    ),
    "no games": ({"games": "x"}, "`learners[0].games` is not as expected (expected int, met 'x')"),
}


@pytest.mark.parametrize("key", HOSTILE)
def test_hostile_entries_are_refused(learned: Learned, key: str) -> None:
    value, message = HOSTILE[key]
    with pytest.raises(NotLearned, match=re.escape(message)):
        learned_in(changed(learned, **{key: value}))


@pytest.mark.parametrize("case", HOSTILE_LEARNERS)
def test_hostile_learners_are_refused(learned: Learned, case: str) -> None:
    changes, message = HOSTILE_LEARNERS[case]
    assert learned_in(changed(learned, learners=[LEARNER])).learners[0].games == 1
    with pytest.raises(NotLearned, match=re.escape(message)):
        learned_in(changed(learned, learners=[{**LEARNER, **changes}]))


def test_weights_that_were_changed_are_refused(learned: Learned) -> None:
    text = text_of(learned)
    at = text.index('"weights": "') + 20
    with pytest.raises(NotLearned, match="it was changed after it was written: its checksum"):
        learned_in(text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :])


def test_no_player_advises_twice(learned: Learned) -> None:
    with pytest.raises(NotLearned, match="the same player advises it twice"):
        learned_in(changed(learned, advisers=["careful", "careful"]))


def test_what_is_no_player_takes_little_memory(learned: Learned) -> None:
    text = changed(learned, more=[[]] * 500_000)

    tracemalloc.start()
    with pytest.raises(NotLearned, match="more entries"):
        learned_in(text)
    assert tracemalloc.get_traced_memory()[1] < len(text)
    tracemalloc.stop()


@pytest.mark.parametrize("name", ["\x1b[2J", "a\nruleslang: all is well", "\u202e", "\ud800"])
def test_names_are_printable(learned: Learned, name: str) -> None:
    for entry in ({"rulebook": name}, {"advisers": [name]}, {"options": {name: "a"}}):
        with pytest.raises(NotLearned) as refused:
            learned_in(changed(learned, **entry))

        assert str(refused.value).isprintable()


@pytest.mark.parametrize("text", ["", "[", "[]", "{}", "[" * 100_000, "NaN", "\0"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(NotLearned):
        learned_in(text)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotLearned, match="it is not a file"):
        read_learned(str(tmp_path))
    with pytest.raises(FileNotFoundError):
        read_learned(str(tmp_path / "none.learned"))
    (tmp_path / "bytes.learned").write_bytes(b"\xff\xfe")
    with pytest.raises(NotLearned):
        read_learned(str(tmp_path / "bytes.learned"))
