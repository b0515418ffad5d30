"""Saves from anywhere: allowed names, seals, versions, and the engine that resumes them."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

import ruleslang
from ruleslang.engine.choose_engine import INTERPRETER, WASM, C
from ruleslang.program.serial import digest
from ruleslang.simulation.records.game_record import from_line
from ruleslang.simulation.records.match_start import ENGINE_VERSION
from ruleslang.simulation.records.saves import FORM, from_text, to_text
from ruleslang.simulation.replay import replay
from ruleslang.source.checksum import MOST_LETTERS, Refused, seal, unseal

KEY, OTHER = b"a key of 16 bytes", b"another, as long as it"
MINE = """\
rulebook mine "Mine"
    language 1
    players 2: home, away
    starts with game
    at most 100 decisions, then nobody wins

kind number_card
    has strength: 1..9

card low "Low" x6: number_card
    strength: 2

card high "High" x3: number_card
    strength: 8

zone pile: cards, ordered, seen by nobody
zone hand(player): number_card, at most 3, seen by owner
zone laid(player): number_card, at most 1, seen by all
zone gone: cards, seen by all
state rounds_won(player): 0..3 = 0
die luck: 1, 2, 3

phase game
    move cards to pile
    shuffle pile
    for each p in players
        move top(pile, 3) to hand(p)
    repeat 2 times
        together
            home chooses ours "card to lay" from hand(home)
            away chooses theirs "card to lay" from hand(away)
        move ours to laid(home)
        move theirs to laid(away)
        roll luck as lucky
        if strength(ours) + lucky > strength(theirs): add 1 to rounds_won(home)
        move laid(any) to gone
    if rounds_won(home) > 1: home wins
    nobody wins
