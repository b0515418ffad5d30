"""Phrases other than card sentences, as data: a pattern and its replacement.

A rewrite is proposed only if the text is readable with it up to the end of the line, and if it
contains only names of the rulebook.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Literal, TypeAlias

from attrs import evolve, frozen

from ruleslang.source import fix
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.syntax.diagnostics.foreign_signs import MARKS
from ruleslang.syntax.diagnostics.phrasebook.declared_names import (
    has_only_known_names,
    is_declared,
    sets_field,
)
from ruleslang.syntax.parse_failure import FAR, Failure, quoted, reads

Place: TypeAlias = Literal["margin", "header", "statement", "card", "play", "example"]

SHORT = 40  # longest pair of lines in a message
FARTHEST = 300  # longest line to match
LONGEST = 120  # longest line in a help
VAGUE = re.compile(r"\bif it\b")  # `it` is a member of a set, never a thing mentioned before
NAME = r"[^\W\d]\w*"
THING = rf"{NAME}(?:\([^()]*\))?"  # a name or `f(x)`
VALUE = r"[\w(][^\n,:]*"  # the rest of a spoken expression
CALL = re.compile(rf"({NAME})\(|\b(?:do(?:es)?|before|after|per) (?!one\b)({NAME})")
NEW = "NEW"  # in a template: a name that is unused in the declaration
ACTOR = "ACTOR"  # in a template: who does the action, or `you`
OWNED = rf"{NAME}\([^()]*\)"


@frozen
class Row:
    """
    A pattern of a line, and the template of its replacement.

    `example` is a line that the row rewrites to `result`.
    """

    pattern: str
    template: str
    place: Place
    example: str
    result: str


POSSESSIVES: tuple[Row, ...] = (
    Row(r"^(\s*)\w+['’]s turn (?:ends|is over)$", r"\1end turn", "statement", "p's turn ends",
        "end turn"),
    Row(r"(?<!\d)(\d{1,3})[, '’_.](\d{3})(?!\d)", r"\1\2", "margin",
        "state wealth: 0..1,000 = 0", "state wealth: 0..1000 = 0"),
    Row(rf"^(\s+)(?:pays?|costs?):? (\d+) ({NAME})$", r"\1pays \2 from \3(ACTOR)", "play",
        "pays 2 coins", "pays 2 from coins(you)"),
    Row(rf"\b(?:the |his |your )?opponent['’]s ({NAME})\b", r"\1(opponent(ACTOR))", "play",
        "move c to opponent's hand", "move c to hand(opponent(you))"),
    Row(rf"({THING})['’]s ({NAME}) is at least (?=\d)", r"\2(\1) >= ", "statement",
        "if p's score is at least 9: stop", "if score(p) >= 9: stop"),
    Row(rf"({THING})['’]s ({NAME})", r"\2(\1)", "statement", "move c to p's hand",
        "move c to hand(p)"),
)  # fmt: skip
"""Asked before the mistakes that would blame the sign by itself."""
ROWS: tuple[Row, ...] = (
    Row(r"^(\s*then) (\w+(?:\([^()]*\))?) (?:is|has|are) (\d+) cards?$", r"\1 number of \2 is \3",
        "example", "then hand(p1) is 3 cards", "then number of hand(p1) is 3"),
    Row(rf"^(\s+)when ({NAME}) (?!does\b|plays\b)({NAME}?)(?:es|s)$", r"\1when \2 does \3",
        "example", "when p1 shows", "when p1 does show"),
    Row(rf"^(\s+)when ({NAME}) (?!does\b|plays\b)({NAME}?)(?:es|s) (?:an? |the )?({THING})$",
        r"\1when \2 does \3 choosing \4", "example", "when p1 lays fox",
        "when p1 does lay choosing fox"),
    Row(rf"^(\s+when {NAME} does {NAME}) (?:with |on |to )?({THING})$", r"\1 choosing \2",
        "example", "when p1 does lay fox", "when p1 does lay choosing fox"),
    Row(rf"^(\s+{NAME}) (?:does|chooses) (?:do )?({NAME}) choosing (\S.*)$", r"\1 chooses \2, \3",
        "example", "p1 does lay choosing fox", "p1 chooses lay, fox"),
    Row(rf"^(\s+{NAME}) does ({NAME})$", r"\1 chooses \2", "example", "p1 does lay",
        "p1 chooses lay"),
    Row(rf"^(\s+)(?:expect|expected|assert):? ({THING}) ?={{1,2}} ?(\S+)$", r"\1then \2 is \3",
        "example", "expect score(p2) = 41", "then score(p2) is 41"),
    Row(rf"\b(action {NAME}(?: \"[^\"]*\")? by) (?:a |the )?player ({NAME})", r"\1 \2", "margin",
        "action lay by player p choosing c from hand(p)",
        "action lay by p choosing c from hand(p)"),
    Row(rf"\b(choos\w+ .*\bfrom {THING}) (?:if|when|such that) (\S.*)$", r"\1 where \2",
        "statement", "p chooses c from hand(p) if playable(c, p)",
        "p chooses c from hand(p) where playable(c, p)"),
    Row(rf"(\bchoos\w+ \S.*?) (where .+) (from {THING})$", r"\1 \3 \2", "statement",
        "p chooses c where rank(c) > 3 from hand(p)", "p chooses c from hand(p) where rank(c) > 3"),
    Row(r"(\bmay do .+?),? (?:any number of times|as (?:often|many times) as (?:he|she|they) "
        r"(?:likes?|wants?)|repeatedly|again and again)$", r"\1 as often as allowed", "statement",
        "p may do lay any number of times", "p may do lay as often as allowed"),
    Row(r"^(\s+)only (?:once|one time) (?:per|a|each|every|in a) (\w+)$", r"\1limit 1 per \2",
        "statement", "only once a turn", "limit 1 per turn"),
    Row(r"^(\s+)only (?:twice|two times) (?:per|a|each|every|in a) (\w+)$", r"\1limit 2 per \2",
        "statement", "only twice per turn", "limit 2 per turn"),
    Row(r"^(\s*at most \d+ decisions), (?:then )?(?:it is )?(?:a )?(?:draw|tie)$",
        r"\1, then nobody wins", "header", "at most 500 decisions, then a draw",
        "at most 500 decisions, then nobody wins"),
    Row(rf"^(before|after) ({NAME}) ({NAME}?)(?:es|s)$", r"\1 \3 by \2", "margin",
        "after p lays", "after lay by p"),
    Row(r"^(\s*starts with) (?:the |a )?(?:phase|procedure|action) (\w+)", r"\1 \2",
        "header",
        "starts with phase game", "starts with game"),
    Row(r"^(\s+limit \d+) (?:times?|uses?) (per \w+)", r"\1 \2", "statement",
        "limit 2 times per turn",
        "limit 2 per turn"),
    Row(r"^(\s+limit \d+)(?: times?)? (?:a|an|each|every|in a) (\w+)$", r"\1 per \2", "statement",
        "limit 2 each turn", "limit 2 per turn"),
    Row(r"^(\s+)at most (\d+)(?: times?)? (?:per|a|each|every|in a) (\w+)$",
        r"\1limit \2 per \3", "statement", "at most 2 per turn", "limit 2 per turn"),
    Row(r"^(\s+limit \d+)(?: times?)?$", r"\1 per turn", "statement", "limit 2",
        "limit 2 per turn"),
    Row(r"^(\s+)then ((?:move|add|set|subtract|roll|shuffle|pick|perform|end) .*)$",
        r"\1\2", "statement", "then move c to heap", "move c to heap"),
    Row(rf"\b(choosing|chooses|choose) (?:an?|the) (?!card\b)({NAME})(?= (?:\"[^\"]*\" )?from )",
        r"\1 \2",
        "statement", "p chooses a c from hand(p)", "p chooses c from hand(p)"),
    Row(rf"^(\s+)repeat ({NAME} may do .+?) until (?:{NAME} )?(?:passes|declines|stops|is done)$",
        r"\1\2 as often as allowed", "statement", "repeat p may do lay until he passes",
        "p may do lay as often as allowed"),
    Row(rf"(?:(?<=: )|(?<=    ))(?:deal|draw|give|take|move) (\d+) cards? from ({THING}) to "
        rf"({THING})$",
        r"move top(\2, \1) to \3", "statement", "deal 2 cards from pile to hand(p)",
        "move top(pile, 2) to hand(p)"),
    Row(r"^(\s+)(?:expect|expected|assert):?\s+(?=\w)", r"\1then ", "example",
        "expect score(p2) is 41", "then score(p2) is 41"),
    Row(rf"^(\s+)({THING} (?:is|>|<|>=|<=) \S.*)$", r"\1then \2", "example", "score(anna) is 8",
        "then score(anna) is 8"),
    Row(rf"\bis ({NAME}(?:, {NAME})+)(?= and |$)", r"is {\1}", "example",
        "given hand(p1) is fox, hen", "given hand(p1) is {fox, hen}"),
    Row(rf"^(\s+then {NAME}) (?:cannot|can['’]t|can not|must not|may never) (?:do )?({NAME})",
        r"\1 may not do \2", "example", "then p1 cannot do lay", "then p1 may not do lay"),
    Row(rf"^(\s+then {NAME}) can (?:do )?({NAME})", r"\1 may do \2", "example",
        "then p1 can do lay", "then p1 may do lay"),
    Row(rf"^(\s+{NAME}) (?:passes|refuses)$", r"\1 declines", "example", "ben passes",
        "ben declines"),
    Row(rf"^(\s*then )({NAME}),? and ({NAME}) wins?$", r"\1{\2, \3} win", "example",
        "then anna and ben win", "then {anna, ben} win"),
    Row(r"^(\s*)max(?:imum)? (\d+) (?:turns|decisions|moves|rounds)$",
        r"\1at most \2 decisions, then nobody wins", "header", "max 1000 turns",
        "at most 1000 decisions, then nobody wins"),
    Row(r"…", "..", "margin", "state round_number: 0…20 = 0", "state round_number: 0..20 = 0"),
    Row(r"[–—−]", "-", "statement", "set n to n – 1", "set n to n - 1"),
    Row(rf"^(state {THING}): (yes|no)(?=,|$)", r"\1: yes or no = \2", "margin", "state done: no",
        "state done: yes or no = no"),
    Row(rf"(?<=: )({NAME})\?(?=$|,| =)", r"\1 or none", "margin", "state owner_of(card): player?",
        "state owner_of(card): player or none"),
    Row(r"(: \w+), unordered\b", r"\1", "margin", "zone heap: cards, unordered, seen by all",
        "zone heap: cards, seen by all"),
    Row(r",\s*(?:only )?(?:the )?owner(?: only)?$", ", seen by owner", "margin",
        "zone hand(player): cards, owner", "zone hand(player): cards, seen by owner"),
    Row(r"\bseen by (?:everyone|everybody|anyone|all players|players)\b", "seen by all",
        "margin", "zone heap: cards, seen by players", "zone heap: cards, seen by all"),
    Row(r"\bseen by (?:the )?(?:player|holder)\b", "seen by owner", "margin",
        "zone hand(player): cards, seen by player", "zone hand(player): cards, seen by owner"),
    Row(rf"^(board {NAME}): (\d+) ?[x×] ?(\d+)", r"\1: grid \2 by \3", "margin",
        "board field: 8x8", "board field: grid 8 by 8"),
    Row(r"\b(grid|hexes) (\d+) ?[x×] ?(\d+)", r"\1 \2 by \3", "margin", "board rack: grid 7x6",
        "board rack: grid 7 by 6"),
    Row(rf"^((?:card|player) {NAME}) ([A-Z][^\":|]*?)(?= x\d+:|:|$)", r'\1 "\2"', "margin",
        "card fox Old Fox x2: beast", 'card fox "Old Fox" x2: beast'),
    Row(r'(?<=^card )"([^\W\dA-Z]\w*)"', r"\1", "margin", 'card "steal" x2: trick',
        "card steal x2: trick"),
    Row(rf"^action ({NAME})\s*\(\s*({NAME})\s*(?::\s*player\s*)?\)", r"action \1 by \2", "margin",
        "action pass_turn(p: player)", "action pass_turn by p"),
    Row(rf"^(action {NAME})\s*$", r"\1 by p", "margin", "action pass_turn",
        "action pass_turn by p"),
    Row(r"\byes ?/ ?no\b|\btrue (?:or|/) false\b", "yes or no", "margin",
        "state started: yes/no = no", "state started: yes or no = no"),
    Row(rf"^(\s+{NAME}) (\d+)$", r"\1: \2", "card", "cost 3", "cost: 3"),
    Row(r"^(\s+play(?: \"[^\"]*\")?) (?:choosing |on |targets? |targeting )*(?:an? )?player$",
        r"\1 choosing target from players", "card", "play target player",
        "play choosing target from players"),
    Row(r"^(\s+play(?: \"[^\"]*\")?) (?:choosing |on |targets? |targeting )*(?:an? )?opponent$",
        r"\1 choosing target from players except {you}", "card", "play target opponent",
        "play choosing target from players except {you}"),
    Row(rf"\b(sum|highest|lowest)\(({NAME})\(({THING})\)\)", rf"\1 of \2({NEW}) over {NEW} in \3",
        "statement", "add sum(rank(hand(p))) to score(p)",
        "add sum of rank(c) over c in hand(p) to score(p)"),
    Row(rf"\b(sum|highest|lowest|number)\(({NAME}(?:\({NAME}\))?)\)", r"\1 of \2", "statement",
        "if number(hand(p)) > 3: stop", "if number of hand(p) > 3: stop"),
    Row(rf"^(list {NAME} of {NAME}: (?:.*, ?)?)(\d+)(?: ?[x×])? ({NAME})", r"\1\3 x\2", "margin",
        "list starter of blow: 2 stab", "list starter of blow: stab x2"),
    Row(rf"\bat most (\d+) (?:per|of each|for every) ({THING})", r"at most \1 for each \2",
        "statement", "p chooses 2 of hand(p) as cs, at most 1 per rank(it)",
        "p chooses 2 of hand(p) as cs, at most 1 for each rank(it)"),
    Row(r"^(\s*pick .+) by chance(, at most .+)$", r"\1\2, by chance", "statement",
        "pick 2 of pile as cs by chance, at most 1 for each rank(it)",
        "pick 2 of pile as cs, at most 1 for each rank(it), by chance"),
    Row(rf"\b(for each {NAME} in {THING}) (?:chosen by|by the choice of) ({NAME})",
        r"\1 by choice of \2", "statement", "for each c in hand(p) chosen by p: stop",
        "for each c in hand(p) by choice of p: stop"),
    Row(rf"\b(for each {NAME} in {THING}) (?:in any order|by choice)(?! of)", r"\1 by choice of p",
        "statement", "for each c in hand(p) in any order: stop",
        "for each c in hand(p) by choice of p: stop"),
    Row(rf"\bto (?:the )?top of ({THING})", r"to \1 on top", "statement", "move c to top of pile",
        "move c to pile on top"),
    Row(rf"\bto (?:the )?bottom of ({THING})", r"to \1 at bottom", "statement",
        "move c to bottom of pile", "move c to pile at bottom"),
    Row(rf"\bnumber of (?:the )?cards? (?:in|on|of|at) (?:the )?({THING})", r"number of \1",
        "statement", "if number of cards in hand(p) > 3: stop", "if number of hand(p) > 3: stop"),
    Row(rf"\b(?:size|count) of ({THING})", r"number of \1", "statement",
        "if size of hand(p) > 3: stop", "if number of hand(p) > 3: stop"),
    Row(rf"\b({OWNED}) (?:contains?|has|holds?|includes?) ([a-z])\b(?!\()", r"\2 is in \1",
        "statement", "if hand(p) has c: stop", "if c is in hand(p): stop"),
    Row(rf"\b({OWNED}) (?:contains?|has|holds?|includes?) (?:an? |the )?({NAME})\b(?!\()",
        r"there is c in \1 where c is \2", "statement", "if hand(p) contains loan: stop",
        "if there is c in hand(p) where c is loan: stop"),
    Row(rf"\b(?:the )?top card (?:of|in|on) (?:the )?({THING})", r"top(\1)", "statement",
        "let c = top card of pile", "let c = top(pile)"),
    Row(rf"\b(?:the )?top (\d+) cards (?:of|in|on) (?:the )?({THING})", r"top(\2, \1)",
        "statement", "let s = top 3 cards of pile", "let s = top(pile, 3)"),
    Row(r"\bis (?:greater|more|larger|higher|bigger) than\b", ">", "statement",
        "if round_number is more than 15: nobody wins", "if round_number > 15: nobody wins"),
    Row(r"\bis (?:less|fewer|smaller|lower) than\b", "<", "statement",
        "if score(p) is less than 3: stop", "if score(p) < 3: stop"),
    Row(r"(?:\bis )?\b(?:at least|not less than)\b", ">=", "statement",
        "if score(p) is at least 12: stop", "if score(p) >= 12: stop"),
    Row(r"(?:\bis )?\b(?:at most|not more than)\b", "<=", "statement",
        "if score(p) is at most 3: stop", "if score(p) <= 3: stop"),
    Row(r"\bis (?:equal to|equals?|the same as)\b", "is", "statement",
        "if round_number is equal to 15: nobody wins", "if round_number is 15: nobody wins"),
    Row(rf"\b(?:is\s+)?between ({VALUE}?) and (\w+)", r"is in \1..\2", "statement",
        "if round_number is between 3 and 5: stop", "if round_number is in 3..5: stop"),
    Row(rf"\blet ({NAME}) (?:be|is|equal|equals|as)\s+", r"let \1 = ", "statement",
        "let n be round_number + 1", "let n = round_number + 1"),
    Row(rf"^(\s*)(?:increase|raise|increment) ({THING}) (?:by|with) ({VALUE})$", r"\1add \3 to \2",
        "statement", "increase score(p) by rank(c)", "add rank(c) to score(p)"),
    Row(rf"^(\s*)(?:decrease|reduce|lower|decrement) ({THING}) (?:by|with) ({VALUE})$",
        r"\1subtract \3 from \2", "statement", "reduce coins(p) by 3", "subtract 3 from coins(p)"),
    Row(rf"^(\s*)({THING}) (?:is now|is set to|becomes|changes to) (\S.*)$", r"\1set \2 to \3",
        "statement", "score(p) is now 3", "set score(p) to 3"),
    Row(r"\btake turns (among \w+)", r"take turns p \1", "statement",
        "take turns among players until pile is empty",
        "take turns p among players until pile is empty"),
    Row(r"^(\s+play\b.*):$", r"\1", "card", "play:", "play"),
    Row(rf'^(card {NAME}),? ("[^"]*"),? (x\d+)(?=:)', r"\1 \2 \3", "margin",
        'card fox, "Fox", x2: beast', 'card fox "Fox" x2: beast'),
    Row(rf"^(board {NAME}: (?:ring|line)) (?:of|with) (\d+)(?: spaces)?", r"\1 \2", "margin",
        "board coast: ring of 12", "board coast: ring 12"),
    Row(r"^example ([^\W\d][\w ]*)$", r'example "\1"', "margin", "example drawing cards",
        'example "drawing cards"'),
    Row(r"^(\s+)(\d+(?:\.\.\d+)?) players\b", r"\1players \2", "header", "2 players: anna, ben",
        "players 2: anna, ben"),
    Row(r"^(\s+limit \d+ per \w+) (?:per|for each|for every|each) player$", r"\1", "statement",
        "limit 2 per turn per player", "limit 2 per turn"),
    Row(rf"\bmove (\d+) top\(({THING})\)", r"move top(\2, \1)", "statement",
        "move 2 top(pile) to hand(p)", "move top(pile, 2) to hand(p)"),
    Row(rf"\bmove (?:the )?top of ({THING})", r"move top(\1)", "statement",
        "move top of pile to hand(p)", "move top(pile) to hand(p)"),
    Row(rf"^(\s+)(?:call|do|run) ({THING})$", r"\1\2", "statement", "call draw(p)", "draw(p)"),
    Row(rf"(?:(?<=: )|(?<=    ))change ({THING}) to (?=\S)", r"set \1 to ", "statement",
        "change score(p) to 3", "set score(p) to 3"),
    Row(r"^(\s+only if [^,]+), (?=\w)", r"\1 and ", "statement", "only if a > 1, not b",
        "only if a > 1 and not b"),
    Row(r"\b(?:the )?other player\b", "opponent(ACTOR)", "play", "add 1 to score(other player)",
        "add 1 to score(opponent(you))"),
    Row(rf"^dice ({NAME}): (-?\d+\.\.\d+)$", r"die \1: \2", "margin", "dice d6: 1..6",
        "die d6: 1..6"),
    Row(r"^(\s+(?:limit|pays|only if)): (\S.*)$", r"\1 \2", "statement", "limit: 2 per turn",
        "limit 2 per turn"),
    Row(rf"\bperform (?:the )?play of ({NAME})", r"perform \1", "statement", "perform play of c",
        "perform c"),
    Row(rf"\b(does {NAME})\(([^()]*)\)", r"\1 choosing \2", "example", "when p1 does lay(fox)",
        "when p1 does lay choosing fox"),
    Row(r"^(\s+then .+?) (?:should be|must be|shall be|equals) (?=\S)", r"\1 is ", "example",
        "then score(p1) should be 7", "then score(p1) is 7"),
    Row(r"^(kind \w+):$", r"\1", "margin", "kind beast:", "kind beast"),
    Row(rf"^(\s*)(?:put|place|lay) (?:all )?(?:the )?({THING}) (?:in|into|onto|on|to) ({THING})$",
        r"\1move \2 to \3", "statement", "put all cards into heap", "move cards to heap"),
    Row(rf"^(\s*)(pile|{THING}) (?:is|gets) shuffled$", r"\1shuffle \2", "statement",
        "pile is shuffled", "shuffle pile"),
    Row(rf"^(\s+)play ({NAME})(?:\({NAME}\))?$", r"\1perform \2", "statement", "play c(p)",
        "perform c"),
    Row(rf"^(\s+given) ({NAME}) has ({NAME}(?:, {NAME})*)$", r"\1 hand(\2) is {\3}", "example",
        "given p1 has fox, hen", "given hand(p1) is {fox, hen}"),
    Row(r"\bfor (?:all|every|any) (?=\w)", "for each ", "statement", "for every p in players",
        "for each p in players"),
    Row(r"^(\s*(?:else )?if [^,:]+), (?=\w)", r"\1: ", "statement", "if score(p) > 3, stop",
        "if score(p) > 3: stop"),
    Row(rf"\b((?:must|may) do {NAME})\([^()]*\)", r"\1", "statement", "p must do lay(p)",
        "p must do lay"),
    Row(rf"\b(must|may) (?:do )?(?:either |one of )?({NAME}(?:, {NAME})*),? or ({NAME})",
        r"\1 do one of \2, \3", "statement", "p must lay or pass_turn",
        "p must do one of lay, pass_turn"),
    Row(rf"\b(must|may) (?:do )?(?:either |one of )?({NAME}(?:, {NAME})+)$", r"\1 do one of \2",
        "statement", "p may do lay, pass_turn", "p may do one of lay, pass_turn"),
    Row(r"^(\s*)(?:the )?winner is (\w+)$", r"\1\2 wins", "statement", "winner is p1",
        "p1 wins"),
    Row(r"^(\s*)(?:the )?winners? (?:is|are) (?:the )?players? with (?:the )?(?:most|highest) "
        rf"({NAME})$", r"\1(players with highest \2(it)) win", "statement",
        "the winner is the player with the most coins", "(players with highest coins(it)) win"),
    Row(rf"^(\s*)players with (highest|lowest) ({NAME})(?:\(it\))? wins?$",
        r"\1(players with \2 \3(it)) win", "statement", "players with highest coins(it) win",
        "(players with highest coins(it)) win"),
    Row(rf"^(\s*given {THING})(?:: ?| ?= ?| holds | contains )(\S.*)$", r"\1 is \2", "example",
        "given hand(p1): fox", "given hand(p1) is fox"),
    Row(r"^(\s*)(?:it is |it['’]s )?a (?:draw|tie)$", r"\1nobody wins", "statement",
        "it is a draw", "nobody wins"),
    Row(rf"\bpick (?:an? )?random ({NAME}) from ({THING})$", r"pick \1 from \2 by chance",
        "statement", "pick random c from pile", "pick c from pile by chance"),
    Row(r"\bmove (?:all|every|each)(?: of)?(?: the)? (?=\w)", "move ", "statement",
        "move all cards to pile", "move cards to pile"),
    Row(rf"^(\s+)(?:sort|order) ({THING} by .+ as {NAME})$", r"\1rank \2", "statement",
        "sort players by highest score(it), then order as table",
        "rank players by highest score(it), then order as table"),
    Row(rf"^(\s+pick {NAME} from {THING}) by (?!highest|lowest|chance|order|choice)({THING})"
        r"(?=,|$)",
        r"\1 by highest \2", "statement", "pick c from hand(p) by rank(c), then chance",
        "pick c from hand(p) by highest rank(c), then chance"),
    Row(rf"^(\s+pick {NAME}) (by .+?),? (from {THING})$", r"\1 \3 \2", "statement",
        "pick c by chance from hand(p)", "pick c from hand(p) by chance"),
    Row(r"^(\s+)do (?:this|it|that|the following) (\d+) times$", r"\1repeat \2 times", "statement",
        "do this 3 times", "repeat 3 times"),
    Row(r"^(\s+)(?:imports?|includes?|requires?) (?=\w)", r"\1uses ", "header", "imports clock",
        "uses clock"),
    Row(r"^(\s+)(by chance),? (pick .+)$", r"\1\3 \2", "statement", "by chance pick c from pile",
        "pick c from pile by chance"),
    Row(rf"^(\s+)(?:make|turn|let) ({THING}) (?:be )?(yes|no|none|\d+)$", r"\1set \2 to \3",
        "statement", "make score(p) 3", "set score(p) to 3"),
    Row(rf"^(\s+)(?:go|walk|bring|carry|send|take) (\S.*?) to ({THING})$", r"\1move \2 to \3",
        "statement", "bring c to pile", "move c to pile"),
    Row(r"^(\s+)(?:the )?(?:game|match) ends after (\d+) (?:turns|decisions|moves|rounds)$",
        r"\1at most \2 decisions, then nobody wins", "header", "the game ends after 90 turns",
        "at most 90 decisions, then nobody wins"),
    Row(rf"^state ([A-Z]\w*|player|team|card|title|piece|space) ({NAME})(?= = |,|$)",
        r"state \2: \1", "margin", "state player leader", "state leader: player"),
    Row(r"^(piece .*) (?:for )?(?:each|every|a) player\b", r"\1 per player", "margin",
        "piece disc x3 each player on field", "piece disc x3 per player on field"),
    Row(rf"^(\s+)(pays|subtract) (\d+) (?!from\b)({THING})$", r"\1\2 \3 from \4", "play",
        "pays 1 coins(you)", "pays 1 from coins(you)"),
    Row(rf"^(\s+)add (\d+) (?!to\b)({THING})$", r"\1add \2 to \3", "statement",
        "add 1 score(p)", "add 1 to score(p)"),
    Row(rf"^(\s+)add to ({THING}) (\S.*)$", r"\1add \3 to \2", "statement",
        "add to score(p) 1", "add 1 to score(p)"),
    Row(rf"^(\s+)subtract from ({THING}) (\S.*)$", r"\1subtract \3 from \2", "statement",
        "subtract from score(p) 1", "subtract 1 from score(p)"),
    Row(rf"\bfor each ({NAME}) where (.+?) in ({THING})(?=:|$)", r"for each \1 in \3 where \2",
        "statement", "for each c where rank(c) > 3 in hand(p): stop",
        "for each c in hand(p) where rank(c) > 3: stop"),
    Row(rf"^(\s+)({NAME} (?:may|must)) (?:do )?({NAME}(?:, {NAME})*),? or ({NAME}) "
        r"(?:twice|two times|2 times)$", r"\1repeat 2 times: \2 do one of \3, \4", "statement",
        "p may lay or pass_turn twice", "repeat 2 times: p may do one of lay, pass_turn"),
    Row(r"^(\s+)(?!repeat)(\S.*[ (]\S.*) (?:twice|two times|2 times)$", r"\1repeat 2 times: \2",
        "statement", "p may do lay twice", "repeat 2 times: p may do lay"),
    Row(r"^(\s+)(?!repeat)(\S.*[ (]\S.*) (\d+) times$", r"\1repeat \3 times: \2", "statement",
        "p may do lay 3 times", "repeat 3 times: p may do lay"),
    Row(r"\b(with|by|then) (?:the )?(?:most|biggest|largest|greatest|maximum|max) ", r"\1 highest ",
        "statement", "(players with most score(it)) win", "(players with highest score(it)) win"),
    Row(r"\b(with|by|then) (?:the )?(?:least|fewest|smallest|minimum|min) ", r"\1 lowest ",
        "statement", "(players with fewest coins(it)) win", "(players with lowest coins(it)) win"),
    Row(rf"^(\s+)(?:{NAME} )?chooses? (.+ by (?:highest|lowest|chance|order)\b.*)$", r"\1pick \2",
        "statement", "p chooses c from hand(p) by highest rank(c), then order",
        "pick c from hand(p) by highest rank(c), then order"),
    Row(rf"\b(sum|highest|lowest|set) of ({NAME}\(({NAME})\)) (?:in|for|from|of) ({THING})",
        r"\1 of \2 over \3 in \4", "statement", "let n = sum of rank(c) in hand(p)",
        "let n = sum of rank(c) over c in hand(p)"),
    Row(r"\bat random\b", "by chance", "statement", "pick c from hand(p) at random",
        "pick c from hand(p) by chance"),
    Row(r"\buntil (?:the )?end of (?:\w+ )?(turn|round)$", r"until \1 ends", "statement",
        "until end of turn", "until turn ends"),
    Row(rf"\bmove ({NAME}) to space\(\1\) \+ ({VALUE})$", r"move \1 to shifted(space(\1), \2, 0)",
        "statement", "move m to space(m) + 3", "move m to shifted(space(m), 3, 0)"),
    Row(r"^(\s+)(?:when|once|as soon as) (\S.*?): ", r"\1if \2: ", "statement",
        "when hand(p) is empty: p wins", "if hand(p) is empty: p wins"),
    Row(r"^(\s+)(?!only if )(\S.*) if (\S.*)$", r"\1if \3: \2", "statement",
        "p wins if hand(p) is empty", "if hand(p) is empty: p wins"),
    Row(r"^(\s+)(\S.*) (?:when|once|as soon as) (\S.*)$", r"\1if \3: \2", "statement",
        "p wins when hand(p) is empty", "if hand(p) is empty: p wins"),
    Row(rf"\b(?!number|sum|highest|lowest|set|top|bottom|end|start)({NAME}) of ({NAME})\b(?!\()",
        r"\1(\2)", "statement", "add rank(c) to score of p",
        "add rank(c) to score(p)"),
)  # fmt: skip
"""Surest first: the first that can be read is proposed."""


@frozen
class Proposal:
    """
    A replacement for a span of a chunk, and the resulting line.

    `written` is `instead` with blanks that separate it from its neighbours.
    """

    start: int
    end: int
    written: str
    line: str

    @property
    def instead(self) -> str:
        """The replacement as shown in a message."""
        return self.written.strip()

    @property
    def help(self) -> fix.Proposal:
        """The help of a message, with the edit."""
        return evolve(fix.write(self.instead), lines=(self.written,))


def said_otherwise(failure: Failure) -> Diagnostic | None:
    """A line in natural or another formal language."""
    return _diagnostic(failure, ROWS)


def possessive(failure: Failure) -> Diagnostic | None:
    """A possessive, as in `p's hand`; its slug is `said-otherwise`."""
    return _diagnostic(failure, POSSESSIVES)


def _diagnostic(failure: Failure, rows: tuple[Row, ...]) -> Diagnostic | None:
    length = failure.line_end - failure.line_start
    if failure.layout not in (None, "EOL") or failure.offset > FAR or length > FARTHEST:
        return None
    proposal = next(proposals(failure, rows), None)
    if proposal is None:
        return None
    met = failure.chunk.text[proposal.start : proposal.end].strip()
    short = len(met) + len(proposal.instead) <= SHORT
    return error(
        "said-otherwise",
        failure.span(proposal.start, proposal.end),
        f"`{met}` stands where `{proposal.instead}` is expected"
        if short
        else f"{quoted(met)} is said otherwise",
        help=proposal.help,
    )


def proposals(failure: Failure, rows: tuple[Row, ...]) -> Iterator[Proposal]:
    """The replacements by rows that match near the place where parsing stopped."""
    start, column = failure.line_start, failure.offset - failure.line_start
    hidden = MARKS.sub("", failure.text[start : failure.line_end]).rstrip()
    line = failure.chunk.text[start : start + len(hidden)]
    for row in rows:
        for match in _compiled(row.pattern).finditer(line):
            near = match.start() - 1 <= column <= match.end() + 1
            if not near or hidden.count('"', 0, match.start()) % 2:
                continue
            put = match.expand(row.template).replace(NEW, _fresh(failure))
            put = put.replace(ACTOR, _actor(failure))
            rewritten = line[: match.start()] + put + line[match.end() :]
            if rewritten != line and _fits(failure, match[0], put, rewritten):
                begin = start + match.start() + len(match[0]) - len(match[0].lstrip())
                end = start + match.end() - len(match[0]) + len(match[0].rstrip())
                yield Proposal(begin, end, put.strip(), rewritten)


def _fits(failure: Failure, met: str, put: str, rewritten: str) -> bool:
    """Whether the rewritten line is readable, and contains no undeclared name."""
    return (
        len(put) <= LONGEST
        and not VAGUE.search(put)
        and has_only_known_names(failure, " ".join(_called(put) - _called(met)))
        and not sets_field(failure, put)
        and not _takes_known_name(failure, put, rewritten)
        and not _counts_nothing_known(failure, put)
        and not _fills_no_field(failure, put)
        and reads(failure.written_above + rewritten)
    )


def _takes_known_name(failure: Failure, put: str, proposed: str) -> bool:
    """Whether a proposal calls what is chosen as something else is called already."""
    called = re.search(rf"\bchoos\w+ ({NAME}) (?:\"[^\"]*\" )?from\b", proposed)
    return called is not None and called[1] in put and is_declared(failure, called[1])


def _counts_nothing_known(failure: Failure, put: str) -> bool:
    """Whether a proposal adds to, or takes from, what no other line names."""
    counted = re.match(rf"\s*(?:pays|add|subtract) .+ (?:from|to) ({NAME})", put)
    return counted is not None and not has_only_known_names(failure, counted[1])


def _fills_no_field(failure: Failure, put: str) -> bool:
    """Whether a card's line gives a value to an undeclared field."""
    filled = re.fullmatch(rf"\s*({NAME}): \d+", put)
    return filled is not None and not has_only_known_names(failure, filled[1])


def _fresh(failure: Failure) -> str:
    """A name that is unused in the declaration."""
    text = failure.text
    return next((name for name in "cdexyz" if not re.search(rf"\b{name}\b", text)), "one")


def _actor(failure: Failure) -> str:
    """Who acts in the declaration about a line; on a card, who plays it."""
    head = failure.text.partition("\n")[0]
    acting = re.match(rf"(?:action|before|after|instead of) [^\n]*? by ({NAME})", head)
    about = acting or re.match(rf"[^\n]*\b({NAME}): player\b", head)
    return about[1] if about else "you"


def _called(text: str) -> set[str]:
    return {called or other for called, other in CALL.findall(text)}


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compiled on the first syntax error, not on import."""
    return re.compile(pattern)
