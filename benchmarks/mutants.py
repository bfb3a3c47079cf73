"""Make defects of known kinds out of the clean fixtures, and count which of them the expected rule finds.

    python benchmarks/mutants.py [--kind NAME] [--operator NAME] [--jobs 2] [--list]

A mutant is one operator of `fixtures/clean` with one edit: a barrier under a core guard, a clean left out, a flag id in
the range of somebody else. It is killed when a rule of its kind says something that it does not say of the operator
without the edit. The operators themselves must stay clean from a warning on. Printed are the kills for each kind, how
many of them are notes (where no launch is in the tree), and the survivors; the exit code is 1 below 95 in a hundred.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from sklint.catalogue import rules
from sklint.examples import lint_tree
from sklint.finding import SEVERITIES

CLEAN = Path(__file__).resolve().parent.parent / "fixtures" / "clean"
SOURCES = (".cpp", ".h", ".asc")
ENOUGH = 0.95
Edit = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of defect: `expects` are the rules of which one must report it, `edits` gives offset and new text."""

    name: str
    expects: tuple[str, ...]
    edits: Callable[[str], Iterator[Edit]]


@dataclass(frozen=True, slots=True)
class Mutant:
    kind: str
    expects: tuple[str, ...]
    operator: str
    path: str
    line: int
    text: str


# ---------------------------------------------------------------------------------------------- ways to edit


def replaced(pattern: str, *replacements: str) -> Callable[[str], Iterator[Edit]]:
    """Each match on its own, by each of the replacements (`\\1` and `{0}`-free templates of `re`)."""
    found = re.compile(pattern)

    def edits(text: str) -> Iterator[Edit]:
        for match in found.finditer(text):
            for replacement in replacements:
                yield match.start(), text[: match.start()] + match.expand(replacement) + text[match.end() :]

    return edits


def at_end(*statements: str) -> Callable[[str], Iterator[Edit]]:
    """Statements at the end of every entry."""
    return _in_entries(statements, lambda _, stop: stop)


def at_start(*statements: str, needs: str = "") -> Callable[[str], Iterator[Edit]]:
    """Statements at the start of every entry; of a file that has `needs` in it."""
    inner = _in_entries(statements, lambda start, _: start)
    return lambda text: inner(text) if re.search(needs, text) else iter(())


def with_pipe(statement: str) -> Callable[[str], Iterator[Edit]]:
    """A statement at the end of every entry that has a pipe."""
    inner = at_end(statement)
    return lambda text: inner(text) if "AscendC::TPipe pipe;" in text else iter(())


def in_kernels(type: str, pattern: str, replacement: str) -> Callable[[str], Iterator[Edit]]:
    """As `replaced`, in files that declare this kernel type."""
    inner = replaced(pattern, replacement)
    return lambda text: inner(text) if f"KERNEL_TYPE_{type})" in text and "MIX_AIC" not in text else iter(())


_ENTRY = re.compile(r"__global__[^;{]*\)\s*\{")


def _in_entries(statements: Sequence[str], where: Callable[[int, int], int]) -> Callable[[str], Iterator[Edit]]:
    def edits(text: str) -> Iterator[Edit]:
        for match in _ENTRY.finditer(text):
            offset = where(match.end(), _closing(text, match.end()))
            for statement in statements:
                yield offset, f"{text[:offset]}\n{statement}\n{text[offset:]}"

    return edits


def _closing(text: str, offset: int) -> int:
    """The brace that closes the block which is open at `offset`."""
    depth = 1
    while depth:
        depth += {"{": 1, "}": -1}.get(text[offset], 0)
        offset += 1
    return offset - 1


def unguarded(pattern: str) -> Callable[[str], Iterator[Edit]]:
    """Blocks whose condition matches, without the condition."""
    return replaced(rf"if \({pattern}\) \{{", "{")


def both(*ways: Callable[[str], Iterator[Edit]]) -> Callable[[str], Iterator[Edit]]:
    return lambda text: (edit for way in ways for edit in way(text))


# ------------------------------------------------------------------------------------------------- the kinds

