"""Every line that installs something works before the package is published."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.docs.blocks import CHECKOUT

INSTALLS = re.compile(r"\b(?:pipx?3?|uvx?|poetry|conda|mamba) (?:pip |tool )?[^`#\n]*")
# The package's name as a requirement that an index has to resolve; a wheel's path is none.
BY_NAME = re.compile(r"(?<![\w./*-])ruleslang(?:\\?\[[^\]]*\])?(?:[=<>~!@ ;'\")]|$)")
EXTRAS = re.compile(r"(?:pip3? install[^`\n]*?|\.whl\)?)\\?\[([\w,]+)\\?\]")
SUFFIXES = {".ipynb", ".json", ".md", ".py", ".toml", ".yml"}
SKIPPED = {"node_modules", "test_installs.py"}


def from_an_index(text: str) -> list[str]:
    """Return the commands of a text that install the package from an index."""
    commands = (found.group() for found in INSTALLS.finditer(text))
    return [
        command
        for command in commands
        if re.search(r" (?:install|add|run)\b|^uvx ", command)
        and BY_NAME.search(re.split(r"&&|;|\|", command.partition(" ")[2])[0])
    ]


def texts() -> dict[str, str]:
    """Return the texts of the repository in which a reader may find a command."""
    paths = [CHECKOUT / "README.md", *(CHECKOUT / "requirements").iterdir()]
    for folder in ("docs", "editors", "examples", "ruleslang", "tests"):
        paths += (path for path in (CHECKOUT / folder).rglob("*") if path.suffix in SUFFIXES)
    found = {path.relative_to(CHECKOUT): path for path in paths}
    kept = {name: path for name, path in found.items() if not SKIPPED & {*name.parts}}
    return {name.as_posix(): path.read_text("utf-8") for name, path in kept.items()}


def test_no_line_installs_the_package_from_an_index() -> None:
    found = {name: from_an_index(text) for name, text in texts().items()}

    assert len(found) > 20, "the repository's texts are read"
    assert {name: commands for name, commands in found.items() if commands} == {}


def test_every_extra_that_a_line_installs_exists() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    named = {
        extra
        for text in texts().values()
        for extras in EXTRAS.findall(text)
        for extra in extras.split(",")
    }

    assert {"c", "table"} <= named
    assert named - {"NAME", "w"} <= set(project["optional-dependencies"])


def test_the_page_on_installation_lists_every_extra() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    rows = re.findall(r"^\| (`[^|]*`) \|", (CHECKOUT / "docs/install.md").read_text("utf-8"), re.M)
    listed = {extra for row in rows for extra in re.findall(r"`(\w+)`", row)}

    assert listed == {*project["optional-dependencies"]}


@pytest.mark.parametrize(
    "line",
    [
        "pip install ruleslang",
        "RUN pip install -q --no-deps ruleslang && ruleslang play nim",
        "`pip install 'ruleslang[c]'` brings one",
        "uv pip install ruleslang==0.2",
        "uv tool install ruleslang",
        "uvx ruleslang play nim",
        "pipx run ruleslang play nim",
        "/opt/ruleslang/bin/pip install ruleslang",
    ],
)
def test_an_install_by_name_is_found(line: str) -> None:
    assert from_an_index(line)


@pytest.mark.parametrize(
    "line",
    [
        "pip install -e '.[c]' in the checkout",
        "pip install -q -e . && .venv/bin/ruleslang simulate grangol",
        "/opt/ruleslang/bin/pip install --no-deps --no-index ./ruleslang-*.whl",
        "pip install pettingzoo, then `ruleslang` plays",
    ],
)
def test_another_install_is_no_finding(line: str) -> None:
    assert not from_an_index(line)
