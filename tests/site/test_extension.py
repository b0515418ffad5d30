"""The built extension for VS Code: its worker answers without a Python, it is whole."""

from __future__ import annotations

import json
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.support.tiny_game import GAME

pytestmark = pytest.mark.site

EXTENSION = Path(__file__).resolve().parents[2] / "editors" / "vscode"
PACKAGE, WORKER = EXTENSION / "ruleslang.vsix", EXTENSION / "dist" / "worker.mjs"
if not (shutil.which("node") and PACKAGE.is_file() and WORKER.is_file()):
    pytest.skip("`python site/build_extension.py` has not built it", allow_module_level=True)

TALK = Path(__file__).with_name("talk.mjs")


def test_the_worker_answers_an_editor() -> None:
    texts = [GAME, GAME.replace("1 to points", "1 to pionts")]
    line = next(n for n, text in enumerate(GAME.splitlines()) if text.startswith("state points"))
    given = json.dumps([str(WORKER), texts, {"line": line, "character": 10}])

    told = subprocess.run(
        ["node", str(TALK)], input=given, capture_output=True, text=True, timeout=240
    )

    assert told.returncode == 0, told.stderr
    published, hover = json.loads(told.stdout)
    assert published["uri"] == "file:///c%3A/games/tiny.rules"
    assert "unknown-state" in [each["code"] for each in published["diagnostics"]]
    assert "state points" in hover["contents"]["value"]


def test_the_package_has_what_its_manifest_names() -> None:
    with zipfile.ZipFile(PACKAGE) as package:
        names = set(package.namelist())
        manifest = json.loads(package.read("extension/package.json"))
    contributes = manifest["contributes"]
    named = [manifest["main"], manifest["browser"], contributes["languages"][0]["configuration"]]
    named += [each["path"] for each in contributes["grammars"] + contributes["snippets"]]

    assert {f"extension/{each.removeprefix('./')}" for each in named} <= names
    assert {"extension/dist/worker.mjs", "extension/dist/packages.bin"} <= names
    assert not [each for each in names if "node_modules" in each]