"""


def saved(name: str = "kuhn_poker", **how: Any) -> str:
    match = ruleslang.load(name).start(seed=1)
    match.choose(0)
    return match.to_json(**how)


def edited(text: str, change: Callable[[dict[str, Any]], None]) -> str:
    """The save after a change, with a checksum that fits."""
    record = json.loads(text)
    del record["checksum"]
    change(record)
    return seal(record)


# ---------------------------------------------------------------- what a save may name


@pytest.mark.parametrize(
    "name",
    [
        "./spy.rules",
        "spy.rules",
        "spy",
        ".",
        "..",
        "/etc/passwd",
        "a\nb",
        "",
        "\x00",
        "\ud800",
        "~",
    ],
)
def test_a_save_opens_no_file(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "spy.rules").write_text("the password is swordfish\n")
    (tmp_path / "spy").mkdir()
    (tmp_path / "spy" / "spy.rules").write_text("the password is swordfish\n")
    text = edited(saved(), lambda record: record["start"].update(rulebook=name))

    with pytest.raises(
        ruleslang.UnknownRulebook, match="does not come with the package"
    ) as refused:
        ruleslang.resume(text)

    assert "swordfish" not in str(refused.value)


def test_a_file_of_the_folder_does_not_take_the_place_of_a_shipped_rulebook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kuhn_poker").write_text(MINE)

    assert ruleslang.resume(saved()).game.name == "kuhn_poker"


def test_the_content_of_a_save_is_not_compiled() -> None:
    match = ruleslang.load("nim", position="given matches(1) is 0 and matches(2) is 0").start(
        seed=1
    )

    with pytest.raises(Refused, match="began in a custom position"):
        ruleslang.resume(match.to_json())


# ---------------------------------------------------------------- seals


def test_a_sealed_save_is_opened_by_its_key_alone() -> None:
    text = saved(seal_key=KEY)
    game = ruleslang.load("kuhn_poker")

    assert ruleslang.resume(text, seal_key=KEY).to_json(seal_key=KEY) == text
    assert game.resume(text, seal_key=KEY).to_json() == saved()
    for resume in (game.resume, ruleslang.resume):
        with pytest.raises(Refused, match="is sealed, and no `seal_key` was given"):
            resume(text)
        with pytest.raises(Refused, match="its seal does not fit"):
            resume(text, seal_key=OTHER)
        with pytest.raises(Refused, match="it has no seal"):
            resume(saved(), seal_key=KEY)


@pytest.mark.parametrize("forged", ["", "0" * 64, "é", "\ud800", 7, [1], True, {"a": 1}])
def test_a_seal_is_not_made_up(forged: Any) -> None:
    whole = unseal(saved(seal_key=KEY), KEY)
    record = json.loads(seal(whole))

    with pytest.raises(Refused, match="its seal does not fit"):
        from_text(json.dumps({**record, "seal": forged}), KEY)


def test_a_seal_is_of_all_that_is_saved() -> None:
    """Each thing that is changed and given a fitting checksum is noticed by the seal."""
    text = saved(seal_key=KEY)
    changes: list[Callable[[dict[str, Any]], None]] = [
        lambda record: record["start"].update(seed=2),
        lambda record: record["choices"].pop(),
        lambda record: record["choices"][0].update(choice="pass_on "),
        lambda record: record.update(hash="0" * 16),
        lambda record: record.update(seats=["you", "you"]),
    ]
    for change in changes:

        def kept(record: dict[str, Any], change: Callable[[dict[str, Any]], None] = change) -> None:
            record.pop("seal")
            change(record)

        forged = json.loads(edited(text, kept))
        with pytest.raises(Refused, match="its seal does not fit"):
            from_text(json.dumps({**forged, "seal": json.loads(text)["seal"]}), KEY)


def test_a_seal_survives_a_database_that_orders_keys() -> None:
    text = json.dumps(json.loads(saved(seal_key=KEY)), sort_keys=True, indent=1)

    assert ruleslang.resume(text, seal_key=KEY).choices


@pytest.mark.parametrize("key", ["secret of a server", 7, b"short", b"", bytearray(KEY), [KEY]])
def test_a_key_is_bytes_and_is_never_shown(key: Any) -> None:
    match = ruleslang.load("kuhn_poker").start(seed=1)

    for use in (
        lambda: match.to_json(seal_key=key),
        lambda: ruleslang.resume(saved(), seal_key=key),
        lambda: match.game.resume(saved(), seal_key=key),
    ):
        with pytest.raises((TypeError, ValueError), match="`seal_key`") as problem:
            use()
        assert not any(word in str(problem.value) for word in ("of a server", "short", "of 16 b"))


# ---------------------------------------------------------------- size


DEEP = ["[" * depth + "]" * depth for depth in (900, 980, 995, 1000, 5000)]


@pytest.mark.parametrize("depth", range(len(DEEP)))
def test_deep_saves_are_refused(depth: int) -> None:
    text = saved()[:-1] + f', "seats": {DEEP[depth]}}}'

    with pytest.raises(Refused):
        from_text(text)


def test_large_saves_are_refused_before_they_are_read() -> None:
    for text in ("[],", "{},", '"a",', " ", "1"):
        with pytest.raises(Refused, match="larger than any record"):
            from_text(f"[{text * (MOST_LETTERS // len(text))}]")


# ---------------------------------------------------------------- versions


def test_the_engine_version_is_raised_when_a_seed_means_another_match() -> None:
    """If this fails for good reason, raise `ENGINE_VERSION`, and write the new hash here."""
    match = ruleslang.load_text(MINE).start(seed=7)
    while match.decision is not None:
        match.choose(0)

    assert (ENGINE_VERSION, FORM, match.hash()) == (1, 1, "d871a898ef957f90")


def test_the_digest_of_a_text_outlives_releases() -> None:
    """
    Saves name the digest of the rules. A field that is added to the program has a default, which
    the digest leaves out; what changes the digest of old texts ends the matches of all.
    """
    assert digest(ruleslang.load_text(MINE).program) == "6838977851694d9131ea7e947637c1be"


@pytest.mark.parametrize(
    ("form", "words"),
    [(0, "older release, in form 0"), (2, "newer release, in form 2"), ("1", "not a number")],
)
def test_another_form_is_reported(form: Any, words: str) -> None:
    with pytest.raises(Refused, match=words):
        from_text(edited(saved(), lambda record: record.update(form=form)))


def test_a_save_does_not_name_the_release() -> None:
    assert ruleslang.__version__ not in saved()


def test_another_engine_version_is_reported() -> None:
    text = edited(saved(), lambda record: record["start"].update(engine=ENGINE_VERSION + 1))

    with pytest.raises(Refused, match="another engine version: 2, and here it is 1"):
        ruleslang.resume(text)


# ---------------------------------------------------------------- engines


@pytest.mark.parametrize("engine", [INTERPRETER, WASM, C])
def test_whoever_goes_on_keeps_the_engine(engine: str) -> None:
    game = ruleslang.load("kuhn_poker")
    match = game.start(seed=1, engine=engine)
    match.choose(0)
    kind = type(match.engine)
    again = [
        pickle.loads(pickle.dumps(match)),
        pickle.loads(pickle.dumps(match.copy())),
        game.resume(match.to_json()),
        ruleslang.resume(match.to_json()),
        game.resume(game.resume(match.to_json(), engine=INTERPRETER).to_json(), engine=engine),
        match.copy(),
    ]

    assert [type(each.engine) for each in again] == [kind] * 6
    assert {each.hash() for each in again} == {match.hash()}
    assert {from_text(each.to_json()).engine for each in again} == {engine}
    with pytest.raises(ValueError, match="there is no engine `quick`"):
        game.resume(match.to_json(), engine="quick")


# ---------------------------------------------------------------- players


def test_a_bot_of_another_game_is_refused_with_the_reason() -> None:
    leduc, eights = ruleslang.load("leduc_poker"), ruleslang.load("crazy_eights")
    match = leduc.start(seed=1)

    for name in ("thrifty", "random", "search:1"):
        with pytest.raises(
            ValueError, match="player of crazy_eights, and the match is one of leduc"
        ):
            eights.bot(name).choose(match)
    with pytest.raises(TypeError, match="`match` is a match of a game"):
        eights.bot().choose(match.engine)  # type: ignore[arg-type]
    assert ruleslang.load("leduc_poker").bot().choose(match) in match.decision.choices  # type: ignore[union-attr]


def test_a_bot_plays_in_every_language() -> None:
    ole = ruleslang.load("ollapion")
    other = ole.in_language(ole.languages[-1])
    match = ole.start(seed=1)

    assert other.bot(seed=1).choose(match).id == ole.bot(seed=1).choose(match).id


def test_a_list_of_nobody_is_no_list_of_players() -> None:
    with pytest.raises(ValueError, match="`players` names no player"):
        ruleslang.load("kuhn_poker").simulate(games=1, players=[])


def test_a_save_comes_back_as_the_same_text() -> None:
    assert to_text(from_text(saved())) == saved()


def played(match: ruleslang.Match, copied_at: int = -1) -> ruleslang.Match:
    """A match to its end, by its last choices."""
    while match.decision is not None:
        if len(match.choices) == copied_at:
            match, copied_at = match.copy(seed=9), -1
        match.choose(len(match.decision.choices) - 1)
    return match


@pytest.mark.parametrize(
    ("name", "how", "copied_at"),
    [
        ("leduc_poker", {"engine": C}, -1),
        ("crazy_eights", {"engine": WASM}, 4),
        ("leduc_poker", {"chance": "asked"}, -1),
    ],
)
def test_a_finished_match_is_a_record_that_replay_and_records_read(
    name: str, how: dict[str, Any], copied_at: int
) -> None:
    game = ruleslang.load(name)
    match = played(game.start(**how), copied_at)
    line = match.record(["ann", "ben"], game=3)
    found = from_line(line)

    assert replay(game.program, found) is None
    assert (found.players, found.game) == (("ann", "ben"), 3)
    assert match.outcome is not None and found.payoffs == match.outcome.payoffs
    assert replay(game.program, evolve(found, payoffs=(99, 99))) is not None


def test_files_that_are_no_records_are_refused() -> None:
    match = ruleslang.load("tic_tac_toe").start()
    with pytest.raises(ValueError, match="the match is not over: save it with `to_json`"):
        match.record()
    over, wrong = played(match), "ann"
    with pytest.raises(ValueError, match="2 names of players are needed, not 1"):
        over.record(["ann"])
    with pytest.raises(TypeError, match="`players` is a list of strings, not str 'ann'"):
        over.record(wrong)


FORK = """rulebook fork "Fork"
    language 1
    players 2
    starts with game

