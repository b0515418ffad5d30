"""The final list of diagnostics: one per mistake, sorted by file and line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from ruleslang.language.syntax.declarations import Table, Tree, Uses
from ruleslang.language.syntax.node import Name
from ruleslang.library import file_diagnostics as errors
from ruleslang.library.read_rulebook_files import RulebookFiles
from ruleslang.source.diagnostic import Diagnostic, Severity, Subject, has_error
from ruleslang.source.fix import Certainty, Proposal, fix_at, joined
from ruleslang.source.span import Source, Span
from ruleslang.source.suggest import is_one_typo

MANY_USES = 3  # uses that agree: with fewer, the declaration may be right
NO_NAME = re.compile(r'"[^"\n]*"|#[^\n]*')  # texts and comments


def merge_misspelt_declarations(
    sources: Sequence[Source], diagnostics: Sequence[Diagnostic]
) -> Iterator[Diagnostic]:
    """
    Yield the diagnostics; if several uses miss a name one typo away from a name that only its
    declaration has, that declaration is reported instead of the uses.
    """
    misspelt: dict[str, Span] = {}
    for name, proposed, uses in _missed(diagnostics):
        written = list(_places(sources, proposed)) if uses >= MANY_USES else []
        if is_one_typo(name, proposed) and len(written) == 1:
            misspelt[name] = written[0]
    reported: set[str] = set()
    for diagnostic in diagnostics:
        name = diagnostic.span.text
        if name not in misspelt or not _names(diagnostic):
            yield diagnostic
        elif name not in reported:
            reported.add(name)
            first = errors.misspelt_declaration(misspelt[name], name=name)
            yield evolve(first, also=(diagnostic.span, *diagnostic.also))


def _missed(diagnostics: Sequence[Diagnostic]) -> Iterator[tuple[str, str, int]]:
    """Yield each undeclared name, its suggestion, and the number of its places."""
    for diagnostic in diagnostics:
        if _names(diagnostic) and diagnostic.fix is not None:
            yield diagnostic.span.text, diagnostic.fix.edits[0].text, 1 + len(diagnostic.also)


def _names(diagnostic: Diagnostic) -> bool:
    return diagnostic.fix is not None and diagnostic.fix.naming


def _places(sources: Sequence[Source], name: str) -> Iterator[Span]:
    """Yield the places of a name outside texts and comments."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    for source in sources:
        text = source.text
        if not source.is_table:
            text = NO_NAME.sub(lambda found: " " * len(found[0]), text)
        yield from (source.span(found.start(), found.end()) for found in word.finditer(text))


MANY = 5  # more advice of one slug is merged


