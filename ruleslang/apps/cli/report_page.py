"""
The page of `report`: one file that works offline, in light and dark mode, also on a phone.

Vega-Lite draws the charts once, as SVG. Their colours are placeholders for the page's CSS
variables, so that one drawing serves both modes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from ruleslang.simulation.simulation_report import decimals_of

WIDTH, HEIGHT = 300, 150  # of a chart, so narrow that a phone shows it at its own size
FEW_BARS = 8  # of one whole number each: all are named at the axis
VEGA_LITE = "5.20"
COLOURS = {"#010101": "var(--ink)", "#020202": "var(--line)", "#030303": "var(--mark)"}
INK, LINE, MARK = COLOURS

STYLE = """\
:root { --ink: #1d1d1b; --soft: #5f5f5a; --line: #dcdad4; --mark: #2563a8; --page: #fdfcf9; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ecebe6; --soft: #a5a39b; --line: #3a3a37; --mark: #7fb2e8; --page: #161615; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 66rem; background: var(--page);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .4rem; border-top: 1px solid var(--line);
  padding-top: 1rem; }
h3 { font-size: .95rem; margin: 0; font-weight: 600; overflow-wrap: anywhere; }
p { margin: .3rem 0; max-width: 42rem; }
.soft, figcaption { color: var(--soft); font-size: .88rem; }
.charts { display: grid; gap: 1.4rem 1.5rem; margin-top: .8rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); }
figure { margin: 0; min-width: 0; }
svg { display: block; width: 100%; max-width: 26rem; height: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th { text-align: right; font-weight: 600; color: var(--soft); padding: .2rem .7rem .2rem 0;
  vertical-align: bottom; }
td { text-align: right; padding: .2rem .7rem .2rem 0; border-top: 1px solid var(--line);
  white-space: nowrap; }
th:first-child, td:first-child { text-align: left; white-space: normal; }
"""


def page(title: str, figures: Mapping[str, Any]) -> str:
    """The whole page; `figures` are those that `--format json` prints."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}: report</title><style>\n{STYLE}</style></head><body>\n"
        + "\n".join(_body(title, figures))
        + "\n</body></html>\n"
    )


def _body(title: str, figures: Mapping[str, Any]) -> Iterator[str]:
    players = ", ".join(f"{seat['seat']} by {seat['player']}" for seat in figures["seats"])
    stopped = " It was stopped early." if figures["stopped"] else ""
    chosen = "".join(f", {name} {value}" for name, value in figures["options"].items())
    yield f"<h1>{escape(title)}</h1>"
    yield (
        f'<p class="soft">{figures["games"]:,} games, {escape(players + chosen)}, from seed '
        f"{figures['seed']}.{stopped} Brackets hold what the true share is, 19 times out of 20.</p>"
    )
    yield from _winners(figures)
    yield from _skill(figures)
    yield from _lengths(figures)
    yield from _measures(figures)
    yield from _cards(figures)


def _winners(figures: Mapping[str, Any]) -> Iterator[str]:
    yield "<h2>Who wins</h2>"
    rows = [(seat["seat"], seat["player"], _shown(seat)) for seat in figures["seats"]]
    if figures["nobody"]["count"]:
        rows.append(("nobody", "", _shown(figures["nobody"])))
    yield _table(("seat", "played by", "wins"), rows)


def _skill(figures: Mapping[str, Any]) -> Iterator[str]:
    if not figures["strengths"]:
        return
    skill = _first_upper(figures["skill"].replace("`", ""))
    yield f"<h2>How much is skill</h2><p>{escape(skill)}.</p>"
    seats = [strength["seat"] for strength in figures["seats"]]
    rows = [
        (
            strength["player"],
            f"{strength['of']:,}",
            _shown(strength),
            *(_plain(of_seat) for of_seat in strength["seats"]),
        )
        for strength in figures["strengths"]
    ]
    heads = ("player", "games", "wins against chance", *(f"as {seat}" for seat in seats))
    yield f'<div class="wide">{_table(heads, rows)}</div>'
    yield '<p class="soft">Each player sits at every seat in turn; chance sits at all others.</p>'


