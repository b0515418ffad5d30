"""
Exports of a rulebook for the table and for other programs: tables of its cards, printable pages,
pictures, sheets, and files for tabletop simulators.

In: compiled games. Out: tables, plain data, and bytes of files, which `cli/` writes. Only rules
that are fixed before a match are evaluated here. Texts of a rulebook reach the typesetter as data,
never as markup, and it can read only what it was given.
"""
