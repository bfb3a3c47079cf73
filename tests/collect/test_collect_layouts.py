"""Operators in every layout people use, and what belongs to them."""

import os
import tempfile
from pathlib import Path

import pytest

from sklint.collect import Collection, Target, collect

from .conftest import Lay


def found(*paths: Path) -> Collection:
    return collect([str(path) for path in paths])


def only(*paths: Path) -> Target:
    (target,) = found(*paths).targets
    return target


def below(root: Path, paths: tuple[str, ...]) -> list[str]:
    return [os.path.relpath(path, root) for path in paths]


def test_a_project_pairs_kernels_with_the_host_code_beside_them(lay: Lay) -> None:
    root = lay(
        {
            "add/op_kernel/add.cpp": "kernel:add",
            "add/op_kernel/add.h": "",
            "add/op_host/add_tiling.cpp": "",
            "add/op_host/arch35/add_tiling.h": "",
            "add/op_host/config/notes.txt": "",
        }
    )
    target = only(root)
    assert target.operator.name == "add"
    assert target.operator.root == str(root / "add")
    assert below(root, target.operator.host) == ["add/op_host/add_tiling.cpp", "add/op_host/arch35/add_tiling.h"]
    assert target.kernel.entries == ("add",)


def test_an_installed_operator_is_alone_in_its_vendor_tree(lay: Lay) -> None:
    tbe = "opp/vendors/customize/op_impl/ai_core/tbe"
    root = lay(
        {
            f"{tbe}/add_impl/dynamic/add.cpp": "kernel:add",
            f"{tbe}/all_impl/ascendc/mul/mul.cpp": "kernel:mul",
            f"{tbe}/all_impl/ascendc/sub/arch35/sub.cpp": "kernel:sub",
        }
    )
    operators = {target.operator.name: target.operator for target in found(root).targets}
    assert sorted(operators) == ["add", "mul", "sub"]
    assert operators["sub"].root == str(root / tbe / "all_impl/ascendc/sub")
    assert {operator.repository for operator in operators.values()} == {str(root / "opp/vendors/customize")}
    assert operators["add"].host == ()


def test_a_single_file_with_main_is_its_own_host(lay: Lay) -> None:
    root = lay({"add/add.asc": "int main() { add<<<8, nullptr, s>>>(x); }\nkernel:add"})
    target = only(root)
    assert target.operator.host == (target.kernel.path,)


def test_a_kernel_that_is_launched_beside_it_has_the_other_files_for_hosts(lay: Lay) -> None:
    root = lay(
        {
            "csrc/kernels/add.cpp": "kernel:add",
            "csrc/kernels/mul.cpp": "void go() { mul<<<1, 0, s>>>(x); }\nkernel:mul",
            "csrc/torch_binding.cpp": "",
            "csrc/deep/other.cpp": "",
        }
    )
    add, mul = found(root).targets
    assert below(root, add.operator.host) == ["csrc/kernels/mul.cpp", "csrc/torch_binding.cpp"]
    assert (add.operator.name, mul.operator.name) == ("add", "mul")
    assert add.operator.root == str(root / "csrc")


def test_a_project_split_in_kernel_and_host_folders_is_one_operator(lay: Lay) -> None:
    root = lay({"add/kernel/add.asc": "kernel:add", "add/host/main.cpp": "", "add/add_tiling.h": ""})
    target = only(root)
    assert target.operator.root == str(root / "add")
    assert below(root, target.operator.host) == ["add/add_tiling.h", "add/host/main.cpp"]


@pytest.mark.parametrize("suffix", ["cpp", "cc", "cxx", "cce", "asc"])
def test_every_source_suffix_counts(lay: Lay, suffix: str) -> None:
    assert only(lay({f"add.{suffix}": "kernel:add"})).kernel.entries == ("add",)


@pytest.mark.parametrize("suffix", ["h", "hpp"])
def test_a_header_is_an_entry_only_while_no_source_includes_it(lay: Lay, suffix: str) -> None:
    root = lay({f"op_kernel/impl.{suffix}": "kernel:add"})
    assert only(root).kernel.path == str(root / f"op_kernel/impl.{suffix}")
    lay({"op_kernel/add.cpp": f'#include "impl.{suffix}"\nkernel:other'})
    assert only(root).kernel.path == str(root / "op_kernel/add.cpp")


def test_a_kernel_made_by_a_macro_of_an_included_header_is_found(lay: Lay) -> None:
    root = lay(
        {
            "CMakeLists.txt": "",
            "common/inc/entry.h": "#define KERNEL_API extern __global__ __aicore__\n",
            "add/op_kernel/add_base.h": '#include "../../common/inc/entry.h"\n',
            "add/op_kernel/add.cpp": '#include "add_base.h"\nKERNEL_API void add(GM_ADDR x) { }\n',
            "add/op_kernel/unrelated.cpp": "#define KERNEL_API\nKERNEL_API void mul(GM_ADDR x) { }\n",
        }
    )
    for asked in (root, root / "add", root / "add/op_kernel/add.cpp"):
        assert only(asked).kernel.entries == ("add",)


