"""
Matches over HTTP: `python web_server.py leduc_poker 8000`; standard library, nothing else.

`POST /` begins a match and returns a secret link for each seat. `GET /LINK` returns the seat's view
and its story so far; `POST /LINK` with `{"choice": "raise", "at": 3}` chooses. Matches are saved in
a folder and sealed, so a server that is killed loses nothing, and nobody can edit them.
"""

from __future__ import annotations

import json
import secrets
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock
from typing import Any

import ruleslang

LOCK = Lock()


class Handler(BaseHTTPRequestHandler):
    """Answers one request; a link is the name of a match, the seat's number and its key."""

    game: ruleslang.Game
    folder: Path

    def key(self) -> bytes:
        file = self.folder / "key"
        if not file.exists():
            file.write_bytes(secrets.token_bytes(32))
        return file.read_bytes()

    def do_POST(self) -> None:
        with LOCK:
            text = self.rfile.read(min(int(self.headers.get("Content-Length") or 0), 10_000))
            self.reply(self.begin if self.path == "/" else lambda: self.choose(json.loads(text)))

    def do_GET(self) -> None:
        with LOCK:
            self.reply(lambda: self.shown(*self.match()))

    def begin(self) -> dict[str, Any]:
        match, name = self.game.start(), secrets.token_hex(8)
        keys = [secrets.token_hex(16) for _ in match.seats]
        (self.folder / f"{name}.keys").write_text(json.dumps(keys))
        (self.folder / name).write_text(match.to_json(seal_key=self.key()))
        return {seat: f"/{name}.{at}.{keys[at]}" for at, seat in enumerate(match.seats)}

    def match(self) -> tuple[ruleslang.Match, int]:
        name, seat, key = self.path.strip("/").split(".")
        if not (name.isalnum() and seat.isdecimal()):
            raise ValueError("there is no such link")
        keys = json.loads((self.folder / f"{name}.keys").read_text())
        if not secrets.compare_digest(keys[int(seat)].encode(), key.encode()):
            raise ValueError("there is no such link")
        saved = (self.folder / name).read_text()
        return self.game.resume(saved, seal_key=self.key(), engine="auto"), int(seat)

    def choose(self, wanted: dict[str, Any]) -> dict[str, Any]:
        match, seat = self.match()
        match.choose(str(wanted["choice"]), by=seat, at=int(wanted["at"]))
        new = self.folder / "new"
        new.write_text(match.to_json(seal_key=self.key()))
        new.replace(self.folder / self.path.strip("/").split(".")[0])
        return self.shown(match, seat)

    def shown(self, match: ruleslang.Match, seat: int) -> dict[str, Any]:
        story = [entry.text for entry in match.story(seat)]
        view = ruleslang.as_data(match.view(seat))
        outcome = ruleslang.as_data(match.outcome) if match.outcome else None
        return {"at": len(match.choices), "view": view, "story": story, "outcome": outcome}

    def reply(self, work: Any) -> None:
        try:
            status, answer = 200, work()
        except (ValueError, TypeError, LookupError, OSError) as problem:  # IllegalChoice, Refused
            text = str(problem) if isinstance(problem, ruleslang.RuleslangError) else "no such link"
            status, answer = 400, {"problem": text}
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def log_message(self, format: str, *values: object) -> None:
        """Links are secret, so no log has them."""


def server(rulebook: str, port: int, folder: str = "matches") -> ThreadingHTTPServer:
    """The server of a rulebook on this machine."""
    Path(folder).mkdir(exist_ok=True)
    own = {"game": ruleslang.load(rulebook), "folder": Path(folder)}
    return ThreadingHTTPServer(("127.0.0.1", port), type("Own", (Handler,), own))


if __name__ == "__main__":
    server(sys.argv[1], int(sys.argv[2])).serve_forever()
