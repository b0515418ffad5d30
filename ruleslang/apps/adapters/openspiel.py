"""
Any rulebook as a game of OpenSpiel.

    from ruleslang.apps.adapters.openspiel import load_game

    game = load_game("leduc_poker", zero_sum=True)

The players are the seats, the actions the numbers of the game's action space; what chance does is
a node with outcomes and probabilities. `register` gives a rulebook a name for `pyspiel.load_game`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial, reduce
from hashlib import blake2b
from itertools import pairwise
from typing import Any, TypeAlias
from warnings import catch_warnings
from weakref import WeakValueDictionary

try:
    import numpy
    import pyspiel
except ImportError as missing:
    raise ImportError(f"{missing}: pip install -e '.[spiel]' in the checkout") from None

from ruleslang.api import Game, Match, View, as_data, load
from ruleslang.apps.adapters import checked_layout
from ruleslang.apps.adapters.openspiel_bounds import Bounds, bounds_of, scales_of

PREFIX = "ruleslang_"
MOST_KEPT = 2_000_000  # numbers of the observations of all positions of a game that are kept
DIGEST = 64  # bits of a tensor of information that stand for all that was seen
OWN: dict[str, Any] = dict.fromkeys(("players", "automatic", "history", "max_game_length"), 0)
OWN |= {"zero_sum": False, "features": True}

Parameters: TypeAlias = Mapping[str, Any]


class Node:
    """A position in the game tree, shared by all OpenSpiel states at that position."""

    def __init__(
        self, tree: Tree, match: Match, before: Node | None = None, action: int = -1
    ) -> None:
        self.tree, self.match, self.before, self.action = tree, match, before, action
        decision = self.decision = match.decision
        self.decided: int = 0 if before is None else before.decided + (not before.outcomes)
        if 0 < tree.most_decisions < self.decided:
            raise ValueError(
                f"a match of {tree.game.name} has more decisions than `max_game_length`, "
                f"{tree.most_decisions}"
            )
        self.player: int = pyspiel.PlayerId.TERMINAL if decision is None else decision.player
        self.outcomes: list[tuple[int, float]] = []
        self.places: dict[int, int] = {}  # the places of the choices, by their actions
        if decision is not None and decision.player < 0:
            self.player = pyspiel.PlayerId.CHANCE
            self.outcomes = list(enumerate(map(float, decision.probabilities)))
        elif decision is not None:
            self.places = {number: place for place, number in enumerate(match.actions())}
        self.legal = sorted(self.places)
        self.payoffs = self._payoffs() if decision is None else [0.0] * tree.players
        self.children: dict[int, Node] = {}
        self._in_use = WeakValueDictionary[int, Node]()  # further children where a state is
        self._seen: dict[int, tuple[str, Mapping[str, str]]] = {}

    def _payoffs(self) -> list[float]:
        if self.match.outcome is None:
            raise ValueError(
                f"a fault stopped a match of {self.tree.game.name}: {self.match.fault}"
            )
        payoffs = self.match.outcome.payoffs
        if self.tree.zero_sum and sum(payoffs) != 0:
            raise ValueError(
                f"{self.tree.game.name} is not a zero-sum game: it ended with {payoffs}"
            )
        return [float(payoff) for payoff in payoffs]

    def child(self, action: int) -> Node:
        """Return the position after an action or an outcome of chance; memoised."""
        known = self.children.get(action) or self._in_use.get(action)
        if known is not None:
            return known
        match = self.match.copy()
        place = action if self.outcomes else self.places.get(action)
        if place is None:
            space = match.action_space
            called = space.names[action] if 0 <= action < space.size else "no action"
            raise ValueError(f"action {action}, {called}, is not legal")
        match.choose(place)
        node = Node(self.tree, match, self, action)
        (self.children if self.tree.may_keep() else self._in_use)[action] = node
        return node

    def line(self) -> list[Node]:
        """Return the positions from the root to this one."""
        path, at = [self], self
        while at.before is not None:
            at = at.before
            path.append(at)
        return path[::-1]

    def information(self, player: int) -> str:
        """Return a player's information state: views at all decisions, and actions, in order."""
        if player in self._seen:
            return self._seen[player][0]
        seen: Mapping[str, str] = {}
        text, missing = "", [self]
        while (at := missing[-1].before) is not None:
            if player in at._seen:
                text, seen = at._seen[player]
                break
            missing.append(at)
        for node in reversed(missing):
            text, seen = node._goes_on(player, text, seen)
            node._seen[player] = text, seen
        return text

    def _goes_on(
        self, player: int, state: str, seen: Mapping[str, str]
    ) -> tuple[str, Mapping[str, str]]:
        """Return the information state so far, extended by what is new at this position."""
        if self.before is not None and self.before.player == player:
            state += f" > {self.tree.names[self.action]}"
        if self.player == pyspiel.PlayerId.CHANCE:
            return state, seen
        now = facts(self.match.view(player))
        changed = [f"{name}={text}" for name, text in now.items() if seen.get(name) != text]
        gone = [f"{name}=" for name in seen if name not in now]
        if self.player == player and self.decision is not None:
            changed.append(f"{self.decision.prompt}?")
        return state + "".join(f"; {fact}" for fact in (*changed, *gone)), now


