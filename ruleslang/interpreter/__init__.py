"""
The definition of the language: an interpreter of the `Program` as written, made to be read.

In: a `Program`, a seed, the answers of players. Out: `engine.Interpreter`, an `Engine` of
`match/`. Always: expressions are plain functions, statements are generators that yield decisions;
every construct has one function, which `dispatch` lists by the class of its node. What runs the
rules is a `Machine`; nothing outside of this room reads or writes it, but the rooms that hunt for
leaks, until they use the interface too. Not here: speed for its own sake, any game's words.
"""
