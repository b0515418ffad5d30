"""The built playground, served and opened in a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.apps.site.playground_page import Page

# A connection that ends, and a browser whose storage doesn't answer in time.
OF_THE_MACHINE = "ERR_", "network - Failed to access storage"
SIZES = {"wide": (1280, 900), "narrow": (390, 844)}


@pytest.fixture
def address() -> Iterator[tuple[str, Callable[[], None]]]:
    """Where the site is, and what ends its server."""
    from tests.apps.site.playground_page import DIST, Quiet

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(DIST)))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()

    def end() -> None:
        server.shutdown()
        server.server_close()

    yield f"http://127.0.0.1:{server.server_port}/play/", end
    if thread.is_alive():
        end()


@pytest.fixture(params=list(SIZES.values()), ids=list(SIZES))
def page(
    request: pytest.FixtureRequest, tmp_path: Path, address: tuple[str, Callable[[], None]]
) -> Iterator[Page]:
    from tests.apps.site.playground_page import Page, started

    driver = started(tmp_path / "chromium", request.param)
    yield Page(driver, address[0])
    errors = [each["message"] for each in driver.get_log("browser") if each["level"] == "SEVERE"]
    driver.quit()
    assert not [each for each in errors if not any(about in each for about in OF_THE_MACHINE)]
