"""
Chess beside other programs: positions as FEN, moves as UCI (`e7e8q`) and SAN (`exd8=Q+`).

    python chess_bridge.py "4k3/P7/8/8/8/8/8/4K3 w - - 0 1" a8=Q+ e8d7

plays these moves, and prints the legal moves and the FEN after them. A move that is the only legal
one is made without a question, so `moves` may have more moves than were asked for: send all of them
to the other program.
"""

from __future__ import annotations

import re
import sys
from typing import Any

import ruleslang

MEN = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}
SIGNS = {man: sign for sign, man in MEN.items()}
SIDES = ("white", "black")
WINGS = {"K": "white, short", "Q": "white, long", "k": "black, short", "q": "black, long"}
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
SAN = re.compile(r"([NBRQK]?)([a-h]?)([1-8]?)x?([a-h][1-8])(?:=?([NBRQnbrq]))?[+#]?[!?]*")
CASTLING = {"O-O": "g", "0-0": "g", "O-O-O": "c", "0-0-0": "c"}


def begin(fen: str = START, **settings: Any) -> ruleslang.Match:
    """A match that begins in a position; raises `ValueError` for a FEN that cannot be read."""
    if fen.split()[:4] == START.split()[:4]:
        return ruleslang.load("chess").start(**settings)
    return ruleslang.load("chess", position=lines_of(fen)).start(**settings)


def lines_of(fen: str) -> str:
    """The position of a FEN in the words of the rulebook."""
    fields = fen.split()
    if len(fields) < 4 or fields[1] not in "wb" or fields[0].count("/") != 7:
        raise ValueError(f"this is not a FEN: {fen}")
    placed, active, castling, passed, quiet, *_ = (*fields, "0", "1")
    lines = [f"given active is {SIDES['wb'.index(active)]}", f"given quiet is {quiet}"]
    for row, text in zip(range(8, 0, -1), placed.split("/"), strict=True):
        column = 0
        for sign in text:
            if sign.isdigit():
                column += int(sign)
                continue
            if sign.lower() not in MEN or column > 7:
                raise ValueError(f"`{text}` is not a row of a FEN")
            at, side = f"{'abcdefgh'[column]}{row}", SIDES[sign.islower()]
            lines.append(f"given man({at}) is {MEN[sign.lower()]} and side({at}) is {side}")
            column += 1
        if column != 8:
            raise ValueError(f"`{text}` is not a row of a FEN")
    lines += [f"given may_castle({of}) is no" for sign, of in WINGS.items() if sign not in castling]
    lines += [] if passed == "-" else [f"given passed is {passed}"]
    return "\n".join([*lines, "when play_on", ""])


def fen_of(match: ruleslang.Match, number: int = 1) -> str:
    """The position as FEN; `number` is that of the move, which a match does not count."""
    view = match.view(None)
    rows = []
    for row in range(8, 0, -1):
        signs = "".join(_sign(view.states, f"{column}{row}") for column in "abcdefgh")
        rows.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), signs))
    castling = "".join(s for s, of in WINGS.items() if view.states[f"may_castle({of})"])
    passed = view.states["passed"]
    return (
        f"{'/'.join(rows)} {'wb'[view.active]} {castling or '-'} "
        f"{'-' if passed == 'none' else passed} {view.states['quiet']} {number}"
    )


def _sign(states: Any, at: str) -> str:
    man = states[f"man({at})"]
    if man == "none":
        return "."
    return SIGNS[man].upper() if states[f"side({at})"] == "white" else SIGNS[man]


def legal(match: ruleslang.Match) -> dict[str, tuple[str, ...]]:
    """The legal moves as UCI, each with the choices that make it: a pawn's last has two."""
    if match.decision is None:
        return {}
    moves: dict[str, tuple[str, ...]] = {}
    states = match.view(None).states
    for choice in match.decision.choices:
        origin, goal = choice.id.removeprefix("move_man ").split(", ")
        crowned = states[f"man({origin})"] == "pawn" and goal[1] in "18"
        for sign in "qrbn" if crowned else ("",):
            moves[origin + goal + sign] = (choice.id, MEN[sign]) if sign else (choice.id,)
    return moves


def uci_of(match: ruleslang.Match, text: str) -> str:
    """A legal move given as UCI or SAN; raises `ValueError` if there is none, or more than one."""
    moves = legal(match)
    if text in moves:
        return text
    states, parsed = match.view(None).states, SAN.fullmatch(text)
    if (wing := CASTLING.get(text.rstrip("+#!?"))) is not None:
        fits = [
            uci
            for uci in moves
            if states[f"man({uci[:2]})"] == "king" and uci[0] == "e" and uci[2] == wing
        ]
    elif parsed:
        man, column, row, goal, crowned = parsed.groups()
        fits = [
            uci
            for uci in moves
            if states[f"man({uci[:2]})"] == MEN[(man or "p").lower()]
            and uci.startswith(column)
            and row in ("", uci[1])
            and uci[2:] == goal + (crowned or "").lower()
        ]
    else:
        fits = []
    if len(fits) != 1:
        raise ValueError(f"{text} is {'ambiguous' if fits else 'no legal move'} in {fen_of(match)}")
    return fits[0]


