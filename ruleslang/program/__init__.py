"""
The compiled game as plain data: the interface between reading and playing.

In: nothing; every other folder depends on this one.
Out: `Program` (the game as engines play it), `Compiled` (a program with its examples, players and
measures), its JSON form and digest, the signatures of the built-in words.
Always: frozen classes, tuples, ints and strings, comparable by value. Declarations are referenced
by name, locals by their slots in the table of their declaration, effects by their ids, so an
engine never looks anything up by scope. Closed sets of words have types in `names`. Fields for
display only (origins, texts, names of locals) are marked `DISPLAY`; they are left out of the
digest and of comparisons.
Not here: source text, and the meaning of a program.
"""
