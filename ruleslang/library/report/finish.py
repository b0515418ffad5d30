"""Builds the final list of diagnostics: one per mistake, sorted by file and line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ruleslang.library import diagnostics
from ruleslang.library.read_rulebook_files import Gathered
from ruleslang.library.report.blame_misspelt_declaration import with_misspelt_declarations
from ruleslang.library.report.merge_advice import with_advice_once
from ruleslang.library.report.merge_columns import said_of_columns
from ruleslang.library.report.merge_renamed import with_renamed
from ruleslang.library.report.merge_repeats import said_once
from ruleslang.source.diagnostic import Diagnostic, Severity
from ruleslang.syntax.declarations import Uses
from ruleslang.syntax.node import Name

MOST_DIAGNOSTICS = 500
STANDARD = "rulebooks/standard/"
DOUBTS = ("may-lack-field", "settled-beforehand")  # a test that cannot be read may settle them
NOT_READ = ("unreadable-file", "not-utf8", "file-too-large", "outside-the-folder", "too-big")


def said(files: Gathered, found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """
    The diagnostics of all stages as a reader wants them.

    A name that the language's words take is blamed where it is declared, and not where it is used;
    one that nothing has is blamed once. What a standard piece lacks is blamed where the header
    takes the piece; what a rulebook does not use of a piece is no blemish.
    """
    own: list[Diagnostic] = []
    of_pieces: list[Diagnostic] = []
    for each in _roots(list(found)):
        (of_pieces if each.span.source.name.startswith(STANDARD) else own).append(each)
    reserved = {each.span.text for each in own if each.slug == "reserved-name"}
    own = [
        each for each in own if not (each.slug == "keyword-as-name" and each.span.text in reserved)
    ]
    if any(each.slug in NOT_READ for each in own):  # the header may stand in what was not read
        own = [each for each in own if each.slug != "missing-header"]
    own = list(_without_consequences(own))
    kept = [*own, *_lacking(files, of_pieces)]
    order = {tree.source.name: place for place, tree in enumerate(files.trees)}
    kept.sort(key=lambda each: (order.get(each.span.source.name, -1), each.span.start))
    once = said_once(said_of_columns(files.trees, kept))
    sources = [tree.source for tree in files.trees]
    return with_advice_once(tuple(with_misspelt_declarations(sources, once)))


def few_enough(found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """No more diagnostics than anyone reads, the gravest first; the last one tells of the rest."""
    if len(found) <= MOST_DIAGNOSTICS:
        return found
    order = list(Severity)
    graded = sorted(found, key=lambda each: order.index(each.severity))
    rest = graded[MOST_DIAGNOSTICS]
    told = diagnostics.not_shown(rest.span, MOST_DIAGNOSTICS, rest.severity)
    return (*graded[:MOST_DIAGNOSTICS], told)


def _roots(found: Sequence[Diagnostic]) -> Sequence[Diagnostic]:
    """Without what follows from another mistake; all of it where no other is known."""
    roots = [each for each in found if each.cause is None]
    wrong = any(each.severity is Severity.ERROR for each in roots)
    return roots if wrong or len(roots) == len(found) else found


def _without_consequences(found: list[Diagnostic]) -> Iterator[Diagnostic]:
    """
    Without doubts that a mistake may settle, and the same letter in the same name elsewhere.

    What stands behind a line that leaves is no blemish either, where that line is wrong itself.
    """
    wrong = {each.span for each in found if each.severity is Severity.ERROR}
    if wrong:
        found = [each for each in found if each.slug not in DOUBTS]
    letters: set[str] = set()
    for each in with_renamed(found):
        if each.slug == "unreachable" and any(label.span in wrong for label in each.labels):
            continue
        if each.slug == "foreign-letter":
            if each.span.text in letters:
                continue
            letters.add(each.span.text)
        yield each


def _lacking(files: Gathered, found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """What standard pieces speak of and nothing declares: said once, where they are taken."""
    taken = dict(_taken(files))
    missed: set[tuple[str, str]] = set()
    for each in found:
        if each.severity is not Severity.ERROR:
            continue
        piece = each.span.source.name.removeprefix(STANDARD).removesuffix(".rules")
        if not each.slug.startswith("unknown-") or piece not in taken:
            yield each
        elif (piece, each.span.text) not in missed:
            missed.add((piece, each.span.text))
            yield diagnostics.piece_needs(taken[piece], each.span)


def _taken(files: Gathered) -> Iterator[tuple[str, Name]]:
    for item in files.header.items if files.header else ():
        if isinstance(item, Uses):
            for name in item.names:
                yield name.text, name
