"""`explain`: the page of a kind of message."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from ruleslang.cli.error_messages import Mistake
from ruleslang.cli.output import print_json
from ruleslang.cli.output_format import Format
from ruleslang.library.message_pages import for_a_reader, message_pages, page, summary
from ruleslang.source.suggest import did_you_mean


def run(slug: str, format: Format) -> int:
    """Print the page of `slug`, or a line about each page."""
    slugs = message_pages()
    if not slug:
        return _list(slugs, format)
    if slug not in slugs:
        hint = did_you_mean(slug, slugs)
        raise Mistake(
            f"no message is called `{slug}`; {hint or 'without a name, `explain` lists them all'}"
        )
    text = page(slugs[slug])
    if format is Format.json:
        return print_json("explain", None, None, 0, slug=slug, page=text)
    _print_page(for_a_reader(text))
    return 0


def _list(pages: Mapping[str, Path], format: Format) -> int:
    if format is Format.json:
        return print_json("explain", None, None, 0, slugs=list(pages))
    for slug, path in pages.items():
        print(f"{slug}: {summary(path)}")
    return 0


def _print_page(text: str) -> None:
    """Rendered on a terminal, as it is written elsewhere."""
    if not sys.stdout.isatty():
        print(text, end="")
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console(width=min(100, Console().width)).print(Markdown(text))
