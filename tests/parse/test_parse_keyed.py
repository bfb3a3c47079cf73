"""Code chosen by tiling key in the preprocessor is read for all keys at once."""

from __future__ import annotations

from asking import Parse, body

from sklint.parse.source import rewritten

KERNEL = """#include "kernel_operator.h"
#define KEY_B 20
#if TILING_KEY_VAR == 1
using Chosen = half;
#endif
extern "C" __global__ __aicore__ void kernel(GM_ADDR x, GM_ADDR tiling)
{
    TILING_KEY_IS(10);
#if TILING_KEY_VAR == 10
    AscendC::SyncAll();
#ifdef UNHEARD
    int hidden = 1;
#endif
#elif (TILING_KEY_VAR == KEY_B) || \\
      TILING_KEY_VAR == 30  // two of them
    AscendC::SyncAll<false>();
#else
    int rest = 1;
#endif  // keys
    int last = 2;
}
"""


def test_each_key_becomes_a_branch(parse: Parse) -> None:
    program = parse(KERNEL)
    assert not program.problems
    assert body(program, "kernel") == (
        "sklint::tiling_key_is(10); if (sklint::tiling_key_is(10)) {AscendC::SyncAll();} "
        "else if ((sklint::tiling_key_is(20) || sklint::tiling_key_is(30))) {AscendC::SyncAll<false>();} "
        "else {int rest = 1;} int last = 2;"
    )
    assert [site.at.line for site in program.sites] == [10, 16]


def test_lines_stay_where_they_were() -> None:
    changed = rewritten(KERNEL.encode()).decode()
    assert changed.count("\n") == KERNEL.count("\n")
    assert changed.splitlines()[19].strip() == "int last = 2;"


def test_chains_outside_functions_and_other_conditions_stay() -> None:
    changed = rewritten(KERNEL.encode()).decode()
    assert "#if TILING_KEY_VAR == 1\nusing Chosen" in changed
    mixed = b"void f() {\n#if TILING_KEY_VAR == 1 && defined(X)\nint a;\n#endif\n}\n"
    assert rewritten(mixed) == mixed
    torn = b"void f() {\n#if TILING_KEY_VAR == 1\nif (a) {\n#else\nif (b) {\n#endif\n}\n}\n"
    assert rewritten(torn) == torn


def test_keys_in_a_header_that_is_not_read_are_those_of_another_build(parse: Parse) -> None:
    selection = "ASCENDC_TPL_SEL(ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_KERNEL_TYPE_SEL(ASCENDC_TPL_{}), ));\n"
    text = (
        '#include "kernel_operator.h"\n#if __NPU_ARCH__ == 3510\n#include "new_keys.h"\n#else\n#include "old_keys.h"\n'
        "#endif\ntemplate <bool WIDE> __global__ __aicore__ void kernel(GM_ADDR x) {}\n"
    )
    files = {"old_keys.h": selection.format("AIV_ONLY"), "new_keys.h": selection.format("MIX_AIC_1_2")}
    for architecture, type, header in ((2201, "AIV_ONLY", "old_keys.h"), (3510, "MIX_AIC_1_2", "new_keys.h")):
        ((name, at),) = parse(text, architecture, files).selected_types.items()
        assert name == f"KERNEL_TYPE_{type}"
        assert (at.path.endswith(header), at.line, at.column) == (True, 1, selection.index("ASCENDC_TPL_KERNEL") + 1)
