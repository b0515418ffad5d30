"""
The compiled game: plain data, and what is always true of it.

In: nothing; every other room meets here.
Out: `Program` (what is played), `Compiled` (a program with its examples, players and measures),
its JSON form and digest, the signatures of the built-in words.
Always: frozen classes, tuples, ints and strings, comparable by value. Declarations are called by
their names, locals by their slots in the table of the declaration they stand in, effects by their
ids, so that an engine never looks anything up by scope. A word that is one of a few has a type in
`names`. Whatever is for the eye only (origins, texts, names of locals) is marked `DISPLAY`,
is left out of the digest, and tells nothing apart.
Not here: the text it came from, the meaning of anything.
"""
