"""
Rulebooks that a machine writes, in the words of a person: small, varied, and always at an end.

In: something that picks. Out: a text that compiles, keeps every law, and ends by its decision cap.
Always: what a player chooses from depends on nothing that he cannot see; numbers stop at the ends
of their states; what may be empty is tested; procedures call only those written after them.
"""