state score(player): 0..99 = 0

phase game
    repeat 4 times
        for each p in players
            p chooses n "number" from 1..5
            add n to score(p)
    (players with highest score(it)) win
"""


def test_a_save_of_another_version_is_read_and_its_choices_are_made_again() -> None:
    match = ruleslang.load_text(FORK).start(seed=7)
    for choice in ("2", "5", "1", "3"):
        match.choose(choice)
    saved, newer = match.to_json(), ruleslang.load_text(FORK.replace("1..5", "1..4"))
    with pytest.raises(ruleslang.Refused):
        newer.resume(saved)

    save = ruleslang.read_save(saved)

    assert (save.start.seed, save.start.players, save.start.rulebook) == (7, 2, "fork")
    assert [(made.player, made.choice) for made in save.choices] == [
        *((0, "2"), (1, "5"), (0, "1"), (1, "3"))
    ]
    assert "7" not in repr(save)
    again = newer.start(seed=save.start.seed, players=save.start.players)
    again.choose(save.choices[0].choice, by=save.choices[0].player)
    with pytest.raises(ruleslang.IllegalChoice):
        again.choose(save.choices[1].choice, by=save.choices[1].player)


def test_reading_a_save_refuses_what_resuming_would_refuse() -> None:
    match = ruleslang.load_text(FORK).start(seed=7)
    sealed = match.to_json(seal_key=b"k" * 32)
    assert ruleslang.read_save(sealed, seal_key=b"k" * 32).choices == ()
    for text, key in ((match.to_json(), b"k" * 32), (sealed[:-9], None), ("{}", None)):
        with pytest.raises(ruleslang.Refused):
            ruleslang.read_save(text, seal_key=key)
