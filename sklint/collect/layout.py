"""How people lay operators out: where an operator begins, what is its host side, which hardware a kernel is for."""

# Paths stay text here: a library holds ten thousand files, and path objects would cost more than reading them.
# ruff: noqa: PTH109, PTH111, PTH112, PTH118, PTH120, PTH208

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePath

from sklint.collect import text, tree

A2_A3, ASCEND_950 = 2201, 3510

KERNEL_FOLDER = "op_kernel"
HOST_FOLDER = "op_host"
# Folders that divide one operator by hardware or by role rather than hold another operator.
_HARDWARE = re.compile(r"(?:arch|v)\d+|dav[_-]\w+|ascend\d\w*")
_ROLES = ("kernel", "kernels", "device", "src", "csrc", "op_kernel")
_LAUNCHERS = ("host", "op_host", "launcher", "launch", "src", "torch", "torch_extension", "pybind", "csrc")
_INSTALLED = ("dynamic", "ascendc")
_LIBRARY_MARKS = ("CMakeLists.txt", "build.sh", "setup.py", "pyproject.toml", "CMakePresets.json")
# An example or a variant that says in its name which SoC it is for.
_SOC_IN_A_NAME = re.compile(r"(?:.*[_-])?(?:(ascend950|ascend910_95)|ascend\d+\w*?)(?:[_-].*)?")
_NEW_HARDWARE = re.compile(r"(?:arch|v)(\d+)|dav[_-][a-z]?(\d+)\w*|(ascend950\w*|ascend910_95\w*)")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a kernel file belongs: the operator's name and root, and how it is laid out.

    `layout` is project (op_kernel beside op_host), installed (a vendor tree without host code) or direct (kernels
    launched by code beside them).
    """

    name: str
    root: str
    layout: str


def place(path: str) -> Place:
    """The operator that the kernel file at `path` (absolute) belongs to."""
    folder = PurePath(os.path.dirname(path))
    parts = folder.parts
    if KERNEL_FOLDER in parts:
        root = PurePath(*parts[: _last(parts, KERNEL_FOLDER)])
        return Place(root.name, str(root), "project")
    if "op_impl" in parts and (kind := next((part for part in _INSTALLED if part in parts), None)):
        at = _last(parts, kind)
        below = [part for part in parts[at + 1 :] if not _HARDWARE.fullmatch(part)]
        if below:
            return Place(below[0], str(PurePath(*parts[: parts.index(below[0], at) + 1])), "installed")
        return Place(parts[at - 1].removesuffix("_impl"), str(PurePath(*parts[: at + 1])), "installed")
    while _HARDWARE.fullmatch(folder.name) and folder.parent != folder:
        folder = folder.parent
    name = PurePath(path).stem
    if folder.name in _ROLES and folder.parent != folder:
        return Place(name, str(folder.parent), "direct")
    return Place(name, str(folder), "direct")


def host_files(where: Place, kernel: str) -> Iterator[str]:
    """The files beside `kernel` that may hold its tiling or its launch, in a stable order; it may be one of them."""
    match where.layout:
        case "project":
            yield from tree.walk(os.path.join(where.root, HOST_FOLDER)).files
        case "direct":
            own = os.path.dirname(kernel)
            for folder in dict.fromkeys((own, where.root, *(os.path.join(where.root, name) for name in _LAUNCHERS))):
                yield from tree.files_in(folder)


def kernels_beside(host: str) -> Iterator[str]:
    """The files near the host file that may hold the kernels it is for; `host_files` of such a kernel decides."""
    folder = PurePath(os.path.dirname(host))
    if HOST_FOLDER in folder.parts:
        root = PurePath(*folder.parts[: _last(folder.parts, HOST_FOLDER)])
        yield from tree.walk(str(root / KERNEL_FOLDER)).files
        return
    roots = (folder, folder.parent) if folder.name in _LAUNCHERS else (folder,)
    for root in roots:
        for below in (root, *(root / role for role in _ROLES)):
            yield from tree.files_in(str(below))


def architecture(path: str, data: bytes) -> int:
    """The `__NPU_ARCH__` a kernel file is written for: 3510 (Ascend 950) where it says so, otherwise 2201 (A2, A3).

    Ascend 950 code stands in `arch35/` and its like, below a folder that names the SoC among other words, in
    `*_apt.cpp`, includes such a folder unconditionally, or is configured for those SoCs alone.
    """
    folders = PurePath(path).parts[:-1]
    # far above, a name tells of the machine or the work rather than of the kernel
    named = [bool(found[1]) for part in folders[-2:] if (found := _SOC_IN_A_NAME.fullmatch(part))]
    hardware = [verdict for part in folders if (verdict := _hardware(part)) is not None] or named
    if hardware:
        return ASCEND_950 if hardware[-1] else A2_A3
    if PurePath(path).stem.endswith("_apt"):
        return ASCEND_950
    if _names_950(text.includes(data)) and _names_950(text.unconditional_includes(text.decode(data))):
        return ASCEND_950
    return ASCEND_950 if _configured_for_950_alone(os.path.dirname(path)) else A2_A3


def vendor_tree(where: Place) -> str | None:
    """The vendor folder that an installed operator lies in: it was installed whole, and needs nothing outside."""
    if where.layout != "installed":
        return None
    parts = PurePath(where.root).parts
    return str(PurePath(*parts[: _last(parts, "op_impl")]))


def working_folder(folder: str) -> str | None:
    """The working folder, if `folder` lies in it and it is a project rather than somebody's home or a whole disk."""
    here = os.getcwd()
    if _is_for_anything(here) or here == os.path.dirname(here) or not tree.within(folder, here):
        return None
    return here


