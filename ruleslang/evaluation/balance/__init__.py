"""
Answers a designer's questions: what a change, a reading, a number or a card does to a game.

In: games of the API, what is to be varied, how many games.
Out: plain results with confidence intervals.
Always: versions are played from the same seeds and compared game by game; significance is corrected
for all measures of an answer together; a question that is interrupted is answered from the games so
far.
Not here: sentences, tables, terminals.
"""
