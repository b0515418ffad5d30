"""The versions of a game in a grid: other numbers in its text, and other answers to its options."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ruleslang.api import Game, RulesError
from ruleslang.evaluation.balance.vary import Axis, grid
from ruleslang.evaluation.balance.versions import Version
from ruleslang.library.kept_loads import Loaded
from ruleslang.library.vary_text import NotVaried, Spot, load_varied, marked_spot, spot_of

OF_A_CARD = re.compile(r"(\w+)\((\w+)\)")


class UnplayableVersion(RulesError):
    """A version of the text has mistakes: `version` is its name, `loaded` what was read of it."""

    def __init__(self, version: str, loaded: Loaded) -> None:
        super().__init__(loaded.diagnostics)
        self.version, self.loaded = version, loaded

    def __str__(self) -> str:
        return f"{self.version}: {super().__str__()}"


def versions_of(
    rulebook: str,
    cards: Sequence[str],
    game: Game,
    axes: Sequence[Axis],
    options: Mapping[str, str],
) -> list[Version]:
    """
    Return a version for each combination; `options` hold for all. Raises `NotVaried` for what
    cannot be varied, and `UnplayableVersion`.
    """
    spots: dict[str, Spot] = {}
    for axis in axes:
        of_card = OF_A_CARD.fullmatch(axis.name)
        if of_card is not None:
            spots[axis.name] = spot_of(rulebook, cards, of_card[1], of_card[2])
        elif axis.name not in game.options:
            spot = marked_spot(rulebook, cards, axis.name)
            if spot is None:
                known = ", ".join([*game.options][:8]) or "there are none"
                raise NotVaried(
                    f"`{axis.name}` can't be varied; expected `copies(CARD)`, `FIELD(CARD)`, a "
                    f"line marked `# vary: {axis.name}`, or an option or reading ({known})"
                )
            spots[axis.name] = spot
    versions = []
    for combination in grid(axes):
        values = dict(combination)
        name = " ".join(f"{key}={value}" for key, value in values.items())
        chosen = {key: value for key, value in values.items() if key not in spots}
        texts = {spots[key]: value for key, value in values.items() if key in spots}
        playable = _with_texts(name, rulebook, cards, game, texts) if texts else game
        versions.append(Version(name, playable, {**options, **chosen}))
    return versions


def _with_texts(
    name: str, rulebook: str, cards: Sequence[str], game: Game, texts: Mapping[Spot, str]
) -> Game:
    loaded = load_varied(rulebook, cards, texts)
    if loaded.compiled is None:
        raise UnplayableVersion(name, loaded)
    return Game(loaded.compiled, cards=game.cards)
