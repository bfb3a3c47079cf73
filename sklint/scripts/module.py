"""One Python module as the evaluation sees it: who contains whom, what names are bound where, who calls what."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from sklint.collect.scripts import speaks_of_super_kernel
from sklint.collect.tree import read
from sklint.scripts.reading import UnreadableScriptError, syntax_tree

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
COMPREHENSIONS = (ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)
_SCOPES = (ast.Module, ast.ClassDef, *FUNCTIONS, *COMPREHENSIONS)

# What these packages mean is in the tables of options, wherever they are checked out.
_FRAMEWORKS = frozenset({"torch", "torch_npu", "torchair", "npugraph_ex"})

# A project ends at the folder that holds one of these, or after so many steps up.
_PROJECT_MARKS = (".git", "pyproject.toml", "setup.py")
_MOST_STEPS = 8

# How many other modules of a tree one script may lead to; presets and wrappers are one or two steps away.
_MOST_MODULES = 32


class Module:
    """A parsed module; `path` is absolute. Identity is what equality means: one object a file and run."""

    def __init__(self, path: str, tree: ast.Module, lines: list[bytes], library: Library) -> None:
        self.path = path
        self.tree = tree
        self.lines = lines
        self.library = library
        self.interesting: frozenset[str] | None = None
        self.bound: dict[ast.AST, frozenset[str]] = {}

    @cached_property
    def speaks(self) -> bool:
        """Whether the module can hold a scope or an option, a wrapper's among them."""
        return any(map(speaks_of_super_kernel, self.lines))

    @cached_property
    def parents(self) -> dict[ast.AST, ast.AST]:
        """Each node's parent."""
        found: dict[ast.AST, ast.AST] = {}
        for node in ast.walk(self.tree):
            for child in ast.iter_child_nodes(node):
                found[child] = node
        return found

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        """The nodes around `node`, innermost first, the module last."""
        parents = self.parents
        while node in parents:
            node = parents[node]
            yield node

    def scope_of(self, node: ast.AST) -> ast.AST:
        """The scope that an expression is evaluated in: defaults, decorators and bases belong to the scope outside."""
        child = node
        for parent in self.ancestors(node):
            if isinstance(parent, _SCOPES) and _inside(parent, child):
                return parent
            child = parent
        return self.tree

    def outer_scopes(self, node: ast.AST) -> Iterator[ast.AST]:
        """The scopes a name of `node` is looked for in, innermost first; a class body only for itself."""
        scope = self.scope_of(node)
        yield scope
        while scope is not self.tree:
            scope = self.scope_of(scope)
            if not isinstance(scope, ast.ClassDef):
                yield scope

    @cached_property
    def calls(self) -> list[ast.Call]:
        """All calls of the module in source order."""
        found = [node for node in ast.walk(self.tree) if isinstance(node, ast.Call)]
        return sorted(found, key=lambda call: (call.lineno, call.col_offset))

    @cached_property
    def calls_by_name(self) -> dict[str, list[ast.Call]]:
        """Calls by the last name of what is called."""
        found: dict[str, list[ast.Call]] = defaultdict(list)
        for call in self.calls:
            match call.func:
                case ast.Name(id=name) | ast.Attribute(attr=name):
                    found[name].append(call)
        return found

    @cached_property
    def classes(self) -> list[ast.ClassDef]:
        """All classes of the module, nested ones too."""
        return [node for node in ast.walk(self.tree) if isinstance(node, ast.ClassDef)]

    @cached_property
    def attribute_writes(self) -> dict[str, list[tuple[ast.Attribute, ast.AST]]]:
        """Assignments to attributes by attribute name: the target and the statement."""
        found: dict[str, list[tuple[ast.Attribute, ast.AST]]] = defaultdict(list)
        for node in ast.walk(self.tree):
            match node:
                case ast.Assign(targets=targets):
                    for target in targets:
                        if isinstance(target, ast.Attribute):
                            found[target.attr].append((target, node))
                case ast.AnnAssign(target=ast.Attribute() as target) | ast.AugAssign(target=ast.Attribute() as target):
                    found[target.attr].append((target, node))
        return found

    @cached_property
    def global_writers(self) -> dict[str, list[ast.FunctionDef | ast.AsyncFunctionDef]]:
        """The functions that declare a name global."""
        found: dict[str, list[ast.FunctionDef | ast.AsyncFunctionDef]] = defaultdict(list)
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Global):
                function = self.scope_of(node)
                if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                    for name in node.names:
                        found[name].append(function)
        return found

    def class_of(self, function: ast.AST) -> ast.ClassDef | None:
        """The class whose method a function is, or None."""
        parent = self.parents.get(function)
        return parent if isinstance(parent, ast.ClassDef) else None


