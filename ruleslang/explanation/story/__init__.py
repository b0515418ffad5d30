"""
Narrates a match: entries for each seat, and for spectators, in order.

In: a match at some position.
Out: `Story`, whose entries are data with words.
Always: a story contains what its reader's views, public announcements and the reader's own
questions contain, and no more; it does not depend on what others were asked.
Not here: printing, and deciding whom to ask.
"""
