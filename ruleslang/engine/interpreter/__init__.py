"""
The definition of the language: an interpreter of the `Program` as written, made to be read.

In: a `Program`, a seed, the answers of players. Out: `engine.Interpreter`, an `Engine` of `match/`.
Always: expressions are plain functions, statements are generators that yield decisions; each
construct has one function, which `dispatch` lists by the class of its node. The rules are run by a
`Machine`; nothing outside this room reads or writes it, except the rooms that hunt for leaks, until
they use the interface too. Not here: speed for its own sake, any game's words.
"""
