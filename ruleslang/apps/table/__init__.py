"""
A web server for matches between people and bots, kept in a store and shown by one page.

In: the rulebooks on offer, messages of clients.
Out: for each seat its own view, story and decision; for spectators the public information.
Always: the server is the authority and trusts no client; each choice is stored before anybody
sees it.
Not here: rules.
"""
