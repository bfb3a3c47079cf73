"""The program model: what the parser read, in plain data; past this module nothing knows clang.

Every node is immutable and picklable. Spans count lines and columns from 1; a span inside a macro expansion
lies at the expansion, with the macro named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TypeAlias

from sklint.frozen import dataclass

# Types of this prefix are given by an operator's build: DTYPE_X is the data type of its input x.
BUILD_TYPE = "DTYPE_"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of source; `path` is absolute, `macro` names the macro whose expansion this is."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    macro: str = ""

    def holds(self, inner: Span) -> bool:
        """Whether this stretch of source is, or holds, another one."""
        begins = (self.line, self.column) <= (inner.line, inner.column)
        ends = (inner.end_line, inner.end_column) <= (self.end_line, self.end_column)
        return self.path == inner.path and begins and ends


@dataclass(frozen=True, slots=True)
class Type:
    """A type as written: qualified name, template arguments, and what is wrapped around it.

    A bare identifier among `args` may stand for a type or a value parameter; the walk decides, by what is bound.
    `name` is empty where the type could not be read; `text` then holds the spelling. An array is named `[]`, its
    args are the element type and, where written, the size. A type nested in one with template arguments
    (`Base<T>::Element`) has the plain name and that type as `scope`.
    """

    name: str
    args: tuple[TemplateArgument, ...] = ()
    pointer: int = 0
    reference: bool = False
    const: bool = False
    gm: bool = False
    text: str = ""
    scope: Type | None = None


# ---------------------------------------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Literal:
    value: int | float | bool | str | None
    at: Span


@dataclass(frozen=True, slots=True)
class Name:
    """A use of a variable, parameter, constant, enumerator, function or template parameter.

    `kind` is one of local, global, enumerator, function, template, unknown. `name` is qualified for globals,
    enumerators and functions, and plain otherwise. `key` identifies the declaration (`Program.functions`,
    `Program.globals`, or a local); `candidates` are the keys of an overload set that clang left open.
    """

    name: str
    kind: str
    at: Span
    key: str = ""
    args: tuple[TemplateArgument, ...] = ()
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class This:
    at: Span


@dataclass(frozen=True, slots=True)
class Member:
    """`base.name` or `base->name`; a member named without a base has `This` for its base.

    `owner` is the qualified class that declares the member, where clang resolved it; `key` its function. `scope` is
    the class that `base.Class::name` asks for, where that depends on template parameters.
    """

    base: Expression
    name: str
    arrow: bool
    at: Span
    args: tuple[TemplateArgument, ...] = ()
    owner: str = ""
    key: str = ""
    scope: Type | None = None


@dataclass(frozen=True, slots=True)
class StaticMember:
    """`Type::name` where the type depends on template parameters."""

    type: Type
    name: str
    at: Span
    args: tuple[TemplateArgument, ...] = ()


@dataclass(frozen=True, slots=True)
class Call:
    """A call; `callee` is a Name, Member, StaticMember or any expression that yields something callable."""

    callee: Expression
    args: tuple[Expression, ...]
    at: Span


@dataclass(frozen=True, slots=True)
class Launch:
    """`kernel<<<grid, …>>>(args)`."""

    kernel: Expression
    grid: tuple[Expression, ...]
    args: tuple[Expression, ...]
    at: Span


@dataclass(frozen=True, slots=True)
class Unary:
    """`op` is one of + - ! ~ * & ++ -- and, for the postfix forms, `post++` and `post--`."""

    op: str
    operand: Expression
    at: Span


@dataclass(frozen=True, slots=True)
class Binary:
    op: str
    left: Expression
    right: Expression
    at: Span


@dataclass(frozen=True, slots=True)
class Assign:
    """`target = value`; for a compound assignment `op` is its arithmetic operator, otherwise empty."""

    op: str
    target: Expression
    value: Expression
    at: Span


@dataclass(frozen=True, slots=True)
class Conditional:
    condition: Expression
    then: Expression
    otherwise: Expression
    at: Span


@dataclass(frozen=True, slots=True)
class Index:
    base: Expression
    index: Expression
    at: Span


@dataclass(frozen=True, slots=True)
class Cast:
    """An explicit conversion; implicit ones are not in the model."""

    type: Type
    operand: Expression
    at: Span


@dataclass(frozen=True, slots=True)
class Construct:
    """`T(args)` or `T{args}`, and a variable's initialiser that calls a constructor."""

    type: Type
    args: tuple[Expression, ...]
    at: Span


