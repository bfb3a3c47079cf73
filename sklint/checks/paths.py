"""How a kernel gets into a SuperKernel: as the settings have it, or as a kernel that its host launches by its name."""

from __future__ import annotations

from sklint.checks.bindings import bindings
from sklint.checks.spelling import lines_of
from sklint.collect.tree import DEVICE_ONLY
from sklint.host.text import scan
from sklint.program import Program
from sklint.walk.kernel import WalkedKernel


def path_of(kernel: WalkedKernel) -> str:
    """The path that decides about the cache flushes of a kernel: ge, aclnn, direct or sink.

    What is launched by its name, or bound, is no operator of a graph or of aclnn, whatever the rest of the tree is.
    """
    return "direct" if kernel.path in ("ge", "aclnn") and kernel.once(is_direct) else kernel.path


def is_direct(kernel: WalkedKernel) -> bool:
    """Whether a kernel is bound by `SK_BIND`, or launched by its name and by no tiling that is registered for it.

    Where no launch is in the tree, a file for the compiler of the device alone is one of a program that launches it by
    its name: the source of an operator is C++.
    """
    if kernel.path == "direct" or kernel.once(is_bound):
        return True
    if kernel.read_registered():
        return False
    read = [launch for launch in kernel.launches if not launch.stated]
    if read:
        return all(launch.direct for launch in read)
    return kernel.program.path.endswith(DEVICE_ONLY) or launches_in_text(kernel.program)


def launches_in_text(program: Program) -> bool:
    """Whether a launch stands in the text of a unit."""
    return any(scan(path, "\n".join(lines_of(path))).launches for path in program.files)


def is_bound(kernel: WalkedKernel) -> bool:
    """Whether a kernel is one of the two sides of a binding."""
    return "sk" in kernel.entry.attributes or any(
        one.kernel is not None and one.kernel.function.key == kernel.entry.key for one in bindings(kernel.program)
    )
