"""
What leaves a rulebook for the table and for other programs: tables of its cards, pages to print,
pictures, sheets, and files of table-top simulators.

In come compiled games; out go tables, plain data, and bytes of files, which `cli/` writes. No rule
is evaluated here but what is fixed before a match. Texts of a rulebook reach a typesetter as data,
never as markup, and it can read nothing but what was handed to it.
"""