_API = "#define KERNEL_API __global__ __aicore__\n"
_USE = '#include "api.h"\nKERNEL_API void add(GM_ADDR x) { }\n'


@pytest.mark.parametrize("kernel", ["kernel.h", "kernel.cpp"])
def test_the_source_that_includes_what_a_macro_made_a_kernel_is_linted(lay: Lay, kernel: str) -> None:
    root = lay(
        {
            "CMakeLists.txt": "",
            "examples/add/add.cpp": f'#include "{kernel}"\nint main() {{ return 0; }}\n',
            f"examples/add/{kernel}": _USE,
            "include/api.h": _API,
        }
    )
    for asked in (root, root / "examples", root / "examples/add/add.cpp"):
        assert (only(asked).path, only(asked).kernel.entries) == (str(root / "examples/add/add.cpp"), ("add",))


def test_a_macro_outside_of_what_was_asked_for_makes_a_kernel_of_it(lay: Lay) -> None:
    root = lay({"CMakeLists.txt": "", "add/add.cpp": _USE, "mul/mul.cpp": '#include "api.h"\n', "include/api.h": _API})
    for asked in (root, root / "add", root / "add/add.cpp"):
        assert only(asked).kernel.entries == ("add",)
    assert found(root / "mul").targets == ()


_ENTRY = '#define ENTRY(WORK) extern "C" __global__ __aicore__ void add(GM_ADDR x) { WORK(x); }\n'
_WORK = '#include "entry.h"\n__aicore__ inline void Work(GM_ADDR x) { }\nENTRY(Work)\n'
_OLD_WORK = '#include "../entry.h"\n__aicore__ inline void Work(GM_ADDR x) { }\nENTRY(Work)\n'
_EITHER = '#if __CCE_AICORE__ == 200\n#include "arch20/work.h"\n#else\n#include "work.h"\n#endif\n'


@pytest.mark.parametrize("folder", ["op_kernel", "direct"])
def test_the_source_that_includes_headers_with_the_entry_is_linted_and_not_these(lay: Lay, folder: str) -> None:
    root = lay(
        {
            f"{folder}/add.cpp": _EITHER,
            f"{folder}/arch20/work.h": _OLD_WORK,
            f"{folder}/work.h": _WORK,
            f"{folder}/entry.h": _ENTRY,
        }
    )
    for asked in (root, *(root / folder / name for name in ("add.cpp", "work.h", "arch20/work.h", "entry.h"))):
        assert (only(asked).path, only(asked).kernel.entries) == (str(root / folder / "add.cpp"), ("add",))


def test_a_header_that_defines_the_entry_is_linted_as_the_source_that_includes_it(lay: Lay) -> None:
    root = lay({"add.cpp": '#include "add.h"\n', "add.h": "kernel:add"})
    assert only(root).kernel.path == str(root / "add.cpp")


def test_a_header_that_uses_an_entry_macro_is_linted_while_no_source_includes_it(lay: Lay) -> None:
    root = lay({"op_kernel/work.h": _WORK, "op_kernel/entry.h": _ENTRY, "op_kernel/mul.cpp": "kernel:mul"})
    assert below(root, tuple(target.path for target in found(root).targets)) == [
        "op_kernel/mul.cpp",
        "op_kernel/work.h",
    ]


def test_a_tiling_that_includes_the_kernel_is_its_host_still(lay: Lay) -> None:
    root = lay({"op_kernel/add.h": "kernel:add", "op_host/add_tiling.cpp": '#include "../op_kernel/add.h"\n'})
    target = only(root)
    assert target.kernel.path == str(root / "op_kernel/add.h")
    assert below(root, target.operator.host) == ["op_host/add_tiling.cpp"]


@pytest.mark.parametrize(
    ("path", "text", "architecture"),
    [
        ("add/op_kernel/add.cpp", "", 2201),
        ("add/op_kernel/add_apt.cpp", "", 3510),
        ("add/op_kernel/arch35/add.cpp", "", 3510),
        ("add/op_kernel/arch32/add.cpp", "", 2201),
        ("add/op_kernel/arch22/add.cpp", "", 2201),
        ("add/op_kernel/v35/add.cpp", "", 3510),
        ("add/ascend950/add.cpp", "", 3510),
        ("add/ascend910b/add.cpp", "", 2201),
        ("07_ascend950_add/add.cpp", "", 3510),
        ("add_ascend950/kernel/add.cpp", "", 3510),
        ("for-ascend950-ci/work/tree/add.cpp", "", 2201),
        ("ascend950_and_others/arch22/add.cpp", "", 2201),
        ("add/dav-3510/add.asc", "", 3510),
        ("add/dav_c220/add.asc", "", 2201),
        ("add/op_kernel/add.cpp", '#include "arch35/add.h"\n', 3510),
        ("add/op_kernel/add.cpp", '#include "arch32/add.h"\n', 2201),
        ("add/op_kernel/add.cpp", '#if X\n#include "arch35/add.h"\n#else\n#include "add.h"\n#endif\n', 2201),
    ],
)
def test_the_architecture_is_where_the_file_says_it(lay: Lay, path: str, text: str, architecture: int) -> None:
    assert only(lay({path: f"{text}kernel:add"})).kernel.architecture == architecture


