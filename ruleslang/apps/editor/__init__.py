"""
The language server: the knowledge of a workspace in the protocol of editors.

In: messages of an editor, texts with every keystroke.
Out: diagnostics, names, completions, edits.
Always: an answer is about the current text, and a text with syntax errors is answered as far as
possible; no text can stop the server.
Not here: any knowledge of the language; that is in `workspace/`.
"""
