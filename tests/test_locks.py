"""The lock files of the server and the site: exact versions with hashes, within the bounds."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

CHECKOUT = Path(__file__).parents[1]
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ENTRY = re.compile(
    r"^([\w.-]+)==(\S+?)(?: ;[^\\\n]*)? \\\n((?: +--hash=sha256:[0-9a-f]{64}.*\n)+)", re.M
)


def locked(name: str) -> dict[str, Version]:
    """The packages of a lock file, each of which has hashes."""
    text = (CHECKOUT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    entries = {
        found[0].lower().replace("_", "-"): Version(found[1]) for found in ENTRY.findall(text)
    }
    pins = re.findall(r"^[\w.-]+==", text, re.MULTILINE)
    assert len(ENTRY.findall(text)) == len(pins) > 5
    return entries


def wanted(extra: str) -> list[Requirement]:
    """What an extra and the package itself require, without its other extras."""
    lines = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"][extra]]
    return [each for line in lines if (each := Requirement(line)).name != "ruleslang"]


@pytest.mark.parametrize("extra", ["table", "site"])
def test_a_lock_has_what_its_extra_requires(extra: str) -> None:
    entries = locked(extra)
    for each in wanted(extra):
        assert each.specifier.contains(entries[each.name.lower()]), each


def test_what_the_server_requires_has_an_upper_bound() -> None:
    bounded = [each for each in wanted("table") if each.name not in ("attrs", "cattrs")]

    assert [str(each) for each in bounded if "<" not in str(each.specifier).replace("<=", "")] == []
