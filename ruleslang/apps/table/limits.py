"""
The resources that one address or connection may use, so that others are served too.

Not here: sockets; these are numbers alone.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from ipaddress import IPv6Address, ip_address
from time import monotonic

from attrs import define, field

REQUESTS_A_SECOND, REQUESTS_AT_ONCE = 30.0, 300.0
MATCHES_A_SECOND, MATCHES_AT_ONCE = 0.5, 30.0
POSITIONS_A_SECOND, POSITIONS_AT_ONCE = 0.1, 10.0  # each one loads a rulebook
FRAMES_A_SECOND, FRAMES_AT_ONCE = 20.0, 100.0  # frames of a socket, including control frames
QUESTIONS_A_SECOND, QUESTIONS_AT_ONCE = 5.0, 40.0  # why, the rules, a position, an earlier one
MOST_OPEN = 100  # requests and sockets of an address, by default
MOST_ADDRESSES = 20_000  # that are remembered
LOG_SECONDS = 60.0  # between two lines of one kind


@define
class Allowance:
    """A token bucket: `rate` things a second, at most `most` at once."""

    rate: float
    most: float
    left: float = field(init=False)
    at: float = field(factory=monotonic)

    def __attrs_post_init__(self) -> None:
        self.left = self.most

    def takes(self) -> bool:
        """Take a token, if there is one."""
        now = monotonic()
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


@define(eq=False)
class Guest:
    """The open connections of an address, and its remaining requests."""

    open: int = 0
    requests: Allowance = field(factory=lambda: Allowance(REQUESTS_A_SECOND, REQUESTS_AT_ONCE))
    questions: Allowance = field(factory=lambda: Allowance(QUESTIONS_A_SECOND, QUESTIONS_AT_ONCE))
    matches: Allowance = field(factory=lambda: Allowance(MATCHES_A_SECOND, MATCHES_AT_ONCE))
    positions: Allowance = field(factory=lambda: Allowance(POSITIONS_A_SECOND, POSITIONS_AT_ONCE))


@define(eq=False)
class Guests:
    """The addresses that ask for something; those that asked longest ago are forgotten first."""

    most_open: int = MOST_OPEN
    _of: OrderedDict[str, Guest] = field(factory=OrderedDict)

    def of(self, address: str) -> Guest:
        """Return the guest of an address; those of one IPv6 network count as one."""
        key = _network(address)
        guest = self._of.setdefault(key, Guest())
        self._of.move_to_end(key)
        if len(self._of) > MOST_ADDRESSES:
            oldest = next(iter(self._of))
            if not self._of[oldest].open:
                del self._of[oldest]
        return guest


def _network(address: str) -> str:
    try:
        parsed = ip_address(address)
    except ValueError:
        return address[:64]
    if not isinstance(parsed, IPv6Address):
        return address
    return str(parsed.ipv4_mapped or IPv6Address(int(parsed) >> 64 << 64))


@define(eq=False)
class FrameMeter:
    """Counts the frames of a WebSocket as they come in, of every kind."""

    allowance: Allowance = field(factory=lambda: Allowance(FRAMES_A_SECOND, FRAMES_AT_ONCE))
    _head: bytearray = field(factory=bytearray)
    _inside: int = 0  # bytes of the present frame that are still to come

    def accepts(self, data: bytes) -> bool:
        """Return whether the frames that begin in these bytes are not too many."""
        at = 0
        while at < len(data):
            if self._inside:
                step = min(self._inside, len(data) - at)
                self._inside -= step
                at += step
                continue
            self._head.append(data[at])
            at += 1
            if self._is_head_complete() and not self.allowance.takes():
                return False
        return True

    def _is_head_complete(self) -> bool:
        """Return whether the head of a frame has come in (RFC 6455, 5.2); its payload is next."""
        head = self._head
        if len(head) < 2:
            return False
        short = head[1] & 127
        width = {126: 2, 127: 8}.get(short, 0)
        if len(head) < 2 + width + (4 if head[1] & 128 else 0):
            return False
        self._inside = int.from_bytes(head[2 : 2 + width], "big") if width else short
        head.clear()
        return True


class OncePerMinute(logging.Filter):
    """Lets one line of each kind through in a minute, with how many were left out before it."""

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[object, float] = {}
        self._left_out: dict[object, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Filter by kind: a text before its values are put in, with the kind of its exception."""
        kind = (record.name, str(record.msg)[:60], record.exc_info and record.exc_info[0])
        now = monotonic()
        if now - self._last.get(kind, -LOG_SECONDS) < LOG_SECONDS:
            self._left_out[kind] = self._left_out.get(kind, 0) + 1
            return False
        self._last[kind] = now
        if number := self._left_out.pop(kind, 0):
            record.msg = f"{record.msg} (and {number:,} lines like this one before it)"
        return True
