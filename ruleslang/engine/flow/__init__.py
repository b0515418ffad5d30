"""
The lowering shared by the compiled engines: a program with its settings, in typed core expressions
(an intermediate representation).

In: a `Program` and the settings of a match.
Out: a `Flow`: cells of state, tables, functions, and routines cut into blocks wherever a player may
be asked.
Always: options and the number of players are constants in it; every value is an `int`, none, or a
tuple of these; a program with a construct that cannot be lowered is refused as a whole (`refuse`),
before anything is played.
Not here: text of any programming language, names of choices, views.
"""
