"""The index finds registrations, templates and launches in host files by their text."""

from pathlib import Path

import pytest

from sklint.host.index import HostIndex
from sklint.host.text import plain, scan


def test_a_registration_names_operator_function_and_parse_function() -> None:
    text = "IMPL_OP_OPTILING(ScaleRows)\n    .Tiling(RunTiling)\n    .TilingParse<Info>(Prepare);"
    (found,) = scan("a.cpp", text).registrations
    assert (found.operator, found.tiling, found.parse) == ("ScaleRows", "RunTiling", "Prepare")


def test_names_are_compared_without_case_and_underscores() -> None:
    assert plain("ScaleRows") == plain("scale_rows") == plain("SCALE_ROWS")
    assert plain("ScaleRows") != plain("ScaleRowsV2")


def test_comments_and_strings_register_nothing() -> None:
    text = '// IMPL_OP_OPTILING(A).Tiling(F);\n/* IMPL_OP_OPTILING(B).Tiling(F); */\nauto s = "k<<<1>>>";\n'
    found = scan("a.cpp", text)
    assert not found.registrations
    assert not found.launches


def test_launches_are_known_by_the_kernel_they_name() -> None:
    text = "void f() { scale_rows<<<8, nullptr, stream>>>(x); ACLRT_LAUNCH_KERNEL(add_rows)(8, stream, x); }"
    assert {"scale_rows", "add_rows"} <= set(scan("a.cpp", text).launches)


@pytest.mark.parametrize(
    ("text", "defines"),
    [
        ("ge::graphStatus Base::Reset(gert::TilingContext *context)\n{\n    return 0;\n}\n", True),
        ("Base::Reset(int a, int (*b)(int)) const // why\n{ }\n", True),
        ("Base::Reset() : first_(1) {}\n", True),
        ("Base::Reset() /* a ** b */ // c\n{}\n", True),
        ("Base::Reset() " + "/* a */ " * 5000 + ";\n", False),
        ("auto Base::Reset() -> int { return 1; }\n", True),
        ("int f() { return Base::Reset(context); }\n", False),
        ("int f() { if (Base::Reset(g(1), 2) == 3) { } }\n", False),
        ("auto p = &Base::Reset;\nusing q = decltype(Base::Reset(1));\n", False),
        ("int f() { Base::Reset(", False),
    ],
)
def test_a_call_is_no_definition(tmp_path: Path, text: str, defines: bool) -> None:
    source = tmp_path / "op_host" / "base.cpp"
    source.parent.mkdir()
    source.write_text(text)
    index = HostIndex(str(tmp_path), {"base.cpp": [str(source)]})
    assert list(index.defining("Base", "Reset")) == ([str(source)] if defines else [])


@pytest.mark.parametrize(
    ("before", "named"),
    [
        ('constexpr char NAME[] = "ScaleRows";', "NAME"),
        ('static const std::string NAME{"ScaleRows"};', "NAME"),
        ("", '"ScaleRows"'),
        ("", "ScaleRows"),
        ('constexpr char OTHER_NAME[] = "Other"; constexpr char *NAME = "ScaleRows";', "NAME"),
    ],
)
def test_a_template_is_registered_for_the_operator_that_a_constant_names(before: str, named: str) -> None:
    (found,) = scan("a.cpp", f"{before}\nREGISTER_TILING_TEMPLATE({named}, ScaleTiling, 2);").templates
    assert (found.operator, found.tiling_class) == ("ScaleRows", "ScaleTiling")
