"""SK801 kernel-type-unsupported: a kernel type that cannot become part of a SuperKernel."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sklint import program as p
from sklint.checks.body_kind import misplaced
from sklint.checks.paths import is_direct
from sklint.finding import Finding, Message, Step, message
from sklint.walk import tree
from sklint.walk.effects import own_effects
from sklint.walk.kernel import KEYWORDS, WalkedKernel, events, has_template_keys

CODE = "SK801"
_SIX = frozenset(KEYWORDS.values())
# a default that is no type of this product does stop the build where keys form groups (kernel_info_infer.py)
_GROUP = "tiling_key_in"
_RATIO = re.compile(r"mix\(\s*(\d+)\s*,\s*(\d+)\s*\)")
_REPAIR = message(
    "declare one of `KERNEL_TYPE_AIV_ONLY`, `KERNEL_TYPE_AIC_ONLY`, `KERNEL_TYPE_MIX_AIV_1_0`, "
    "`KERNEL_TYPE_MIX_AIC_1_0`, `KERNEL_TYPE_MIX_AIC_1_1`, `KERNEL_TYPE_MIX_AIC_1_2`"
)


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """The declarations of one kernel: each type, the keys that have none, and whether the body fits."""
    declared = tuple(_declared(kernel))
    yield from _keyword(kernel)
    dropped = {one.at for one in kernel.kind.dropped}
    for one in declared:
        if (one.type in _SIX or kernel.program.selected_types) and _is_selected(kernel):
            yield _without_effect(kernel, one)
        elif one.at in dropped and _GROUP not in own_effects([kernel.entry.body]).calls:
            yield _passed_over(kernel, one)
        elif one.type.startswith("KERNEL_TYPE") and one.type not in _SIX:
            yield _finding(
                kernel,
                message("`{type}` has no place in a SuperKernel: its build stops at this operator", type=one.type),
                one.at,
                _REPAIR,
            )
    yield from _without_default(kernel, tuple(one for one in declared if one.at not in dropped))
    yield from _body(kernel)


def _is_selected(kernel: WalkedKernel) -> bool:
    """Whether selections make a kernel's tiling keys: what is launched by its name has none, whatever it includes."""
    return has_template_keys(kernel.program, kernel.entry) and not kernel.once(is_direct)


def _declared(kernel: WalkedKernel) -> Iterator[tree.KernelType]:
    """The types that the kernel declares, each once."""
    seen: set[p.Span] = set()
    for root in kernel.whole.values():
        for event in events(root):
            if isinstance(event, tree.KernelType) and event.at not in seen:
                seen.add(event.at)
                yield event
    yield from (one for one in kernel.kind.dropped if one.at not in seen)
    if not seen and kernel.kind.origin == "declared" and kernel.kind.at is not None:
        yield tree.KernelType(kernel.kind.type, kernel.kind.at)


def _keyword(kernel: WalkedKernel) -> Iterator[Finding]:
    for attribute in kernel.entry.attributes:
        ratio = _RATIO.fullmatch(attribute)
        if ratio is not None and f"mix({ratio[1]},{ratio[2]})" not in KEYWORDS:
            yield _finding(
                kernel,
                message(
                    "`__mix__({cube}, {vector})` has no place in a SuperKernel: its build stops at this operator",
                    cube=ratio[1],
                    vector=ratio[2],
                ),
                kernel.entry.name_at or kernel.entry.at,
                message("use `__mix__(1, 0)`, `__mix__(0, 1)`, `__mix__(1, 1)` or `__mix__(1, 2)`"),
            )


def _without_default(kernel: WalkedKernel, declared: tuple[tree.KernelType, ...]) -> Iterator[Finding]:
    keyed = [one for one in declared if one.key is not None]
    if not keyed or len(keyed) < len(declared):
        return
    typed = {one.key.payload for one in keyed if one.key is not None}
    bare = [key for key in kernel.keys if key not in typed]
    if bare and all(isinstance(key, int) for key in typed):
        first = min(keyed, key=lambda one: (one.at.path, one.at.line, one.at.column))
        yield _finding(
            kernel,
            message(
                "some tiling keys have a type and {keys} none, and there is no default: the operator compiler refuses "
                "such a kernel",
                keys=", ".join(map(str, bare[:4])),
            ),
            first.at,
            message("add `KERNEL_TASK_TYPE_DEFAULT`, or a type for each key"),
        )


def _passed_over(kernel: WalkedKernel, declared: tree.KernelType) -> Finding:
    """A note at a default type that only another product has."""
    inferred = kernel.kind.origin == "inferred"
    return Finding(
        CODE,
        "info",
        "proved",
        message(
            "`{type}` is a type of another product, and passed over on this one{consequence}",
            type=declared.type,
            consequence=message(": the compiler infers the type from the code") if inferred else "",
        ),
        declared.at,
        (kernel.name,),
        repair=message("take it out, or put it under an `#if` for its own product"),
    )


def _without_effect(kernel: WalkedKernel, declared: tree.KernelType) -> Finding:
    """A note at the macro in a kernel whose tiling keys are made from template arguments."""
    # the build code takes the macro for the selections that name no type, whatever the documentation says
    sure = bool(kernel.program.selected_types) and not kernel.program.untyped_keys
    if sure:
        said = message(
            "this kernel gets its type with its template arguments, and `{type}` has no effect here", type=declared.type
        )
        repair = message("take the macro out")
    else:
        said = message(
            "the tiling keys of this kernel are made from template arguments, where `{type}` is documented to have no "
            "effect",
            type=declared.type,
        )
        repair = message(
            "name the type in each selection with `ASCENDC_TPL_KERNEL_TYPE_SEL` before the macro is taken out"
        )
    return Finding(CODE, "info", "proved" if sure else "likely", said, declared.at, (kernel.name,), repair=repair)


def _body(kernel: WalkedKernel) -> Iterator[Finding]:
    if kernel.kind.origin not in ("declared", "keyword"):
        return
    found = misplaced(kernel)
    if found is None:
        return
    said: Message
    if found.core_kind == "aiv":
        said = message(
            "the kernel is launched on cube cores alone (`{type}`), and `{what}` stands in code for vector cores: "
            "nobody runs it",
            type=found.type,
            what=found.what,
        )
    else:
        said = message(
            "the kernel is launched on vector cores alone (`{type}`), and `{what}` needs cube cores: nobody runs it",
            type=found.type,
            what=found.what,
        )
    at = kernel.entry.name_at or kernel.entry.at
    steps = (Step(found.at, message("it stands here")),)
    repair = message("declare a type with both kinds of core, or take the other part out")
    yield Finding(CODE, "error", "likely", said, at, (kernel.name,), repair=repair, trace=steps)


def _finding(kernel: WalkedKernel, said: Message, at: p.Span, repair: Message) -> Finding:
    return Finding(CODE, "error", "proved", said, at, (kernel.name,), repair=repair)
