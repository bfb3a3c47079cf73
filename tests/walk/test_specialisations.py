"""Template arguments that stay open: every specialisation that may be meant is walked, and one of them at a time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel, events
from sklint.walk.values import Value, negate
from tests.walk.kernels import branches, walked, walked_open

SEND = """
#define SEND(n) AscendC::CrossCoreSetFlag<2, PIPE_MTE3>(n)
#define RUN(n) __aicore__ inline void Run() { SEND(n); }
"""
Flags = tuple[object, ...]


def _ways(kernel: WalkedKernel) -> set[Flags]:
    """The flags that are set, one after the other, for each choice that is open."""
    return {flags for flags, _ in _walked_from([kernel.trees["aiv"]], {})}


def _walked_from(rest: list[tree.Node], chosen: dict[Value, bool]) -> Iterator[tuple[Flags, dict[Value, bool]]]:
    if not rest:
        yield (), chosen
        return
    first, *behind = rest
    match first:
        case tree.Seq(body=body) | tree.Called(body=tree.Seq(body=body)) | tree.Loop(body=tree.Seq(body=body)):
            yield from _walked_from([*body, *behind], chosen)
        case tree.Branch(condition=condition, then=then, otherwise=otherwise):
            assert condition.depends == "uniform"
            for truth, side in ((True, then), (False, otherwise)):
                if chosen.get(condition.value, truth) is truth:
                    told = {**chosen, condition.value: truth, negate(condition.value): not truth}
                    yield from _walked_from([side, *behind], told)
        case tree.FlagSet(flag=flag):
            for flags, told in _walked_from(behind, chosen):
                yield (flag.payload, *flags), told
        case _:
            yield from _walked_from(behind, chosen)


@pytest.mark.parametrize(
    ("primary", "ways"),
    [
        ("template <typename T> struct Op;", {(1,), (2,)}),
        ("template <typename T> struct Op { __aicore__ inline void Run(); };", {(1,), (2,)}),
        ("template <typename T> struct Op { RUN(0) };", {(0,), (1,), (2,)}),
    ],
)
def test_each_specialisation_is_walked_and_the_template_where_it_has_a_body(
    tmp_path: Path, primary: str, ways: set[Flags]
) -> None:
    before = f"{SEND}{primary}\ntemplate <> struct Op<half> {{ RUN(1) }}; template <> struct Op<float> {{ RUN(2) }};"
    assert _ways(walked_open(tmp_path, "typename T", "Op<T> op; op.Run();", before)) == ways


@pytest.mark.parametrize(("named", "flags"), [("half", (1,)), ("float", (2,)), ("int32_t", (0,))])
def test_an_argument_that_is_given_selects_one(tmp_path: Path, named: str, flags: Flags) -> None:
    before = f"""{SEND}
    template <typename T> struct Op {{ RUN(0) }};
    template <> struct Op<half> {{ RUN(1) }}; template <> struct Op<float> {{ RUN(2) }};"""
    kernel = walked(tmp_path, f"Op<{named}> op; op.Run();", before)
    assert _ways(kernel) == {flags}
    assert not branches(kernel.trees["aiv"])


@pytest.mark.parametrize(
    ("template", "args", "ways"),
    [
        ("typename T, int M", "T, M", {(0,), (1,), (2,), (3,)}),
        ("int M", "half, M", {(1,), (3,)}),
        ("int M", "int32_t, M", {(0,), (2,)}),
        ("typename T", "T, 1", {(2,), (3,)}),
        ("typename T", "T, 5", {(0,), (1,)}),
        ("bool B", "half, B ? 1 : 0", {(1,), (3,)}),
    ],
)
def test_arguments_that_are_given_leave_out_what_they_do_not_fit(
    tmp_path: Path, template: str, args: str, ways: set[Flags]
) -> None:
    before = f"""{SEND}
    template <typename T, int M> struct Op {{ RUN(0) }};
    template <int M> struct Op<half, M> {{ RUN(1) }};
    template <typename T> struct Op<T, 1> {{ RUN(2) }};
    template <> struct Op<half, 1> {{ RUN(3) }};"""
    assert _ways(walked_open(tmp_path, template, f"Op<{args}> op; op.Run();", before)) == ways


BASES = """
template <int M> struct Base { __aicore__ inline void Put(); };
template <> struct Base<0> { __aicore__ inline void Put() { SEND(4); } };
template <> struct Base<1> {
    __aicore__ inline void Put() { SEND(5); More(); }
    __aicore__ inline void More() { SEND(6); }
};
template <int M> struct Op : public Base<M> { __aicore__ inline void Run() { CALL } };
"""


@pytest.mark.parametrize("call", ["this->Put();", "Base<M>::Put();", "this->Base<M>::Put();"])
def test_a_base_may_be_a_specialisation(tmp_path: Path, call: str) -> None:
    before = SEND + BASES.replace("CALL", call)
    assert _ways(walked_open(tmp_path, "int M", "Op<M> op; op.Run();", before)) == {(4,), (5, 6)}


def test_what_was_chosen_once_is_chosen_on_all_of_the_way(tmp_path: Path) -> None:
    before = SEND + BASES.replace("CALL", "this->Put(); if constexpr (M == 0) { SEND(7); } this->Put();")
    kernel = walked_open(tmp_path, "int M", "Op<M> op; op.Run();", before)
    assert _ways(kernel) == {(4, 7, 4), (5, 6, 5, 6)}


@pytest.mark.parametrize(
    ("declared", "call"),
    [
        ("template <int M> __aicore__ inline void Run(GM_ADDR x)BODY", "Run<M>(x);"),
        ("struct Op { template <int M> __aicore__ inline void Run(GM_ADDR x)BODY };", "Op op; op.template Run<M>(x);"),
        ("template <int M> struct Op { __aicore__ inline void Run(GM_ADDR x)BODY };", "Op<M> op; op.Run(x);"),
    ],
)
@pytest.mark.parametrize(("body", "ways"), [(";", {(1,), (2,)}), (" { SEND(0); }", {(0,), (1,), (2,)})])
def test_functions_and_methods_are_specialised_as_well(
    tmp_path: Path, declared: str, call: str, body: str, ways: set[Flags]
) -> None:
    name = "Op<{}>::Run" if "Op<M>" in call else "Op::Run<{}>" if "Op op" in call else "Run<{}>"
    special = "\n".join(
        f"template <> __aicore__ inline void {name.format(n)}(GM_ADDR x) {{ SEND({n}); }}" for n in (1, 2)
    )
    before = f"{SEND}{declared.replace('BODY', body)}\n{special}"
    assert _ways(walked_open(tmp_path, "int M", call, before)) == ways
    for given in (1, 2):
        assert _ways(walked(tmp_path, call.replace("<M>", f"<{given}>"), before)) == {(given,)}


PARTS = """
struct One { RUN(1) };
struct Two { RUN(2) };
template <typename T> struct Op;
template <> struct Op<half> {
    __aicore__ inline Op() { SEND(3); n = 8; }
    __aicore__ inline void Init(int k) { Set(k); }
    __aicore__ inline void Set(int k) { n = n + k; }
    __aicore__ inline void Run() { SEND(n); part.Run(); }
    int n;
    One part;
    AscendC::TPipe pipe;
};
template <> struct Op<float> {
    __aicore__ inline ~Op() { SEND(4); }
    __aicore__ inline void Init(int k) { n = k; }
    __aicore__ inline void Run() { SEND(n); part.Run(); }
    int n;
    Two part;
};
"""


def test_an_object_has_the_fields_and_is_made_and_ended_as_what_it_is(tmp_path: Path) -> None:
    kernel = walked_open(tmp_path, "typename T", "Op<T> op; op.Init(1); op.Run();", SEND + PARTS)
    assert _ways(kernel) == {(3, 9, 1), (1, 2, 4)}
    pipes = [event for event in events(kernel.trees["aiv"]) if isinstance(event, tree.PipeBegin | tree.PipeEnd)]
    assert [type(event) for event in pipes] == [tree.PipeBegin, tree.PipeEnd]


@pytest.mark.parametrize(
    ("template", "condition"),
    [("int M", "M == 1"), ("bool B", "B"), ("typename T", "std::is_same<T, half>::value")],
)
@pytest.mark.parametrize("form", ["std::conditional_t<{}>", "typename std::conditional<{}>::type"])
def test_a_class_may_be_chosen_by_what_is_open(tmp_path: Path, template: str, condition: str, form: str) -> None:
    before = f"""{SEND}
    struct One {{ RUN(1) }};
    template <int N> struct Two {{ static constexpr int FLAG = N; RUN(FLAG) }};
    """
    chosen = form.format(f"{condition}, One, Two<2>")
    body = f"using Chosen = {chosen}; Chosen op; op.Run();"
    assert _ways(walked_open(tmp_path, template, body, before)) == {(1,), (2,)}
    nested = form.format(f"{condition}, {form.format(f'{condition}, One, Two<5>')}, Two<2>")
    assert _ways(walked_open(tmp_path, template, f"{nested} op; op.Run();", before)) == {(1,), (2,)}


CONSTANTS = """
template <int M> struct Traits { static constexpr int FLAG = 1; static constexpr bool MORE = false; };
template <> struct Traits<3> { static constexpr int FLAG = 2; static constexpr bool MORE = true; };
template <int M> struct Op : public Traits<M> {
    __aicore__ inline void Run() {
        if constexpr (Traits<M>::FLAG == 2) {
            SEND(2);
            if (this->MORE) { SEND(4); }
            if constexpr (M == 3) { SEND(5); }
        } else {
            SEND(1);
            if (this->MORE) { SEND(6); }
        }
    }
};
"""


def test_a_constant_is_that_of_the_specialisation_that_is_meant(tmp_path: Path) -> None:
    before = SEND + CONSTANTS
    assert _ways(walked_open(tmp_path, "int M", "Op<M> op; op.Run();", before)) == {(1,), (2, 4, 5)}
    assert _ways(walked(tmp_path, "Op<3> op; op.Run();", before)) == {(2, 4, 5)}
    assert _ways(walked(tmp_path, "Op<2> op; op.Run();", before)) == {(1,)}


MADE = """
template <int M> struct Base { __aicore__ inline Base(int n) : n(n) {} int n; };
template <> struct Base<1> { __aicore__ inline Base(int k) { n = k + 1; } int n; };
template <int M> struct Part { int n = 5; };
template <> struct Part<1> { __aicore__ inline Part() { n = 6; } int n; };
template <int M> struct Op : public Base<M> {
    __aicore__ inline Op() : Base<M>(3) {}
    __aicore__ inline void Run() { SEND(this->n); SEND(part.n); }
    Part<M> part;
};
"""


def test_bases_and_parts_are_made_as_what_they_are(tmp_path: Path) -> None:
    kernel = walked_open(tmp_path, "int M", "Op<M> op; op.Run();", SEND + MADE)
    (first, second) = (event.flag for event in events(kernel.trees["aiv"]) if isinstance(event, tree.FlagSet))
    assert [str(first), str(second)] == ["((1 == M) ? 4 : 3)", "((1 == M) ? 6 : 5)"]
    assert _ways(walked(tmp_path, "Op<1> op; op.Run();", SEND + MADE)) == {(4, 6)}
    assert _ways(walked(tmp_path, "Op<2> op; op.Run();", SEND + MADE)) == {(3, 5)}


def test_more_than_can_be_walked_are_not_passed_over_in_silence(tmp_path: Path) -> None:
    several = "\n".join(f"template <> struct Op<{n}> {{ RUN({n}) }};" for n in range(40))
    before = f"{SEND}template <int M> struct Op;\n{several}"
    kernel = walked_open(tmp_path, "int M", "Op<M> op; op.Run();", before)
    assert len(_ways(kernel)) == 8
    assert "Run" in kernel.limited
    assert _ways(walked(tmp_path, "Op<39> op; op.Run();", before)) == {(39,)}


@pytest.mark.parametrize("name", ["T", "Element"])
def test_an_open_type_is_one_whatever_its_name(tmp_path: Path, name: str) -> None:
    same = "if constexpr (std::is_same<{}, {}>::value) {{ {} }}".format
    body = same(name, "half", f"SEND(1); {same(name, 'float', 'SEND(2);')}") + "else { SEND(3); }"
    assert _ways(walked_open(tmp_path, f"typename {name}", body, SEND)) == {(1,), (3,)}


POLICIES = """
template <typename A, bool UNIT = false, int STAGES = 1> struct Policy {};
template <typename P> struct Op { RUN(0) };
template <typename A, bool UNIT, int STAGES> struct Op<Policy<A, UNIT, STAGES>> { RUN(1) };
template <typename A> struct Op<Policy<A, true>> { RUN(2) };
template <> struct Op<Policy<half>> { RUN(3) };
template <typename P, typename Q> struct Same { RUN(4) };
template <typename P> struct Same<P, P> { RUN(5) };
"""


@pytest.mark.parametrize(
    ("named", "flags"),
    [
        ("Op<Policy<float>>", (1,)),
        ("Op<Policy<half, false>>", (3,)),
        ("Op<Policy<half, false, 1>>", (3,)),
        ("Op<Policy<float, true>>", (2,)),
        ("Op<Policy<float, true, 1>>", (2,)),
        ("Op<Policy<float, true, 2>>", (1,)),
        ("Op<half>", (0,)),
        ("Same<Policy<half>, Policy<half, false, 1>>", (5,)),
        ("Same<Policy<half>, Policy<half, true>>", (4,)),
    ],
)
def test_arguments_that_defaults_give_are_arguments(tmp_path: Path, named: str, flags: Flags) -> None:
    assert _ways(walked(tmp_path, f"using Op1 = {named}; Op1 op; op.Run();", SEND + POLICIES)) == {flags}


@pytest.mark.parametrize(("named", "ways"), [("Op<Policy<T, true>>", {(2,)}), ("Op<Policy<T>>", {(3,), (1,)})])
def test_an_open_argument_stands_beside_those_that_defaults_give(tmp_path: Path, named: str, ways: set[Flags]) -> None:
    assert _ways(walked_open(tmp_path, "typename T", f"{named} op; op.Run();", SEND + POLICIES)) == ways


def test_all_arguments_may_be_given_by_defaults(tmp_path: Path) -> None:
    before = f"""{SEND}
    template <int M = 1, bool B = true> struct Mode {{}};
    template <typename T> struct Op {{ RUN(0) }};
    template <int M, bool B> struct Op<Mode<M, B>> {{ SEND_OF_M }};"""
    before = before.replace("SEND_OF_M", "__aicore__ inline void Run() { SEND(M); }")
    assert _ways(walked(tmp_path, "Op<Mode<>> op; op.Run();", before)) == {(1,)}


IN_CLASS = """
template <typename T> struct Op {
    template <int M> __aicore__ inline void Run() { SEND(0); }
    template <> __aicore__ inline void Run<1>() { SEND(1); }
    template <> __aicore__ inline void Run<2>() { SEND(2); }
    template <typename U> __aicore__ inline void Put() { SEND(3); }
    template <> __aicore__ inline void Put<half>() { SEND(4); }
    template <int M> __aicore__ static inline void Mark() { SEND(5); }
    template <> __aicore__ inline void Mark<1>() { SEND(6); }
    template <int M> __aicore__ inline void Own() { Run<M>(); this->template Run<2>(); Put<T>(); }
};
"""


@pytest.mark.parametrize(
    ("call", "flags"),
    [
        ("op.Run<0>();", (0,)),
        ("op.Run<1>();", (1,)),
        ("op.Run<2>(); op.Run<1>();", (2, 1)),
        ("op.Put<half>(); op.Put<float>();", (4, 3)),
        ("Op<half>::Mark<1>(); Op<half>::Mark<2>();", (6, 5)),
        ("op.Own<1>(); op.Own<3>();", (1, 2, 4, 0, 2, 4)),
    ],
)
def test_a_class_template_may_specialise_its_methods_inside(tmp_path: Path, call: str, flags: Flags) -> None:
    assert _ways(walked(tmp_path, f"Op<half> op; {call}", SEND + IN_CLASS)) == {flags}


def test_open_arguments_select_those_that_stand_inside_as_well(tmp_path: Path) -> None:
    kernel = walked_open(tmp_path, "int M", "Op<half> op; op.template Run<M>();", SEND + IN_CLASS)
    assert _ways(kernel) == {(0,), (1,), (2,)}


HOLDERS = """
template <int M> struct Traits;
template <> struct Traits<1> { using type = half; using Same = int32_t; };
template <> struct Traits<2> { using type = float; using Same = int32_t; };
template <int M> struct Own { using type = int32_t; };
template <> struct Own<1> { using type = half; };
struct HalfBase { using Element = half; };
template <int M> struct Based { using Element = float; };
template <> struct Based<1> : public HalfBase {};
struct Off { RUN(8) };
struct On { RUN(9) };
template <typename T> struct Which { using type = Off; };
template <> struct Which<half> { using type = On; };
template <typename T> struct Work {
    __aicore__ inline void Run()
    {
        if constexpr (std::is_same<T, half>::value) { SEND(1); }
        if constexpr (std::is_same_v<T, float>) { SEND(2); }
        if constexpr (std::is_same_v<int32_t, T>) { SEND(3); }
        if constexpr (std::is_same_v<T, int8_t>) { SEND(4); }
    }
};
template <typename T> struct Picked { RUN(5) };
template <> struct Picked<half> { RUN(6) };
template <> struct Picked<int8_t> { RUN(7) };
"""


@pytest.mark.parametrize(
    ("named", "ways"),
    [
        ("Work<typename Traits<M>::type>", {(1,), (2,)}),
        ("Work<Held>", {(1,), (2,)}),
        ("Work<typename Short::type>", {(1,), (2,)}),
        ("Work<typename Traits<M>::Same>", {(3,)}),
        ("Work<typename Traits<2>::type>", {(2,)}),
        ("Work<typename Own<M>::type>", {(1,), (3,)}),
        ("Work<typename Based<M>::Element>", {(1,), (2,)}),
        ("Picked<typename Traits<M>::type>", {(5,), (6,)}),
        ("Picked<std::conditional_t<M == 1, half, float>>", {(5,), (6,)}),
        ("Work<std::conditional_t<M == 1, half, float>>", {(1,), (2,)}),
        ("typename Which<typename Traits<M>::type>::type", {(8,), (9,)}),
    ],
)
def test_a_type_may_be_that_of_any_specialisation(tmp_path: Path, named: str, ways: set[Flags]) -> None:
    body = f"using Short = Traits<M>; using Held = typename Traits<M>::type; {named} op; op.Run();"
    assert _ways(walked_open(tmp_path, "int M", body, SEND + HOLDERS)) == ways


def test_a_type_and_the_argument_that_selects_it_agree(tmp_path: Path) -> None:
    body = """
    if constexpr (M == 1) { SEND(5); }
    Work<typename Traits<M>::type> op; op.Run();
    if constexpr (M == 1) { SEND(6); }"""
    assert _ways(walked_open(tmp_path, "int M", body, SEND + HOLDERS)) == {(5, 1, 6), (2,)}
