"""From a file to a `Script`: what it fuses, with which options, under which limits."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import PurePath

from sklint.facts.options import graph_switches
from sklint.facts.socs import Soc
from sklint.finding import Message, message
from sklint.scripts import find
from sklint.scripts.bindings import library_arguments
from sklint.scripts.evaluate import Evaluation
from sklint.scripts.literals import node_span
from sklint.scripts.model import Graph, Limit, Marker, Scope, Script, Untraced
from sklint.scripts.module import Library, Module
from sklint.scripts.pairs import unpaired
from sklint.scripts.reading import UnreadableScriptError, syntax_tree
from sklint.scripts.value import HOLE, Called, Entries, Frame, Piece, Plain, Text, Unknown, Value, Values

BACKEND = "npugraph_ex"
_TEST_NAME = re.compile(r"(test_.*|.*_test|.*_st|.*_ut|conftest)\.py")
_TEST_FOLDERS = frozenset({"test", "tests", "testing", "ut", "st"})
_CONFIGURED = {
    "_super_kernel_optimize_options": "optimize",
    "super_kernel_optimize_options": "optimize",
    "_super_kernel_debug_options": "debug",
    "super_kernel_debug_options": "debug",
}


def read_script(path: str, source: bytes, soc: Soc | None = None) -> Script:
    """What one Python file says about SuperKernel; raises `UnreadableScriptError`. `path` is absolute."""
    tree, lines = syntax_tree(source)
    library = Library()
    module = library.add(path, tree, lines)
    try:
        return _Reader(Evaluation(library), module, soc).script()
    except RecursionError as error:
        raise UnreadableScriptError(0, message("the script is nested too deeply")) from error


class _Reader:
    def __init__(self, evaluation: Evaluation, module: Module, soc: Soc | None) -> None:
        self.evaluation = evaluation
        self.module = module
        self.soc = soc
        self.scopes: list[Scope] = []
        self.graphs: list[Graph] = []
        self.limits: list[Limit] = []
        self.markers: dict[ast.Call, Marker] = {}
        self.untraced: dict[Untraced, None] = {}

    def script(self) -> Script:
        for site in find.sites(self.evaluation, self.module):
            match site.what:
                case find.SUPER_KERNEL:
                    self._scope(site)
                case find.BEGIN | find.END:
                    self._marker(site)
                case find.LIMIT:
                    self.limits.append(self._limit(site.module, site.call, site.frame))
                case find.COMPILE | find.CACHE_COMPILE:
                    self._compile(site)
                case _:
                    self._graph(site)
        self._configuration()
        return Script(
            path=self.module.path,
            scopes=tuple(dict.fromkeys(self.scopes)),
            graphs=tuple(self.graphs),
            markers=tuple(self.markers.values()),
            unpaired=unpaired(self.module, self.markers),
            limits=tuple(self.limits),
            untraced=tuple(self.untraced),
            is_test=is_test(self.module.path),
            soc=self.soc,
            read=tuple(path for path in self.evaluation.library.read if path != self.module.path),
        )

    def _arguments(self, site: find.Site, names: tuple[str, ...]) -> dict[str, Values]:
        return library_arguments(self.evaluation, site.module, site.call, site.frame, names)

    def _scope(self, site: find.Site) -> None:
        at = node_span(site.module.path, site.call)
        arguments = self._arguments(site, ("scope", "options"))
        nothing: Values = (Text("", (Piece(0, at, False),)),)
        options = arguments.get("options", nothing)
        deliberate = find.deliberate(self.module, site.seat)
        if not deliberate:
            self._trace(options, message("the options of this scope cannot be followed"))
        self.scopes.append(
            Scope(
                at=at,
                label=arguments.get("scope", ()),
                options=options,
                limits=tuple(self._limits_around(site.seat)),
                deliberate=deliberate,
            )
        )

    def _trace(self, values: Values, what: Message) -> None:
        """Say what could not be followed, once a place."""
        for value in values:
            match value:
                case Unknown(why=why, at=at):
                    self.untraced.setdefault(Untraced(at, what, why))
                case Text(value=text) if HOLE in text:
                    at = value.span(text.index(HOLE), text.index(HOLE) + 1)
                    self.untraced.setdefault(Untraced(at, what, message("a part of the text is computed")))

    def _limits_around(self, call: ast.Call) -> Iterator[Limit]:
        """The core limits of the `with` statements around a call, outermost first; items after it do not count."""
        found: list[Limit] = []
        inner: ast.AST = call
        for outer in self.module.ancestors(call):
            if isinstance(outer, ast.With | ast.AsyncWith):
                around = outer.items
                for position, item in enumerate(outer.items):
                    if item is inner:
                        around = outer.items[:position]
                for item in reversed(around):
                    limit = self._limit_of(item.context_expr)
                    if limit is not None:
                        found.append(limit)
            inner = outer
        yield from reversed(found)

    def _limit_of(self, expression: ast.expr) -> Limit | None:
        for value in self.evaluation.values(self.module, expression):
            if isinstance(value, Called) and value.callee.name.split(".")[-2:] == ["scope", find.LIMIT]:
                return self._limit(self.module, value.call, value.frame)
        return None

    def _limit(self, module: Module, call: ast.Call, frame: Frame | None) -> Limit:
        names = ("op_aicore_num", "op_vectorcore_num")
        arguments = library_arguments(self.evaluation, module, call, frame, names)
        aic, aiv = (_number(arguments.get(name, ())) for name in names)
        return Limit(aic, aiv, node_span(module.path, call))

    def _marker(self, site: find.Site) -> None:
        if site.module is not self.module:
            return
        at = node_span(site.module.path, site.call)
        arguments = self._arguments(site, ("scope_name",))
        values = arguments.get("scope_name", ())
        only = values[0] if len(values) == 1 else None
        text = only if isinstance(only, Text) else None
        if not values:
            key, name, known = "=", "", True
        elif text is not None and HOLE not in text.value:
            key, name, known = f"={text.value!r}", text.value, True
        elif isinstance(only, Plain):
            key, name, known = f"={only.value!r}", str(only.value), True
        else:
            written = [*site.call.args, *(keyword.value for keyword in site.call.keywords)]
            name = ast.unparse(written[0])
            key, known = f"?{name}", False
        self.markers.setdefault(
            site.seat,
            Marker(
                end=site.what == find.END,
                at=at,
                key=key,
                name=name,
                known=known,
                text=text,
                deliberate=find.deliberate(self.module, site.seat),
            ),
        )

    def _compile(self, site: find.Site) -> None:
        arguments = self._arguments(site, ("model", "fullgraph", "dynamic", "backend", "mode", "options", "disable"))
        if site.what == find.CACHE_COMPILE:
            arguments = self._arguments(site, ("func",))
        options = arguments.get("options", ())
        backend = arguments.get("backend", ())
        entries = [value for value in options if isinstance(value, Entries)]
        speaks = any(value.get(name) is not None for value in entries for name in graph_switches())
        named = any(isinstance(value, Text) and value.value == BACKEND for value in backend)
        other = bool(backend) and all(isinstance(value, Text) and value.value != BACKEND for value in backend)
        if other or not (named or speaks or site.what == find.CACHE_COMPILE):
            return
        deliberate = find.deliberate(self.module, site.seat)
        if not deliberate:
            self._trace(options, message("the options of this compilation cannot be followed"))
        optimize = [v for value in entries for v in value.get("super_kernel_optimize_options") or ()]
        debug = [v for value in entries for v in value.get("super_kernel_debug_options") or ()]
        self.graphs.append(
            Graph(
                kind="compile",
                at=node_span(site.module.path, site.call),
                options=options,
                optimize=tuple(optimize),
                debug=tuple(debug),
                deliberate=deliberate,
            )
        )

    def _graph(self, site: find.Site) -> None:
        arguments = self._arguments(site, ("optimize_options", "debug_options"))
        if arguments.keys() <= {"optimize_options", "debug_options"}:
            self.graphs.append(
                Graph(
                    kind="graph",
                    at=node_span(site.module.path, site.call),
                    optimize=arguments.get("optimize_options", ()),
                    debug=arguments.get("debug_options", ()),
                    deliberate=find.deliberate(self.module, site.seat),
                )
            )

    def _configuration(self) -> None:
        """Options that are set on a configuration object, attribute by attribute."""
        for name, group in _CONFIGURED.items():
            for target, statement in self.module.attribute_writes.get(name, ()):
                value = getattr(statement, "value", None)
                if value is None or (isinstance(target.value, ast.Name) and target.value.id in ("self", "cls")):
                    continue
                values: tuple[Value, ...] = self.evaluation.values(self.module, value)
                self.graphs.append(
                    Graph(
                        kind="config",
                        at=node_span(self.module.path, target),
                        optimize=values if group == "optimize" else (),
                        debug=values if group == "debug" else (),
                        deliberate=find.deliberate(self.module, target),
                    )
                )


def is_test(path: str) -> bool:
    """Whether a script is a test by the usual signs: its name or a folder above it."""
    pure = PurePath(path)
    return bool(_TEST_NAME.fullmatch(pure.name)) or bool(_TEST_FOLDERS & set(pure.parts[:-1]))


def _number(values: Values) -> int | None:
    if len(values) == 1 and isinstance(values[0], Plain) and isinstance(values[0].value, int):
        return values[0].value
    return None