def facts(view: View) -> dict[str, str]:
    """Return the facts in a view, as short texts by name; without the decision."""
    texts = {"active": str(view.active), "in": str(view.players)}
    for name, zone in view.zones.items():
        cards = " ".join("?" if card is None else card for card in zone.cards)
        texts[name] = f"{zone.count}[{cards}]" if zone.count else "0"
    for kind in (view.states, view.dice, view.pieces):
        texts |= {name: str(value) for name, value in kind.items()}
    data: dict[str, Any] = {**as_data(view)}
    known = {"player", "active", "players", "zones", "states", "dice", "pieces", "decision"}
    return texts | {name: str(data[name]) for name in data.keys() - known if data[name]}


class Tree:
    """A game with its settings, and the positions kept in memory."""

    def __init__(self, game: Game, parameters: Parameters) -> None:
        self.game, self.given, self.zero_sum = game, parameters, bool(parameters.get("zero_sum"))
        self.history = int(parameters.get("history") or 0)
        if self.history < 0:
            raise ValueError(f"`history` is 0 or more decisions, not {self.history}")
        self._start: dict[str, Any] = {
            "options": {name: str(value) for name, value in parameters.items() if name not in OWN},
            "players": int(parameters.get("players") or 0) or None,
            "automatic": int(parameters.get("automatic") or 0) or None,
        }
        self.most_decisions = int(parameters.get("max_game_length") or 0)
        opened = self.begun()
        self.players = len(opened.seats)
        self.space = opened.action_space
        self.names = self.space.names
        self.observed = opened.observed
        checked_layout(self.observed.features)  # raw rows become floats here, too
        self.scales = scales_of(self.observed) if parameters.get("features", True) else None
        self.width = self.observed.width if self.scales is None else len(self.scales)
        self._left = MOST_KEPT // (self.observed.width + 1)
        self.root = Node(self, opened)

    def begun(self) -> Match:
        """Return a match with explicit chance nodes, if there are any; played in C, if it can."""
        how: Any = {"chance": "asked"} if self.game.traits.has_chance else {"seed": 0}
        with catch_warnings(action="ignore", category=RuntimeWarning):
            return self.game.start(engine="c", **how, **self._start)

    def may_keep(self) -> bool:
        """Return whether one more position may be kept."""
        self._left -= self._left > 0
        return self._left > 0

    def row(self, node: Node, player: int) -> Any:
        """Return a player's observation as numbers: scaled features, or the raw row."""
        if self.scales is None:
            return numpy.array(node.match.observation(player), numpy.float32)
        return numpy.array(node.match.features(player), numpy.float32) * self.scales

    def at(self, actions: Sequence[int]) -> Node:
        """Return the position after these actions and outcomes of chance."""
        return reduce(Node.child, actions, self.root)


