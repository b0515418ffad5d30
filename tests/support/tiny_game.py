"""A game of two choices, in which one example does not hold."""

GAME = """\
rulebook tiny "Tiny"
    language 1
    players 2: left, right
    starts with game
    at most 50 decisions, then nobody wins

state points(player): 0..9 = 0

procedure turn(p: player)
    p chooses one of
        take
            add 1 to points(p)
        leave
            nothing

phase game
    for each p in players: turn(p)
    if points(right) > points(left): right wins
    left wins

example "one point each"
    left chooses take
    when turn(left)
    then points(left) is 1

example "that does not hold"
    left chooses take
    when turn(left)
    then points(left) is 2
"""
