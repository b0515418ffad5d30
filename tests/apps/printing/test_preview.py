"""`print --preview`: pages in a browser that follow the saves."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.apps.cli.conftest import Run, write_my_game
from tests.apps.cli.test_streams import listen_to_ctrl_c


@pytest.fixture
def my_game(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    pytest.importorskip("watchfiles")
    pytest.importorskip("typst")
    monkeypatch.chdir(tmp_path)
    return write_my_game(run)


def fetched(address: str, path: str, host: str = "") -> bytes:
    asked = Request(f"{address}{path}", headers={"Host": host} if host else {})
    with urlopen(asked, timeout=20) as answer:
        body: bytes = answer.read()
    return body


def state_where(address: str, key: str, holds: Any) -> dict[str, Any]:
    until = time.monotonic() + 60
    while True:
        state: dict[str, Any] = json.loads(fetched(address, "state"))
        if holds(state[key]):
            return state
        assert time.monotonic() < until, state
        time.sleep(0.05)


def test_pages_follow_saves_and_stay_where_the_text_is_wrong(my_game: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "ruleslang", "print", "my_game.rules", "--preview"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        preexec_fn=listen_to_ctrl_c,
    ) as process:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())
        assert found is not None
        address = found[0]
        first = state_where(address, "pages", bool)
        assert (first["number"], first["pages"], first["message"]) == (1, 4, "")
        assert fetched(address, "0.png").startswith(b"\x89PNG")
        assert b"preview of my_game.rules" in fetched(address, "")

        text = my_game.read_text()
        my_game.write_text(f"{text}\nzone\n")
        wrong = state_where(address, "message", lambda message: "the end of the line" in message)
        assert (wrong["number"], wrong["pages"]) == (1, 4)

        my_game.write_text(text.replace('card low "Low" x6', 'card low "Low" x24'))
        more = state_where(address, "number", lambda number: number == 2)
        assert (more["pages"], more["message"]) == (8, "")
        for path, host in (("state", "evil.example"), ("99999999999.png", ""), ("../x", "")):
            with pytest.raises(HTTPError) as refused:
                fetched(address, path, host)
            with refused.value:
                assert refused.value.code == 404
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--to", "sheet"), "only shows pages of cards"),
        (("--changed-since", "HEAD"), "only shows pages of cards"),
        (("--port", "99999"), "65535"),
    ],
)
def test_what_cannot_be_shown_is_a_sentence(
    run: Run, my_game: Path, words: tuple[str, ...], message: str
) -> None:
    ran = run("print", "my_game.rules", "--preview", *words)

    assert ran.status == 2
    assert message in ran.err