@pytest.mark.parametrize(("socs", "architecture"), [(["ascend950"], 3510), (["ascend950", "ascend910b"], 2201)])
def test_a_kernel_configured_for_ascend_950_alone_is_for_it(lay: Lay, socs: list[str], architecture: int) -> None:
    root = lay(
        {"add/op_kernel/add.cpp": "kernel:add", **{f"add/op_host/config/{soc}/add_binary.json": "{}" for soc in socs}}
    )
    assert only(root).kernel.architecture == architecture


def test_a_file_brings_its_whole_operator_but_is_linted_alone(lay: Lay) -> None:
    root = lay(
        {"add/op_kernel/add.cpp": "kernel:add", "add/op_kernel/add_apt.cpp": "kernel:add", "add/op_host/t.cpp": ""}
    )
    target = only(root / "add/op_kernel/add_apt.cpp")
    assert [Path(kernel.path).name for kernel in target.operator.kernels] == ["add.cpp", "add_apt.cpp"]
    assert below(root, target.operator.host) == ["add/op_host/t.cpp"]


def test_a_host_file_stands_for_the_kernels_of_its_operator(lay: Lay) -> None:
    root = lay(
        {"add/op_kernel/add.cpp": "kernel:add", "add/op_host/tiling.cpp": "", "mul/op_kernel/mul.cpp": "kernel:mul"}
    )
    assert only(root / "add/op_host/tiling.cpp").kernel.entries == ("add",)


def test_a_launcher_stands_for_the_kernels_beside_it(lay: Lay) -> None:
    root = lay({"csrc/kernels/add.cpp": "kernel:add", "csrc/binding.cpp": "", "csrc/far/mul.cpp": "kernel:mul"})
    assert only(root / "csrc/binding.cpp").kernel.entries == ("add",)


def test_a_header_stands_for_the_kernels_that_include_it_wherever_they_are(lay: Lay) -> None:
    root = lay(
        {
            "CMakeLists.txt": "",
            "add/op_kernel/base.h": "",
            "add/op_kernel/add.h": '#include "base.h"\n',
            "add/op_kernel/add.cpp": '#include "add.h"\nkernel:add',
            "mul/op_kernel/mul.cpp": '#include "../add/base.h"\nkernel:mul',
            "sub/op_kernel/base.h": "",
            "sub/op_kernel/sub.cpp": '#include "base.h"\nkernel:sub',
        }
    )
    targets = found(root / "add/op_kernel/base.h").targets
    assert [target.kernel.entries for target in targets] == [("add",), ("mul",)]


def test_an_include_cycle_ends(lay: Lay) -> None:
    root = lay(
        {
            "op_kernel/a.h": '#include "b.h"\n',
            "op_kernel/b.h": '#include "a.h"\n',
            "op_kernel/c.cpp": '#include "a.h"\nkernel:c',
        }
    )
    assert only(root / "op_kernel/b.h").kernel.entries == ("c",)


def test_headers_are_looked_for_in_the_work_tree_or_the_library_or_what_was_asked(lay: Lay) -> None:
    plain = lay({"norm/add/op_kernel/add.cpp": "kernel:add"})
    assert only(plain).operator.repository == str(plain)
    library = lay({"norm/CMakeLists.txt": "", "build.sh": ""})
    assert only(library / "norm/add").operator.repository == str(library)
    (library / "norm" / ".git").mkdir()
    assert only(library / "norm/add").operator.repository == str(library / "norm")


def test_two_operators_side_by_side_make_a_library(lay: Lay) -> None:
    root = lay({"lib/add/op_kernel/add.cpp": "kernel:add", "lib/mul/op_kernel/mul.cpp": "kernel:mul"})
    assert only(root / "lib/add").operator.repository == str(root / "lib")


def test_an_operator_that_is_a_repository_of_its_own_has_nothing_to_do_with_what_lies_beside_it(lay: Lay) -> None:
    root = lay({"lib/add/op_kernel/add.cpp": "kernel:add", "lib/mul/op_kernel/mul.cpp": "kernel:mul"})
    (root / "lib/add/.git").mkdir()
    assert only(root / "lib/add").operator.repository == str(root / "lib/add")
    assert only(root / "lib/mul").operator.repository == str(root / "lib")


def test_two_operators_in_the_folder_for_scratch_work_have_nothing_to_do_with_each_other(
    lay: Lay, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = lay({"add/op_kernel/add.cpp": "kernel:add", "mul/op_kernel/mul.cpp": "kernel:mul"})
    monkeypatch.setattr(tempfile, "tempdir", str(root))
    assert only(root / "add").operator.repository == str(root / "add")


def test_the_header_index_knows_every_file_by_its_name(lay: Lay) -> None:
    root = lay({"build.sh": "", "common/x.h": "", "add/op_kernel/x.h": "", "add/op_kernel/add.cpp": "kernel:add"})
    collection = found(root / "add")
    (index,) = collection.headers.values()
    assert below(root, index.by_name["x.h"]) == ["add/op_kernel/x.h", "common/x.h"]
    assert "y.h" not in index.by_name
