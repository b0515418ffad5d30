"""The pages for a browser, from the templates in `templates`, each one file that works offline."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined


def page(template: str, filters: Mapping[str, Callable[..., Any]], **content: Any) -> str:
    """Return a page; whatever is no `Markup` is escaped."""
    environment = Environment(
        autoescape=True,
        loader=FunctionLoader(_text),
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    environment.filters.update(filters)
    return environment.get_template(template).render(content)


def _text(name: str) -> str:
    return files(f"{__package__}.templates").joinpath(name).read_text("utf-8")
