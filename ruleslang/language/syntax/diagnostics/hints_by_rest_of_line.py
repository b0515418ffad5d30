"""Helps that the rest of a damaged line, or a phrase in the place of another, suggests."""

from __future__ import annotations

import re
from collections.abc import Callable

from attrs import evolve

from ruleslang.language.syntax import keywords
from ruleslang.language.syntax.parse_failure import WORD, Failure, reads, reads_with
from ruleslang.source.diagnostic import Help
from ruleslang.source.fix import Proposal, without_citations, write, write_before, write_line

CHANGES = {
    "min": "at least",
    "minimum": "at least",
    "max": "at most",
    "maximum": "at most",
    "set": "becomes",
    "is": "becomes",
    "equals": "becomes",
}
LESS = ("least", "fewest", "min", "smallest")
OTHERS = re.compile(r"(?:all |the )*(?:others|other players|opponents?)\b")
EXTREME = re.compile(r"^(most|least|fewest|max|min|biggest|largest|smallest)\b(?! *\() *")
TWO = re.compile(r"\b(set|sum|highest|lowest) of .+ over (\w+) in .+$")
OPENING = re.compile(r"(play|while|when)\b")
HOOKS = ("after", "before", "instead", "whenever")
COMPARES = re.compile(r"[<>=]|\b(is|not|empty)\b")
LOOP = re.compile(r"repeat\b")
NAMED = re.compile(r"([(,]\s*)\w+: ")
JOINT = re.compile(r"(?:\s*[,;]|\s+and|\s+then)\s+(?:and\s+)?(?:then\s+)?(?P<word>\w+)")
GIVEN = re.compile(
    r"\s*given (?P<zone>(?P<name>\w+)(?:\([^()]*\))?) (?:is|has|have|holds|contains)"
    r" (?P<number>\d{1,2}) \w+\s*"
)
CARD = re.compile(r'^card (\w+) "[^"\n]*"(?: x(\d+))?: (\w+)', re.MULTILINE)
KIND = re.compile(r"^kind (\w+)(?:: (\w+))?", re.MULTILINE)
MOST = 6  # most cards that a help lists


def _limits(failure: Failure) -> str | None:
    """Counted limits must follow a choice in a line of its own."""
    line = failure.line
    if not re.search(r"\b(?:choos\w+|pick) .+, ?at (?:most|least) ", line):
        return None
    if re.search(r", ?at least ", line):
        return "a limit says how many at most; how many at least is said first: `2..5 of S as cs`"
    form = "`p chooses up to 4 of S as cs, at most 1 for each title(it)`, or `… where C`"
    return f"limits stand only in such a line: {form}"


def sight(failure: Failure) -> str | None:
    """`seen by` with exceptions in brackets."""
    match = re.match(r"\s*seen by\s+", failure.before[failure.before.rfind("seen by") :])
    if not match or not failure.before.startswith(("zone", "dice")):
        return None
    viewers = failure.before[failure.before.rfind("seen by") + len("seen by") :] + failure.rest
    but = re.match(
        r"\s*(?:all|everyone|everybody|players|anyone)(?: players)? (?:except|but|without|save)"
        r"(?: for)? (?:the )?\{?(\w+)\}?",
        OTHERS.sub("players except owner", viewers),
    )
    if not but:
        return None
    named = re.search(r"(\w+):\s*player\b", failure.before)
    name = named[1] if named else "p" if but[1] in ("owner", "player") else but[1]
    written = f"write `seen by (players except {{{name}}})`"
    unnamed = re.search(r"(\w+)\(player\b", failure.before)
    if unnamed and not named:
        return f"give the player a name, `{unnamed[1]}({name}: player)`, and {written}"
    return written


def chosen(failure: Failure) -> str | None:
    """A choice that names only a list, or a state or field."""
    match = re.search(r"\bchoos\w+ (?:an? |the |any )?(\w+)\s*$", failure.line)
    if not match:
        return None
    source = failure.chunk.source.text
    lists = re.findall(r"^(?:words|die) (\w+)", source, re.MULTILINE)
    declared = re.search(rf"(?:has|state) {re.escape(match[1])}(?:\([^)]*\))?: (\w+)", source)
    by_name = {name_of_list.lower(): name_of_list for name_of_list in lists}
    name = declared[1] if declared and declared[1] in lists else by_name.get(match[1].lower())
    if name is None:
        return None
    return f"say what is chosen from, and give what is chosen a name: `p chooses x from {name}`"


