"""What is done, as sentences of cards have it: `gain 2 coins`, `each player discards a card`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruleslang.syntax.diagnostics.phrasebook.declared_names import NUMBERS, Vocabulary, number
from ruleslang.syntax.diagnostics.phrasebook.events import Lines

N = rf"(?P<n>\d+|an|one|another|{'|'.join(NUMBERS[1:])})"
WHAT = r"(?P<what>(?!cards?\b|dice\b|die\b|turns?\b)[^\W\d]\w*)"
SAYER = r"(?:(?:then |and )?(?:you |p |he |she |they )?(?:must |then |also )?)?"
OTHER = (
    r"(?:another player|an? opponent|your opponent|any (?:other )?player|a player|one player"
    r"|(?:target|chosen) (?:player|opponent)|any target)"
)
OF_PILE = r"(?: (?:of|from|off) (?:the |your )?(?:top of (?:the |your )?)?\w+(?: pile)?)?"
SELF = r"(?:to|for) (?P<who>you|yourself|me|him|her|them|himself|p)"

SAYINGS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), lines)
    for pattern, lines in (
        # counters
        (rf"{SAYER}(?:gains?|gets?|earns?|receives?|takes?|scores?|collects?) {N} (?:more )?{WHAT}"
         r"(?: from the (?:bank|supply|stock))?", "add {n} to {what}({me})"),
        (rf"pays {N} {WHAT}", "pays {n} from {what}({me})"),
        (rf"{SAYER}(?:lose|loses|pay|pays|spend|spends) {N} {WHAT}(?: to the (?:bank|supply))?",
         "subtract {n} from {what}({me})"),
        (rf"(?:add|give) {N} {WHAT} {SELF}", "add {n} to {what}({me})"),
        (rf"(?:add|give) {N} to (?:my|your|his|her|their) {WHAT}", "add {n} to {what}({me})"),
        (rf"(?:subtract|take|remove) {N} (?:{WHAT} )?from (?:my|your|his|you|him)"
         r"(?: (?P<own>\w+))?",
         "subtract {n} from {what}({me})"),
        (rf"{SAYER}doubles? (?:your|his|her|their) {WHAT}", "set {what}({me}) to 2 * {what}({me})"),
        (rf"{SAYER}halves? (?:your|his|her|their) {WHAT}",
         "set {what}({me}) to {what}({me}) / 2 rounded down"),
        (rf"{SAYER}loses? half (?:of )?(?:your|his|her|their) {WHAT}",
         "subtract {what}({me}) / 2 rounded up from {what}({me})"),
        (rf"{SAYER}gives? {N} {WHAT} to (?:the )?(?P<next>next|previous) player",
         "subtract {n} from {what}({me})|add {n} to {what}({next}({me}))"),
        (rf"{SAYER}gives? {N} {WHAT} to {OTHER}",
         "{choose} q from players except {{{me}}}|subtract {n} from {what}({me})|"
         "add {n} to {what}(q)"),
        (rf"{SAYER}deals? {N} (?:points? of )?damage(?: to {OTHER})?",
         "{choose} q from players except {{{me}}}|subtract {n} from {life}(q)"),
        (rf"(?P<whom>\w+) (?:gains?|gets?|scores?|earns?|receives?) (?P<much>\w+\(\w+\)) {WHAT}",
         "add {much} to {what}({whom})"),
        (rf"(?P<whom>\w+) (?:loses?|pays?|spends?) (?P<much>\w+\(\w+\)) {WHAT}",
         "subtract {much} from {what}({whom})"),
        (rf"{SAYER}deals? {N} (?:points? of )?damage to (?:each|every|all) (?:other players?"
         r"|opponents?)",
         "for each {each} in players except {{{me}}}|    subtract {n} from {life}({each})"),
        (rf"{SAYER}deals? {N} (?:points? of )?damage to (?:each|every|all) players?",
         "for each {each} in players|    subtract {n} from {life}({each})"),
        (rf"{SAYER}steals? {N} {WHAT}(?: from {OTHER})?",
         "{choose} q from players except {{{me}}}|subtract {n} from {what}(q)|"
         "add {n} to {what}({me})"),
        (rf"{SAYER}loses? all (?:of )?(?:your|his|her|their) {WHAT}", "set {what}({me}) to 0"),
        (rf"set (?:your|his|her|their) {WHAT} to (?P<to>\d+)", "set {what}({me}) to {to}"),
        (rf"(?:roll|throw)s? (?:a|one|the) (?:die|d\d+),? (?:and|then) (?:gain|get) that many"
         rf" {WHAT}",
         "roll {die} as face|add face to {what}({me})"),
        (rf"(?:you )?(?:get |gain )?\+ ?\$?{N} (?!cards?\b){WHAT}", "add {n} to {what}({me})"),
        (rf"\+ ?\${N}", "add {n} to {counter}({me})"),
        (rf"{SAYER}(?:gains?|scores?) {N}", "add {n} to {counter}({me})"),
        (rf"{SAYER}loses? {N}", "subtract {n} from {life}({me})"),
        # cards
        (rf"(?:you )?(?:get |gain )?\+ ?{N} cards?", "move {top} to {hand}({me})"),
        (rf"{SAYER}discards? down to {N}(?: cards?)?(?: in (?:your |his |her |their )?hands?)?",
         "repeat while number of {hand}({me}) > {n}, at most 99 times|"
         "    {choose} c from {hand}({me})|    move c to {discards}"),
        (rf"{SAYER}(?:draws? (?:up to|until (?:you have )?)|refills?(?: (?:your|his|her|their))? "
         rf"hands? to) ?(?:a hand of )?{N}(?: cards?)?(?: in (?:your |his |her |their )?hands?)?",
         "repeat while number of {hand}({me}) < {n} and {pile} is not empty, at most {n} times|"
         "    move top({pile}) to {hand}({me})"),
        (rf"(?:draws?|takes?|refills?|fill(?: up)?)(?: cards?)?(?: until| up)? (?P<zone>\w+\(\w+\))"
         rf" (?:up )?(?:to|has|holds|contains|is) {N}(?: cards?)?",
         "repeat while number of {zone} < {n} and {pile} is not empty, at most {n} times|"
         "    move top({pile}) to {zone}"),
        (r"(?:exile|mill|banish|burn|trash|remove|discard) (?:the )?top card of (?:the |your )?\w+"
         r"(?: pile)?", "move top({pile}) to {discards}"),
        (r"(?:sacrifice|discard|trash|remove) (?:a|an|one) (?!card\b)\w+(?: you own)?",
         "{choose} c from {front}({me})|move c to {discards}"),
        (r"(?:destroy|kill|exile|remove) (?:target|a|an|any) (?!card\b)\w+",
         "{choose} c from {front}(any)|move c to {discards}"),
        (r"(?:return|bounce) (?:target|a|an|any) \w+ to its (?:owner|holder)(?:['’]s)? hand",
         "{choose} c from {front}(any)|move c to {hand}(holder(c))"),
        (rf"{SAYER}(?:takes?|returns?|puts?|draws?) (?:a|one|1) card from (?:the |your )?"
         r"discards?(?: pile)?(?: (?:in)?to (?:your|his) hand)?",
         "{choose} c from {discards}|move c to {hand}({me})"),
        (r"(?:move|put|place) this(?: card)? (?:in)?to (?:the |your )?discards?(?: pile)?",
         "move this to {discards}"),
        (r"shuffle this(?: card)? (?:back )?into (?:the |your )?\w+(?: pile)?",
         "move this to {pile}|shuffle {pile}"),
        (rf"(?:put|move|place|discard) (?:the )?top {N} cards of (?:the |your )?\w+"
         r"(?: (?:in)?(?:to|on) (?:the |your )?discards?(?: pile)?)?", "move {top} to {discards}"),
        (r"(?:put|move|place|discard) (?:the )?top card of (?:the |your )?\w+"
         r"(?: (?:in)?(?:to|on) (?:the |your )?discards?(?: pile)?)?",
         "move top({pile}) to {discards}"),
        (rf"(?:deal|give) {N} cards? to (?:each|every) player",
         "for each {each} in players|    move {top} to {hand}({each})"),
        (rf"(?:deal|give) (?:each|every) player {N} cards?",
         "for each {each} in players|    move {top} to {hand}({each})"),
        (rf"{SAYER}(?:looks?|peek) at (?:the )?top {N} cards{OF_PILE},? (?:and|then)"
         r" (?:put|take|keep) (?:a|one|1)(?: of them)?(?: (?:in|into|to) (?:your|his) hand)?",
         "reveal {top} to {me}|{choose} c from {top}|move c to {hand}({me})"),
        (rf"{SAYER}chooses? {N} cards from (?:your|his) hand,? and (?:discards?|trash)"
         r" (?:them|both)",
         "{choose} {n} of {hand}({me}) as cs|move cs to {discards}"),
        (rf"{SAYER}(?:draws?|takes?) {N} (?:more )?cards?{OF_PILE}",
         "move {top} to {hand}({me})"),
        (rf"{SAYER}(?:draws?|takes?) (?:the )?top card{OF_PILE}",
         "move top({pile}) to {hand}({me})"),
        (rf"{SAYER}(?:discards?|trash(?:es)?) (?:your|his|her|their)(?: whole| entire)? hands?",
         "move {hand}({me}) to {discards}"),
        (rf"{SAYER}(?:discards?|trash(?:es)?) all (?:the |your |of your )?cards(?: in your hand)?",
         "move {hand}({me}) to {discards}"),
        (rf"{SAYER}(?:discards?|trash(?:es)?|loses?) (?:an?|one|1)(?: random card| card at random)",
         "pick c from {hand}({me}) by chance|move c to {discards}"),
        (rf"{SAYER}(?:discards?|trash(?:es)?) (?:a|an|one|1) card(?: from (?:your|his) hand)?",
         "{choose} c from {hand}({me})|move c to {discards}"),
        (rf"{SAYER}(?:discards?|trash(?:es)?) {N}(?: cards| of them)?(?: from (?:your|his) hand)?",
         "{choose} {n} of {hand}({me}) as cs|move cs to {discards}"),
        (rf"{SAYER}(?:discards?|trash(?:es)?) up to {N} cards(?: from (?:your|his) hand)?",
         "{choose} up to {n} of {hand}({me}) as cs|move cs to {discards}"),
        (r"(?:discard|trash|destroy|sacrifice|remove|bin|exhaust) (?:this|it)(?: card)?"
         r"(?: from the game)?", "move this to {discards}"),
        (r"(?:return|take|put) (?:this|it)(?: card)? (?:back )?(?:in)?(?:to)? (?:your|his) hand",
         "move this to {hand}({me})"),
        (r"(?:put|place|keep|lay|play|leave) (?:this|it)(?: card)? (?:face up )?"
         r"(?:in front of you|before you|into play|on the table|in play|in your area)",
         "move this to {front}({me})"),
        (rf"{SAYER}plays? (?:another|a|one more|a second|an (?:extra|additional))"
         r" card(?: (?:this|in your) turn)?", "{choose} c from {hand}({me})|perform c"),
        (rf"{SAYER}search(?:es)? (?:the |your )?\w+(?: pile)? for (?:a|an|one|1) \w+.*",
         "reveal {pile} to {me}|{choose} c from {pile}|move c to {hand}({me})|shuffle {pile}"),
        (rf"{SAYER}(?:shuffles?|puts?|returns?) your hand (?:back )?(?:in)?to (?:the |your )?"
         r"(?:\w+)(?: pile)?", "move {hand}({me}) to {pile}|shuffle {pile}"),
        (r"(?:re)?shuffle (?:the |your )?discards?(?: pile)?(?: (?:in)?to (?:the |your )?\w+)?",
         "move {discards} to {pile}|shuffle {pile}"),
        (r"(?:re)?shuffle (?:the |your )?(?:deck|draw pile|library|stock)", "shuffle {pile}"),
        (rf"{SAYER}(?:look|peek) at (?:the )?(?:top|first) {N} cards?{OF_PILE}",
         "reveal {top} to {me}"),
        (rf"{SAYER}(?:look|peek) at (?:the )?(?:top|first) card{OF_PILE}",
         "reveal top({pile}) to {me}"),
        (rf"{SAYER}(?:look|peek) at {OTHER}'?s? (?:hand|cards)",
         "{choose} q from players except {{{me}}}|reveal {hand}(q) to {me}"),
        (rf"{SAYER}(?:reveals?|shows?) (?:your|his|her|their) hand(?: to .*)?",
         "reveal {hand}({me})"),
        (rf"{SAYER}(?:reveals?|shows?|turn over) (?:the )?top card{OF_PILE}", "reveal top({pile})"),
        (rf"{SAYER}(?:reveals?|shows?|turn over) (?:the )?top {N} cards{OF_PILE}", "reveal {top}"),
        (r"(?:choose|pick) (?:a )?number (?:between|from) (?P<low>\d+) (?:and|to) (?P<high>\d+)",
         "{choose} n from {low}..{high}"),
        (rf"{SAYER}steals? (?:a|one|1)(?: random)? card(?: from {OTHER})?(?: at random)?",
         "{choose} q from players where q is not {me} and {hand}(q) is not empty|"
         "pick c from {hand}(q) by chance|move c to {hand}({me})"),
        (rf"{SAYER}(?:swaps?|exchanges?|trades?) (?:your )?hands? with {OTHER}(?:'s hand)?",
         "{choose} q from players except {{{me}}}|swap {hand}({me}) with {hand}(q)"),
        # players
        (rf"(?:if|when|as soon as) (?:a|any|some|one) player (?:has|reaches|gets|owns) {N}"
         rf"(?: or more)? {WHAT},? (?:then )?(?:he|she|they|that player) wins?(?: the game)?",
         "if there is {each} in players where {what}({each}) >= {n}|    {each} wins"),
        (rf"(?:the )?first (?:player )?(?:to (?:reach |have |get )?|with ){N} {WHAT} wins"
         r"(?: the game)?",
         "if there is {each} in players where {what}({each}) >= {n}|    {each} wins"),
        (r"(?:the (?:one|player) who|whoever) has (?:the )?(?:most|highest) (?P<what>\w+)"
         r" wins(?: the game)?", "(players with highest {what}(it)) win"),
        (rf"{SAYER}(?:takes?|gets?|gains?|has|have) (?:another|an (?:extra|additional)|one more)"
         r" turn(?: after this one)?", "set active to previous({me})"),
        (r"(?:the|your|this|his) turn (?:ends|is over)(?: now| immediately)?", "end turn"),
        (rf"{SAYER}chooses? (?:another player|an? (?:other player|opponent)|one opponent)",
         "{choose} q from players except {{{me}}}"),
        (rf"{SAYER}chooses? (?:a|any|one) player", "{choose} q from players"),
        (rf"{SAYER}chooses? (?:a|one|1) card(?: from (?:your|his) hand)?",
         "{choose} c from {hand}({me})"),
        (r"(?:the )?player with (?:the )?(?:most|highest|biggest) (?:number of )?(?P<what>\w+)"
         r" wins(?: the game)?", "(players with highest {what}(it)) win"),
        (r"(?:the )?player with (?:the )?(?:least|fewest|lowest|smallest) (?P<what>\w+)"
         r" wins(?: the game)?", "(players with lowest {what}(it)) win"),
        (r"(?:then )?(?:you )?wins?(?: the (?:game|match))?", "{me} {wins}"),
        (rf"{SAYER}loses? the (?:game|match)", "eliminate {me}"),
        (r"nothing (?:else )?(?:happens|more)", "nothing"),
        (r"end (?:your|the|this|his) turn(?: now| immediately)?", "end turn"),
        # dice and coins
        (r"(?:roll|throw)s? (?:a|an|one|the|1) (?:die|dice|d\d+)", "roll {die} as face"),
        (rf"(?:roll|throw)s? {N} (?:dice|d\d+),?(?: and| then) (?:add|sum|total)\b.*",
         "roll {n} {die} as faces|let total = sum of faces"),
        (rf"(?:roll|throw)s? {N} (?:dice|d\d+)", "roll {n} {die} as faces"),
    )
)  # fmt: skip
"""What a sentence says, and its lines, parted by `|`."""

NOTES: tuple[tuple[re.Pattern[str], str, str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), lines, note)
    for pattern, lines, note in (
        (r"(?:flip|toss|throw) (?:a|the|one) coin\b.*", "roll coin as side",
         "; a coin is a die: `die coin: heads, tails` at the left margin"),
        (rf"{SAYER}(?:skips?|miss(?:es)?|loses?) (?:your|his|their|the|a)? ?(?:next )?turn",
         "add 1 to skips({me})",
         "; at the margin stands `state skips(player): 0..9 = 0`, and `turn` reads it"),
        (rf"{SAYER}gains? {N} {WHAT} (?:for each|per|for every) (?P<each>\w+)\b.*",
         "add {times}number of {hand}({me}) to {what}({me})",
         "; after `number of` stands what is counted"),
        (rf"{SAYER}draws? (?:a|one|1|another) card (?:for each|per|for every) (?P<each>\w+)\b.*",
         "move top({pile}, number of {hand}({me})) to {hand}({me})",
         "; after `number of` stands what is counted"),
        (r"(?:the )?(?:game|match) (?:ends|is over|finishes)(?: now| immediately| here)?"
         r"|game over|(?:end|finish|stop) (?:the )?(?:game|match)",
         "(players with highest {counter}(it)) win", "; or `p wins`, or `nobody wins`"),
        (r"(?:it is |it's |now )?(?:the )?next player['’]?s? turn|pass the dice\b.*"
         r"|(?:the )?(?:turn|play) (?:passes|goes|moves) to the (?:next player|left)\b.*",
         "end turn", "; `take turns` goes on with the next player by itself"),
        (r"re-?rolls? (?:(?:all|both|the|your|his|any|a|one)(?: of)? ?(?:the |your |his )?)?"
         r"(?:die|dice)(?: once| again)?", "roll {die} as face",
         "; dice that stay on the table are declared, `dice cup(player): 5 {die}`, and "
         "`roll cup({me})` rolls them again"),
        (r"(?:repeat|continue|go on|play(?: on)?|take turns) until (?:there is )?(?:only )?one"
         r" player(?: (?:is|remains|stays)(?: left| in| alive)?)?",
         "take turns p among players until number of players is 1",
         "; what each does in a turn stands below it, further in"),
        (r"(?:(?:do|repeat) (?:this|that|it)(?: again)?(?: (?P<n>\d+) times| twice| again)?)",
         "repeat {twice} times", "; what is done stands below it, further in"),
        (r"limit:? (?:once|one|1|one time) (?:per|each|every|a) (?P<per>\w+)", "limit 1 per {per}",
         "; it stands first below `play`"),
    )
)  # fmt: skip
"""Sentences with lines that want something more, which the note says."""

CHOSEN = "{choose} c from {pile}|move c"
SEVERAL = "{choose} {n} of {pile} as cs|move cs"
"""What `move top(pile)` is, where cards lie in no order."""


def plain_lines(said: str, known: Vocabulary) -> Iterator[Lines]:
    """The lines that do what a sentence without another in it says, with what is still to do."""
    for pattern, lines in SAYINGS:
        found = pattern.fullmatch(said)
        if found:
            yield _filled(lines, found, known), ""
    for pattern, lines, note in NOTES:
        found = pattern.fullmatch(said)
        if found:
            yield _filled(lines, found, known), note.format(die=known.die(), me=known.me)


def _pile(lines: str, found: re.Match[str], known: Vocabulary) -> str:
    """The pile that the sentence itself names, or else the one of the rulebook."""
    apart = known.discards() if "{discards}" in lines else ""
    named = [each for each in known.zones(found[0]) if each != apart]
    return named[-1] if named else known.pile()


def _filled(lines: str, found: re.Match[str], known: Vocabulary) -> tuple[str, ...]:
    """Lines with the names of the rulebook in them."""
    groups = found.groupdict()
    said = groups.get("what") or groups.get("own") or "points"
    count = number(groups.get("n") or "a")
    pile = _pile(lines, found, known)
    if not known.has_top(pile):
        lines = re.sub(
            r"^move (?:\{top\}|top\(\{pile\}\))", CHOSEN if count == "1" else SEVERAL, lines
        )
    names = {
        **groups,
        "n": count,
        "twice": groups.get("n") or "2",
        "each": "q" if known.me == "p" else "p",
        "times": "" if count == "1" else f"{count} * ",
        "top": f"top({pile})" if count == "1" else f"top({pile}, {count})",
        "what": known.counter(said),
        "life": known.life(),
        "front": known.front(),
        "me": known.me,
        "choose": "choose" if known.me == "you" else f"{known.me} chooses",
        "wins": "win" if known.me == "you" else "wins",
        "pile": pile,
        "hand": known.hand(),
        "discards": known.discards(),
        "counter": known.score(),
        "die": known.die(),
    }
    return tuple(line.format_map(names) for line in lines.split("|"))
