"""
Laws that an engine keeps or breaks, for any text: layout and JSON, names and orders,
equivalent texts, decisions, copies, saves, replays, batches.

They are laws as those of `ruleslang/evaluation/laws`, tried on the same matches; `all.LAWS` has
both kinds.
"""
