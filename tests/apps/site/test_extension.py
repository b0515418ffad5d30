"""The built extension for VS Code: its worker answers without a Python, it is whole."""

from __future__ import annotations

import json
import shutil
import subprocess
import zipfile
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.support.tiny_game import GAME

pytestmark = pytest.mark.site

EXTENSION = Path(__file__).resolve().parents[3] / "editors" / "vscode"
PACKAGE, WORKER = EXTENSION / "ruleslang.vsix", EXTENSION / "dist" / "worker.mjs"
if not (shutil.which("node") and PACKAGE.is_file() and WORKER.is_file()):
    pytest.skip("`python site/build_extension.py` has not built it", allow_module_level=True)

TALK = Path(__file__).with_name("talk.mjs")


def test_the_worker_answers_an_editor() -> None:
    texts = [GAME, GAME.replace("1 to points", "1 to pionts")]
    line = next(n for n, text in enumerate(GAME.splitlines()) if text.startswith("state points"))
    given = json.dumps([str(WORKER), texts, {"line": line, "character": 10}])

    log = subprocess.run(
        ["node", str(TALK)], input=given, capture_output=True, text=True, timeout=240
    )

    assert log.returncode == 0, log.stderr
    published, hover = json.loads(log.stdout)
    assert published["uri"] == "file:///c%3A/games/tiny.rules"
    assert "unknown-state" in [each["code"] for each in published["diagnostics"]]
    assert "state points" in hover["contents"]["value"]


WRAPPED = """
const Native = Worker;  // VS Code in a browser reads the text of every worker so
globalThis.Worker = function (address, options = {}) {
  const text = `importScripts(${JSON.stringify(String(address))})`;
  return new Native(URL.createObjectURL(new Blob([text], { type: "text/javascript" })), options);
};
const done = arguments[arguments.length - 1];
import("/src/browser_worker.js").then(async ({ startWorker }) => {
  const worker = startWorker(location.origin + "/dist");
  worker.hear(done);
  worker.send({ begin: new Uint8Array(await (await fetch("/dist/packages.bin")).arrayBuffer()) });
}, (problem) => done({ broken: String(problem) }));
"""


def test_the_worker_begins_in_a_browser(tmp_path: Path) -> None:
    browsers = pytest.importorskip("tests.apps.site.playground_page")
    handler = partial(browsers.Quiet, directory=str(EXTENSION))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    Thread(target=server.serve_forever, daemon=True).start()
    driver = browsers.started(tmp_path / "chromium", browsers.WIDE)
    try:
        driver.get(f"http://127.0.0.1:{server.server_port}/README.md")
        assert driver.execute_async_script(WRAPPED) == {"ready": True}
    finally:
        driver.quit()
        server.shutdown()
        server.server_close()


def test_the_package_has_what_its_manifest_names() -> None:
    with zipfile.ZipFile(PACKAGE) as package:
        names = set(package.namelist())
        manifest = json.loads(package.read("extension/package.json"))
    contributes = manifest["contributes"]
    named = [manifest["main"], manifest["browser"], contributes["languages"][0]["configuration"]]
    named += [each["path"] for each in (*contributes["grammars"], *contributes["snippets"])]
    named += [manifest["icon"]]

    assert {f"extension/{each.removeprefix('./')}" for each in named} <= names
    assert {"extension/dist/worker.mjs", "extension/dist/packages.bin"} <= names
    assert not [each for each in names if "node_modules" in each]
    assert any("license" in each.lower() for each in names)
    assert "repository" not in manifest  # until there is a public one