HARD = r"(AscendC::SyncAll(?:<\w+>)?\(\);)"
SOFT = r"(AscendC::SyncAll\(\w+, \w+, )[^;]*\);"
SET = r"((?:AscendC::CrossCoreSetFlag<[^;]*\(\w+\)|\w+_\.Set<\w+>\(\));)"
WAIT = r"((?:AscendC::CrossCoreWaitFlag(?:<[^;]*>)?\(\w+\)|\w+_\.Wait\(\));)"
CORE = "AscendC::GetBlockIdx()"
STORE = "*((__gm__ int32_t *)x) = 1;"
FLAG = r"(uint16_t [A-Z_]+ = |CrossCore(?:Set|Wait)Flag<0x2[^;]*\()(?:8|9|10)\b"
CLEAN_CALL = r"(?:AscendC::DataCacheCleanAndInvalid<[^;]*\);|CleanLine\(counts_[^;]*;|\bdcci\([^;]*;)"
OWN = "AscendC::GlobalTensor<float> own; own.SetGlobalBuffer((__gm__ float *)x); AscendC::LocalTensor<float> local;"
TRANSFER = f"{OWN} AscendC::DataCopy(own, local, 64);"
TRANSFER_IN = f"{OWN} AscendC::DataCopy(local, own, 64);"
RESTORE = r"AscendC::(?:SetAtomicNone|SetMaskNorm|ResetMask)\(\);"

