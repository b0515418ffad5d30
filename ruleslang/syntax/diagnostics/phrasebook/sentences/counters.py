"""Sentences about what players have: coins, points, life."""

from __future__ import annotations

from ruleslang.syntax.diagnostics.phrasebook.sentences.row import Sentence
from ruleslang.syntax.diagnostics.phrasebook.sentences.shared_parts import (
    OTHER,
    SAYER,
    SELF,
    WHAT,
    N,
)

COUNTERS: tuple[Sentence, ...] = (
    Sentence(
        rf"{SAYER}(?:gains?|gets?|earns?|receives?|takes?|scores?|collects?) {N} (?:more )?{WHAT}"
        r"(?: from the (?:bank|supply|stock))?",
        "add {n} to {what}({me})",
        "gain 2 coins",
        "add 2 to coins(you)",
    ),
    Sentence(
        rf"pays {N} {WHAT}",
        "pays {n} from {what}({me})",
        "pays 3 coins",
        "pays 3 from coins(you)",
    ),
    Sentence(
        rf"{SAYER}(?:lose|loses|pay|pays|spend|spends) {N} {WHAT}(?: to the (?:bank|supply))?",
        "subtract {n} from {what}({me})",
        "lose 2 coins",
        "subtract 2 from coins(you)",
    ),
    Sentence(
        rf"(?:add|give) {N} {WHAT} {SELF}",
        "add {n} to {what}({me})",
        "give 2 coins to him",
        "add 2 to coins(you)",
    ),
    Sentence(
        rf"(?:add|give) {N} to (?:my|your|his|her|their) {WHAT}",
        "add {n} to {what}({me})",
        "add 2 to your score",
        "add 2 to score(you)",
    ),
    Sentence(
        rf"(?:subtract|take|remove) {N} (?:{WHAT} )?from (?:my|your|his|you|him)"
        r"(?: (?P<own>\w+))?",
        "subtract {n} from {what}({me})",
        "take 1 coin from his purse",
        "subtract 1 from coins(you)",
    ),
    Sentence(
        rf"{SAYER}doubles? (?:your|his|her|their) {WHAT}",
        "set {what}({me}) to 2 * {what}({me})",
        "double your coins",
        "set coins(you) to 2 * coins(you)",
    ),
    Sentence(
        rf"{SAYER}halves? (?:your|his|her|their) {WHAT}",
        "set {what}({me}) to {what}({me}) / 2 rounded down",
        "halve your coins",
        "set coins(you) to coins(you) / 2 rounded down",
    ),
    Sentence(
        rf"{SAYER}loses? half (?:of )?(?:your|his|her|their) {WHAT}",
        "subtract {what}({me}) / 2 rounded up from {what}({me})",
        "lose half of your coins",
        "subtract coins(you) / 2 rounded up from coins(you)",
    ),
    Sentence(
        rf"{SAYER}gives? {N} {WHAT} to (?:the )?(?P<next>next|previous) player",
        "subtract {n} from {what}({me})|add {n} to {what}({next}({me}))",
        "give 1 coin to the next player",
        "subtract 1 from coins(you)|add 1 to coins(next(you))",
    ),
    Sentence(
        rf"{SAYER}gives? {N} {WHAT} to {OTHER}",
        "{choose} q from players except {{{me}}}|subtract {n} from {what}({me})|"
        "add {n} to {what}(q)",
        "give 2 coins to another player",
        "choose q from players except {you}|subtract 2 from coins(you)|add 2 to coins(q)",
    ),
    Sentence(
        rf"{SAYER}deals? {N} (?:points? of )?damage(?: to {OTHER})?",
        "{choose} q from players except {{{me}}}|subtract {n} from {life}(q)",
        "deal 3 damage to any target",
        "choose q from players except {you}|subtract 3 from life(q)",
    ),
    Sentence(
        r"(?P<whom>\w+) (?:gains?|gets?|scores?|earns?|receives?) "
        rf"(?P<much>\w+\(\w+(?:, \w+)*\)) {WHAT}",
        "add {much} to {what}({whom})",
        "p gains income(p) coins",
        "add income(p) to coins(p)",
    ),
    Sentence(
        rf"(?P<whom>\w+) (?:loses?|pays?|spends?) (?P<much>\w+\(\w+(?:, \w+)*\)) {WHAT}",
        "subtract {much} from {what}({whom})",
        "p loses tax(p) coins",
        "subtract tax(p) from coins(p)",
    ),
    Sentence(
        rf"{SAYER}deals? {N} (?:points? of )?damage to (?:each|every|all) (?:other players?"
        r"|opponents?)",
        "for each {each} in players except {{{me}}}|    subtract {n} from {life}({each})",
        "deal 1 damage to each opponent",
        "for each p in players except {you}|    subtract 1 from life(p)",
    ),
    Sentence(
        rf"{SAYER}deals? {N} (?:points? of )?damage to (?:each|every|all) players?",
        "for each {each} in players|    subtract {n} from {life}({each})",
        "deal 1 damage to all players",
        "for each p in players|    subtract 1 from life(p)",
    ),
    Sentence(
        rf"{SAYER}steals? {N} {WHAT}(?: from {OTHER})?",
        "{choose} q from players except {{{me}}}|subtract {n} from {what}(q)|"
        "add {n} to {what}({me})",
        "steal 2 coins from another player",
        "choose q from players except {you}|subtract 2 from coins(q)|add 2 to coins(you)",
    ),
    Sentence(
        rf"{SAYER}loses? all (?:of )?(?:your|his|her|their) {WHAT}",
        "set {what}({me}) to 0",
        "lose all your coins",
        "set coins(you) to 0",
    ),
    Sentence(
        rf"set (?:your|his|her|their) {WHAT} to (?P<to>\d+)",
        "set {what}({me}) to {to}",
        "set your score to 3",
        "set score(you) to 3",
    ),
    Sentence(
        rf"(?:roll|throw)s? (?:a|one|the) (?:die|d\d+),? (?:and|then) (?:gain|get) that many"
        rf" {WHAT}",
        "roll {die} as face|add face to {what}({me})",
        "roll a die and gain that many coins",
        "roll d6 as face|add face to coins(you)",
    ),
    Sentence(
        rf"(?:you )?(?:get |gain )?\+ ?\$?{N} (?!cards?\b){WHAT}",
        "add {n} to {what}({me})",
        "+2 coins",
        "add 2 to coins(you)",
    ),
    Sentence(
        rf"\+ ?\${N}",
        "add {n} to {counter}({me})",
        "+$3",
        "add 3 to coins(you)",
    ),
    Sentence(
        rf"{SAYER}(?:gains?|scores?) {N}",
        "add {n} to {counter}({me})",
        "gain 3",
        "add 3 to coins(you)",
    ),
    Sentence(
        rf"{SAYER}loses? {N}",
        "subtract {n} from {life}({me})",
        "lose 1",
        "subtract 1 from life(you)",
    ),
)
