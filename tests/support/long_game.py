"""A game whose matches last for thousands of choices, which are all alike."""

LONG = """rulebook long "Long"
    language 1
    players 2: ann, bob
    starts with game
    at most 6000 decisions, then nobody wins
state counter(player): 0..9999 = 0
phase game
    take turns p among players
        p must do step, if impossible give_up
action step "step" by p choosing n "how many" from 1..3
    add n to counter(p)
procedure give_up
    nobody wins
"""
