"""
Generated rulebooks, in the words of a person: small, varied, and always with an end.

In: something that picks. Out: a text that compiles, keeps every law, and ends by its decision cap.
Always: a player's options depend on nothing that the player cannot see; numbers stop at the ends of
their states; what may be empty is tested; procedures call only those written after them.
"""
