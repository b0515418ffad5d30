"""
The page of `report`: one file that works offline, in light and dark mode, also on a phone.

Vega-Lite draws the charts once, as SVG. Their colours are placeholders for the page's CSS
variables, so that one drawing serves both modes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from ruleslang.apps.cli.figures import Figure
from ruleslang.apps.cli.page_template import page as made

WIDTH, HEIGHT = 300, 150  # pixels of a chart: narrow enough for a phone to show it unscaled
FEW_BARS = 8  # of one whole number each: all are named at the axis
VEGA_LITE = "5.20"
COLOURS = {"#010101": "var(--ink)", "#020202": "var(--line)", "#030303": "var(--mark)"}
INK, LINE, MARK = COLOURS


def page(title: str, figures: Mapping[str, Any]) -> str:
    """Return the whole page; `figures` are those that `--format json` prints."""
    skill = figures["skill"].replace("`", "")
    sides = [seat["seat"] for seat in figures["seats"]]
    filters: dict[str, Callable[..., Any]] = {
        "number": _number,
        "interval": _interval,
        "bars": lambda bars, label: Markup(_svg(_bars(bars, label))),
        "course": lambda means: Markup(_svg(_course(means))),
    }
    return made(
        "report.html",
        filters,
        title=title,
        figures=figures,
        winners=_winners(figures),
        skill=skill[:1].upper() + skill[1:],
        strength_heads=("player", "games", "wins", *(f"as {side}" for side in sides[1:] and sides)),
        strengths=[_strength(strength) for strength in figures["strengths"]],
        cards=[_card(card) for card in figures["cards"]],
    )


def _winners(figures: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    rows = [(seat["seat"], seat["player"], _share_text(seat)) for seat in figures["seats"]]
    nobody = figures["nobody"]
    return [*rows, ("nobody", "", _share_text(nobody))] if nobody["count"] else rows


def _strength(strength: Mapping[str, Any]) -> tuple[str, ...]:
    of_seats = [_plain(of_seat) for of_seat in strength["seats"]]
    row = strength["player"], f"{strength['of']:,}", _share_text(strength)
    return (*row, *of_seats) if len(of_seats) > 1 else row


def _card(card: Mapping[str, Any]) -> tuple[str, ...]:
    drawn, played, kept = (
        (f"{card[key]['of']:,}", _plain(card[key])) for key in ("drawn", "played", "kept")
    )
    return card["title"], *drawn, *played, f"{card['thrown']:,}", *kept


def _share_text(share: Mapping[str, Any]) -> str:
    if not share["of"]:
        return "–"
    if share["of"] == 1:
        return _plain(share)
    return f"{share['share']:.1%} ({share['low']:.1%} to {share['high']:.1%})"


def _plain(share: Mapping[str, Any]) -> str:
    return f"{share['share']:.0%}" if share["of"] else "–"


def _number(value: float) -> str:
    return f"{value:,.1f}" if abs(value) < 100 else f"{value:,.0f}"


def _interval(mean: Mapping[str, Any]) -> str:
    if mean["low"] is None:
        return f"{mean['mean']:.4g}"
    if mean["low"] == mean["high"]:
        return f"{mean['mean']:.4g} in every game"
    of = Figure(mean["mean"], mean["low"], mean["high"], is_share=False)
    return f"{of.amount()}, {of.ends()}"


def _bars(bars: Sequence[Mapping[str, Any]], label: str) -> Mapping[str, Any]:
    """Return a histogram; a bar of one whole number is centred on it."""
    is_whole = all(float(bar["from"]).is_integer() for bar in bars)
    shift = 0.5 if is_whole and all(bar["to"] - bar["from"] == 1 for bar in bars) else 0
    axis: dict[str, Any] = {"tickMinStep": 1} if is_whole else {}
    if shift and len(bars) <= FEW_BARS:
        axis = {"values": [bar["from"] for bar in bars], "format": "d"}
    return _chart(
        [{**bar, "from": bar["from"] - shift, "to": bar["to"] - shift} for bar in bars],
        {"type": "bar", "color": MARK, "binSpacing": 1},
        {
            "x": {
                "field": "from",
                "type": "quantitative",
                "bin": {"binned": True},
                "title": None,
                "axis": axis,
            },
            "x2": {"field": "to"},
            "y": {"field": "count", "type": "quantitative", "title": label},
        },
    )


def _course(means: Sequence[float | None]) -> Mapping[str, Any]:
    """Return a line over the tenths of a game; a part without a value has no point."""
    data = [
        {"part": 10 * at + 5, "mean": mean} for at, mean in enumerate(means) if mean is not None
    ]
    return _chart(
        data,
        {"type": "line", "color": MARK, "point": {"color": MARK, "size": 24}},
        {
            "x": {
                "field": "part",
                "type": "quantitative",
                "title": "% of the game",
                "scale": {"domain": [0, 100]},
            },
            "y": {"field": "mean", "type": "quantitative", "title": None, "scale": {"zero": False}},
        },
    )


def _chart(
    data: Sequence[Mapping[str, Any]], mark: Mapping[str, Any], encoding: Mapping[str, Any]
) -> Mapping[str, Any]:
    axis = {
        "labelColor": INK, "titleColor": INK, "gridColor": LINE, "domainColor": LINE,
        "tickColor": LINE, "labelFontSize": 11, "titleFontSize": 11, "titleFontWeight": "normal",
        "tickCount": 5,
    }  # fmt: skip
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "width": WIDTH,
        "height": HEIGHT,
        "background": None,
        "data": {"values": list(data)},
        "mark": mark,
        "encoding": encoding,
        "config": {"axis": axis, "view": {"stroke": None}, "font": "sans-serif"},
    }


def _svg(spec: Mapping[str, Any]) -> str:
    """Return the chart as SVG that takes its colours and its width from the page."""
    import vl_convert

    text: str = vl_convert.vegalite_to_svg(json.dumps(spec), vl_version=VEGA_LITE)
    for placeholder, colour in COLOURS.items():
        text = text.replace(placeholder, colour)
    text = text[text.index("<svg") :]
    return re.sub(r'(<svg[^>]*?) width="[\d.]+" height="[\d.]+"', r"\1", text, count=1)