class RulebookState(pyspiel.State):  # type: ignore[misc]
    """A state of the game; `match` is a copy of the match there, with everything it offers."""

    # OpenSpiel copies and serialises the history of a state, and all attributes: so there are none.
    __slots__ = ("_node", "_tree")

    def __init__(self, game: RulebookGame) -> None:
        super().__init__(game)
        self._tree = game.tree
        self._node: Node | None = None

    def __deepcopy__(self, memo: object) -> RulebookState:
        twin: RulebookState = self.clone()
        return twin

    def __copy__(self) -> RulebookState:
        return self.__deepcopy__(None)

    def __reduce__(self) -> tuple[Any, ...]:
        return _state_after, (self.get_game(), self.history())

    @property
    def node(self) -> Node:
        """The position; of a copy, and of what was serialised, it follows from the history."""
        if self._node is None:
            self._node = self._tree.at(self.history())
        return self._node

    @property
    def match(self) -> Match:
        """A copy of the match at this state."""
        return self.node.match.copy()

    def current_player(self) -> int:
        """Return the seat to act, `CHANCE`, or `TERMINAL`."""
        return self.node.player

    def is_terminal(self) -> bool:
        return self.node.decision is None

    def is_chance_node(self) -> bool:
        return bool(self.node.outcomes)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.node.legal) if player == self.node.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes by index, with their probabilities."""
        return list(self.node.outcomes)

    def _apply_action(self, action: int) -> None:
        self._node = self.node.child(action)

    def _action_to_string(self, player: int, action: int) -> str:
        decision = self.node.decision
        if player == pyspiel.PlayerId.CHANCE:
            is_there = decision is not None and action < len(self.node.outcomes)
            return decision.choices[action].id if decision and is_there else str(action)
        if decision is not None and action in self.node.places:
            return str(decision.choices[self.node.places[action]].id)
        return str(self.node.tree.names[action])

    def returns(self) -> list[float]:
        """Return the payoffs at the end; 0 before."""
        return list(self.node.payoffs)

    def information_state_string(self, player: int | None = None) -> str:
        """Return the player's information state."""
        return self.node.information(self._player(player))

    def observation_string(self, player: int | None = None) -> str:
        """Return the player's observation."""
        seen = facts(self.node.match.view(self._player(player)))
        return "; ".join(f"{name}={text}" for name, text in seen.items())

    def _player(self, player: int | None) -> int:
        seat, players = self.node.player if player is None else player, self._tree.players
        if not 0 <= seat < players:
            raise ValueError(f"there are players 0 to {players - 1}, not {seat}")
        return int(seat)

    def __str__(self) -> str:
        lines = [f"{choice.player}: {choice.choice}" for choice in self.node.match.choices]
        return "\n".join(lines)


def _state_after(game: RulebookGame, actions: Sequence[int]) -> RulebookState:
    state = game.new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


