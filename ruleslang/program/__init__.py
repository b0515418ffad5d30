"""
The compiled game: plain data, and what is always true of it.

In: nothing; every other room meets here.
Out: `Program` (what is played), `Compiled` (a program with its examples, players and measures),
its JSON form and digest, the signatures of the built-in words, the named invariants.
Always: frozen classes, tuples, ints and strings, comparable by value; names are resolved, so that
an engine never looks anything up by scope; whatever is for the eye only (origins, texts) is
marked `DISPLAY` and left out of the digest.
Not here: the text it came from, the meaning of anything.
"""