def _cases(failure: Failure) -> Help:
    """What is missing or misplaced in a conditional value."""
    if failure.first_word in ("if", "when", "case") and begins_a_case(failure):
        return "below `depending on` a line begins with its cases: `6: stop`; all others are `else`"
    if {"prefer", "otherwise"} <= failure.expected:
        return "below a player stands what he prefers: `prefer lay(c) where C`"
    at_start = failure.offset == failure.line_start + len(failure.margin)
    of_value = at_start and failure.text.startswith("value")
    if of_value and failure.expected >= {"answer", "depending", "let"}:
        return "below a value stand its cases: `when C: 3`, and at the end `otherwise: 0`"
    if at_start and "otherwise" in failure.expected:
        return "below a value stand its cases: `when C: 3`, and at the end `otherwise: 0`"
    if failure.met == "if" and "when" in failure.expected and "otherwise" in failure.rest:
        return Proposal("write `when` instead of `if`", ("when",))
    if failure.expected == {"otherwise"} or (
        "otherwise" in failure.expected and "EOL" not in failure.expected
    ):
        return "say what it is when that is not so: `2 when C otherwise 0`"
    return None


def begins_a_case(failure: Failure) -> bool:
    """Whether a line is directly below `depending on`, among its cases."""
    above = failure.above.rstrip().split("\n")
    bare = ((line.lstrip(), len(line) - len(line.lstrip())) for line in reversed(above))
    heads = (line for line, depth in bare if line and depth < len(failure.margin))
    return next(heads, "").startswith("depending on")


def _changes(failure: Failure) -> Help:
    """What may follow the colon of `modify`, and an effect that lacks it."""
    changed = re.fullmatch(r"\s*(\w+(?:\([^()]*\))?):? ([+-]) ?(\w+)\s*", failure.line)
    if changed and "modify" in failure.expected:
        return write_line(f"modify {changed[1]}: {changed[2]}{changed[3]}")
    if not re.match(r"\s*modify\b", failure.before):
        return None
    if failure.expected <= {":", "(", "where"} and re.match(r"(\+|-|by\b)", failure.rest):
        change = failure.rest.strip().partition("  ")[0].removeprefix("by").strip()
        sign = "" if change.startswith(("+", "-")) else "+"
        amount, where, condition = change.partition(" where ")
        return write_line(f"{failure.before.strip()}{where}{condition}: {sign}{amount}")
    if "becomes" not in failure.expected:
        return None
    meant = CHANGES.get(failure.met)
    number = re.search(r"-?\d+", failure.rest)
    if meant and number:
        return write_line(f"{failure.before.strip()} {meant} {number.group()}")
    return "say what is done to it: `+1`, `becomes 3`, `at least 0`, `at most 9`, `include {x}`"


def _ways(failure: Failure) -> str | None:
    """What closes a window, and what ranks a preference."""
    first = failure.first_word
    if first in ("closes", "asks", "offers") and not failure.text.startswith("window"):
        return f"`{first} …` stands in a window, below a line as `window reply(p: player)`"
    if first == "closes" and failure.margin:
        return "it `closes when all pass`, `closes when all were asked` or `closes after one use`"
    beside = failure.met in ("over", "to", "before") and " by " not in failure.before
    if first == "prefer" and beside:
        later = failure.rest.removeprefix(failure.met).strip()
        return (
            f"what is preferred stands above: `{failure.before.strip()}`, and in the line below it"
            f" `prefer {later}`"
        )
    if first in ("prefer", "avoid") and "highest" in failure.expected:
        preferred = failure.rest.strip().partition("  ")[0]
        word = "lowest" if failure.met in LESS else "highest"
        preferred = EXTREME.sub("", preferred)
        return f"say whether more or less is better: `by {word} {preferred}`" if preferred else None
    return None


def _conditions(failure: Failure) -> Help:
    """A surplus `only`, one without its `if`, or a clause after the statements."""
    clause = failure.before.strip()
    among_effects = not clause and failure.met == "pays" and "modify" in failure.expected
    clause = failure.met if among_effects else clause
    if clause in ("pays", "limit") and not failure.layout:
        return f"`{clause}` stands first in its action or play, before anything is done: move it up"
    if failure.layout and re.search(r"\bend\s*$", failure.before):
        return (
            "say what ends, as in `end turn`; `stop` leaves this procedure, `nothing` does nothing"
        )
    if failure.met in ("only", "pays", "limit") and re.match(r"\s*(play|action)\b", failure.before):
        return f"`{failure.met} …` stands in a line of its own below this one, further in"
    if failure.met == "only" and re.match(r"\s*(else )?if\b", failure.before):
        if failure.rest.partition("only")[2].lstrip().startswith(":"):
            return "leave `only` out"
        condition = failure.rest.removeprefix("only").strip()
        return write_line(f"only {failure.before.strip()} {condition}".strip())
    if failure.before.strip() == "only" and failure.met == "if":
        return "`only if` stands first in its block, before anything is done: move it up"
    if failure.before.strip() == "only" and "if" in failure.expected:
        remainder = failure.rest.strip().partition("  ")[0]
        condition = re.sub(r"^(when|where|while|whenever|unless)\b\s*", "", remainder).rstrip()
        return write_line(f"only if {condition}")
    return None


