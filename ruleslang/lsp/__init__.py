"""
The language server: what a workspace knows, in the protocol of editors.

In: messages of an editor, texts with every key. Out: diagnostics, names, completions, edits.
Always: an answer is of the text as it is when it is given, and a text that cannot be read is
answered as far as it can be; nothing that a text says stops the server. Not here: any knowledge of
the language; that is in `workspace/`.
"""
