"""Lines at the left margin that begin no declaration."""

from __future__ import annotations

import re

from attrs import evolve

from ruleslang.language.syntax import keywords
from ruleslang.language.syntax.chunk import HEAD, Chunk
from ruleslang.language.syntax.diagnostics import general_rows
from ruleslang.language.syntax.diagnostics.forms import whole_form
from ruleslang.language.syntax.diagnostics.general_rows import MARK
from ruleslang.language.syntax.diagnostics.misplaced_lines import indenting
from ruleslang.language.syntax.diagnostics.phrasebook.card_sentences import with_sentence
from ruleslang.language.syntax.diagnostics.prose import form_of_sentence
from ruleslang.language.syntax.diagnostics.words import MEANT
from ruleslang.language.syntax.parse_failure import WORD, mask, quoted, reads
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.suggest import nearest

FIXED = "for something that changes, `state x: 0..9 = 0`; for a constant, `value x = 7`"
HOOK = "to react to something, use a hook: `after draw`, and its lines below it"
WHENEVER = "for a condition, write `whenever lives is 0`, and its lines below it"
SEEN = "its visibility comes last: `state worth(player): 1..10, seen by owner`"
PLAIN = "write it in a phase, a procedure or a card, step by step; for a comment, write `#` first"
WORDS = {
    **dict.fromkeys(("global", "int", "integer", "bool", "boolean", "float", "string"), FIXED),
    **dict.fromkeys(("version", "date", "author", "by", "copyright", "chapter", "section"), MARK),
    **dict.fromkeys(("secret", "hidden", "private", "public", "shared"), SEEN),
}
EFFECTS = re.compile(r"if ([^\n:]+?) *(?:\[[^\n]*)?\n\s*\n?[ \t]+(?:modify|before|after|instead)\b")
SENTENCE = 4  # a line of this many words without signs is a sentence
HEADS = {
    "game": 'the header begins with `rulebook`: `rulebook my_game "My game"`',
    **{
        word: f"the words of the language are English: `{known}`"
        for known, foreign in {
            "card": "karte carta carte cartas tarjeta kort kaart",
            "player": "spieler giocatore joueur jugador speler",
            "players": "giocatori joueurs jugadores",
            "die": "würfel dado dé dobbelsteen",
            "board": "brett spielbrett spielplan tabellone plateau tablero bord",
            "phase": "fase étape runde zug turno tour",
            "piece": "figur pedina pion pieza ficha",
            "zone": "zona ablage stapel mazzo pioche mazo",
            "state": "zustand stato état estado",
            "value": "wert valore valeur valor",
            "rulebook": "spiel gioco jeu juego spel regeln regole règles reglas",
            "deck": "talon paquet baraja",
            "words": "wörter parole mots palabras",
        }.items()
        for word in foreign.split()
    },
}
OF_KEYWORDS = {
    "every": HOOK,
    "on": HOOK,
    "if": WHENEVER,
    "end": "delete it: no line closes a block",
    "region": 'it belongs below its board, after the drawn rows: `row "C ."`, `region cities "C"`',
}
"""Messages for words of the language that begin no declaration."""


def unknown_declaration(chunk: Chunk) -> Diagnostic | None:
    """Report a line at the left margin whose first word begins no declaration."""
    match = WORD.match(chunk.text)
    if not match or match.group() in keywords.DECLARATIONS:
        return None
    word = match.group()
    foreign = MEANT.get(word.lower())
    known = foreign if foreign in keywords.DECLARATIONS else None
    if not known and word in keywords.KEYWORDS:
        return None  # a line of a declaration, not a misspelt head
    near = known or nearest(word, keywords.DECLARATIONS)
    plain = "a declaration begins with a word such as `zone` or `procedure`"
    line = chunk.text.split("\n", 1)[0].rstrip()
    field = _field(chunk, line)
    general = error(
        "unknown-declaration",
        chunk.span(*match.span()),
        f"{quoted(word)} doesn't begin a declaration",
        help=field
        or WORDS.get(word.lower())
        or general_rows.WORDS.get(word.lower())
        or (form_of_sentence(line, "") if _is_sentence(line) else None)
        or HEADS.get(word.lower())
        or (whole_form(near) if near else None)
        or form_of_sentence(line, "")
        or (PLAIN if _is_sentence(line) else plain),
    )
    return general if field else with_sentence(general, chunk.span(0, len(line)))


def _field(chunk: Chunk, line: str) -> str | None:
    """Return a `cost: 3` below a card whose kind has that field."""
    match = re.match(r"(\w+): *\S", line)
    above = chunk.source.text[: chunk.start].rstrip()
    heads = re.findall(r"^([a-z]\w*)\b", above, re.MULTILINE)
    card = bool(heads) and (heads[-1] == "card" or heads[-1] == (match and match[1]))
    declared = match and re.search(rf"^\s+has {match[1]}:", chunk.source.text, re.MULTILINE)
    return "indent it: it belongs to the card above" if card and declared else None


def outside_declaration(chunk: Chunk) -> Diagnostic | None:
    """Report a line at the left margin that belongs inside a declaration."""
    match = WORD.match(chunk.text)
    if (
        not match
        or match.group() in keywords.DECLARATIONS
        or match.group() not in keywords.KEYWORDS
    ):
        return None
    line = chunk.text.split("\n", 1)[0].rstrip()
    help, effects = None, EFFECTS.match(mask(chunk.text)) if match.group() == "if" else None
    if " " in line and not reads(f"procedure below\n    {line}\n        nothing"):
        help = form_of_sentence(line, "")
    help = help or OF_KEYWORDS.get(match.group())
    if effects:
        help = f"for a condition, write `while {effects[1]}`"
    begins = f"`{match.group()}` doesn't begin a declaration"
    below = "indent the line below the head it belongs to"
    general = error("outside-declaration", chunk.span(*match.span()), begins, help=help or below)
    heads = [head.start() for head in HEAD.finditer(chunk.source.text, 0, chunk.start)]
    if heads and not help:
        above = Chunk(chunk.source, heads[-1], chunk.start)
        general = evolve(general, fix=indenting(above, chunk.start))
    return general if effects else with_sentence(general, chunk.span(0, len(line)))


def _is_sentence(line: str) -> bool:
    signs = re.search(r"[(){}\[\]=<>|;\"]|: ?\d", line)
    return signs is None and len(line.split()) >= SENTENCE