class Library:
    """The modules that one script leads to inside its tree; nothing is imported, files are read as text."""

    def __init__(self) -> None:
        self._modules: dict[str, Module | None] = {}
        self._files: dict[Path, str] = {}
        self._speaks: dict[str, bool] = {}

    @property
    def read(self) -> tuple[str, ...]:
        """The files that were read beside the script itself."""
        return tuple(sorted(path for path, module in self._modules.items() if module is not None))

    def add(self, path: str, tree: ast.Module, lines: list[bytes]) -> Module:
        """Register the script itself."""
        module = Module(path, tree, lines, self)
        self._modules[path] = module
        return module

    def find(self, origin: Module, dotted: str, level: int) -> Module | None:
        """The module that `origin` imports as `dotted` (with `level` leading dots), if it lies in the tree."""
        path = self._locate(origin, dotted, level)
        return self._load(path) if path else None

    def may_wrap(self, origin: Module, dotted: str, level: int, name: str, depth: int = 0) -> bool:
        """Whether `name` of another module may be a wrapper of a scope: the module that defines it speaks of one.

        Packages are read for where they take their names from; other modules are not parsed for this.
        """
        path = self._locate(origin, dotted, level)
        if not path or depth > _MOST_STEPS:
            return False
        if path not in self._speaks:
            self._speaks[path] = _speaks(path)
        if self._speaks[path] or not path.endswith("__init__.py"):
            return self._speaks[path]
        package = self._load(path)
        for node in package.tree.body if package is not None else ():
            if package is not None and isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    if (alias.asname or alias.name) in (name, "*"):
                        return self.may_wrap(package, node.module or "", node.level, alias.name, depth + 1)
        return False

    def _locate(self, origin: Module, dotted: str, level: int) -> str:
        """The file of an imported module of the tree, or empty."""
        parts = dotted.split(".") if dotted else []
        folder = Path(origin.path).parent
        if level:
            for _ in range(level - 1):
                folder = folder.parent
            return self._file(folder.joinpath(*parts))
        if not parts or parts[0] in _FRAMEWORKS:
            return ""
        found = (self._file(base.joinpath(*parts)) for base in _roots(folder))
        return next((path for path in found if path and path != origin.path), "")

    def _file(self, stem: Path) -> str:
        if stem not in self._files:
            candidates = (stem.with_name(f"{stem.name}.py"), stem / "__init__.py")
            self._files[stem] = next((str(path) for path in candidates if path.is_file()), "")
        return self._files[stem]

    def _load(self, path: str) -> Module | None:
        if path not in self._modules and len(self._modules) < _MOST_MODULES:
            source = read(path)
            try:
                self._modules[path] = Module(path, *syntax_tree(source), self) if isinstance(source, bytes) else None
            except UnreadableScriptError:
                self._modules[path] = None
        return self._modules.get(path)


def _speaks(path: str) -> bool:
    source = read(path)
    return isinstance(source, bytes) and speaks_of_super_kernel(source)


def _roots(folder: Path) -> Iterator[Path]:
    """The folders an absolute import may start from: the script's own and those above it inside its project."""
    for step, base in enumerate((folder, *folder.parents)):
        if base == base.parent or step > _MOST_STEPS:
            return
        yield base
        if any((base / mark).exists() for mark in _PROJECT_MARKS):
            return


def _inside(scope: ast.AST, child: ast.AST) -> bool:
    """Whether a direct child of a scope's node is evaluated in that scope, and not where the scope is made."""
    match scope:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return child in scope.body
        case ast.Lambda():
            return child is scope.body
        case ast.ClassDef():
            return child in scope.body
        case ast.GeneratorExp() | ast.ListComp() | ast.SetComp() | ast.DictComp():
            return True
        case _:
            return True
