"""The text put before every kernel file: what the operator build would define, and the words of the rewriting."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sklint.parse.includes import Closure
from sklint.parse.source import AICORE_WORD, LAUNCH_WORD
from sklint.program import BUILD_TYPE

PRELUDE_NAME = "sklint_prelude.h"

# The numbers of ge::DataType and ge::Format: the build defines ORIG_DTYPE_X and FORMAT_X as names of these, and
# `#if` compares them, so names that no header defines must be numbers for the preprocessor.
_DATA_TYPES = {
    "DT_FLOAT": 0,
    "DT_FLOAT16": 1,
    "DT_INT8": 2,
    "DT_INT32": 3,
    "DT_UINT8": 4,
    "DT_INT16": 6,
    "DT_UINT16": 7,
    "DT_UINT32": 8,
    "DT_INT64": 9,
    "DT_UINT64": 10,
    "DT_DOUBLE": 11,
    "DT_BOOL": 12,
    "DT_BF16": 27,
    "DT_INT4": 29,
    "DT_HIFLOAT8": 34,
    "DT_FLOAT8_E5M2": 35,
    "DT_FLOAT8_E4M3FN": 36,
    "DT_FLOAT8_E8M0": 37,
    "DT_FLOAT4_E2M1": 40,
    "DT_FLOAT4_E1M2": 41,
}
_FORMATS = {
    "FORMAT_NCHW": 0,
    "FORMAT_NHWC": 1,
    "FORMAT_ND": 2,
    "FORMAT_NC1HWC0": 3,
    "FORMAT_FRACTAL_Z": 4,
    "FORMAT_NCDHW": 30,
    "FORMAT_FRACTAL_NZ": 29,
    "FORMAT_NDC1HWC0": 32,
    "FORMAT_FRACTAL_Z_3D": 33,
    "FORMAT_NDHWC": 27,
    "FORMAT_DHWCN": 28,
    "FORMAT_HWCN": 16,
}
_KERNEL_TYPES = {
    "DT_FLOAT": "float",
    "DT_FLOAT16": "half",
    "DT_INT8": "int8_t",
    "DT_INT32": "int32_t",
    "DT_UINT8": "uint8_t",
    "DT_INT16": "int16_t",
    "DT_UINT16": "uint16_t",
    "DT_UINT32": "uint32_t",
    "DT_INT64": "int64_t",
    "DT_UINT64": "uint64_t",
    "DT_DOUBLE": "double",
    "DT_BOOL": "bool",
    "DT_BF16": "bfloat16_t",
}


def kernel_type(data_type: str) -> str:
    """The type that a kernel has for a data type; empty for one that is not among the usual ones."""
    return _KERNEL_TYPES.get(data_type, "")


_CORE_MACROS = {
    ("cube", 2201): ("__DAV_CUBE__", "__DAV_C220_CUBE__", "__DAV_C220__"),
    ("vector", 2201): ("__DAV_VEC__", "__DAV_C220_VEC__", "__DAV_C220__"),
    ("cube", 3510): ("__DAV_CUBE__", "__DAV_C310_CUBE__", "__DAV_C310__"),
    ("vector", 3510): ("__DAV_VEC__", "__DAV_C310_VEC__", "__DAV_C310__"),
}
_CORE_NAMES = {"aic": "cube", "aiv": "vector"}


def prelude(
    closure: Closure,
    architecture: int,
    core_kind: str,
    tiling_structs: str = "",
    tiling_struct: str = "",
    kernel: bool = True,
    forced: Collection[str] = (),
    chosen: Mapping[str, str] | None = None,
    absent: Collection[str] = (),
) -> str:
    """The prelude for one file; `tiling_structs` is code for its end, `tiling_struct` what GET_TILING_DATA yields.

    `chosen` are the data types and formats of the build (`builds.builds_of`), by their words, and `absent` the words
    that no build of the operator defines.
    """
    lines = [
        f'#define {AICORE_WORD.decode()} __attribute__((annotate("aicore")))',
    ]
    if any(scan.rewritten for scan in closure.files.values()):
        lines += [
            "namespace sklint { struct LaunchGrid { template <typename... A> LaunchGrid operator()(A &&...) const; };",
            "template <typename K> void operator*(K &&, const LaunchGrid &); }",
            f"template <typename... A> sklint::LaunchGrid {LAUNCH_WORD.decode()}(A &&...);",
        ]
    core = _CORE_NAMES.get(core_kind, core_kind)
    lines += [f"#define {name} 1" for name in _CORE_MACROS.get((core, architecture), ())]
    lines += _architecture_macros(closure, architecture)
    if kernel:
        lines += _build_macros(closure, forced, chosen or {}, frozenset(absent))
    if tiling_structs:
        lines.append(tiling_structs)
    if tiling_struct:
        lines += ["#undef SKLINT_TILING_HERE", f"#define SKLINT_TILING_HERE {tiling_struct}"]
    return "\n".join(lines) + "\n"


def _architecture_macros(closure: Closure, architecture: int) -> list[str]:
    """The macros in which a build tells code that is written for several architectures which one it is for."""
    defined = {name for scan in closure.files.values() for name in scan.defined}
    asked = {name for scan in closure.files.values() for name in scan.architectures} - defined
    return [line for name in sorted(asked) for line in (f"#ifndef {name}", f"#define {name} {architecture}", "#endif")]


def _build_macros(
    closure: Closure, forced: Collection[str], chosen: Mapping[str, str], absent: frozenset[str]
) -> list[str]:
    words: set[str] = set()
    defined: set[str] = set()
    for scan in closure.files.values():
        words |= scan.words
        defined |= scan.defined - (scan.fallbacks - absent)
    # a number that a file defines is its fallback for a build without one, and an empty one does not even compare
    words -= defined - set(forced) - _DATA_TYPES.keys() - _FORMATS.keys()
    lines = []
    for word in sorted(words):
        if word in _DATA_TYPES or word in _FORMATS:
            value: object = _DATA_TYPES.get(word, _FORMATS.get(word))
        elif word.startswith("ORIG_DTYPE_"):
            value = _DATA_TYPES.get(chosen.get(word, "DT_FLOAT16"), 1)
        elif word.startswith(BUILD_TYPE):
            value = _KERNEL_TYPES.get(chosen.get("ORIG_" + word, "DT_FLOAT16"), "half")
            if word not in forced:
                # the text of a template argument names the macro: it is a type of that name there
                lines.append(f"using {word} = {value};")
                # and where clang is asked for a type it is to have that name, too
                value = word
            else:
                # A template may have a parameter of this name: a name of its own can be declared again, `float` cannot.
                lines.append(f"using sklint_{word.lower()} = {value};")
                value = f"sklint_{word.lower()}"
        elif word.startswith("FORMAT_"):
            value = _FORMATS.get(chosen.get(word, "FORMAT_ND"), 2)
        else:
            continue
        lines += [f"#ifndef {word}", f"#define {word} {value}", "#endif"]
    return lines