KINDS = (
    Kind(
        "barrier under a core guard",
        ("SK101",),
        replaced(
            HARD,
            rf"if ({CORE} == 0) {{ \1 }}",
            rf"if ({CORE} != 5) {{ \1 }}",
            rf"if ({CORE} % 2 == 1) {{ \1 }}",
            rf"for (uint32_t own = 0; own < {CORE}; ++own) {{ \1 }}",
        ),
    ),
    Kind("core that leaves before the barrier", ("SK101",), replaced(HARD, rf"if ({CORE} == 3) {{ return; }} \1")),
    Kind("barrier left out on one side", ("SK101",), replaced(r"AscendC::SyncAll<true>\(\);", "")),
    Kind(
        "soft barrier of the wrong size",
        ("SK104", "SK101"),
        replaced(SOFT, r"\g<1>16);", r"\g<1>data_.usedCores + 1);", r"\g<1>1);"),
    ),
    Kind("set left out", ("SK703",), replaced(SET, "")),
    Kind("wait left out", ("SK703",), replaced(WAIT, "")),
    Kind("set made twice", ("SK703",), replaced(SET, r"\1 \1")),
    Kind("wait made twice", ("SK703",), replaced(WAIT, r"\1 \1")),
    Kind("flag id of somebody else", ("SK701",), replaced(FLAG, r"\g<1>11", r"\g<1>12", r"\g<1>13", r"\g<1>14")),
    Kind("mode that does not exist", ("SK702",), replaced(r"(CrossCoreSetFlag<)0x[24]", r"\g<1>0x3", r"\g<1>0x7")),
    Kind("flag by all pipes", ("SK702",), replaced(r"(CrossCoreSetFlag<0x[24], )PIPE_\w+>", r"\1PIPE_ALL>")),
    Kind("clean left out", ("SK301", "SK302", "SK303", "SK304", "SK305"), replaced(CLEAN_CALL, ";")),
    Kind("scalar store without a clean", ("SK302",), at_end(STORE, f"if ({CORE} == 0) {{ {STORE} }}")),
    Kind(
        "scalar store by reference",
        ("SK301",),
        at_end("AscendC::GlobalTensor<int32_t> own; own.SetGlobalBuffer((__gm__ int32_t *)x); own(0) = 1;"),
    ),
    Kind(
        "every core stores at one place",
        ("SK306",),
        at_end(f"{STORE} dcci((__gm__ void *)x, SINGLE_CACHE_LINE, CACHELINE_OUT);"),
    ),
    Kind("second pipe", ("SK402",), replaced(r"(AscendC::TPipe pipe;)", r"\1 AscendC::TPipe second;")),
    Kind("pipe behind a pipe, no barrier", ("SK401",), with_pipe("pipe.Destroy(); AscendC::TPipe second;")),
    Kind(
        "early start by some cores",
        ("SK601",),
        at_end(
            f"if ({CORE} == 0) {{ AscendC::SetNextTaskStart(); }}",
            f"if ({CORE} < 3) {{ return; }} AscendC::SetNextTaskStart();",
        ),
    ),
    Kind(
        "early start twice",
        ("SK601",),
        both(
            at_end("AscendC::SetNextTaskStart(); AscendC::SetNextTaskStart();"),
            replaced(r"(AscendC::(?:SetNextTaskStart|WaitPreTaskEnd)\(\);)", r"\1 \1", rf"if ({CORE} > 0) {{ \1 }}"),
        ),
    ),
    Kind(
        "barrier behind the early start",
        ("SK603",),
        at_start("AscendC::SetNextTaskStart();", needs=r"SyncAll(?:<\w+>)?\(\);"),
    ),
    Kind(
        "hard sync in a pure type",
        ("SK106", "SK105", "SK801"),
        replaced(r"KERNEL_TYPE_MIX_AI(?:V_1_0|C_1_2)", "KERNEL_TYPE_AIV_ONLY"),
    ),
    Kind(
        "type that has no place",
        ("SK801",),
        replaced(r"KERNEL_TYPE_(?:MIX_)?AI\w+", "KERNEL_TYPE_MIX_VECTOR_CORE", "KERNEL_TYPE_AICORE"),
    ),
    Kind(
        "raw core query",
        ("SK501",),
        both(
            replaced(r"AscendC::GetBlockIdx\(\)", "get_block_idx()", "block_idx"),
            replaced(r"AscendC::GetBlockNum\(\)", "get_block_num()"),
            replaced(r"AscendC::GetSubBlockIdx\(\)", "get_subblockid()"),
        ),
    ),
    Kind(
        "state left set",
        ("SK705",),
        both(replaced(RESTORE, ""), at_end("AscendC::SetAtomicAdd<float>();", "AscendC::SetMaskCount();")),
    ),
    Kind("launch without batch mode", ("SK108",), replaced(r"context_?->SetScheduleMode\(1\);|__schedmode__\(1\)", "")),
    Kind("matmul on both vector cores", ("SK202",), unguarded(r"AscendC::GetSubBlockIdx\(\) == 0")),
    Kind(
        "bound function with another keyword",
        ("SK812",),
        replaced(r"(__sk__ )__mix__\(0, 1\)", r"\1__vector__", r"\1__mix__(1, 2)", r"\1"),
    ),
    Kind(
        "arguments that are no mirror",
        ("SK813",),
        replaced(r"(struct \w+Args \{[^}]*?)    (?:GM_ADDR y|uint32_t rows);", r"\1", r"\1    uint16_t rows;"),
    ),
    Kind(
        "binding that does not fit",
        ("SK814", "SK815"),
        replaced(r"(SK_BIND\(\w+, )0(, \w+<0>)", r"\g<1>1\2", r"\g<1>2\2", r"\g<1>16\2", r"\g<1>0\2\2"),
    ),
    Kind("blocks of the SuperKernel", ("SK502",), replaced(r"sysArgs->skNumBlocks", "AscendC::GetBlockNum()")),
    Kind(
        "set and wait exchanged",
        ("SK703",),
        both(
            replaced(r"AscendC::CrossCoreSetFlag<[^;]*\((\w+)\);", r"AscendC::CrossCoreWaitFlag(\1);"),
            replaced(
                r"AscendC::CrossCoreWaitFlag(?:<[^;]*>)?\((\w+)\);", r"AscendC::CrossCoreSetFlag<0x2, PIPE_FIX>(\1);"
            ),
        ),
    ),
    Kind(
        "clean before the store",
        ("SK302", "SK304", "SK307"),
        replaced(r"(\w+\.SetValue\([^;]*;|\*result = \w+;)(\s+)((?:CleanLine|dcci)\([^;]*;)", r"\3\2\1"),
    ),
    Kind(
        "barrier of the other flavour",
        ("SK105", "SK101"),
        both(
            replaced(r"SyncAll<false>\(\)", "SyncAll()"),
            in_kernels("MIX_AIV_1_0", r"SyncAll(?:<true>)?\(\)", "SyncAll<false>()"),
        ),
    ),
    Kind("launch on some cores", ("SK102",), replaced(r"->SetBlockDim\((?!width)[^;]*\);", "->SetBlockDim(7);")),
    Kind("guard that is always false", ("SK503",), at_start(f"if ({CORE} % 4 >= 4) {{ return; }}")),
    Kind("poll through the cache", ("SK305",), at_end("while (*((__gm__ int32_t *)x) == 0) {}")),
    Kind("output behind the early start", ("SK604",), at_end(f"AscendC::SetNextTaskStart(); {TRANSFER}")),
    Kind("input before the wait", ("SK604",), at_end(f"{TRANSFER_IN} AscendC::WaitPreTaskEnd();")),
    Kind(
        "mode-0 flag of one core",
        ("SK101", "SK103"),
        at_end(
            f"if ({CORE} == 0) {{ AscendC::CrossCoreSetFlag<0x0, PIPE_MTE3>(10); AscendC::CrossCoreWaitFlag(10); }}"
        ),
    ),
)


