"""
Colours for rulebooks on pages and terminals: a lexer for Pygments, and a TextMate grammar.

In: the words of the language. Out: what Pygments and editors colour by. Always: a text is coloured
word by word, without a look at what its names mean; a name that is spelt like a word of the
language has the colour of that word. Not here: what names mean; the language server knows.
"""