def _lengths(figures: Mapping[str, Any]) -> Iterator[str]:
    yield "<h2>How long games last</h2>"
    mean = figures["lengths"]["mean"]
    if mean is not None:
        yield (
            f"<p>{_number(mean['mean'])} decisions on average, from {figures['lengths']['least']} "
            f"to {figures['lengths']['most']}.</p>"
        )
    charts = [_figure("decisions of a game", _bars(figures["lengths"]["bars"], "games"))]
    if figures["choices"]["bars"]:
        choices = figures["choices"]
        many = _number(choices["mean"]["mean"])
        charts.append(
            _figure(f"choices at a decision ({many} on average)", _bars(choices["bars"], "times"))
        )
        charts.append(_figure("choices in the course of a game", _course(choices["course"])))
    yield _grid(charts)


def _measures(figures: Mapping[str, Any]) -> Iterator[str]:
    if not figures["measures"]:
        return
    yield "<h2>What the rulebook measures</h2>"
    watched = (
        "; then the mean in the course of a game, from its first tenth to its last, in "
        f"{figures['watched']} games"
    )
    yield f'<p class="soft">Of each game the mean{watched if figures["watched"] else ""}.</p>'
    charts = []
    for measure in figures["measures"]:
        mean = measure["mean"]
        mean_text = "" if mean is None else f" ({_interval(mean)})"
        charts.append(_figure(f"{measure['measure']}{mean_text}", _bars(measure["bars"], "games")))
        if sum(value is not None for value in measure["course"]) > 1:
            course = _course(measure["course"])
            charts.append(_figure(f"{measure['measure']}, in the course of a game", course))
    yield _grid(charts)


def _cards(figures: Mapping[str, Any]) -> Iterator[str]:
    if not figures["cards"]:
        return
    hands = figures["hands"]
    yield "<h2>Cards</h2>"
    yield (
        f'<p class="soft">What became of each card in {figures["watched"]} games, {hands:,} hands: '
        "how many hands ever held it, played it by choice, lost it otherwise (thrown away, or laid "
        "because nothing else could be), and had it at the end; and how often these won. Who wins "
        "draws and plays more: this is no experiment, <code>weigh</code> makes one.</p>"
    )
    rows = [
        (
            card["title"],
            f"{card['drawn']['of']:,}",
            _plain(card["drawn"]),
            f"{card['played']['of']:,}",
            _plain(card["played"]),
            f"{card['thrown']:,}",
            f"{card['kept']['of']:,}",
            _plain(card["kept"]),
        )
        for card in figures["cards"]
    ]
    heads = ("card", "drawn", "won", "played", "won", "lost otherwise", "held at the end", "won")
    yield f'<div class="wide">{_table(heads, rows)}</div>'


# ---------------------------------------------------------------- words


def _shown(share: Mapping[str, Any]) -> str:
    if not share["of"]:
        return "–"
    return f"{share['share']:.1%} ({share['low']:.1%} to {share['high']:.1%})"


def _plain(share: Mapping[str, Any]) -> str:
    return f"{share['share']:.0%}" if share["of"] else "–"


def _number(value: float) -> str:
    return f"{value:,.1f}" if abs(value) < 100 else f"{value:,.0f}"


def _interval(mean: Mapping[str, Any]) -> str:
    if mean["low"] is None:
        return f"{mean['mean']:.4g}"
    digits = decimals_of(mean["low"], mean["high"])
    low, high = (f"{mean[end]:,.{digits}f}" for end in ("low", "high"))
    return f"{mean['mean']:,.{digits}f}, {low} to {high}"


def _first_upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(heading)}</th>" for heading in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _grid(charts: Sequence[str]) -> str:
    return f'<div class="charts">{"".join(charts)}</div>'


def _figure(title: str, spec: Mapping[str, Any]) -> str:
    return f"<figure><h3>{escape(title)}</h3>{_svg(spec)}</figure>"


# ---------------------------------------------------------------- charts


def _bars(bars: Sequence[Mapping[str, Any]], label: str) -> Mapping[str, Any]:
    """A histogram; a bar of one whole number stands above it."""
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
    """A line over the tenths of a game; a part without a value has no point."""
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
    """The chart as SVG that takes its colours and its width from the page."""
    import vl_convert

    text: str = vl_convert.vegalite_to_svg(json.dumps(spec), vl_version=VEGA_LITE)
    for stand_in, colour in COLOURS.items():
        text = text.replace(stand_in, colour)
    text = text[text.index("<svg") :]
    return re.sub(r'(<svg[^>]*?) width="[\d.]+" height="[\d.]+"', r"\1", text, count=1)
