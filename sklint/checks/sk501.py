"""SK501 raw-core-query: `block_idx`, `get_block_num()`, `get_subblockid()` and their kin in operator code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sklint.checks.spelling import lines_of
from sklint.facts.table import table
from sklint.finding import Edit, Finding, message
from sklint.program import Program, Site, Span
from sklint.walk.kernel import WalkedKernel

CODE = "SK501"
_FACTS = table("detection")["core_query"]
_SCANNED = frozenset(_FACTS["scanned"])
_WORDS = _SCANNED | frozenset(_FACTS["forbidden"])
_REPLACEMENT: dict[str, str] = _FACTS["replacement"]
_SAME_ON_ONE_KIND = frozenset(_FACTS["same_on_one_kind"])
# a name is declared where a type stands before it; these words stand before an expression
_DECLARED = re.compile(
    r"(?:^|[^\w])(?!(?:return|else|case|throw|goto|new|delete|sizeof|do)\b)[A-Za-z_]\w*[>\]]?\s*[*&]*\s+[*&]*$"
)
_ACCESSED = re.compile(r"(?:\.|->|(?<!AscendC)::)\s*$")
_DIRECT = re.compile(r"<<<|ACLRT_LAUNCH_KERNEL|EXEC_KERNEL_CMD")


def check_unit(program: Program, kernels: Sequence[WalkedKernel]) -> Iterator[Finding]:
    """The words in the text of a unit, a user's own name once where it is declared."""
    sites = [site for site in program.words if site.name in _WORDS]
    if not sites:
        return
    own = {site.name for site in sites if site.kind == "code" and _is_declared(site)}
    direct = any(_DIRECT.search(text) for text in ("\n".join(lines_of(path)) for path in program.files))
    names = tuple(kernel.name for kernel in kernels)
    one_kind = all(len(kernel.kind.core_kinds) == 1 for kernel in kernels)
    for site in sites:
        if site.kind == "code" and site.name in own:
            if _is_declared(site) and site.name in _SCANNED:
                yield _own_name(site, names)
        elif site.name in _SCANNED or (site.kind != "text" and not _ACCESSED.search(_before(site))):
            yield _query(site, names, "warning" if direct else "error", one_kind)


def _own_name(site: Site, names: tuple[str, ...]) -> Finding:
    return Finding(
        CODE,
        "error",
        "proved",
        message(
            "the name `{word}` fails the build of a SuperKernel: the operator compiler searches the source for this "
            "whole word, whatever it means",
            word=site.name,
        ),
        site.at,
        names,
        "",
        message("give it another name"),
    )


def _query(site: Site, names: tuple[str, ...], severity: str, one_kind: bool) -> Finding:
    better = _REPLACEMENT[site.name]
    if site.kind == "text":
        said = message(
            "the word `{word}` in a string fails the build of a SuperKernel: the operator compiler searches the "
            "source for it, strings included",
            word=site.name,
        )
        return Finding(CODE, severity, "proved", said, site.at, names, "", message("word the text differently"))
    said = message(
        "`{word}` reads the launch of the SuperKernel, not of this operator{consequence}",
        word=site.name,
        consequence=message(", and the build of a SuperKernel fails on the word") if site.name in _SCANNED else "",
    )
    same = site.name not in _SAME_ON_ONE_KIND or one_kind
    edit = _edit(site, better) if same else None
    repair = message("use `{better}`", better=better)
    return Finding(CODE, severity, "proved", said, site.at, names, "", repair, (), (edit,) if edit is not None else ())


def _edit(site: Site, better: str) -> Edit | None:
    """The replacement of the word and of the parentheses behind it; None where they stand elsewhere."""
    line = _line(site)
    after = line[site.at.end_column - 1 :]
    empty = re.match(r"\s*\(\s*\)", after)
    if "()" in better and site.name.startswith("get_"):
        if empty is None:
            return None
        end = site.at.end_column + empty.end()
    else:
        end = site.at.end_column
    at = site.at
    return Edit(Span(at.path, at.line, at.column, at.line, end), better)


def _is_declared(site: Site) -> bool:
    before = _before(site)
    return bool(_DECLARED.search(before)) and not _ACCESSED.search(before)


def _before(site: Site) -> str:
    return _line(site)[: site.at.column - 1]


def _line(site: Site) -> str:
    lines = lines_of(site.at.path)
    return lines[site.at.line - 1] if site.at.line <= len(lines) else ""
