"""
The lowering that compiled engines share: a program with its settings, in typed core words.

In: a `Program` and the settings of a match. Out: a `Flow`: cells of state, tables, functions, and
bodies cut into blocks wherever a player may be asked.
Always: options and the number of players are constants in it; every value is an `int`, none, or a
tuple of such; what has no lowering is refused as a whole (`refuse`), before anything is played.
Not here: text of any programming language, names of choices, views.
"""
