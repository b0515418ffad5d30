"""
Players that learn a game by playing it: a linear softmax policy, and a value function, over hashed
features.

In: a program with its settings, a number of games or seconds.
Out: weights, a file of them, a bot, and its win rate against others.
Always: features are computed only from what the seat may know; the same seed and number of games
give the same weights; C and Python compute the same features.
Not here: neural networks, search, and anything specific to a game.
"""
