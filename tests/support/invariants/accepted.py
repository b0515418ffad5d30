"""Whether a program may have an expression of a type in a place."""

from __future__ import annotations

from ruleslang.program import types as t
from ruleslang.program.typing.lattice import Ancestors, fits, plain


def is_accepted(given: t.Type, wanted: t.Type, kinds: Ancestors) -> bool:
    """
    As `fits`, but what may be none passes, since a fault says in play where it is none; and where a
    set is wanted no list passes, since a conversion stands between.
    """
    is_list, wants_set = isinstance(plain(given), t.ListOf), isinstance(plain(wanted), t.SetOf)
    if is_list and wants_set:
        return False
    return fits(t.Maybe(plain(given)) if isinstance(given, t.Optional) else given, wanted, kinds)