def text_in_two_lines(failure: Failure) -> str | None:
    """The help for a text split into two quoted lines."""
    above = failure.written_above.rstrip()
    below = failure.written_line.strip()
    if not (above.endswith('"') and below.startswith('"') and failure.margin):
        return None
    begun = above.rpartition("\n")[2].strip()[:-1].rstrip()
    joined = f"{begun} {below[1:].lstrip()}"
    return f"a text stands on one line: `{joined}`"


def _one_line(failure: Failure) -> Help:
    """Two statements on one line; or a statement that lacks only the colon."""
    line = failure.before.lstrip()
    readable = reads(failure.chunk.text[failure.offset : failure.line_end])
    if (
        failure.met in keywords.DECLARATIONS - {"player", "while"}
        and "EOL" in failure.expected
        and readable
    ):
        return f"one line, one thing: begin a new line with `{failure.met}`"
    if line in ("rolling ", "picking ", "given ") and failure.margin:
        return (
            f"`{line.strip()}` stands in an example only; here chance is `roll d6 as face`, or"
            " `pick c from hand(p) by chance`"
        )
    if "modify" in failure.expected and failure.met in ("add", "subtract"):
        return modified(failure)
    goes_on = failure.met == "," or failure.expected == {"decided"}
    if goes_on and (fold := TWO.search(failure.before.rstrip(" ,"))):
        return (
            f"one `over` runs through one set; of two write"
            f" `{fold[1]} of ({fold[1]} of … over {fold[2]} in …) over …`"
        )
    if lines := two_statements(failure):
        return lines
    if line.startswith("only if ") and failure.met == ":":
        return (
            "`only if` has a line of its own, without a colon; what is done stands below, beside it"
        )
    if line.startswith("when ") and {":"} == failure.expected & {":", "EOL", "by"}:
        with_colon = failure.met and reads_with(failure, failure.offset, failure.offset, ": ")
        return write_before(":", failure.met) if with_colon else None
    if line == "cancel" or line == "cancel ":
        return "say what is annulled, by the name that the window gives it: `cancel pending`"
    return _further_out(failure) if line.startswith("while ") else None


def two_statements(failure: Failure) -> Proposal | None:
    """The lines of two statements, or two costs, that a comma, `and` or `then` joins."""
    line = without_citations(failure.written_line)
    column = failure.offset - failure.line_start
    for joint in JOINT.finditer(failure.line):
        near = joint.start() - 1 <= column <= joint.end() + 1
        begins, is_cost = joint["word"] in keywords.STATEMENTS, failure.first_word == "pays"
        if not failure.margin or not near or not (begins or is_cost):
            continue
        first, later = line[: joint.start()].strip(), line[joint.start("word") :]
        later = later if begins else f"pays {later}"
        head, colon, inside = first.rpartition(": ")
        lines = (head, f"    {inside}", f"    {later}") if colon else (first, later)
        if reads(failure.written_above + "\n".join(f"{failure.margin}{line}" for line in lines)):
            proposal = write(*lines)
            return evolve(proposal, text=f"one line, one thing: {proposal.text}", whole_line=True)
    return None


def _further_out(failure: Failure) -> str | None:
    """`while in ZONE` below the `play` of a card."""
    zones = re.findall(r"^zone (\w+)", failure.chunk.source.text, re.MULTILINE)
    if "EOL" not in failure.expected or failure.met not in zones:
        return None
    return (
        f"`while in {failure.met}(…)` stands beside `play`, not in it: move it, and what is below"
        " it, further out"
    )


def reads_below(failure: Failure, start: int) -> bool:
    """Whether the rest of a line can be a line of its own."""
    below = failure.chunk.text[failure.offset + start : failure.line_end]
    return reads(f"{failure.chunk.text[: failure.offset].rstrip()}\n{failure.margin}{below}")


