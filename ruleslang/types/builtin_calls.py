"""
What a place of a built-in function takes of a text under way, and what the function then answers.

The signatures themselves are in `program.typing.builtins`.
"""

from __future__ import annotations

from ruleslang.program import types as t
from ruleslang.program.typing.builtins import SURELY_THERE, Takes, answer_of
from ruleslang.program.typing.population_sizes import Sizes
from ruleslang.types.lattice import FrontType, Maybe, Unknown, element, plain, stored


def accepts(place: Takes, given: FrontType) -> bool:
    """
    Whether what is given may stand in a place.

    What a text declares `or none` is refused where the place takes no none; of what may be none
    and mostly is not, as the top of a zone, that is not asked.
    """
    if place.how == "members":
        if not isinstance(given, (t.SetOf, t.ListOf, Unknown)):
            return False
        inner = element(given)
        return not place.classes or isinstance(inner, (*place.classes, t.Never, Unknown))
    if place.how == "one or none":
        return given == t.Never() or isinstance(plain(given), (*place.classes, Unknown))
    one = given.inner if isinstance(given, Maybe) else given
    if isinstance(one, t.UnderWay) and place.event is not None:
        return one.event == place.event
    return isinstance(one, (*place.classes, Unknown))


def answer(word: str, given: tuple[FrontType, ...], sizes: Sizes) -> FrontType:
    """What a built-in function answers; what may be none is there in a sound rulebook."""
    if any(isinstance(type, Unknown) or isinstance(element(type), Unknown) for type in given[:1]):
        return Unknown()
    found = answer_of(word, tuple(map(stored, given)), sizes)
    if found == t.Never():
        return Unknown()
    if word in SURELY_THERE and isinstance(found, t.Optional):
        return Maybe(found.inner)
    return found
