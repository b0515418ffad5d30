"""
The definition of the language: an interpreter of the `Program` as written, made to be read.

In: a `Program`, a seed, the answers of players. Out: `match.Match`, the decisions it asks for and
the events of its record. Always: expressions are plain functions, statements are generators that
yield decisions; chance comes from `chance` only; every construct has one function, found by the
class of its node. Not here: the text, speed for its own sake, any game's words.
"""
