"""The few libclang functions the lowering needs, by plain ctypes: a tenth of the cost of `clang.cindex` a cursor.

Raw locations: `int_data` of a CXSourceLocation is clang's own encoding. Below 2**31 it is a position in the chain of
all files read; from 2**31 on it is a position in a macro expansion.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

MACRO_BIT = 0x8000_0000
DETAILED_RECORD = 0x01
KEEP_GOING = 0x200
INCOMPLETE = 0x02
FOR_SERIALIZATION = 0x10


class Cursor(ctypes.Structure):
    """CXCursor: for expressions `stmt` is the node, for declarations and references `decl` is the declaration."""

    _fields_ = (
        ("kind", ctypes.c_int),
        ("xdata", ctypes.c_int),
        ("decl", ctypes.c_void_p),
        ("stmt", ctypes.c_void_p),
        ("unit", ctypes.c_void_p),
    )
    kind: int
    xdata: int
    decl: int | None
    stmt: int | None
    unit: int | None


class String(ctypes.Structure):
    """CXString: `data` is the text itself where `flags` is 0 (clang keeps it) or 1 (a copy to be released)."""

    _fields_ = (("data", ctypes.c_char_p), ("flags", ctypes.c_uint))
    data: bytes | None
    flags: int


_OWN_TEXT = 1


class Location(ctypes.Structure):
    _fields_ = (("first", ctypes.c_void_p), ("second", ctypes.c_void_p), ("raw", ctypes.c_uint))
    raw: int


class Range(ctypes.Structure):
    _fields_ = (
        ("first", ctypes.c_void_p),
        ("second", ctypes.c_void_p),
        ("begin", ctypes.c_uint),
        ("end", ctypes.c_uint),
    )
    begin: int
    end: int


class ClangType(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int), ("first", ctypes.c_void_p), ("second", ctypes.c_void_p))
    kind: int
    first: int | None


class Token(ctypes.Structure):
    _fields_ = (("ints", ctypes.c_uint * 4), ("data", ctypes.c_void_p))


class RangeList(ctypes.Structure):
    _fields_ = (("count", ctypes.c_uint), ("ranges", ctypes.POINTER(Range)))


class UnsavedFile(ctypes.Structure):
    _fields_ = (("name", ctypes.c_char_p), ("contents", ctypes.c_char_p), ("length", ctypes.c_ulong))


VISITOR = ctypes.CFUNCTYPE(ctypes.c_int, Cursor, Cursor, ctypes.c_void_p)
INCLUSION = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(Location), ctypes.c_uint, ctypes.c_void_p)

_OUT = ctypes.POINTER(ctypes.c_uint)
_PLACE = (Location, ctypes.POINTER(ctypes.c_void_p), _OUT, _OUT, _OUT)
_SIGNATURES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "createIndex": (ctypes.c_void_p, (ctypes.c_int, ctypes.c_int)),
    "disposeIndex": (None, (ctypes.c_void_p,)),
    "parseTranslationUnit2": (
        ctypes.c_int,
        (
            ctypes.c_void_p,
            ctypes.c_char_p,
            ctypes.POINTER(ctypes.c_char_p),
            ctypes.c_int,
            ctypes.POINTER(UnsavedFile),
            ctypes.c_uint,
            ctypes.c_uint,
            ctypes.POINTER(ctypes.c_void_p),
        ),
    ),
    "disposeTranslationUnit": (None, (ctypes.c_void_p,)),
    "saveTranslationUnit": (ctypes.c_int, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint)),
    "getTranslationUnitCursor": (Cursor, (ctypes.c_void_p,)),
    "visitChildren": (ctypes.c_uint, (Cursor, VISITOR, ctypes.c_void_p)),
    "getCursorExtent": (Range, (Cursor,)),
    "getCursorLocation": (Location, (Cursor,)),
    "getCursorSpelling": (String, (Cursor,)),
    "getCursorUSR": (String, (Cursor,)),
    "getCursorPrettyPrinted": (String, (Cursor, ctypes.c_void_p)),
    "getCursorReferenced": (Cursor, (Cursor,)),
    "getCursorDefinition": (Cursor, (Cursor,)),
    "getCanonicalCursor": (Cursor, (Cursor,)),
    "getCursorSemanticParent": (Cursor, (Cursor,)),
    "getSpecializedCursorTemplate": (Cursor, (Cursor,)),
    "getCursorType": (ClangType, (Cursor,)),
    "getCursorResultType": (ClangType, (Cursor,)),
    "getTypedefDeclUnderlyingType": (ClangType, (Cursor,)),
    "getCanonicalType": (ClangType, (ClangType,)),
    "getTypeSpelling": (String, (ClangType,)),
    "getTypeDeclaration": (Cursor, (ClangType,)),
    "Type_getAlignOf": (ctypes.c_longlong, (ClangType,)),
    "getCursorBinaryOperatorKind": (ctypes.c_int, (Cursor,)),
    "getCursorUnaryOperatorKind": (ctypes.c_int, (Cursor,)),
    "getEnumConstantDeclValue": (ctypes.c_longlong, (Cursor,)),
    "Cursor_getVarDeclInitializer": (Cursor, (Cursor,)),
    "Cursor_getStorageClass": (ctypes.c_int, (Cursor,)),
    "CXXMethod_isStatic": (ctypes.c_uint, (Cursor,)),
    "CXXMethod_isVirtual": (ctypes.c_uint, (Cursor,)),
    "CXXMethod_isConst": (ctypes.c_uint, (Cursor,)),
    "getNumOverloadedDecls": (ctypes.c_uint, (Cursor,)),
    "getOverloadedDecl": (Cursor, (Cursor, ctypes.c_uint)),
    "getExpansionLocation": (None, _PLACE),
    "getSpellingLocation": (None, _PLACE),
    "getFileLocation": (None, _PLACE),
    "getFile": (ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_char_p)),
    "getFileName": (String, (ctypes.c_void_p,)),
    "getFileContents": (
        ctypes.c_void_p,
        (ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(ctypes.c_size_t)),
    ),
    "getLocationForOffset": (Location, (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint)),
    "getInclusions": (None, (ctypes.c_void_p, INCLUSION, ctypes.c_void_p)),
    "tokenize": (None, (ctypes.c_void_p, Range, ctypes.POINTER(ctypes.POINTER(Token)), _OUT)),
    "getTokenSpelling": (String, (ctypes.c_void_p, Token)),
    "disposeTokens": (None, (ctypes.c_void_p, ctypes.POINTER(Token), ctypes.c_uint)),
    "getAllSkippedRanges": (ctypes.POINTER(RangeList), (ctypes.c_void_p,)),
    "disposeSourceRangeList": (None, (ctypes.POINTER(RangeList),)),
    "getNumDiagnostics": (ctypes.c_uint, (ctypes.c_void_p,)),
    "getDiagnostic": (ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_uint)),
    "disposeDiagnostic": (None, (ctypes.c_void_p,)),
    "getDiagnosticSeverity": (ctypes.c_int, (ctypes.c_void_p,)),
    "getDiagnosticSpelling": (String, (ctypes.c_void_p,)),
    "getDiagnosticLocation": (Location, (ctypes.c_void_p,)),
    "getCString": (ctypes.c_char_p, (String,)),
    "disposeString": (None, (String,)),
    "getClangVersion": (String, ()),
    "Cursor_isNull": (ctypes.c_int, (Cursor,)),
}


def _library_path() -> Path:
    spec = find_spec("clang")
    if spec is None or not spec.submodule_search_locations:
        raise ImportError("the package libclang is not installed")
    name = {"win32": "libclang.dll", "darwin": "libclang.dylib"}.get(sys.platform, "libclang.so")
    return Path(spec.submodule_search_locations[0]) / "native" / name


class Library:
    """libclang with its prototypes set; functions are attributes without their `clang_` prefix."""

    def __init__(self) -> None:
        handle = ctypes.CDLL(str(_library_path()))
        for name, (result, arguments) in _SIGNATURES.items():
            function = getattr(handle, "clang_" + name)
            function.restype = result
            function.argtypes = arguments
            setattr(self, name, function)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        raise AttributeError(name)


@cache
def library() -> Library:
    """The loaded libclang (18.1.1 as the wheel `libclang` ships it)."""
    return Library()


def text_of(string: String) -> str:
    """The text of a CXString, which is released; empty for a null string."""
    if not string.flags:
        return string.data.decode("utf-8", "replace") if string.data else ""
    lib = library()
    raw: bytes | None = string.data if string.flags == _OWN_TEXT else lib.getCString(string)
    text = raw.decode("utf-8", "replace") if raw else ""
    lib.disposeString(string)
    return text


@cache
def version() -> str:
    """The version line of the loaded libclang."""
    return text_of(library().getClangVersion())
