"""
What everybody at a match is told of it: entries for each seat, and for spectators, in order.

In: a match that stands somewhere. Out: `Story`, whose entries are data with words. Always: a reader
is told what his views, public announcements and his own questions tell, and no more; what he is
told does not depend on what others were asked. Not here: printing, and whom to ask what.
"""
