"""
Generated rulebooks: well typed, and made of all forms of the grammar.

In: something that picks. Out: a text that `check` accepts, nearly always, with an end.
Always: a phrase is printed by the `@form` of its node, and has a type of `program/types.py`. What a
player may choose from depends on nothing hidden from that player. What a form's drawer does not
draw is counted by `coverage.py`.
"""
