"""A Python file as a syntax tree, or why it is none."""

from __future__ import annotations

import ast
import io
import tokenize
import warnings

from sklint.finding import Message, message

MOST_BYTES = 1 << 20


class UnreadableScriptError(Exception):
    """A file that cannot be read as a Python module; `line` is where the trouble starts, or 0."""

    def __init__(self, line: int, reason: Message) -> None:
        super().__init__(str(reason))
        self.line = line
        self.reason = reason


def syntax_tree(source: bytes) -> tuple[ast.Module, list[bytes]]:
    """The tree of a module and its lines in UTF-8; raises `UnreadableScriptError`."""
    if len(source) > MOST_BYTES:
        raise UnreadableScriptError(0, message("the script is larger than {limit} bytes", limit=MOST_BYTES))
    text = _decoded(source)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except SyntaxError as error:
        raise UnreadableScriptError(error.lineno or 0, message("not Python: {problem}", problem=error.msg)) from error
    except (RecursionError, MemoryError) as error:
        raise UnreadableScriptError(0, message("the script is nested too deeply")) from error
    except ValueError as error:
        raise UnreadableScriptError(0, message("not Python: {problem}", problem=error)) from error
    if _is_notebook(tree):
        raise UnreadableScriptError(1, message("a notebook, not a Python script: export its cells to lint them"))
    return tree, text.encode("utf-8", "surrogatepass").splitlines(keepends=True)


def _decoded(source: bytes) -> str:
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
        return source.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError) as error:
        line = source[: getattr(error, "start", 0)].count(b"\n") + 1
        raise UnreadableScriptError(
            line, message("the text is not in the encoding it declares (UTF-8 without one)")
        ) from error


def _is_notebook(tree: ast.Module) -> bool:
    """A notebook saved under a Python name often parses: as one dictionary with names for JSON's constants."""
    if len(tree.body) != 1 or not isinstance(tree.body[0], ast.Expr) or not isinstance(tree.body[0].value, ast.Dict):
        return False
    keys = {key.value for key in tree.body[0].value.keys if isinstance(key, ast.Constant)}
    return {"cells", "nbformat"} <= keys
