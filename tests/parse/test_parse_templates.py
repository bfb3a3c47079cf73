"""Templates: dependent names, explicit arguments, bases and specialisations."""

from __future__ import annotations

import pytest
import rendering
from asking import Parse, body, function

KERNEL = """
#include "kernel_operator.h"
template <typename T> struct Traits { static constexpr int width = 1; };
template <> struct Traits<half> { static constexpr int width = 2; };
template <typename T> struct Traits<T *> { static constexpr int width = 8; };
template <typename T> class Base {
public:
    using Element = T;
    __aicore__ inline void Start(GM_ADDR x, T first) { count = 1; }
    template <int K> __aicore__ inline void Step() { count = K; }
protected:
    int count = 0;
};
template <typename T, int N = 2> class Op : public Base<T> {
public:
    __aicore__ inline Op() : size(N), other{1} {}
    __aicore__ inline void Process(T value) { BODY }
    static constexpr int kTotal = 3 * N;
    template <typename U> __aicore__ inline void Use(U with) {}
private:
    AscendC::GlobalTensor<T> gm;
    AscendC::TQue<AscendC::TPosition::VECIN, N> queue;
    typename Base<T>::Element one;
    int size;
    int other;
    T inner;
};
template <typename T, int K> __aicore__ inline void free_step(int v) {}
template <> __aicore__ inline void free_step<half, 1>(int v) {}
extern "C" __global__ __aicore__ void kernel(GM_ADDR x) {
    Op<half, 3> op;
    op.Process(half(1));
    free_step<half, 2>(Traits<half>::width);
}
"""

DEPENDENT = [
    ("inner.Go(value);", "this->inner.Go(value);"),
    ("this->count = 2;", "this->count = 2;"),
    ("this->template Step<3>();", "this->Step<3>();"),
    ("Base<T>::Start(nullptr, value);", "Base<T>::Start(none, value);"),
    ("Base<T>::template Step<N + 1>();", "Base<T>::Step<(N + 1)>();"),
    ("value.template Run<T, N>(1).Next();", "value.Run<T, N>(1).Next();"),
    ("T::Make(1);", "T::Make(1);"),
    ("T fresh(value, 1); T listed{value};", "T fresh = T{value, 1}; T listed = {value};"),
    ("auto made = T(1);", "auto made = T{1};"),
    ("if constexpr (Traits<T>::width > 1) return;", "if constexpr ((Traits<T>::width > 1)) return;"),
    ("AscendC::SyncAll<N == 2>();", "AscendC::SyncAll<(N == 2)>();"),
    ("AscendC::CrossCoreSetFlag<0x2, PIPE_MTE3>(N);", "AscendC::CrossCoreSetFlag<2, pipe_t::PIPE_MTE3>(N);"),
    ("Use<AscendC::LocalTensor<T>>(queue.template DeQue<T>());", None),
    ("Op<T, N + 1> next; next.Use<int>(kTotal);", "Op<T, (N + 1)> next; next.Use<int>(Op::kTotal);"),
    ("sizeof(T) * sizeof(Traits<T>);", "(sizeof(T) * sizeof(Traits<T>));"),
    ("using Local = Traits<T>; int w = Local::width;", "int w = Op::Process::Local::width;"),
    ("unheard<T>(value);", "unheard<T>(value);"),
    ("(gm)(0) = value;", "this->gm(0) = value;"),
]


@pytest.mark.parametrize(("source", "expected"), DEPENDENT)
def test_dependent_code(parse: Parse, source: str, expected: str | None) -> None:
    found = body(parse(KERNEL.replace("BODY", source)), "Process")
    assert found == (expected or "this->Use<AscendC::LocalTensor<T>>(this->queue.DeQue<T>());")


@pytest.mark.parametrize(("source", "expected"), DEPENDENT)
def test_dependent_code_in_a_macro_body(parse: Parse, source: str, expected: str | None) -> None:
    text = f"#define WHOLE() {source}\n{KERNEL}"
    found = body(parse(text.replace("BODY", "WHOLE()")), "Process")
    assert found == (expected or "this->Use<AscendC::LocalTensor<T>>(this->queue.DeQue<T>());")


