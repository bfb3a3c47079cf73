"""Types and expressions from their text."""

from __future__ import annotations

import pytest
import rendering

from sklint.parse.typetext import Meaning, argument_texts, arguments_of, expression_of, type_of
from sklint.program import Name, Span, Type

HERE = Span("kernel.cpp", 1, 1, 1, 1)
KNOWN = {
    "LocalTensor": Meaning("type", "AscendC::LocalTensor"),
    "PIPE_MTE3": Meaning("enumerator", "pipe_t::PIPE_MTE3"),
    "kBlocks": Meaning("global", "lib::kBlocks", "c:@N@lib@kBlocks"),
    "Shape": Meaning("type", "Shape"),
}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("int", "int"),
        ("unsigned long long", "unsigned long long"),
        ("const half *", "const half*"),
        ("half const &", "const half&"),
        ("__attribute__((address_space(1))) uint8_t *", "gm uint8_t*"),
        ("uint8_t __attribute__((address_space(1))) *", "gm uint8_t*"),
        ("__gm__ T *__restrict", "gm T*"),
        ("LocalTensor<half>", "AscendC::LocalTensor<half>"),
        ("LocalTensor<LocalTensor<float>> &&", "AscendC::LocalTensor<AscendC::LocalTensor<float>>&"),
        ("TQue<QuePosition::VECIN, 2>", "TQue<QuePosition::VECIN, 2>"),
        ("typename Base<T>::Element", "Base<T>::Element"),
        ("Base<T>::template Rebind<U>", "Base<T>::Rebind<U>"),
        ("int[3][N + 1]", "int[(N + 1)][3]"),
        ("const half (&)[4]", "const half[4]&"),
        ("Wrap<(A > B), -1, sizeof(T) * 2>", "Wrap<(A > B), (-1), (sizeof(T) * 2)>"),
        ("Op</*first=*/true, T>", "Op<true, T>"),
        ("std::enable_if_t<is_base_of_v<Policy<>, T> || is_same_v<T, half>, int>", None),
    ],
)
def test_types(text: str, shown: str | None) -> None:
    found = type_of(text, HERE, KNOWN.get)
    assert found.name
    assert shown is None or rendering.type_(found) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("1 + 2 * 3", "(1 + (2 * 3))"),
        ("(a - b) - c", "((a - b) - c)"),
        ("a - b - c", "((a - b) - c)"),
        ("a << 2 | b & 3", "((a << 2) | (b & 3))"),
        ("x ? y : z ? 1 : 2", "(x ? y : (z ? 1 : 2))"),
        ("IsSame<T, half>::value && !kFlag", "(IsSame<T, half>::value && (!kFlag))"),
        ("static_cast<uint8_t>(kBlocks)", "(uint8_t)lib::kBlocks"),
        ("(uint32_t)4", "(uint32_t)4"),
        ("sizeof(int32_t)", "sizeof(int32_t)"),
        ("Foo<T>::template make<2>(a).size", "Foo<T>::make<2>(a).size"),
        ("Shape{1, 2}", "Shape{1, 2}"),
        ("uint32_t(-1) + half{2}", "((uint32_t)(-1) + (half)2)"),
        ("a > b", "(a > b)"),
        ("1e3f", "1000.0"),
    ],
)
def test_expressions(text: str, shown: str) -> None:
    found = expression_of(text, HERE, KNOWN.get)
    assert found is not None
    assert rendering.expression(found) == shown


def test_a_bare_name_may_be_a_type_or_a_value() -> None:
    unknown, pipe, value = arguments_of("<T, PIPE_MTE3, 0x2>", HERE, KNOWN.get)
    assert unknown == Type("T")
    assert isinstance(pipe, Name) and pipe.name == "pipe_t::PIPE_MTE3"
    assert rendering.argument(value) == "2"


def test_argument_lists_end_where_they_end() -> None:
    assert argument_texts("<A<B, C>, (x > y)>(rest, <)") == (["A<B, C>", " (x > y)"], 18)
    assert argument_texts("<a; b>") is None
    assert argument_texts("(a)") is None
    assert arguments_of("<>", HERE) == ()


@pytest.mark.parametrize("text", ["", "<", "((((", "a +", "decltype(x)", "operator+", "1 2", "(" * 500, "A<" * 500])
def test_text_that_is_none_is_said_to_be_none(text: str) -> None:
    assert expression_of(text, HERE) is None
    assert type_of(text, HERE).name == ""
