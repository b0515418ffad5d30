"""What is asked in a quick match, in names and words."""

from __future__ import annotations

from attrs import evolve

from ruleslang.flow.flow import Flow
from ruleslang.flow.parts import Question
from ruleslang.match.decision import DECLINE, Decision, Option, nothing
from ruleslang.match.values import Player
from ruleslang.meaning.asking import about, decision_of
from ruleslang.meaning.choice_names import Naming, in_one_zone, value_options
from ruleslang.meaning.choice_statements import branch_options, menu_question
from ruleslang.meaning.machine import Machine
from ruleslang.portable.core import Pending
from ruleslang.portable.raw_values import Codec
from ruleslang.program import statements as s


def decision(flow: Flow, codec: Codec, m: Machine, pending: Pending) -> Decision:
    """The decision that is pending."""
    question = flow.questions[pending.question]
    who = m.tables.players[pending.who]
    match question.about:
        case s.Menu() as menu:
            branches = [menu.branches[place] for place in pending.options]
            return decision_of(menu_question(menu, who), branch_options(branches))
        case s.Choice() as choice:
            return _of_choice(codec, m, question, choice, who, pending)


def _of_choice(
    codec: Codec, m: Machine, question: Question, choice: s.Choice, who: Player, pending: Pending
) -> Decision:
    declines = question.kind == "may"
    options = pending.options[:-1] if declines else pending.options
    values = [codec.value(question.type, each) for each in options]
    naming = Naming(m, who, in_one_zone(choice.source))
    named: list[Option] = value_options(naming, choice.name, values)
    tail = [nothing(DECLINE)] if declines else []
    asked = evolve(about(choice, who, question.kind, question.origin))
    return decision_of(asked, [*named, *tail])
