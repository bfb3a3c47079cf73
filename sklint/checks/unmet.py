"""Whether sets and waits of flags may stand in code that was not walked."""

from __future__ import annotations

from sklint.walk.effects import EffectTable, called_lines
from sklint.walk.kernel import WalkedKernel
from sklint.walk.synchronisation import FLAGS


def may_miss_flags(kernel: WalkedKernel) -> bool:
    """Whether what was not walked of a kernel, or is not there to be read, may set flags or wait for them."""
    return may_be_unread(kernel) or misses_flags(kernel)


def may_be_unread(kernel: WalkedKernel) -> bool:
    """Whether a kernel calls what is not there to be read, or may have called it in a statement that clang dropped."""
    return bool(kernel.unread) or _may_be_dropped(kernel)


def _may_be_dropped(kernel: WalkedKernel) -> bool:
    """Whether a statement that clang dropped may have called what stands in a header that nobody found."""
    functions = kernel.program.functions
    entered = (functions[key] for key in kernel.entered if key in functions)
    return bool(kernel.program.missing) and not all(function.complete for function in entered)


def misses_flags(kernel: WalkedKernel) -> bool:
    """Whether a set or wait was lost, or was not walked in what the kernel may call, as far as names tell."""
    if kernel.exhausted:
        return True
    program = kernel.program
    walked = {(at.path, at.line) for at in kernel.visited}
    unmet = [site for site in program.sites if site.name in FLAGS and (site.at.path, site.at.line) not in walked]
    inside = {site.function for site in unmet} & kernel.entered
    read = called_lines(program, frozenset(inside)) if inside else set()
    if any(site.function in inside and (site.at.path, site.at.line) not in read for site in unmet):
        return True
    rest = [program.functions[key] for key in {site.function for site in unmet} - inside if key in program.functions]
    if not rest:
        return False
    named = EffectTable(program).reached_names(kernel.entry.plain_name)
    return any(function.plain_name in named for function in rest)