def test_names_that_are_macro_arguments(parse: Parse) -> None:
    text = (
        KERNEL.replace("BODY", "")
        .replace(
            "extern",
            "#define RUN(Cls, METHOD, ...) do { Cls<__VA_ARGS__> o; o.METHOD(1); o.template Use<T>(x); } while (0)\n"
            "template <typename T> __aicore__ inline void run(GM_ADDR x) { RUN(Op, Process, T, 4); }\nextern",
            1,
        )
        .replace("Op<half, 3> op;", "Op<half, 3> op; run<half>(x);")
    )
    assert body(parse(text), "run") == "do {Op<T, 4> o; o.Process(1); o.Use<T>(x);} while (0);"


def test_members_of_a_class_template(parse: Parse) -> None:
    program = parse(KERNEL.replace("BODY", ""))
    (op,) = program.classes["Op"]
    shown = {field.name: rendering.type_(field.type) for field in op.fields}
    assert shown["gm"] == "AscendC::GlobalTensor<T>"
    assert shown["queue"] == "AscendC::TQue<AscendC::TPosition::VECIN, N>"
    assert shown["one"] == "Base<T>::Element"
    assert [rendering.type_(base) for base in op.bases] == ["Base<T>"]
    assert [rendering.template_parameter(one) for one in op.template] == ["type T", "value N = 2"]
    constructor = function(program, "Op")
    assert [name for name, _ in constructor.initialisers] == ["size", "other"]
    (base,) = program.classes["Base"]
    assert rendering.type_(base.aliases["Element"].type) == "T"
    (count,) = [field for field in base.fields if field.name == "count"]
    assert count.init is not None and rendering.expression(count.init) == "0"


def test_specialisations_stay_apart(parse: Parse) -> None:
    program = parse(KERNEL.replace("BODY", ""))
    special = [one.specialises for one in program.classes["Traits"]]
    assert [None if one is None else rendering.arguments(one) for one in special] == [None, "<half>", "<T*>"]
    steps = [rendering.function(one) for one in program.named("free_step")]
    assert any("free_step<half, 1>" in one for one in steps)
    assert body(program, "kernel").endswith("free_step<half, 2>(Traits<half>::width);")


def test_only_what_the_entry_reaches_is_lowered(parse: Parse) -> None:
    program = parse(KERNEL.replace("BODY", "") + "void never(int i) { i = 1; }")
    assert not program.named("never") and not program.named("Use")
    assert program.named("Process")


def test_a_variable_template_is_a_function_of_its_arguments(parse: Parse) -> None:
    text = KERNEL.replace("BODY", "int n = WIDTH<T> + WIDTH<half>; if constexpr (wide<T, N>) return;").replace(
        "template <typename T> class Base",
        "template <typename T> constexpr int WIDTH = sizeof(T) * 2;\n"
        "template <> constexpr int WIDTH<half> = 9;\n"
        "template <typename T, int N = 3> constexpr bool wide = WIDTH<T> > N;\n"
        "template <typename T> class Base",
        1,
    )
    program = parse(text)
    assert not program.problems
    assert body(program, "Process") == "int n = (WIDTH<T>() + WIDTH<half>()); if constexpr (wide<T, N>()) return;"
    assert [rendering.function(one) for one in program.named("WIDTH")] == [
        "template<type T> int WIDTH() {return (sizeof(T) * 2);}",
        "int WIDTH<half>() {return 9;}",
    ]
    assert rendering.function(function(program, "wide")).startswith("template<type T, value N = 3> bool wide()")


def test_enumerators_of_class_templates_have_their_values(parse: Parse) -> None:
    text = KERNEL.replace("BODY", "int n = TWO + Plain::EIGHT;").replace(
        "static constexpr int kTotal", "enum { ONE = 1, TWO }; static constexpr int kTotal"
    )
    program = parse(
        text.replace("extern", "enum class Unused { NONE };\nextern", 1).replace(
            "template <typename T> class Base", "enum Plain { EIGHT = 1 << 3 };\ntemplate <typename T> class Base", 1
        )
    )
    assert program.enumerators["Op::TWO"] == 2
    assert program.enumerators["Plain::EIGHT"] == 8
