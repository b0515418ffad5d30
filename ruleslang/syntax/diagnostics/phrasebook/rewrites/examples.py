"""Lines of examples: who may do, play, choose and decline what."""

from __future__ import annotations

from ruleslang.syntax.diagnostics.phrasebook.rewrites.replacement_functions import (
    choose_together,
    who_wins,
)
from ruleslang.syntax.diagnostics.phrasebook.rewrites.row import Row
from ruleslang.syntax.diagnostics.phrasebook.rewrites.shared_parts import (
    ALL,
    DEED,
    NAME,
    SECRETLY,
    THING,
)

EXAMPLES: tuple[Row, ...] = (
    Row(rf"^(\s*given) ({NAME}) (?:has|holds) (?:an? |the )?({NAME}) in (?:his |her |their )?"
        rf"({NAME})$", r"\1 \4(\2) is {\3}", "example", "given p1 has idol in hand",
        "given hand(p1) is {idol}"),
    Row(r"^(\s*)(?:rolls?|rolled|dice):? (?=\d)", r"\1rolling ", "example", "rolls 5, 6",
        "rolling 5, 6"),
    Row(rf"^(\s*then )({THING}) only (sees? )", r"\1only \2 \3", "example",
        "then anna only sees hand(anna)", "then only anna sees hand(anna)"),
    Row(rf"^(\s*then )({THING}(?:(?:, |,? and ){THING})+) (?:wins?|has won|have won)\b",
        who_wins, "example", "then anna and ben win", "then {anna, ben} win"),
    Row(rf"^(\s*then )({THING}) (?:has won|have won)\b",
        who_wins, "example", "then nobody has won", "then nobody wins"),
    Row(rf"^(\s*when {THING} does {NAME}|\s*then {THING} may (?:not )?do {NAME})\(((?:[^()]"
        rf"|\([^()]*\))+)\)", r"\1 choosing \2", "example", "when anna does pay(hearts, 2)",
        "when anna does pay choosing hearts, 2"),
    Row(rf"^(\s*then {THING} may (?:not )?)(?!do\b|play\b|choose\b|decline\b)({NAME}) (\S.*)$",
        r"\1do \2 choosing \3", "example", "then anna may not pay hearts, 2",
        "then anna may not do pay choosing hearts, 2"),
    Row(rf"^(\s+{THING}) (?:passes|refuses|abstains)$", r"\1 declines", "example", "ben passes",
        "ben declines"),
    Row(r"^(\s+rolling) [{(\[](.*)[})\]]$", r"\1 \2", "example", "rolling [3, 4]",
        "rolling 3, 4"),
    Row(rf"^(\s+)({THING} (?:is|>|<|>=|<=) \S.*)$", r"\1then \2", "example", "score(anna) is 8",
        "then score(anna) is 8"),
    Row(rf"^(\s*then {THING}) (?:cannot|can not|can[’']t|must not|may never) {DEED}",
        r"\1 may not ", "example", "then p1 cannot choose show, loan",
        "then p1 may not choose show, loan"),
    Row(rf"^(\s*then {THING}) (?:can|could|is allowed to|is able to) {DEED}", r"\1 may ",
        "example", "then p1 can choose show, idol", "then p1 may choose show, idol"),
    Row(rf"^(\s*then {THING}) (?:(?:does|can|may|must) not|(?:doesn|can)[’']t|never) sees?"
        r"(?= )",        r"\1 cannot see", "example", "then p1 does not see hand(anna)",
        "then p1 cannot see hand(anna)"),
    Row(rf"^(\s*then {THING}) is asked (?:about |for |to choose |whether )?(?=\w)",
        r"\1 may choose ", "example", "then p1 is asked show", "then p1 may choose show"),
    Row(rf"^(\s*then {THING} may (?:not )?choose):\s*(?=\S)", r"\1 ", "example",
        "then p1 may choose: show, idol", "then p1 may choose show, idol"),
    Row(rf"^(\s*then {THING} may (?:not )?(?:play|do) {THING}) (?:with|using|for|at|on) (?=\w)",
        r"\1 choosing ", "example", "then p1 may not play idol with 3",
        "then p1 may not play idol choosing 3"),
    Row(rf"^(\s*)then ({THING} (?:chooses|declines)\b)(?! together)", r"\1\2", "example",
        "then p1 chooses pass_turn", "p1 chooses pass_turn"),
    Row(rf"^(\s*)then ({THING} (?:plays|does) )", r"\1when \2", "example", "then p1 plays loan",
        "when p1 plays loan"),
    Row(rf"^(\s*)({THING} may (?:not )?(?:choose|play|do|decline)\b)", r"\1then \2", "example",
        "p1 may choose pass_turn", "then p1 may choose pass_turn"),
    Row(rf"^(\s*then ){ALL} (?:chooses?|answers?|decides?)(?: together| {SECRETLY})$",
        r"\1players choose together", "example", "then everyone chooses together",
        "then players choose together"),
    Row(rf"^(\s*then )({THING}(?:(?:, |,? and ){THING})+) (?:choose|answer|decide)(?: "
        rf"together| {SECRETLY})$", choose_together, "example", "then p1 and p2 choose together",
        "then {p1, p2} choose together"),
    Row(rf"^(\s*then \S.*?) (?:chooses?|answers?|decides?) (?:together|{SECRETLY})$",
        r"\1 choose together", "example", "then players choose in secret",
        "then players choose together"),
)  # fmt: skip
