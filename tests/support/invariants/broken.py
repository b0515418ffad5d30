"""An invariant that does not hold."""

from __future__ import annotations

from attrs import frozen


@frozen
class Broken:
    """The slug of the invariant, the declaration where it fails, and how."""

    invariant: str
    where: str
    message: str
