"""
The engine of C: a flow printed as one C text, and matches that its functions play.

In: a `Flow`, and the Python engine that is made of it.
Out: the C text and its library, matches as `match.Match` promises them, results of whole games.
Always: all that a match is lies in one stretch of memory of a fixed size, which is copied as bytes;
nothing is allocated during play, and there are no globals. What has no C form is refused as a
whole. A library is kept in the user's cache under the digest of all that it was made of, and
nothing is loaded that is not whole; without a compiler there is one clear line (`NoCompiler`).
Not here: names, views, hashes: they are made of the same cells and frames that the Python engine
has.
"""