def library_around(folder: str) -> str | None:
    """The outermost folder at or above `folder` that still looks like an operator library, or None."""
    outermost = None
    gaps = 0
    while gaps < 2 and folder != os.path.dirname(folder):
        if _looks_like_a_library(folder):
            outermost, gaps = folder, 0
        else:
            gaps += 1
        folder = os.path.dirname(folder)
    return outermost


def _is_for_anything(folder: str) -> bool:
    """Whether it is somebody's home or everybody's folder for scratch work: what lies beside it has nothing to do."""
    return folder in (os.path.expanduser("~"), tempfile.gettempdir())


def _looks_like_a_library(folder: str) -> bool:
    try:
        names = set(os.listdir(folder))
    except OSError:
        return False
    if _is_for_anything(folder):
        return False
    if not names.isdisjoint(_LIBRARY_MARKS):
        return True
    operators = (name for name in names if os.path.isdir(os.path.join(folder, name, KERNEL_FOLDER)))
    return sum(1 for _ in zip(operators, range(2), strict=False)) == 2


def _names_950(includes: Iterable[str]) -> bool:
    return any(_hardware(part) for name in includes for part in name.split("/")[:-1])


def _hardware(part: str) -> bool | None:
    """Whether a folder is for Ascend 950, or None where its name says nothing of hardware."""
    found = _NEW_HARDWARE.fullmatch(part)
    if found is None:
        return False if _HARDWARE.fullmatch(part) else None
    short, long, name = found.groups()
    if name:
        return True
    if short:
        # arch22 and arch32 are both A2 and A3: the build files of public libraries pair them with those SoCs.
        return int(short) >= 35
    return int(long) >= 3000 or 300 <= int(long) < 1000


def _configured_for_950_alone(folder: str) -> bool:
    """Whether the nearest `config` folder of the operator or vendor tree names SoCs, and only those of Ascend 950."""
    for above in (folder, *map(str, PurePath(folder).parents[:4])):
        for config in (os.path.join(above, "config"), os.path.join(above, HOST_FOLDER, "config")):
            try:
                socs = [name for name in os.listdir(config) if re.match(r"ascend\d|kirin", name)]
            except OSError:
                continue
            if socs:
                return all(_hardware(soc) for soc in socs)
    return False


def _last(parts: tuple[str, ...], part: str) -> int:
    return len(parts) - 1 - parts[::-1].index(part)