def modified(failure: Failure) -> Help:
    """`add` to a value, or `set`, among effects, where `modify` is meant."""
    match = re.match(r"(add|subtract|set) (.+) (?:to|from) (.+?)\s*$", failure.rest)
    if not match:
        return None
    verb, changed, number = match[1], match[3], match[2]
    if verb == "set":
        changed, number = number, changed
    name = WORD.match(changed)
    values = re.findall(r"^(?:value|\s+has) (\w+)", failure.rulebook, re.MULTILINE)
    if not name or name.group() not in values:
        return None
    change = {"add": f"+{number}", "subtract": f"-{number}", "set": f"becomes {number}"}[verb]
    return write_line(f"modify {changed}: {change}", "what lasts is an effect: write `{}`")


def _file(failure: Failure) -> str | None:
    """A table that names the file with its rows."""
    match = re.fullmatch(r"table (\w+)\s+", failure.before)
    if not match or failure.met not in ("from", "in", "file", "at"):
        return None
    return (
        "rows stand below, or in a file beside the rulebook that is called after the kind,"
        f" `{match[1]}.csv`: then leave this line out"
    )


def _several(failure: Failure) -> Help:
    """A counted move with a remark in brackets."""
    moved = re.fullmatch(r"\s*move (\d+) ", failure.before)
    match = re.match(r"cards? from (\S+) to (\S+) \(", failure.rest)
    if not moved or not match:
        return None
    return write_line(
        f"move top({match[1]}, {moved[1]}) to {match[2]}",
        "write `{}`; a number that depends is a value:"
        f" `value dealt: 0..9 = 4 when number of players >= 4 otherwise {moved[1]}`",
    )


def indented(failure: Failure) -> str | None:
    """The line that must be indented below the one above."""
    above = failure.above.rstrip().rpartition("\n")[2]
    margin = above[: len(above) - len(above.lstrip())]
    if margin == failure.margin and OPENING.match(above.strip()) and failure.met == "(":
        return f"is it what happens on `{above.strip().split()[0]}`? Then move it further in"
    return None


def _in_any_case(failure: Failure) -> str | None:
    """`in any case` elsewhere than at the end of a body."""
    if failure.met != "in" or not failure.rest.startswith("in any case"):
        return None
    if failure.text.startswith(HOOKS):
        return (
            "a hook has no `in any case`: write it at the end of what is hooked, or call a"
            " procedure that ends with it"
        )
    return "`in any case` ends the body of a procedure, an action or a play, as its last lines"


def _below_in_any_case(failure: Failure) -> str | None:
    """A line of a body below its `in any case`."""
    if failure.before.strip() or not failure.margin or "_DEDENT" not in failure.expected:
        return None
    body = re.search(rf"^{failure.margin}in any case\b", failure.text, re.MULTILINE)
    if body is None or body.start() > failure.offset:
        return None
    return "`in any case` and its lines come last: move this line above them"


def _case_or_field_elsewhere(failure: Failure) -> str | None:
    """A case that is not below its `depending on`, or a card's field below `play`."""
    line = failure.line.strip()
    case = re.match(r"\w+(?:(?:, |\.\.)\w+)*:", line) and failure.met in (",", ":", "..")
    if not case or "chooses" not in failure.expected:
        return None
    if re.search(rf"^{failure.margin}depending on\b", failure.above, re.MULTILINE):
        return "line it up with the cases above it, further in than `depending on`"
    field = line.partition(":")[0]
    declared = re.search(rf"^\s+has {field}\b", failure.rulebook, re.MULTILINE)
    if failure.text.startswith("card") and declared:
        return f"the line `{field}: …` stands beside `play`, not in it: move it further out"
    return None


def _until_behind_loop(failure: Failure) -> str | None:
    """`until C` below the block of a loop, or `until P ends` in its head."""
    if re.search(r"\brepeat until\s+\w+\s+$", failure.before) and failure.met in ("ends", "starts"):
        return (
            "a loop asks a condition, `repeat until S is empty`; `until P ends` alone holds effects"
        )
    first = failure.first_word
    if first != "until" or "ends" not in failure.expected:
        return None
    above = [line for line in failure.above.split("\n") if line.strip()]
    inside = f"{failure.margin} "
    level = next((line for line in reversed(above) if not line.startswith(inside)), "")
    line = failure.line
    if not LOOP.match(level.strip()) and COMPARES.search(line.partition("#")[0]):
        return "write `repeat` before `until`: that is a loop; `until turn ends` holds effects"
    if not LOOP.match(level.strip()):
        return "`until` names what ends the effects below it: `until turn ends`"
    condition = failure.line.strip().removeprefix("until ")
    return f"the test stands in the head of the loop: `repeat until {condition}`"


