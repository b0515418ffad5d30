"""
Is the rulebook right, and is the card fair?

`laws` tests properties that every rulebook must have, `mutation` asks which changes the examples
detect, `consistency` searches for what a rulebook leaves open or contradicts, `balance` plays
versions of a game side by side.

In: a loaded game. Out: findings and comparisons as data; the programs in `apps` print them.
"""
