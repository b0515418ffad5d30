"""
Laws that an engine keeps or breaks, whatever an author writes: layout and JSON, names and orders,
equivalent texts, decisions, copies, saves, replays, batches.

They are laws as those of `ruleslang/evaluation/laws`, tried on the same matches; `all.LAWS` has
both kinds.
"""
