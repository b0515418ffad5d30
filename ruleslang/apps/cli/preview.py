"""
`print --preview`: shows pages in a browser, updated after every save.

A small server for this machine alone. It serves the page, the latest pictures, and their version
number, which the page polls; it reads no file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from attrs import frozen

from ruleslang.apps.cli.error_messages import Mistake
from ruleslang.apps.cli.page_template import page
from ruleslang.library.follow_saves import Saves, can_follow
from ruleslang.source.budget import unbounded

EXTRA = "`--preview` needs the extra `watch`: pip install -e '.[watch]' in the checkout"
LOOK = 3600.0  # seconds that one wait for a save lasts


@frozen
class Shown:
    """Pages as pictures, the messages about them, and the folders they depend on."""

    pages: tuple[bytes, ...] | None  # None: they cannot be made, and the last ones stay
    message: str
    folders: tuple[Path, ...]


class _Server(ThreadingHTTPServer):
    """Serves the latest pages."""

    daemon_threads = True

    def __init__(self, title: str, port: int) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.page = page("preview.html", {}, title=title).encode()
        self.pages: tuple[bytes, ...] = ()
        self.number, self.message = 0, "making the pages"

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.server_address[1]}"

    def show(self, shown: Shown) -> None:
        """Replace the pages."""
        if shown.message and shown.message != self.message:
            print(shown.message, flush=True)
        self.message = shown.message
        if shown.pages is not None and shown.pages != self.pages:
            self.pages = shown.pages
            self.number += 1

    def answer(self, path: str) -> tuple[bytes, str] | None:
        """Return the content at a path with its media type; `None` if there is none."""
        pages, name = self.pages, path.partition("?")[0]
        if name == "/":
            return self.page, "text/html; charset=utf-8"
        if name == "/state":
            state = {"number": self.number, "pages": len(pages), "message": self.message}
            return json.dumps(state).encode(), "application/json"
        number = name.removeprefix("/").removesuffix(".png")
        if name.endswith(".png") and number.isdecimal() and int(number[:6]) < len(pages):
            return pages[int(number[:6])], "image/png"
        return None


class _Handler(BaseHTTPRequestHandler):
    """Handles a request of a browser."""

    def do_GET(self) -> None:
        """Respond if the request has this server's host name: other sites may not read it."""
        server = self.server
        assert isinstance(server, _Server)
        port = server.server_address[1]
        is_own = self.headers.get("Host") in (server.address, f"localhost:{port}")
        answer = server.answer(self.path) if is_own else None
        body, sort = answer or (b"nothing is here\n", "text/plain")
        self.send_response(200 if answer else 404)
        self.send_header("Content-Type", sort)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:
        """Log nothing: the terminal is for errors."""


def follow(title: str, first: Iterable[Path], port: int, build: Callable[[], Shown]) -> None:
    """Show what `build` returns, again after every save in its folders, until Ctrl-C."""
    if not can_follow():
        raise Mistake(EXTRA)
    try:
        server = _Server(title, port)
    except OSError as problem:
        raise Mistake(f"nobody can be served at port {port}: {problem.strerror}") from None
    Thread(target=server.serve_forever, daemon=True).start()
    print(f"{title}: http://{server.address}/ (Ctrl-C ends it)", flush=True)
    try:
        with unbounded(), Saves() as saves:
            saves.follow(first)
            while True:
                shown = build()
                server.show(shown)
                saves.follow(shown.folders)
                while not saves.wait(LOOK):
                    pass
    except KeyboardInterrupt:
        server.shutdown()
        server.server_close()
