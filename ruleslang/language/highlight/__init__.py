"""
Colours for rulebooks on pages and terminals: a lexer for Pygments, and a TextMate grammar.

In: the words of the language. Out: the rules by which Pygments and editors colour a text. Always: a
text is coloured word by word, regardless of the meaning of names; a name spelt like a word of the
language has the colour of that word. Not here: meanings of names, which the language server knows.
"""
