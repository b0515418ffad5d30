"""
Why a choice is offered or not, and how a value comes about.

In: a match, and what is asked about. Out: reasons and steps as data with their places in the text,
and their words. Always: only what `match.Inquiry` answers is read. Not here: any engine.
"""