def san_of(match: ruleslang.Match, uci: str) -> str:
    """A legal move as SAN, without the `+` of a check, which readers don't need."""
    view, moves = match.view(None), legal(match)
    man = view.states[f"man({uci[:2]})"]
    takes = view.states[f"man({uci[2:4]})"] != "none" or (man == "pawn" and uci[0] != uci[2])
    if man == "king" and uci[0] == "e" and uci[2] in "gc":
        text = "O-O" if uci[2] == "g" else "O-O-O"
    elif man == "pawn":
        text = f"{uci[0]}x{uci[2:4]}" if takes else uci[2:4]
        text += f"={uci[4].upper()}" if uci[4:] else ""
    else:
        rivals = [
            other
            for other in moves
            if other[2:4] == uci[2:4] and other != uci and view.states[f"man({other[:2]})"] == man
        ]
        origin = uci[:2] if rivals else ""
        if rivals and all(other[0] != uci[0] for other in rivals):
            origin = uci[0]
        elif rivals and all(other[1] != uci[1] for other in rivals):
            origin = uci[1]
        text = f"{SIGNS[man].upper()}{origin}{'x' * takes}{uci[2:4]}"
    ahead = match.copy()
    for choice in moves[uci]:
        ahead.choose(choice)
    mates = ahead.outcome is not None and view.active in ahead.outcome.winners
    return text + "#" * (mates and _signs(ahead.view(None).states) == _after(view.states, uci))


def play(match: ruleslang.Match, text: str) -> list[str]:
    """Make a move given as UCI or SAN; returns it with the forced ones that followed, as UCI."""
    uci, begun = uci_of(match, text), len(match.choices)
    expected, choices = _after(match.view(None).states, uci), legal(match)[uci]
    for choice in choices:
        match.choose(choice)
    if _signs(match.view(None).states) == expected:
        return [uci]
    return moves_of(match)[len(moves_of(match.before(begun))) :]


def _signs(states: Any) -> dict[str, str]:
    spaces = (column + row for column in "abcdefgh" for row in "12345678")
    return {at: _sign(states, at) for at in spaces}


def _after(states: Any, uci: str) -> dict[str, str]:
    """The men on the board after one move."""
    signs, origin, goal = _signs(states), uci[:2], uci[2:4]
    man, takes = signs[origin], signs[goal] != "."
    if man in "Pp" and origin[0] != goal[0] and not takes:
        signs[goal[0] + origin[1]] = "."  # taken in passing
    if man in "Kk" and origin[0] == "e" and goal[0] in "gc":  # castling: the rook, too
        corner, beside = ("h", "f") if goal[0] == "g" else ("a", "d")
        signs[beside + goal[1]], signs[corner + goal[1]] = signs[corner + goal[1]], "."
    crowned = uci[4:].upper() if man == "P" else uci[4:]
    signs[goal], signs[origin] = crowned or man, "."
    return signs


def moves_of(match: ruleslang.Match) -> list[str]:
    """All moves of the match as UCI, forced ones too; it plays the match again, so it is slow."""
    told = _told(match)
    black_began = "given active is black" in match.start.position
    if match.outcome is None and (len(told) + black_began) % 2 != match.view(None).active:
        ahead = match.copy()  # the story tells of a move when the next one begins
        ahead.choose(0)
        told.append(_told(ahead)[len(told)])
    asked, found = [made.choice for made in match.choices], []
    for origin, goal in told:
        if asked and asked[0] == f"move_man {origin}, {goal}":
            del asked[0]
        crowned = SIGNS[asked.pop(0)] if asked and asked[0] in SIGNS else ""
        found.append(origin + goal + crowned)
    return found


def _told(match: ruleslang.Match) -> list[tuple[str, str]]:
    """The moves that the story of the match tells of."""
    parts = (part for entry in match.story(None) for part in entry.parts)
    done = (part for part in parts if isinstance(part, ruleslang.Did) and part.name == "move_man")
    return [(part.chosen[0].name, part.chosen[1].name) for part in done]


def main(fen: str = START, *moves: str) -> None:
    """Play the moves in the position, and print what can follow."""
    match = begin(fen, seed=1)
    for text in moves:
        play(match, text)
    print(*(san_of(match, uci) for uci in legal(match)))
    print(fen_of(match))


if __name__ == "__main__":
    main(*sys.argv[1:])
