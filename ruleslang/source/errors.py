"""What programs catch: the exceptions of the package are of one family."""


class RuleslangError(Exception):
    """
    Something that was asked for cannot be: each kind has a class of its own below this one.

    Arguments of a wrong type or value are `TypeError` and `ValueError`, as everywhere in Python.
    """
