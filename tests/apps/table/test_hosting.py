"""Each recipe of docs/hosting.md, with the proxy itself."""

from __future__ import annotations

import http.client
import json
import re
import shutil
import socket
import sqlite3
import ssl
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from ruleslang.apps.table.allowed_hosts import HostNames
from ruleslang.apps.table.sqlite_store import SqliteStore
from tests.apps.table.conftest import Client, Served
from tests.apps.table.test_attacks import play_on
from tests.apps.table.test_connection import number_of_choices, wait
from tests.apps.table.test_page import browser, lit, press
from tests.apps.table.test_table import first

By = pytest.importorskip("selenium.webdriver.common.by").By  # of the extra `site`

__all__ = ["browser"]  # a fixture
PAGE = Path(__file__).parents[3] / "docs" / "hosting.md"
RECIPES = re.findall(r"```(nginx|caddy)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
NAME = "games.example.org"


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def certificate(folder: Path) -> None:
    """A certificate for the name, signed by itself."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    command = (
        *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
        *("-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")),
        *("-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"),
    )
    subprocess.run(command, check=True, capture_output=True)


@contextmanager
def proxied(
    kind: str, recipe: str, served: Served, folder: Path, is_plain: bool = False
) -> Iterator[int]:
    """The port at which a proxy with this recipe listens."""
    if shutil.which(kind) is None:
        pytest.skip(f"{kind} is not installed")
    certificate(folder)
    port = free_port()
    text = recipe.replace("127.0.0.1:8000", f"127.0.0.1:{served.port}")
    text = text.replace("/etc/letsencrypt/live/games.example.org/fullchain.pem", "cert.pem")
    text = text.replace("/etc/letsencrypt/live/games.example.org/privkey.pem", "key.pem")
    if kind == "nginx":
        tls = "" if is_plain else " ssl"
        text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{port}{tls}")
        text = text.replace("listen 80", f"listen 127.0.0.1:{free_port()}")
        whole = (
            f"daemon off; pid {folder}/pid; error_log {folder}/error;\n"
            f"events {{}}\nhttp {{ access_log off; client_body_temp_path {folder}/b;\n"
            f"proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f;\n"
            f"uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;\n{text}}}\n"
        )
        (folder / "conf").write_text(whole)
        command = ["nginx", "-c", str(folder / "conf"), "-p", str(folder)]
    else:
        tls = f"tls {folder}/cert.pem {folder}/key.pem"
        text = text.replace(f"{NAME} {{", f"{NAME}:{port} {{\n\t{tls}")
        whole = f"{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{text}"
        (folder / "conf").write_text(whole)
        command = ["caddy", "run", "--config", str(folder / "conf"), "--adapter", "caddyfile"]
    environment = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "PATH": "/usr/bin:/usr/sbin"}
    with (folder / "out").open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, cwd=folder, env=environment)
    try:
        wait_for(port, process, folder / "out")
        yield port
    finally:
        process.terminate()
        process.wait(20)


def wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 60
    while True:
        with closing(socket.socket()) as wire:
            if wire.connect_ex(("127.0.0.1", port)) == 0:
                return
        assert process.poll() is None and time.monotonic() < deadline, log.read_text()
        time.sleep(0.1)


def trusting() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def asked(port: int, path: str, body: dict[str, Any] | None = None) -> Any:
    """What the server says through a proxy, asked as a browser does."""
    wire = socket.create_connection(("127.0.0.1", port), 20)
    with closing(http.client.HTTPSConnection(NAME, timeout=20)) as way:
        way.sock = trusting().wrap_socket(wire, server_hostname=NAME)
        data = None if body is None else json.dumps(body)
        origin = {} if body is None else {"Origin": f"https://{NAME}"}
        way.request("GET" if body is None else "POST", path, data, origin)
        answer = way.getresponse()
        text = answer.read().decode()
        assert answer.status == 200, (answer.status, text)
        return text


def prefix_of(recipe: str) -> str:
    """The path at which a recipe serves the lobby."""
    found = re.search(r"(?:location|handle_path) (/\w[\w/]*/)", recipe)
    return found.group(1) if found else "/"


@pytest.mark.parametrize(
    ("kind", "recipe"), RECIPES, ids=[f"{kind} {n}" for n, (kind, _) in enumerate(RECIPES)]
)
def test_a_recipe_works(kind: str, recipe: str, served: Served, tmp_path: Path) -> None:
    """A match is made and played through the proxy, over HTTPS, at the path that it says."""
    served.gate.names = HostNames(frozenset({NAME}))
    at = prefix_of(recipe)
    with proxied(kind, recipe, served, tmp_path) as port:
        page = asked(port, at)
        (script,) = re.findall(r'<script src="([^"]+)"', page)
        assert not script.startswith("/")
        assert "lobby" in asked(port, at + script)
        body = {"rulebook": "tic_tac_toe", "seats": ["", ""]}
        links = [each["link"] for each in json.loads(asked(port, f"{at}matches", body))["links"]]
        assert "../static/table.js" in asked(port, at + links[0])
        assert "hear" in asked(port, f"{at}static/table.js")
        clients = []
        for link in links[:2]:
            token = link.rpartition("/")[2]
            wire = socket.create_connection(("127.0.0.1", port), 20)
            made = connect(
                f"wss://{NAME}{at}socket/{token}",
                sock=wire,
                ssl=trusting(),
                origin=f"https://{NAME}",  # type: ignore[arg-type]
                close_timeout=1,
            )
            clients.append(first(Client(served.sockets.enter_context(made))))
        play_on(*clients)
        assert served.gate.guests.of("127.0.0.1").open >= 2


def test_there_are_recipes_for_both() -> None:
    kinds = [kind for kind, _ in RECIPES]

    assert kinds.count("nginx") >= 2 and kinds.count("caddy") >= 2


def test_a_proxy_with_default_settings_gets_a_message_about_missing_headers(
    served: Served, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Without `--host-name`, the page of another name is refused, and the log says what to do."""
    kind, recipe = next(each for each in RECIPES if each[0] == "nginx")
    with proxied(kind, recipe, served, tmp_path) as port, pytest.raises(AssertionError) as refused:
        asked(port, "/matches", {"rulebook": "tic_tac_toe", "seats": ["", ""]})

    assert "421" in str(refused.value) or "403" in str(refused.value)
    assert any("--host-name" in record.getMessage() for record in caplog.records)


def test_a_store_is_backed_up_while_the_server_runs(served: Served, tmp_path: Path) -> None:
    """As the page says: by SQLite's own backup, from another process, without the lock."""
    tokens = served.make("tic_tac_toe", ["", ""])
    x, o = first(served.sit(tokens[0])), first(served.sit(tokens[1]))
    play_on(x, o, 2)
    (line,) = re.findall(r"^python3 -c \"(.*backup.*)\"$", PAGE.read_text(), re.MULTILINE)
    script = line.replace("/var/lib/ruleslang/matches.sqlite", str(served.path))
    script = script.replace("/var/backups/matches.sqlite", str(tmp_path / "copy.sqlite"))
    subprocess.run(["python3", "-c", script], check=True, cwd=tmp_path)
    play_on(x, o, 2)

    with closing(sqlite3.connect(tmp_path / "copy.sqlite")) as copy:
        assert copy.execute("select count(*) from decisions").fetchone() == (2,)
    restored = SqliteStore(tmp_path / "copy.sqlite")
    assert restored.find(tokens[0]) is not None
    restored.close()
    with urllib.request.urlopen(f"http://127.0.0.1:{served.port}/") as page:
        assert page.status == 200


def test_a_match_below_a_path_is_played_in_a_browser(
    browser: Any, served: Served, tmp_path: Path
) -> None:
    recipe = next(text for kind, text in RECIPES if kind == "nginx" and prefix_of(text) != "/")
    plain = re.sub(r"^ *ssl_.*\n", "", recipe, flags=re.MULTILINE)
    with proxied("nginx", plain, served, tmp_path, is_plain=True) as port:
        at = f"http://127.0.0.1:{port}{prefix_of(recipe)}"
        browser.get(at)
        wait(browser, lambda: browser.find_elements(By.CSS_SELECTOR, "#rulebook option"))
        press(browser, browser.find_element(By.CSS_SELECTOR, ".go"))
        links = wait(browser, lambda: browser.find_elements(By.CSS_SELECTOR, "#list a"))
        link = links[0].get_attribute("href")
        assert link.startswith(f"{at}table/")
        browser.get(link)
        press(browser, lit(browser)[0])
        wait(browser, lambda: number_of_choices(served) >= 1)
        browser.get("about:blank")
