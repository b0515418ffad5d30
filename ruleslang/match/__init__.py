"""What a match is, whatever engine plays it: values, decisions, faults, chance."""
