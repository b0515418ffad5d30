"""
Laws: properties that a rulebook has to keep in every match, and that its author may break.

In: a compiled rulebook, how many games, a seed.
Out: the violated laws, each with the shortest line of choices found that shows it.
Always: a law is tested on the same matches for the same seed (`law.py`, `play_lines.py`); the
rulebook and the matches are not changed.
Not here: files, terminals; the properties of a single game, which its examples and claims state;
what no text can break, which tests try on every rulebook.
"""
