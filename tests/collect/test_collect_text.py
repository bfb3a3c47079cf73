"""Which kernels a text defines, and what only looks like one."""

import pytest

from sklint.collect.text import decode, includes, may_hold_entries, scan, unconditional_includes

DEVICE = '#include "kernel_operator.h"\n'


def entries(text: str) -> tuple[str, ...]:
    return scan(DEVICE + text).entries


@pytest.mark.parametrize(
    "declaration",
    [
        'extern "C" __global__ __aicore__ void add(GM_ADDR x) { }',
        "__global__ __aicore__ void add(GM_ADDR x)\n{\n}",
        "template <int A, typename T>\n__global__ __aicore__ void add(GM_ADDR x) { }",
        "__global__ [aicore] void add(GM_ADDR x) { }",
        "[host, aicore] __global__ void add(GM_ADDR x) { }",
        "__global__ __vector__ void add(__gm__ float* x) { }",
        "__vector__ __global__ __aicore__ void add(__gm__ float* x) { }",
        "__global__ __mix__(1, 2) void add(GM_ADDR x) { }",
        "__global__ __mix__(1, 2) __schedmode__(1) __aicore__ void add(GM_ADDR x) { }",
        "__global__ void __launch_bounds__(512) add(float* x) { }",
        "__sk__ __vector__ void add(const AddArgs* args, sk::SkSystemArgs* system) { }",
        'extern "C" __global__ __aicore__ void add(GM_ADDR x, int (*callback)(int)) { }',
        'extern "C" __global__ __aicore__ void\nadd(GM_ADDR x,\n    GM_ADDR y)\n{ }',
        "__global__ __aicore__ VISIBLE(hidden) void add(GM_ADDR x) { }",
        '#if OLD\nextern "C" __global__ __aicore__ void add(\n#else\ntemplate <int M>\n'
        "__global__ __aicore__ void add(\n#endif\n    GM_ADDR x)\n{ }",
    ],
)
def test_every_way_to_write_an_entry_is_seen(declaration: str) -> None:
    assert entries(declaration) == ("add",)


@pytest.mark.parametrize(
    "text",
    [
        "// __global__ __aicore__ void add(GM_ADDR x) { }",
        "// a line that goes on \\\n__global__ __aicore__ void add(GM_ADDR x) { }",
        "/* __global__ __aicore__ void add(GM_ADDR x) { } */",
        'const char* generated = "__global__ __aicore__ void add(GM_ADDR x) { }";',
        'const char* generated = R"cpp(\n__global__ __aicore__ void add(GM_ADDR x) { }\n)cpp";',
        "#if 0\n#ifdef X\n#endif\n__global__ __aicore__ void add(GM_ADDR x) { }\n#endif",
        'extern "C" __global__ __aicore__ void add(GM_ADDR x);',
        "template __global__ __aicore__ void add<half>(GM_ADDR x);",
        "void add_sk(GM_ADDR x) { }",
        "__aicore__ inline void add__global__helper(GM_ADDR x) { }",
        "__global__ __aicpu__ uint32_t add(void* x) { }",
        '#define __global__ __attribute__((annotate("global")))',
    ],
)
def test_what_only_looks_like_an_entry_is_not_one(text: str) -> None:
    assert not scan(DEVICE + text).makes


def test_the_live_side_of_a_dead_block_counts() -> None:
    kernel = "__global__ __aicore__ void {}(GM_ADDR x) {{ }}\n"
    text = f"#if 0\n{kernel.format('old')}#else\n{kernel.format('now')}#endif"
    assert entries(text) == ("now",)


def test_a_kernel_of_another_accelerator_is_none_of_ours() -> None:
    text = "#include <cuda.h>\n__global__ void add(float* x) { x[0] = 1; }"
    assert not scan(text).makes
    assert scan(text, device=True).entries == ("add",)


def test_a_macro_that_stands_for_the_qualifiers_marks_entries() -> None:
    text = '#define KERNEL_API extern "C" __global__ __aicore__\nKERNEL_API void add(GM_ADDR x) { }\n'
    assert entries(text) == ("add",)


def test_a_macro_with_arguments_can_be_a_mere_mark() -> None:
    assert entries("#define KERNEL(c, v) __global__ __mix__(c, v)\nKERNEL(1, 2) void add(GM_ADDR x) { }\n") == ("add",)


def test_a_macro_that_makes_kernels_is_followed_to_their_names() -> None:
    text = (
        "#define MAKE(name, T) \\\n"
        '    extern "C" __global__ __aicore__ void name##_##T(GM_ADDR x) \\\n'
        "    { \\\n        Run<T>(x); \\\n    }\n"
        "MAKE(add, half)\nMAKE(add, bfloat16_t)\n"
    )
    assert entries(text) == ("add_half", "add_bfloat16_t")


def test_a_macro_that_makes_only_the_head_of_a_kernel_is_followed_too() -> None:
    text = "#define ENTRY(name) extern __global__ __aicore__ void name\nENTRY(add)(GM_ADDR x)\n{ }\n"
    assert entries(text) == ("add",)


def test_a_kernel_whose_name_two_macros_hide_is_still_a_kernel() -> None:
    text = "#define MAKE(T) __global__ __aicore__ void add_##T(GM_ADDR x) { }\n#define EACH(F) F(half)\nEACH(MAKE)\n"
    found = scan(DEVICE + text)
    assert found.makes
    assert found.entries == ()


def test_a_macro_that_is_only_defined_makes_nothing_here_but_elsewhere() -> None:
    found = scan("#define MAKE(T) __global__ __aicore__ void add_##T(GM_ADDR x) { }\n")
    assert not found.makes
    assert scan("MAKE(half)\n", found.macros).entries == ("add_half",)


def test_a_text_in_utf_16_is_read_by_its_mark() -> None:
    data = "__global__ __aicore__ void add(GM_ADDR x) { }".encode("utf-16")
    assert may_hold_entries(data)
    assert scan(decode(data)).entries == ("add",)


def test_includes_are_listed_as_written() -> None:
    assert includes(b'#include "a.h"\n#  include <dir/b.hpp>\r\n#include MACRO\n') == ("a.h", "dir/b.hpp")


def test_an_include_guard_is_no_condition_but_an_if_is() -> None:
    text = '#ifndef ADD_H\n#define ADD_H\n#include "a.h"\n#if X\n#include "b.h"\n#endif\n// #include "c.h"\n#endif\n'
    assert list(unconditional_includes(text)) == ["a.h"]