# Why a kind survives in an operator.
ARGUED = {
    ("publish_counts", "clean left out"): "on the GE path `GetValue` itself invalidates the line that it reads",
}

# --------------------------------------------------------------------------------------------------- running


def mutants(operator: Path) -> Iterator[Mutant]:
    """All mutants of one operator, in a stable order, none of them twice."""
    seen: set[tuple[str, str]] = set()
    for path in sorted(p for p in operator.rglob("*") if p.suffix in SOURCES):
        original = path.read_text(encoding="utf-8")
        name = path.relative_to(operator).as_posix()
        for kind in KINDS:
            for offset, text in kind.edits(original):
                if text != original and (name, text) not in seen:
                    seen.add((name, text))
                    line = original.count("\n", 0, offset) + 1
                    yield Mutant(kind.name, kind.expects, operator.name, name, line, text)


def severity(mutant: Mutant) -> str:
    """The worst that one of the expected rules says of the mutant beyond what it says anyway; empty for a survivor."""
    expected = frozenset(mutant.expects)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / mutant.operator
        shutil.copytree(CLEAN / mutant.operator, root)
        (root / mutant.path).write_text(mutant.text, encoding="utf-8")
        found = Counter((f.code, f.severity) for f in lint_tree(root, expected) if f.code in expected)
    found -= Counter((f.code, f.severity) for f in lint_tree(CLEAN / mutant.operator, expected))
    return max((word for _, word in found), key=SEVERITIES.index, default="")


def unclean(operator: Path) -> list[str]:
    """What the rules that are on by default say of an operator as it is, from a warning on."""
    default = frozenset(code for code, rule in rules().items() if rule.default)
    return [
        f"{operator.name}:{finding.at.line}: {finding.code} {finding.message}"
        for finding in lint_tree(operator, default)
        if finding.severity != "info"
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Defects made out of the clean fixtures, and who finds them.")
    parser.add_argument("--kind", help="only kinds with this in their name")
    parser.add_argument("--operator", help="only this operator")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true", help="print the mutants and end")
    options = parser.parse_args(arguments)
    operators = [path for path in sorted(CLEAN.iterdir()) if path.is_dir() and options.operator in (None, path.name)]
    made = [one for path in operators for one in mutants(path) if not options.kind or options.kind in one.kind]
    if options.list:
        for one in made:
            print(f"{one.operator}/{one.path}:{one.line}  {one.kind}")
        return 0
    with ProcessPoolExecutor(options.jobs) as pool:
        dirty = [said for found in pool.map(unclean, operators) for said in found]
        kills = list(pool.map(severity, made, chunksize=4))
    all_of_them = Counter(one.kind for one in made)
    killed = Counter(one.kind for one, kill in zip(made, kills, strict=True) if kill)
    noted = Counter(one.kind for one, kill in zip(made, kills, strict=True) if kill == "info")
    print(f"{'kind':42}{'expected':22}{'killed':>8}{'of':>6}{'notes':>7}")
    for kind in KINDS:
        if all_of_them[kind.name]:
            expected = " ".join(kind.expects[:2]) + (" …" if len(kind.expects) > 2 else "")
            print(f"{kind.name:42}{expected:22}{killed[kind.name]:>8}{all_of_them[kind.name]:>6}{noted[kind.name]:>7}")
    share = killed.total() / max(1, len(made))
    print(f"{len(operators)} operators, {len(made)} mutants, {killed.total()} killed ({share:.1%})")
    for one, kill in zip(made, kills, strict=True):
        if not kill:
            print(f"survivor: {one.operator}/{one.path}:{one.line}  {one.kind} (expects {', '.join(one.expects)})")
            print(f"    {ARGUED.get((one.operator, one.kind), 'not argued')}")
    for said in dirty:
        print(f"not clean: {said}")
    return 0 if share >= ENOUGH and not dirty else 1


if __name__ == "__main__":
    sys.exit(main())
