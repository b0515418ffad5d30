"""
Narrates a match: entries for each seat, and for spectators, in order.

In: a match at some position.
Out: `Story`, whose entries are data with words.
Always: a reader is told what his views, public announcements and his own questions contain, and no
more; what he is told does not depend on what others were asked.
Not here: printing, and deciding whom to ask.
"""
