"""
What holds of every rulebook and of every match of it, whatever the game.

In: a compiled rulebook, the trees of its files where there are any, how many games, a seed.
Out: the laws that are broken, each with the shortest line of choices found that shows it.
Always: a law is tried on the same matches for the same seed (`law.py`, `play_lines.py`); the
rulebook and the matches it is given do not change.
Not here: files, terminals; what only one game promises, which its examples and claims say.
"""