@dataclass(frozen=True, slots=True)
class InitList:
    items: tuple[Expression, ...]
    at: Span


@dataclass(frozen=True, slots=True)
class Lambda:
    key: str
    params: tuple[Parameter, ...]
    body: Block
    at: Span


@dataclass(frozen=True, slots=True)
class SizeOf:
    """`sizeof` of a type, or of an expression (then `operand`)."""

    type: Type | None
    operand: Expression | None
    at: Span


@dataclass(frozen=True, slots=True)
class Opaque:
    """An expression the lowering has no word for; its parts are evaluated, its value is unknown."""

    what: str
    parts: tuple[Expression, ...]
    at: Span


Expression: TypeAlias = (
    Literal
    | Name
    | This
    | Member
    | StaticMember
    | Call
    | Launch
    | Unary
    | Binary
    | Assign
    | Conditional
    | Index
    | Cast
    | Construct
    | InitList
    | Lambda
    | SizeOf
    | Opaque
)
TemplateArgument: TypeAlias = Type | Expression


# ----------------------------------------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable with its initialiser; `static` storage is shared by all calls."""

    name: str
    key: str
    type: Type
    init: Expression | None
    at: Span
    static: bool = False
    constexpr: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    body: tuple[Statement, ...]
    at: Span


@dataclass(frozen=True, slots=True)
class Declare:
    variables: tuple[Variable, ...]
    at: Span


@dataclass(frozen=True, slots=True)
class Evaluate:
    expression: Expression
    at: Span


@dataclass(frozen=True, slots=True)
class If:
    """`condition` is None where clang dropped it; `init` is the C++17 initialiser or condition variable."""

    condition: Expression | None
    then: Statement
    otherwise: Statement | None
    at: Span
    init: Statement | None = None
    constexpr: bool = False


@dataclass(frozen=True, slots=True)
class Loop:
    """All loops; `kind` is for, while, do or range. A range loop has `variable` and `sequence`."""

    kind: str
    init: Statement | None
    condition: Expression | None
    step: Expression | None
    body: Statement
    at: Span
    variable: Variable | None = None
    sequence: Expression | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """The labels of one case group and the statements up to the next label; it falls through unless it breaks."""

    values: tuple[Expression, ...]
    default: bool
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Switch:
    subject: Expression
    cases: tuple[Case, ...]
    at: Span


@dataclass(frozen=True, slots=True)
class Return:
    value: Expression | None
    at: Span


@dataclass(frozen=True, slots=True)
class Break:
    at: Span


@dataclass(frozen=True, slots=True)
class Continue:
    at: Span


@dataclass(frozen=True, slots=True)
class Goto:
    """A jump or label; the walk gives up precision for the enclosing function."""

    label: str
    at: Span


Statement: TypeAlias = Block | Declare | Evaluate | If | Loop | Switch | Return | Break | Continue | Goto

# --------------------------------------------------------------------------------------------- declarations


@dataclass(frozen=True, slots=True)
class TemplateParameter:
    """`kind` is type, value or template."""

    name: str
    kind: str
    default: TemplateArgument | None = None
    pack: bool = False


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    key: str
    type: Type
    default: Expression | None = None


@dataclass(frozen=True, slots=True)
class Function:
    """A function, method, constructor (`name` ends in the class's own name) or destructor (`~`).

    `attributes` are the annotations the stubs define: aicore, global, vector, cube, mix(c,v), schedmode(m), sk,
    simt_vf, simt_callee. `owner` is the qualified class. `stub` marks declarations that come from the stubs: their
    bodies are none, their meaning is in `facts`. `complete` is False where clang reported an error inside the body.
    `initialisers` are a constructor's member initialisers: (member or base name, arguments). `name_at` is where the
    name stands, which keywords and template parameters may keep off the first line; None for a stub's. `constant` marks
    a method to which its object is a constant. `within` are the arguments of its class template for which a method is
    specialised without the class: `void Work<half>::Run()`.
    """

    key: str
    name: str
    params: tuple[Parameter, ...]
    returns: Type
    at: Span
    body: Block | None = None
    template: tuple[TemplateParameter, ...] = ()
    specialises: tuple[TemplateArgument, ...] | None = None
    owner: str = ""
    attributes: tuple[str, ...] = ()
    static: bool = False
    virtual: bool = False
    stub: bool = False
    complete: bool = True
    initialisers: tuple[tuple[str, tuple[Expression, ...]], ...] = ()
    name_at: Span | None = None
    constant: bool = False
    within: tuple[TemplateArgument, ...] | None = None

    @property
    def plain_name(self) -> str:
        return self.name.rpartition("::")[2]


