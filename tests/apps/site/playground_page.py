"""The playground in a real browser, as tests drive it."""

from __future__ import annotations

import shutil
from collections import Counter
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any, ClassVar

import pytest

webdriver: Any = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
DIST = Path(__file__).resolve().parents[3] / "site" / "dist"
if not (shutil.which("chromium") and shutil.which("chromedriver")):
    pytest.skip("chromium and chromedriver are not installed", allow_module_level=True)
if not (DIST / "play" / "offline.js").is_file():
    pytest.skip("`python site/build.py` has not built the site", allow_module_level=True)

from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402

from ruleslang.apps.playground.playground import Playground  # noqa: E402
from tests.apps.table.browsers import QUIET  # noqa: E402

PATIENCE = 240  # seconds: of a busy machine; all that is waited for is a condition
WIDE, NARROW = (1280, 900), (390, 844)


NO_WORKER = "window.Worker = class { postMessage() {} terminate() {} };"


PYTHON_HERE = """
window.Worker = class {
  constructor() { setTimeout(() => this.onmessage({data: {ready: true}})); }
  async postMessage({id, message}) {
    const found = await fetch("/answer", {method: "POST", body: JSON.stringify(message)});
    const answer = await found.json();
    this.onmessage({data: {id, answer}});
  }
  terminate() {}
};
"""


class Quiet(SimpleHTTPRequestHandler):
    playground: ClassVar[Playground | None] = None  # answers in the place of the page's worker
    sent: ClassVar[Counter[str]] = Counter()  # how often each file was sent whole

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Count the files that were sent."""
        if code == HTTPStatus.OK:
            self.sent[self.path.rpartition("/")[2]] += 1

    def do_POST(self) -> None:
        """Answer a message of the page."""
        assert self.playground is not None
        message = self.rfile.read(int(self.headers["Content-Length"])).decode()
        answer = self.playground.answer_json(message).encode()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *args: Any) -> None:
        """Nobody reads it."""


class Page:
    """The playground in a browser."""

    def __init__(self, driver: Any, address: str) -> None:
        self.driver, self.address = driver, address

    @property
    def origin(self) -> str:
        """The scheme, host and port of the site."""
        return self.address.removesuffix("/play/")

    def open(self, fragment: str = "") -> None:
        """Open it, and wait until the first text is checked."""
        self.driver.get("about:blank")
        self.driver.get(self.address + fragment)
        self.until("return Number(document.body.dataset.checked) > 0")

    def open_with_python_here(self, folder: Path, fragment: str = "") -> None:
        """Open it with the language in this process, which is far faster than in a browser."""
        Quiet.playground = Playground(folder)
        self.driver.execute_cdp_cmd(
            "Page.addScriptToEvaluateOnNewDocument", {"source": PYTHON_HERE}
        )
        self.open(fragment)

    def open_without_language(self, fragment: str = "") -> None:
        """Open it without its worker, which is not needed to write and to save."""
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": NO_WORKER})
        self.driver.get("about:blank")
        self.driver.get(self.address + fragment)
        self.until("return Boolean(document.body.dataset.saved)")

    def put(self, text: str) -> None:
        """Put a text in the place of the one there is, and wait until it is saved."""
        self.driver.execute_script(WRITE, text)
        self.saved()

    def until(self, script: str, *given: Any) -> Any:
        """What a script answers, once it is true."""
        return WebDriverWait(self.driver, PATIENCE, 0.1).until(
            lambda _: self.driver.execute_script(script, *given)
        )

    def write(self, text: str) -> None:
        """Put a text in the place of the one there is, and wait until it is checked."""
        before = self.driver.execute_script("return Number(document.body.dataset.checked)")
        self.driver.execute_script(WRITE, text)
        self.until("return Number(document.body.dataset.checked) > arguments[0]", before)
        self.until("return document.getElementById('state').textContent.length > 0")

    def forget(self) -> None:
        """Forget every game that this browser keeps."""
        self.driver.get("about:blank")
        self.driver.execute_cdp_cmd(
            "Storage.clearDataForOrigin",
            {
                "origin": self.address.removesuffix("/play/"),
                "storageTypes": "indexeddb,local_storage",
            },
        )

    def saved(self) -> None:
        """Wait until everything written is saved."""
        self.until("return document.body.dataset.saved === 'yes'")

    @property
    def text(self) -> str:
        found: str = self.driver.execute_script(READ)
        return found

    def press(self, css: str, words: str = "") -> None:
        """Press the first button that has these words."""
        script = (
            "const it = [...document.querySelectorAll(arguments[0])].find((each) => "
            "each.textContent.includes(arguments[1]) && !each.disabled && !each.hidden);"
            "if (it) it.click(); return Boolean(it);"
        )
        self.until(script, css, words)

    def keys(self, *keys: str) -> None:
        """Press these keys, wherever the focus is."""
        for key in keys:
            webdriver.ActionChains(self.driver).send_keys(key).perform()

    def shows(self, css: str, words: str) -> None:
        """Wait until an element has these words."""
        self.until(
            "return [...document.querySelectorAll(arguments[0])].some((each) => "
            "each.textContent.includes(arguments[1]))",
            css,
            words,
        )


VIEW = "document.querySelector('.cm-content').cmTile.view"
READ = f"return {VIEW}.state.doc.toString()"
WRITE = (
    f"const v = {VIEW}, changes = {{from: 0, to: v.state.doc.length, insert: arguments[0]}};"
    "v.dispatch({changes})"
)


def started(path: Path, size: tuple[int, int]) -> Any:
    """A browser without a window, and with nothing that it remembers."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for each in (*QUIET, f"--user-data-dir={path}", f"--window-size={size[0]},{size[1]}"):
        options.add_argument(each)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = webdriver.ChromeService(executable_path=shutil.which("chromedriver"))
    driver = webdriver.Chrome(options=options, service=service)
    driver.set_script_timeout(PATIENCE)
    return driver
