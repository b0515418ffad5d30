"""A record is read whole or refused."""

from __future__ import annotations

import json
import re

import pytest

from ruleslang.simulation.records.match_start import Start
from ruleslang.simulation.records.saves import Made, Save, from_text, to_text
from ruleslang.source.checksum import Refused, seal, unseal

SAVE = Save(
    Start("duel", "d1", 1, 1, 7, 2, options={"rain": "late"}),
    (Made(0, "bolt"), Made(1, "wavé 2")),
    "ab",
)


def test_a_save_comes_back_as_it_was() -> None:
    assert from_text(to_text(SAVE)) == SAVE


@pytest.mark.parametrize("place", range(0, len(to_text(SAVE)), 7))
def test_a_save_cut_anywhere_is_refused(place: int) -> None:
    with pytest.raises(Refused):
        from_text(to_text(SAVE)[:place])


def test_every_changed_letter_is_noticed() -> None:
    text = to_text(SAVE)
    for place, letter in enumerate(text):
        changed = text[:place] + ("1" if letter == "0" else "0") + text[place + 1 :]
        if json_of(changed) == json_of(text):
            continue
        with pytest.raises(Refused):
            from_text(changed)


def json_of(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "7",
        "null",
        "[" * 100_000,
        '{"a": 1}',
        seal({"record": "save"}),
        seal({"record": "other"}),
        seal({"record": "save", "choices": 3}),
    ],
)
def test_what_is_no_save_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises(Refused) as caught:
        from_text(text)

    assert str(caught.value)


def test_a_number_in_place_of_a_word_is_refused() -> None:
    record = unseal(to_text(SAVE))
    record["start"]["seed"] = "7"

    with pytest.raises(Refused, match=r"`start.seed` is not as expected \(expected int, met .*\)$"):
        from_text(seal(record))
    del record["start"]["seed"]
    with pytest.raises(Refused, match=r"not a record of this kind: `start\.seed` is missing$"):
        from_text(seal(record))


@pytest.mark.parametrize(
    ("place", "changed"),
    [
        ("seats", {"seats": "you"}),
        ("choices", {"choices": "ab"}),
        ("start.cards", {"start": {"cards": "extra.cards"}}),
        ("seats", {"seats": {"0": "you"}}),
    ],
)
def test_a_text_is_no_list(place: str, changed: dict[str, object]) -> None:
    record = unseal(to_text(SAVE))
    for name, value in changed.items():
        inside = isinstance(value, dict) and name == "start"
        record[name] = {**record[name], **value} if inside else value

    with pytest.raises(Refused, match=f"`{re.escape(place)}` is not a list$"):
        from_text(seal(record))


def test_a_key_occurs_once() -> None:
    text = to_text(SAVE)

    with pytest.raises(Refused, match="`hash` is in it twice"):
        from_text(text.replace('"hash"', '"hash": "xy", "hash"', 1))


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_what_is_no_number_is_refused(word: str) -> None:
    with pytest.raises(Refused, match=f"`{word}` is not a valid number"):
        from_text(to_text(SAVE).replace('"seed": 7', f'"seed": {word}', 1))
