"""Numbers as text, each rounded so that its 95% interval is shown with two significant digits."""

from __future__ import annotations

from attrs import evolve, frozen

from ruleslang.simulation.simulation_report import decimals_of


@frozen
class Figure:
    """
    A number with its interval. A share is shown in percent, a change of shares in points; if it
    `is_real`, no end of the interval is shown as 0.

    >>> of = Figure(0.0214, -0.004, 0.038)
    >>> of.amount(0.5), of.text(sign="+"), of.ends("+"), of.ends()
    ('50.0%', '+2.1', '-0.4 to +3.8', '-0.4 to 3.8')
    """

    value: float
    low: float
    high: float
    is_share: bool = True
    is_real: bool = False

    def text(self, value: float | None = None, sign: str = "", least: int = 0) -> str:
        """Return the number, or another one with as many decimals, and with `least` at least."""
        scale = 100 if self.is_share else 1
        ends = scale * self.low, scale * self.high
        digits = max(least, decimals_of(*ends))
        while self.is_real and any(end and not round(end, digits) for end in ends):
            digits += 1
        text = f"{scale * (self.value if value is None else value):{sign},.{digits}f}"
        return text[1:] if sign and not text.strip("+-0.,") else text

    def amount(self, value: float | None = None, least: int = 0) -> str:
        """Return the same with its unit."""
        return self.text(value, least=least) + "%" * self.is_share

    def ends(self, sign: str = "", unit: str = "", least: int = 0) -> str:
        """Return the interval: `0.4 to 3.8`."""
        low, high = (self.text(end, sign, least) for end in (self.low, self.high))
        return f"{low}{unit} to {high}{unit}"

    def size(self) -> Figure:
        """Return the size of a change, with an interval on one side of 0."""
        low, high = sorted((abs(self.low), abs(self.high)))
        return evolve(self, value=abs(self.value), low=low, high=high)