def merge_advice(diagnostics: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the diagnostics; repeated advice is merged into the first."""
    alike: dict[tuple[str, bool], list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        if diagnostic.severity is Severity.ADVICE:
            alike.setdefault(_key(diagnostic), []).append(diagnostic)
    many = (group for group in alike.values() if len(group) > MANY)
    return _in_one(diagnostics, ((_merged(group), group) for group in many))


def _in_one(
    diagnostics: Sequence[Diagnostic], groups: Iterable[tuple[Diagnostic, Sequence[Diagnostic]]]
) -> tuple[Diagnostic, ...]:
    """Return the diagnostics; in place of the first of each group, the merged one."""
    merged: dict[int, Diagnostic | None] = {}
    for one, group in groups:
        merged |= {id(diagnostic): None for diagnostic in group} | {id(group[0]): one}
    instead = (merged.get(id(diagnostic), diagnostic) for diagnostic in diagnostics)
    return tuple(diagnostic for diagnostic in instead if diagnostic is not None)


def _key(diagnostic: Diagnostic) -> tuple[str, bool]:
    """Return the key for merging: the slug, and whether `check --fix` fixes it."""
    return diagnostic.slug, diagnostic.fix is not None and diagnostic.fix.is_sure


def _merged(group: Sequence[Diagnostic]) -> Diagnostic:
    also = (span for diagnostic in group for span in (diagnostic.span, *diagnostic.also))
    fixes = [diagnostic.fix for diagnostic in group if diagnostic.fix is not None]
    return evolve(
        group[0],
        also=tuple(dict.fromkeys(span for span in also if span != group[0].span)),
        fix=joined(fixes) if len(fixes) == len(group) else None,
    )


A_PATTERN = 3  # cells of one column: fewer may be slips


def merge_columns(
    trees: Sequence[Tree], diagnostics: Sequence[Diagnostic]
) -> tuple[Diagnostic, ...]:
    """Return the diagnostics; those about the same error in one column, or in rows, are merged."""
    wrong = {diagnostic.span for diagnostic in diagnostics}
    columns = dict(_columns(trees, wrong)) if len(wrong) >= A_PATTERN else {}
    groups: dict[tuple[str, str], list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        if diagnostic.span in columns:
            groups.setdefault((diagnostic.slug, columns[diagnostic.span]), []).append(diagnostic)
    patterns = (group for group in groups.values() if len(group) >= A_PATTERN)
    return _in_one(diagnostics, ((_with_places(group[0], group), group) for group in patterns))


def _columns(trees: Iterable[Tree], wrong: set[Span]) -> Iterator[tuple[Span, str]]:
    """Yield the column of a cell, over all tables; for a row, its table."""
    tables = [node for tree in trees for node in tree.declarations if isinstance(node, Table)]
    for number, table in enumerate(tables):
        for row in table.rows[1:]:
            if row.span in wrong:
                yield row.span, f"{number}: {len(row.cells)} cells"
            for column, cell in enumerate(row.cells):
                if cell.span in wrong:
                    yield cell.span, f"{number}: column {column}"


def propose_renamed_fields(diagnostics: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """
    Yield the diagnostics; if all cards lacking a field have the same unknown field, it is reported
    as a misspelling of the missing one.
    """
    missed = _by_name(
        diagnostic
        for diagnostic in diagnostics
        if diagnostic.slug == "missing-field" and "," not in _subject_name(diagnostic)
    )
    unknown = _by_name(
        diagnostic for diagnostic in diagnostics if diagnostic.slug == "unknown-field"
    )
    renamed = {
        old: new
        for old, lines in unknown.items()
        for new, cards in missed.items()
        if all(any(_governs(card.span, line.span) for line in lines) for card in cards)
    }
    for diagnostic in diagnostics:
        if diagnostic.slug == "missing-field" and _subject_name(diagnostic) in renamed.values():
            continue
        new = renamed.get(_subject_name(diagnostic)) if diagnostic.slug == "unknown-field" else None
        is_misspelt = diagnostic.fix is not None and diagnostic.fix.naming
        yield diagnostic if new is None or is_misspelt else _proposing(diagnostic, new)


def _by_name(diagnostics: Iterable[Diagnostic]) -> dict[str, list[Diagnostic]]:
    names: dict[str, list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        names.setdefault(_subject_name(diagnostic), []).append(diagnostic)
    return names


def _subject_name(diagnostic: Diagnostic) -> str:
    """Return the field, or what is called, that it is about; empty if there is none."""
    return diagnostic.subject.name if diagnostic.subject else ""


def _proposing(diagnostic: Diagnostic, name: str) -> Diagnostic:
    """Return the diagnostic with the only missing name as a sure fix."""
    proposal = Proposal(f"did you mean `{name}`?", (name,), Certainty.SURE, naming=True)
    return evolve(diagnostic, help=proposal.text, fix=fix_at(diagnostic.span, proposal))


def _governs(head: Span, place: Span) -> bool:
    """Return whether a head's line or block includes a place."""
    if head.source is not place.source or place.start <= head.start:
        return False
    lines = [head.source.line(number) for number in range(head.line, place.line + 1)]
    deep = _depth(lines[0])
    return all(_depth(line) > deep for line in lines[1:] if line.strip())


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


VAGUE = ("unknown-name", "unknown-function")  # another diagnostic knows better
ALIKE = ("missing-argument", "wrong-argument-count")  # a changed head: all its calls
OF_TYPES = "wrong-type"  # a name, throughout the declaration that gives it its type
OF_PATTERNS = "wrong-entry-count"  # and all that is about it
HEAD = re.compile(r"^\w", re.MULTILINE)
LISTED = ("unknown-word", "unknown-row")  # where the missing declaration is known
NEW = "unused-binding"  # an undeclared name is a new name in a head


def merge_repeats(diagnostics: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """
    Return the diagnostics; those about one undeclared name are merged into one, which lists the
    others.

    It is the one with the best help, else the first. Uses with different suggestions are reported
    apart.
    """
    missing = [diagnostic for diagnostic in diagnostics if _misses_a_name(diagnostic)]
    alike = [diagnostic for diagnostic in diagnostics if diagnostic.slug in ALIKE]
    alike += _heads_of_calls(alike, diagnostics)
    alike += [diagnostic for diagnostic in diagnostics if _is_type_of_name(diagnostic)]
    groups = (*_groups(missing), *_equal(alike))
    return _in_one(diagnostics, ((_with_places(group[0], group), group) for group in groups))


def _is_type_of_name(diagnostic: Diagnostic) -> bool:
    has_types = diagnostic.subject is not None and diagnostic.slug == OF_TYPES
    return has_types and diagnostic.span.text.isidentifier()


def _misses_a_name(diagnostic: Diagnostic) -> bool:
    slug, text = diagnostic.slug, diagnostic.span.text
    return bool(text) and (slug.startswith("unknown-") or slug == NEW)


def _heads_of_calls(
    calls: Sequence[Diagnostic], diagnostics: Sequence[Diagnostic]
) -> list[Diagnostic]:
    """Return the wrong heads for which there are wrong calls, too."""
    blamed = {_subject_name(call) for call in calls}
    return [
        diagnostic
        for diagnostic in diagnostics
        if diagnostic.slug == OF_PATTERNS and _subject_name(diagnostic) in blamed
    ]


def _declaration(diagnostic: Diagnostic) -> tuple[str, str, int]:
    """Return a name, and the first line of the declaration it is in."""
    span = diagnostic.span
    heads = HEAD.finditer(span.source.text, 0, span.start)
    begins = max((head.start() for head in heads), default=0)
    return span.text, span.source.name, begins


def _equal(diagnostics: Iterable[Diagnostic]) -> Iterable[list[Diagnostic]]:
    """Return groups of equal diagnostics; a wrong head joins the first call of its name."""
    groups: dict[tuple[Subject | None, object], list[Diagnostic]] = {}
    heads = []
    for diagnostic in diagnostics:
        if diagnostic.slug == OF_PATTERNS:
            heads.append(diagnostic)
            continue
        of = _declaration(diagnostic) if diagnostic.slug == OF_TYPES else 0
        groups.setdefault((diagnostic.subject, of), []).append(diagnostic)
    for head in heads:
        next(
            group for group in groups.values() if _subject_name(group[0]) == _subject_name(head)
        ).append(head)
    return groups.values()


def _groups(missing: Iterable[Diagnostic]) -> Iterator[list[Diagnostic]]:
    """Yield the groups of one name, by suggestion; the best help first."""
    names: dict[str, dict[str, list[Diagnostic]]] = {}
    for diagnostic in missing:
        names.setdefault(diagnostic.span.text, {}).setdefault(_proposed(diagnostic), []).append(
            diagnostic
        )
    for groups in names.values():
        unproposed = sorted(groups.pop("", []), key=_vagueness)
        if unproposed and unproposed[0].slug in LISTED:  # no suggestion elsewhere is better
            vague = [
                diagnostic
                for group in groups.values()
                for diagnostic in group
                if diagnostic.slug in VAGUE
            ]
            groups = {
                proposed: kept
                for proposed, group in groups.items()
                if (kept := [diagnostic for diagnostic in group if diagnostic.slug not in VAGUE])
            }
            unproposed += vague
        if len(groups) == 1:
            (group,) = groups.values()
            yield [*group, *unproposed]
            continue
        yield from groups.values()
        if unproposed:
            yield unproposed


def _vagueness(diagnostic: Diagnostic) -> int:
    if diagnostic.slug in LISTED:
        return -1
    return 2 if diagnostic.slug == NEW else diagnostic.slug in VAGUE


def _proposed(diagnostic: Diagnostic) -> str:
    """Return the suggested name, or empty."""
    fix = diagnostic.fix
    return fix.edits[0].text if fix is not None and fix.naming else ""


def _with_places(diagnostic: Diagnostic, group: Sequence[Diagnostic]) -> Diagnostic:
    """Return the diagnostic plus the places and fixes of its duplicates, own file first."""
    here = diagnostic.span.source
    spans = {duplicate.span for duplicate in group} - {diagnostic.span}
    others = sorted(spans, key=lambda at: (at.source is not here, at.source.name, at.start))
    fix = joined([duplicate.fix for duplicate in (diagnostic, *group) if duplicate.fix is not None])
    return evolve(diagnostic, also=tuple(others), fix=diagnostic.fix and fix)


MOST_DIAGNOSTICS = 500
STANDARD = "rulebooks/standard/"
DOUBTS = ("may-lack-field", "constant-comparison")  # an unreadable test may remove them
NOT_READ = ("unreadable-file", "not-utf8", "file-too-large", "outside-the-folder", "too-big")


def final_diagnostics(
    files: RulebookFiles, diagnostics: Iterable[Diagnostic]
) -> tuple[Diagnostic, ...]:
    """
    Return the final diagnostics of all stages.

    A reserved name is reported at its declaration, not at its uses; an undeclared one once. Gaps of
    a standard piece are reported where the header names the piece; its unused parts are not.
    """
    of_rulebook: list[Diagnostic] = []
    of_pieces: list[Diagnostic] = []
    for diagnostic in _roots(list(diagnostics)):
        (of_pieces if diagnostic.span.source.name.startswith(STANDARD) else of_rulebook).append(
            diagnostic
        )
    reserved = {
        diagnostic.span.text for diagnostic in of_rulebook if diagnostic.slug == "reserved-name"
    }
    of_rulebook = [
        diagnostic
        for diagnostic in of_rulebook
        if not (diagnostic.slug == "keyword-as-name" and diagnostic.span.text in reserved)
    ]
    if any(
        diagnostic.slug in NOT_READ for diagnostic in of_rulebook
    ):  # the header may be unreadable
        of_rulebook = [
            diagnostic for diagnostic in of_rulebook if diagnostic.slug != "missing-header"
        ]
    of_rulebook = list(_without_consequences(of_rulebook))
    kept = [*of_rulebook, *_missing_in_pieces(files, of_pieces)]
    order = {tree.source.name: place for place, tree in enumerate(files.trees)}
    kept.sort(
        key=lambda diagnostic: (order.get(diagnostic.span.source.name, -1), diagnostic.span.start)
    )
    once = merge_repeats(merge_columns(files.trees, kept))
    sources = [tree.source for tree in files.trees]
    return merge_advice(tuple(merge_misspelt_declarations(sources, once)))


def truncated(diagnostics: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """Return the gravest diagnostics up to a limit; the last one states the number of the rest."""
    if len(diagnostics) <= MOST_DIAGNOSTICS:
        return diagnostics
    order = list(Severity)
    graded = sorted(diagnostics, key=lambda diagnostic: order.index(diagnostic.severity))
    first_hidden = graded[MOST_DIAGNOSTICS]
    note = errors.not_shown(first_hidden.span, MOST_DIAGNOSTICS, first_hidden.severity)
    return (*graded[:MOST_DIAGNOSTICS], note)


def _roots(diagnostics: Sequence[Diagnostic]) -> Sequence[Diagnostic]:
    """Return the diagnostics without consequences of other errors; all, if none is a root."""
    roots = [diagnostic for diagnostic in diagnostics if diagnostic.cause is None]
    return roots if has_error(roots) or len(roots) == len(diagnostics) else diagnostics


def _without_consequences(diagnostics: list[Diagnostic]) -> Iterator[Diagnostic]:
    """
    Yield the diagnostics without warnings that an error may cause, and repeated characters in one
    name.

    Unreachable lines are not reported either, if the line that leaves has an error.
    """
    wrong = {diagnostic.span for diagnostic in diagnostics if diagnostic.is_error}
    if wrong:
        set_to_none = any(
            diagnostic.slug == "reset-without-start"
            or (diagnostic.subject is not None and diagnostic.subject.name == "`none`")
            for diagnostic in diagnostics
        )
        doubts = (*DOUBTS, "never-none") if set_to_none else DOUBTS
        diagnostics = [diagnostic for diagnostic in diagnostics if diagnostic.slug not in doubts]
    diagnostics = list(_innermost(diagnostics))
    letters: set[str] = set()
    for diagnostic in propose_renamed_fields(diagnostics):
        if diagnostic.slug == "unreachable" and any(
            label.span in wrong for label in diagnostic.labels
        ):
            continue
        if diagnostic.slug == "foreign-letter":
            if diagnostic.span.text in letters:
                continue
            letters.add(diagnostic.span.text)
        yield diagnostic


UNLIKE = ("wrong-type", "not-a-set", "not-comparable", "unlike-sides")


def _innermost(diagnostics: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield the diagnostics but those about the type of a phrase that contains another's."""
    typed = [diagnostic for diagnostic in diagnostics if diagnostic.slug in UNLIKE]
    lines: dict[tuple[str, int], list[Span]] = {}
    for diagnostic in typed:
        place = diagnostic.span.source.name, diagnostic.span.line
        lines.setdefault(place, []).append(diagnostic.span)
    for diagnostic in diagnostics:
        span = diagnostic.span
        others = lines.get((span.source.name, span.line), [])
        if diagnostic.slug not in UNLIKE or not any(_inside(other, span) for other in others):
            yield diagnostic


def _inside(part: Span, all: Span) -> bool:
    return part != all and all.start <= part.start and part.end <= all.end


def _missing_in_pieces(
    files: RulebookFiles, diagnostics: Iterable[Diagnostic]
) -> Iterator[Diagnostic]:
    """Yield undeclared names in standard pieces, merged at the header's line."""
    taken = dict(_standard_pieces(files))
    missed: set[tuple[str, str]] = set()
    for diagnostic in diagnostics:
        if not diagnostic.is_error:
            continue
        piece = diagnostic.span.source.name.removeprefix(STANDARD).removesuffix(".rules")
        if not diagnostic.slug.startswith("unknown-") or piece not in taken:
            yield diagnostic
        elif (piece, diagnostic.span.text) not in missed:
            missed.add((piece, diagnostic.span.text))
            yield errors.piece_needs(taken[piece], at=diagnostic.span, place=diagnostic.span.text)


def _standard_pieces(files: RulebookFiles) -> Iterator[tuple[str, Name]]:
    for item in files.header.items if files.header else ():
        if isinstance(item, Uses):
            for name in item.names:
                yield name.text, name
