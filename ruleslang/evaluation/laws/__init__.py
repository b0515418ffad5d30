"""
Laws: properties of every rulebook and of every match, whatever the game.

In: a compiled rulebook, the trees of its files if there are any, how many games, a seed.
Out: the violated laws, each with the shortest line of choices found that shows it.
Always: a law is tested on the same matches for the same seed (`law.py`, `play_lines.py`); the
rulebook and the matches are not changed.
Not here: files, terminals; the properties of a single game, which its examples and claims state.
"""