def _named_in_a_hook(failure: Failure) -> Help:
    """`instead of shoot(with_wall: yes)`: what stands in a pattern has no name."""
    hook = failure.first_word in (*HOOKS, "modify")
    if failure.met != ":" or not hook or "(" not in failure.before:
        return None
    line = NAMED.sub(r"\1", without_citations(failure.written_line))
    return write_line(line.strip()) if reads(failure.written_above + line) else None


def _set_of_sets(failure: Failure) -> str | None:
    """A type of sets of sets."""
    if re.search(r"\b(set|list) of (set|list) of\b", failure.before) is None:
        return None
    return (
        "there are no sets of sets: give each set a place of its own,"
        " `state seen_of(player): set of card`"
    )


def _up_to_of_no_list(failure: Failure) -> str | None:
    """`up to N` after a type that is no collection."""
    if failure.met != "up" or not re.match(r"up to\b", failure.rest):
        return None
    if re.match(r"(state|value) ", failure.text) is None:
        return None
    match = re.search(r"\.\.\s*\w+\s*$", failure.before)
    if match:
        return "a range already says how far it goes; `up to 4` counts the entries of a list"
    return "`up to 4` counts the entries of a list: `list of player up to 4`"


def _several_see(failure: Failure) -> str | None:
    """`then {p, q} see S`, without `only`."""
    if failure.met != "see" or not re.match(r"\s*then (?!only\b)", failure.before):
        return None
    seers, seen = failure.before.strip().removeprefix("then ").strip(), failure.rest[4:].strip()
    return f"`then only {seers} see {seen}`; of each by himself, a line with `sees`"


def _more_than_who_wins(failure: Failure) -> Help:
    """`then p wins and C`: the winner needs a line of its own."""
    if re.match(r"\s*then\s", failure.before) is None:
        return None
    behind = re.search(r"\bthen\s+((\S+)\s+wins?)\s*$", failure.before)
    joined = re.match(r"(?:and|,)\s*(.+?)\s*(?:#.*)?$", failure.rest)
    if behind and joined:
        lines = (failure.before.strip(), f"then {joined[1]}")
        text = f"`{behind[1]}` stands alone; write below it a line `{lines[1]}`"
        return Proposal(text, lines, whole_line=True)
    before = re.search(r"\bthen\s+(.+?)\s+and\s+(\S+)\s*$", failure.before)
    if before and failure.met in ("wins", "win"):
        lines = (f"then {before[1]}", f"then {before[2]} {failure.met}")
        text = f"who wins stands alone: write `{lines[0]}`, and below it `{lines[1]}`"
        return Proposal(text, lines, whole_line=True)
    return None


DAMAGED_LINES: tuple[Callable[[Failure], Help], ...] = (
    _limits,
    _cases,
    _changes,
    _ways,
    _conditions,
    _several,
    _file,
    _one_line,
    text_in_two_lines,
)
MISPLACED_PHRASES: tuple[Callable[[Failure], Help], ...] = (
    _in_any_case,
    _below_in_any_case,
    _case_or_field_elsewhere,
    _until_behind_loop,
    _named_in_a_hook,
    _set_of_sets,
    _up_to_of_no_list,
    _several_see,
    _more_than_who_wins,
)


def cards_in_zone(failure: Failure) -> str | None:
    """The line that puts as many cards there: any that fit."""
    met = GIVEN.fullmatch(failure.line)
    if met is None or not failure.text.startswith(("example", "claim")):
        return None
    text = failure.rulebook
    zone = re.search(rf"^zone {met['name']}(?:\([^)]*\))?: (\w+)", text, re.MULTILINE)
    if zone is None:
        return None
    above = dict(KIND.findall(text))
    fitting = (
        name
        for name, copies, kind in CARD.findall(text)
        if zone[1] in ("cards", *_line(kind, above))
        for _ in range(int(copies or 1))
    )
    number = int(met["number"])
    cards = [name for name, _ in zip(fitting, range(min(number, MOST)), strict=False)]
    if not cards or number > MOST:
        return None
    return f"say which cards lie there: `given {met['zone']} is {{{', '.join(cards)}}}`"


def _line(kind: str, above: dict[str, str]) -> list[str]:
    """A kind and its ancestors."""
    line = [kind]
    while (kind := above.get(kind, "")) and kind not in line:
        line.append(kind)
    return line
