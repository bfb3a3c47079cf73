"""SK501 raw-core-query: `block_idx`, `get_block_num()`, `get_subblockid()` and their kin in operator code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sklint.checks.alone import is_always_alone
from sklint.checks.compiled import is_marked, is_never_fused, may_be_marked
from sklint.checks.paths import is_bound, is_direct, launches_in_text
from sklint.checks.places import places
from sklint.checks.spelling import lines_of
from sklint.facts.table import table
from sklint.finding import Edit, Finding, Message, Step, message
from sklint.program import Program, Site, Span
from sklint.walk import tree
from sklint.walk.guards import makes_core_index
from sklint.walk.kernel import WalkedKernel, events
from sklint.walk.threads import is_run_by_threads

CODE = "SK501"
_FACTS = table("detection")["core_query"]
_SCANNED = frozenset(_FACTS["scanned"])
_WORDS = _SCANNED | frozenset(_FACTS["forbidden"])
_READ_BY_API = frozenset(_FACTS["read_by_api"])
_REPLACEMENT: dict[str, str] = _FACTS["replacement"]
_SAME_ON_ONE_KIND = frozenset(_FACTS["same_on_one_kind"])
_BLOCK_INDEX: str = _FACTS["block_index"]
_COUNTS = frozenset(_FACTS["counts"])
_COUNT_OF_BOUND: str = _FACTS["count_of_bound"]
_IN_THREADS: dict[str, str] = _FACTS["in_threads"]
# a name is declared where a type stands before it; these words stand before an expression
# A pointer only where a statement begins: elsewhere `n * block_idx` is a product.
_DECLARED = re.compile(
    r"(?:^|[^\w])(?!(?:return|else|case|throw|goto|new|delete|sizeof|do)\b)[A-Za-z_]\w*[>\]]?\s+$"
    r"|(?:^|[;{}])\s*(?:const\s+)?[A-Za-z_][\w:]*(?:<[^<>]*>)?\s*[*&]+\s*$"
)
_ACCESSED = re.compile(r"(?:\.|->|(?<!AscendC)::)\s*$")


@dataclass(frozen=True, slots=True)
class _Unit:
    """What is known of the kernels of a unit: whether there are any at all (otherwise it is a header that no kernel
    here includes), whether any may be fused, whether they are launched directly, and if so whether one is bound to be
    fused, whether one kind of core runs them, and whether all of them say so (`declared`) or their code had to tell.
    `joined` are the sums in which built-in queries make the index of a vector core. `alone` is whether the word that is
    asked about is run only by what is never fused, though others of its kernels are."""

    names: tuple[str, ...]
    included: bool
    fused: bool
    direct: bool
    bound: bool
    one_kind: bool
    declared: bool
    joined: tuple[tree.CoreArithmetic, ...]
    alone: bool = False

    @property
    def matters(self) -> bool:
        """Whether a SuperKernel may hold a word."""
        return self.included and self.fused and not self.alone

    def severity(self, word: str) -> str:
        """How bad a word is: only the words that are searched for stop a build, and nobody searches direct kernels."""
        if not self.matters:
            return "info"
        return "warning" if self.direct or word not in _SCANNED else "error"

    def confidence(self, word: str) -> str:
        """How sure that is: what becomes of a word that nobody searches for is inferred, and a kernel that is launched
        directly has to be bound before it is fused at all."""
        if not self.matters or (self.direct and not self.bound):
            return "likely"
        return "proved" if word in _SCANNED else "likely"


def check_unit(program: Program, kernels: Sequence[WalkedKernel]) -> Iterator[Finding]:
    """The words in the text of a unit, a user's own name once where it is declared."""
    sites = [site for site in program.words if site.name in _WORDS]
    if not sites:
        return
    # a local name hides the built-in one in its own function only
    own = {(site.name, site.function) for site in sites if site.kind == "code" and _is_declared(site)}
    unit = _Unit(
        tuple(kernel.name for kernel in kernels),
        bool(program.entries),
        not kernels or not all(is_marked(kernel) or is_never_fused(kernel, ()) for kernel in kernels),
        all(kernel.once(is_direct) for kernel in kernels) if kernels else launches_in_text(program),
        any(kernel.once(is_bound) for kernel in kernels),
        bool(kernels) and all(len(kernel.kind.core_kinds) == 1 for kernel in kernels),
        all(kernel.kind.origin in ("declared", "keyword") for kernel in kernels),
        tuple(_joined(kernels)),
    )
    for site in sites:
        if unit.direct and kernels and not _may_run(site, program, kernels):
            continue
        if site.kind == "code" and not own.isdisjoint(((site.name, site.function), (site.name, ""))):
            if _is_declared(site) and site.name in _SCANNED:
                yield _own_name(site, unit)
        elif site.name in _SCANNED or (site.kind != "text" and not _ACCESSED.search(_before(site))):
            searched = site.name in _SCANNED
            yield _query(site, unit if searched else replace(unit, alone=_is_run_alone(site, unit, kernels)))


def _is_run_alone(site: Site, unit: _Unit, kernels: Sequence[WalkedKernel]) -> bool:
    """Whether all that is seen to run a query is never fused: only the build asks for the text of the whole kernel."""
    if site.kind != "code" or not kernels or not all(is_marked(one) or may_be_marked(one) for one in kernels):
        return False
    if is_run_by_threads(site):
        return True
    conditions = [
        (kernel, around.conditions)
        for kernel in kernels
        for root in kernel.trees.values()
        for node, around in places(root, lambda node: isinstance(node, tree.CoreQuery) and node.at.holds(site.at))
    ]
    whole = not any(kernel.exhausted for kernel in kernels)
    return bool(conditions) and whole and all(is_always_alone(kernel, around) for kernel, around in conditions)


