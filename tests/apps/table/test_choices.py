"""How the page puts a choice of several parts together."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import ruleslang.apps.table

PAGE = Path(ruleslang.apps.table.__file__).parent / "static" / "choices.js"


def part(kind: str, name: str) -> dict[str, str]:
    return {"kind": kind, "name": name, "text": name, "prompt": ""}


def picked(choices: list[list[dict[str, str]]], *keys: str) -> list[list[str] | int]:
    """What may be picked at first and after each pick, or the place of the choice that it makes."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    question = {"ticket": "1", "choices": [{"parts": parts} for parts in choices]}
    program = f"""
        const Choices = require({json.dumps(str(PAGE))});
        const found = [];
        Choices.begin({json.dumps(question)});
        for (const key of {json.dumps([*keys, ""])}) {{
          const offers = Choices.offers();
          found.push(offers.map((offer) => offer.key));
          if (!key) break;
          const place = Choices.pick(offers.find((offer) => offer.key === key));
          if (place !== null) {{ found.push(place); break; }}
        }}
        console.log(JSON.stringify(found));
    """
    ran = subprocess.run([node, "-e", program], capture_output=True, text=True, check=True)
    found: list[list[str] | int] = json.loads(ran.stdout)
    return found


def test_a_man_with_one_move_is_moved_by_pressing_it_and_then_its_space() -> None:
    moves = [
        [part("action", "move"), part("space", man), part("space", to)]
        for man, to in (("a2", "a3"), ("b2", "b3"), ("b2", "b4"))
    ]

    assert picked(moves, "space a2", "space a3")[1:] == [["space a3"], 0]
    assert picked(moves, "space b2", "space b4")[1:] == [["space b3", "space b4"], 2]
