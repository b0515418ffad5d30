"""The commands and their arguments; what each does is in the module of its name in `cli`."""