@dataclass(frozen=True, slots=True)
class Field:
    """A data member; `alignment` is what `alignas` asks for in bytes: 0 without one, -1 where it is no plain number."""

    name: str
    type: Type
    at: Span
    init: Expression | None = None
    static: bool = False
    alignment: int = 0


@dataclass(frozen=True, slots=True)
class Class:
    """A class, struct or class template; `specialises` holds the arguments of a (partial) specialisation.

    `packed` is whether its fields lie closer than their types ask for, by an attribute or a pragma.
    """

    name: str
    key: str
    at: Span
    template: tuple[TemplateParameter, ...] = ()
    specialises: tuple[TemplateArgument, ...] | None = None
    bases: tuple[Type, ...] = ()
    fields: tuple[Field, ...] = ()
    methods: tuple[str, ...] = ()
    aliases: Mapping[str, Alias] = field(default_factory=dict)
    stub: bool = False
    packed: bool = False


@dataclass(frozen=True, slots=True)
class Alias:
    """`using name = type`, perhaps a template."""

    name: str
    type: Type
    template: tuple[TemplateParameter, ...] = ()


@dataclass(frozen=True, slots=True)
class Problem:
    """A diagnostic of the front end; `severity` is error or fatal."""

    severity: str
    message: str
    at: Span | None


@dataclass(frozen=True, slots=True)
class Site:
    """A token of the linted text that names a call the walk must account for (DESIGN §4).

    `kind` is sync, pipe, early-start or cache, and in `Program.words` code, text (a string) or macro (the body of a
    macro that is used), in `Program.left_out` entry; `function` is the key of the function it stands in, empty at file
    scope. The `attributes` of a word are those of that function, which no kernel may name so that it is not in the
    program, and in the body of a macro those of all functions that use it.
    """

    name: str
    kind: str
    at: Span
    function: str = ""
    attributes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Program:
    """One translation unit for one architecture (2201 or 3510) and, where the text needs it, one core kind.

    `builds` is how many builds of the file differ by the data types in its `#if` lines; this is one of them. `words`
    are the whole words in active user text that the SuperKernel compiler's text search stops at. `selected_types` are
    the kernel types that selections of template arguments are made for (ASCENDC_TPL_KERNEL_TYPE_SEL), each with the
    first place; `selects_keys` says whether there are such selections, which make the tiling keys, `untyped_keys`
    whether one names no type. `dual_master` tells that a configuration of Matmul may let both kinds of core run the
    kernel. `left_out` are the kernels of a file without entries that stand under an `#if` for something else;
    `elsewhere` are the kernels and the calls of the file itself that an `#if` on the hardware left out of this reading,
    and what else there may lead to some (include, code). `build_types` are the types that builds give the words of
    `BUILD_TYPE`, where the operator's definition tells.
    """

    path: str
    architecture: int
    core_kind: str = ""
    functions: Mapping[str, Function] = field(default_factory=dict)
    classes: Mapping[str, tuple[Class, ...]] = field(default_factory=dict)
    aliases: Mapping[str, Alias] = field(default_factory=dict)
    globals: Mapping[str, Variable] = field(default_factory=dict)
    enumerators: Mapping[str, int] = field(default_factory=dict)
    entries: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    sites: tuple[Site, ...] = ()
    problems: tuple[Problem, ...] = ()
    healed: Mapping[str, str] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    words: tuple[Site, ...] = ()
    builds: int = 1
    selected_types: Mapping[str, Span] = field(default_factory=dict)
    selects_keys: bool = False
    untyped_keys: bool = False
    dual_master: bool = False
    left_out: tuple[Site, ...] = ()
    elsewhere: tuple[Site, ...] = ()
    build_types: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def named(self, plain: str) -> tuple[Function, ...]:
        """All functions whose last name component is `plain`, in the order they were read."""
        return tuple(f for f in self.functions.values() if f.plain_name == plain)
