"""
What a player cannot see: which of it could be otherwise, and whether a step of a match tells of it.

In: a match or its machine, and a player.
Out: all that is hidden from him; the same match with some of it put otherwise; whether a choice can
teach him any of it.
Always: a match is left as it was; what is put otherwise is put back.
Not here: what a player does see, which is `meaning/view.py`; that it holds of every match, which is
`laws/`.
"""
