"""
The designer's questions: what a change, a reading, a number or a card does to a game.

In: games of the API, what is to be varied, how many games. Out: plain results with intervals.
Always: versions are played from the same seeds and compared game by game; what is called no chance
holds for all measures of an answer together. A question that is stopped answers from what is known.
Not here: sentences, tables, terminals.
"""
