"""
Players who learn a game by playing it: a linear softmax policy, and a value, over hashed features.

In: a program with its settings, games or seconds. Out: weights, a file of them, a bot, and how it
stands against others.
Always: features are made of what the seat may know, and of nothing else; the same seed and number
of games give the same weights; C and Python tell the same features.
Not here: networks, search, and whatever knows a game.
"""