class RulebookObserver:
    """
    A player's observation as a row of numbers (`observation`); with perfect recall also the row and
    the action at each of their decisions (`history`), the present row, and a digest of them all.
    """

    def __init__(self, tree: Tree, kind: Any, parameters: Parameters | None) -> None:
        if parameters:
            raise ValueError(f"observers of rulebooks take no parameters, not {dict(parameters)}")
        self.tree, self.recalls = tree, bool(kind.perfect_recall)
        width = tree.width
        self._parts: dict[str, tuple[int, ...]] = {"observation": (width,)}
        if self.recalls and tree.history:
            self._parts |= {"history": (tree.history, width + 1), "digest": (DIGEST,)}
        self.tensor: Any = numpy.zeros(sum(map(_size, self._parts.values())), numpy.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for name, shape in self._parts.items():
            self.dict[name] = self.tensor[at : at + _size(shape)].reshape(shape)
            at += _size(shape)

    def set_from(self, state: RulebookState, player: int) -> None:
        """Fill the tensors with a player's knowledge."""
        node = state.node
        self.dict["observation"][:] = self.tree.row(node, player)
        if "history" in self.dict:
            self._remember(node, player)

    def _remember(self, node: Node, player: int) -> None:
        line = node.line()
        decisions = [(at, to.action) for at, to in pairwise(line) if at.player == player]
        rows = self.dict["history"]
        if len(decisions) > len(rows):
            raise ValueError(
                f"player {player} decided {len(decisions)} times, and the tensor has `history` for "
                f"{len(rows)}: load the game with more"
            )
        rows[:] = 0
        rows[:, -1] = -1
        for row, (at, action) in zip(rows, decisions, strict=False):
            row[:-1], row[-1] = self.tree.row(at, player), action
        digest = blake2b(node.information(player).encode(), digest_size=DIGEST // 8).digest()
        self.dict["digest"][:] = numpy.unpackbits(numpy.frombuffer(digest, numpy.uint8))

    def string_from(self, state: RulebookState, player: int) -> str:
        """Return a string, as `set_from` does."""
        if self.recalls:
            return state.information_state_string(player)
        return state.observation_string(player)


def _size(shape: Sequence[int]) -> int:
    return int(numpy.prod(shape))


class RulebookGame(pyspiel.Game):  # type: ignore[misc]
    """A rulebook with its options and numbers of seats; `rulebook` is the `Game` itself."""

    of: Game  # the game of a registered class

    def __init__(
        self, parameters: Parameters | None = None, *, rulebook: Game | None = None
    ) -> None:
        chosen = dict(parameters or {})
        self.rulebook = rulebook = rulebook or self.of
        self.tree = Tree(rulebook, chosen)
        bounds = _bounds(self.tree)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.tree.space.size,
            max_chance_outcomes=bounds.outcomes,
            num_players=self.tree.players,
            min_utility=bounds.payoffs[0],
            max_utility=bounds.payoffs[1],
            utility_sum=0.0 if self.tree.zero_sum else None,
            max_game_length=self.tree.most_decisions or bounds.decisions,
        )
        type = game_type(rulebook, zero_sum=self.tree.zero_sum, recalls=bool(self.tree.history))
        super().__init__(type, info, chosen)

    def __copy__(self) -> RulebookGame:
        return self

    def __deepcopy__(self, memo: object) -> RulebookGame:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(load_game, self.rulebook, **self.tree.given), ()

    def new_initial_state(self) -> RulebookState:
        return RulebookState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Parameters | None = None
    ) -> RulebookObserver:
        """Return the observer of tensors and strings."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return RulebookObserver(self.tree, kind, params)


_known_bounds: dict[tuple[object, ...], Bounds] = {}


def _bounds(tree: Tree) -> Bounds:
    """Return the bounds of a game, which are computed once for each of its settings."""
    key = (_name_of(tree.game), *sorted(map(str, tree.given.items())))
    if key not in _known_bounds:
        _known_bounds[key] = bounds_of(tree.game, tree.root.match)
    return _known_bounds[key]


class RulebookBot(pyspiel.Bot):  # type: ignore[misc]
    """
    A bot of the rulebook as a bot of OpenSpiel: `search`, `search:500`, a declared player.

    Unlike OpenSpiel's own searches, it uses only what its seat may see.
    """

    def __init__(self, game: RulebookGame, name: str = "search", seed: int = 0) -> None:
        super().__init__()
        self._bot = game.rulebook.bot(name, seed=seed)

    def step(self, state: RulebookState) -> int:
        """Return the action that the bot chooses for whoever is asked."""
        node, match = state.node, state.match
        choice, decision = self._bot.choose(match), node.decision
        assert decision is not None  # as a bot chose
        place = decision.index_of(choice.id)
        return next(action for action, at in node.places.items() if at == place)

    def restart_at(self, state: RulebookState) -> None:
        """Do nothing: the bot keeps nothing of a match."""


def game_type(rulebook: Game, *, zero_sum: bool = False, recalls: bool = False) -> Any:
    """Return the `GameType` of a rulebook."""
    of, seats, kind = rulebook.traits, rulebook.program.seats, pyspiel.GameType
    chance = kind.ChanceMode.EXPLICIT_STOCHASTIC if of.has_chance else kind.ChanceMode.DETERMINISTIC
    known = kind.Information
    utility = kind.Utility.ZERO_SUM if zero_sum else kind.Utility.GENERAL_SUM
    return pyspiel.GameType(
        short_name=_name_of(rulebook),
        long_name=rulebook.program.title.text if rulebook.program.title else rulebook.name,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=known.IMPERFECT_INFORMATION if of.has_secrets else known.PERFECT_INFORMATION,
        utility=utility,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=seats.high + seats.automatic_high,
        min_num_players=seats.low + seats.automatic_low,
        provides_information_state_string=True,
        provides_information_state_tensor=recalls,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_specified(rulebook),
    )


def _specified(rulebook: Game) -> dict[str, Any]:
    clash = sorted(OWN.keys() & rulebook.options.keys())
    if clash:
        raise ValueError(f"`{clash[0]}` is an option of {rulebook.name} and a parameter here")
    defaults = {name: values[0] for name, values in rulebook.options.items()}
    numbers = {option.name for option in rulebook.program.options if option.number}
    parameters = {name: int(of) if name in numbers else of for name, of in defaults.items()}
    return {**OWN, **parameters}


_registered: dict[str, str] = {}  # the rulebook that each name is registered for


def _name_of(rulebook: Game) -> str:
    """
    Return the name of a rulebook in OpenSpiel. If the name is taken by other rules or another
    position, some digits follow.
    """
    position = rulebook.position.text if rulebook.position else ""
    rules = blake2b(f"{rulebook.digest} {position}".encode(), digest_size=16).hexdigest()
    name = PREFIX + rulebook.name
    taken = _registered.setdefault(name, rules) != rules
    return f"{name}_{rules[:8]}" if taken else name


def register(rulebook: str | Game) -> str:
    """
    Register a rulebook with `pyspiel.load_game`, and return its name there: `ruleslang_NAME`.

    The game's parameters are the rulebook's options and readings, the numbers of `players` and of
    `automatic` seats (0: the minimum), and those of `load_game`. Raises `ValueError` for a rulebook
    whose actions have no numbers.
    """
    game = rulebook if isinstance(rulebook, Game) else load(rulebook)
    game.action_space()
    game_class = type(RulebookGame.__name__, (RulebookGame,), {"of": game})
    type_of_game = game_type(game)
    if type_of_game.short_name not in pyspiel.registered_names():
        pyspiel.register_game(type_of_game, game_class)
    return str(type_of_game.short_name)


def load_game(rulebook: str | Game, **parameters: Any) -> RulebookGame:
    """
    Return a game of OpenSpiel, with the parameters described at `register`, which registers it.

    `zero_sum=True` declares that the payoffs of each match sum to 0, which many algorithms require;
    a match that violates it raises `ValueError`. `history` is the number of own decisions that the
    information state tensor has room for; 0: there is no such tensor. `features=False` gives raw
    rows of numbers instead of scaled features. `max_game_length` is the most decisions of a match,
    if you know it (0: counted in small games, else the decision cap); more raise `ValueError`.
    """
    game = rulebook if isinstance(rulebook, Game) else load(rulebook)
    specified = _specified(game)
    unknown = parameters.keys() - specified.keys()
    if unknown:
        known = ", ".join(specified)
        raise ValueError(f"{game.name} has no parameter `{min(unknown)}`; choose from: {known}")
    register(game)
    given = {name: type(specified[name])(value) for name, value in parameters.items()}
    return RulebookGame({**specified, **given}, rulebook=game)
