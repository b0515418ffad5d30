"""
Under which names a server answers, and whose pages may speak to it.

A page of a stranger can let its own name lead to this server (DNS rebinding), so a name must be an
address, `localhost`, or one that the server was given.
"""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from attrs import frozen

OTHER_SITES = ("cross-site", "same-site")  # values of the header Sec-Fetch-Site


@frozen
class HostNames:
    """The names of a server, besides addresses and `localhost`; in lower case."""

    names: frozenset[str] = frozenset()

    def answers_to(self, host: str) -> bool:
        """Return whether a request with this `Host` is for this server."""
        name = _without_port(host)
        is_local = name == "localhost" or name.endswith(".localhost")
        return is_local or name in self.names or _is_address(name)

    def is_own(self, origin: str | None, host: str) -> bool:
        """
        Return whether a page of this origin is of this server; only browsers send origins.

        >>> HostNames(frozenset({"a.example"})).is_own("https://a.example", "127.0.0.1:8000")
        True
        >>> HostNames().is_own("https://a.example", "127.0.0.1:8000")
        False
        """
        if origin is None:
            return True
        try:
            parts = urlsplit(origin.lower())
            name = parts.hostname
        except ValueError:
            return False
        if parts.scheme not in ("http", "https") or not name:
            return False
        return parts.netloc == host.lower() or name in self.names


def _without_port(host: str) -> str:
    host = host.strip().lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].rstrip(".")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