def _may_run(site: Site, program: Program, kernels: Sequence[WalkedKernel]) -> bool:
    """Whether a kernel of the unit may run what a word stands in: where nobody searches, no other code matters."""
    if site.kind == "macro" or not site.function:
        return True
    # what no kernel of the unit names, on one kind of core or the other, is not lowered
    return site.function in program.functions or any(site.function in kernel.entered for kernel in kernels)


def _joined(kernels: Sequence[WalkedKernel]) -> Iterator[tree.CoreArithmetic]:
    """The sums in which built-in queries make the index of a vector core: a cube core is alone in its block."""
    for kernel in kernels:
        for event in events(kernel.trees["aiv"]) if "aiv" in kernel.trees else ():
            if isinstance(event, tree.CoreArithmetic) and event.op == "+" and makes_core_index(event.left, event.right):
                yield event


def _finding(site: Site, unit: _Unit, said: Message, repair: Message, edit: Edit | None = None) -> Finding:
    steps: tuple[Step, ...] = ()
    if not unit.included:
        steps = (Step(site.at, message("no kernel here includes this file: it matters where one does")),)
    elif not unit.fused:
        steps = (Step(site.at, message("no kernel of this file is ever fused: it matters where one that is uses it")),)
    elif unit.alone:
        steps = (
            Step(site.at, message("no tiling key that runs this is ever fused: it matters where one that is does")),
        )
    return Finding(
        CODE,
        unit.severity(site.name),
        unit.confidence(site.name),
        said,
        site.at,
        unit.names,
        "",
        repair,
        steps,
        (edit,) if edit is not None else (),
    )


def _own_name(site: Site, unit: _Unit) -> Finding:
    if unit.direct:
        said = message(
            "the name `{word}` fails the build of a SuperKernel where the operator compiler builds this source: it "
            "searches for this whole word, whatever it means. Launched directly, as here, it is in nobody's way",
            word=site.name,
        )
    else:
        said = message(
            "the name `{word}` fails the build of a SuperKernel: the operator compiler searches the source for this "
            "whole word, whatever it means",
            word=site.name,
        )
    return _finding(site, unit, said, message("give it another name"))


def _query(site: Site, unit: _Unit) -> Finding:
    better = _REPLACEMENT[site.name]
    if site.kind == "text":
        said = message(
            "the word `{word}` in a string fails the build of a SuperKernel: the operator compiler searches the "
            "source for it, strings included",
            word=site.name,
        )
        return _finding(site, unit, said, message("word the text differently"))
    if site.name in _READ_BY_API:
        said = message(
            "`{word}` is a built-in query that is not meant for operators; no build fails on it, and in a SuperKernel "
            "`{better}` has the same value (inferred): the fused launch decides about both",
            word=site.name,
            better=better,
        )
    elif site.name not in _SCANNED:
        said = message(
            "`{word}` reads the launch of the SuperKernel, not of this operator (inferred); no build fails on it",
            word=site.name,
        )
    else:
        said = message(
            "`{word}` reads the launch of the SuperKernel, not of this operator{consequence}",
            word=site.name,
            consequence="" if unit.direct else message(", and the build of a SuperKernel fails on the word"),
        )
    repair, mended = _repair(site, unit)
    # where no function is seen around a word, it may be one that SIMT threads run
    placed = site.kind == "macro" or bool(site.function)
    return _finding(site, unit, said, repair, _edit(site, better) if mended and placed else None)


def _repair(site: Site, unit: _Unit) -> tuple[Message, bool]:
    """What to write instead of a query, and whether that word alone may be replaced without a look at the rest."""
    better = _REPLACEMENT[site.name]
    is_index = site.name in _SAME_ON_ONE_KIND
    if is_run_by_threads(site):
        outside = _BLOCK_INDEX if is_index and not unit.one_kind else better
        inside = _IN_THREADS.get(site.name)
        if inside is None:
            return message("hand `{better}` in from outside: a SIMT function cannot call it", better=outside), False
        repair = message(
            "use `{inside}`, or hand `{better}` in from outside: a SIMT function cannot call that",
            inside=inside,
            better=outside,
        )
        return repair, False
    whole = next((one for one in unit.joined if one.at.holds(site.at)), None)
    if whole is not None:
        repair = message(
            "use `{better}` for the whole of `{expression}`: on a vector core it is that already, and its parts, each "
            "replaced by itself, would count the cores of a block twice",
            better=_REPLACEMENT["get_block_idx"],
            expression=whole.text,
        )
        return repair, False
    if is_index and not unit.one_kind:
        repair = message(
            "use `{better}`: `{word}` counts blocks, and `GetBlockIdx()` counts vector cores on a vector core",
            better=_BLOCK_INDEX,
            word=site.name,
        )
        return repair, False
    if is_index and not unit.declared:
        # what the code tells of the kind may be too little, and the index then becomes another number
        repair = message(
            "use `{better}`; should cube cores have a part in this kernel, which declares no type: `{block}`",
            better=better,
            block=_BLOCK_INDEX,
        )
        return repair, False
    if unit.direct and site.name in _COUNTS:
        # nothing replaces the number there, so that the API reads the register too
        repair = message(
            "hand the number of blocks in: `{handed}` in the bound `__sk__` function, `{better}` in the kernel itself; "
            "a call of that in its place reads the same register on this path (SK502)",
            handed=_COUNT_OF_BOUND,
            better=better,
        )
        return repair, False
    if site.name in _READ_BY_API:
        return message("use `{better}`, the documented form, for the same value", better=better), True
    # an index that a variable carries into such a sum is a part of it all the same
    return message("use `{better}`", better=better), not (is_index and unit.joined)


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
