"""
The programs that people run, and the interfaces of other libraries.

`cli` is the command line, `table` a match in browsers, `editor` the language server, `playground`
a page that runs the package itself, `printing` makes cards and sheets, and `adapters` present a
game as an environment of other libraries.
"""
