"""Bodies: statements and expressions as the walk will see them."""

from __future__ import annotations

import pytest
from asking import Parse, body, entry

STATEMENTS = [
    ("int k = 3;", "int k = 3;"),
    ("i = i + 1; i += 2; i++; --i;", "i = (i + 1); i += 2; (i++); (--i);"),
    ("if (i > 0) { return; } else i = 1;", "if ((i > 0)) {return;} else i = 1;"),
    ("if constexpr (sizeof(int) == 4) i = 1;", "if constexpr ((sizeof(int) == 4)) i = 1;"),
    ("if (int k = i; k > 2) i = k;", "if (int k = i; (k > 2)) i = k;"),
    ("for (int k = 0; k < i; k++) { continue; }", "for (int k = 0; (k < i); (k++)) {continue;}"),
    ("for (;;) break;", "for (; ; ) break;"),
    ("for (; i < 3;) i = 1;", "for (; (i < 3); ) i = 1;"),
    ("for (i = 0;; i++) break;", "for (i = 0; ; (i++)) break;"),
    ("for (;; i++) break;", "for (; ; (i++)) break;"),
    ("while (i) i--;", "while (i) (i--);"),
    ("do { i--; } while (i > 0);", "do {(i--);} while ((i > 0));"),
    ("int a[2] = {1, 2}; for (int x : a) i += x;", "int[2] a = {1, 2}; for (int x : a) i += x;"),
    (
        "switch (i) { case 1: case 2: i = 0; break; default: i = 5; }",
        "switch (i) {case 1: case 2: i = 0; break; default: i = 5;}",
    ),
    ("try { i = 1; } catch (int error) { return; }", "{{i = 1;}}"),
    ("goto end; end: i = 2;", "goto end; {goto end; i = 2;}"),
    ("static const int n = 4; constexpr int m = 2;", "static const int n = 4; constexpr const int m = 2;"),
    ('using Word = int; static_assert(true, ""); Word w = 1;', "run::Word w = 1;"),
]

EXPRESSIONS = [
    ("i ? 1 : 2", "(i ? 1 : 2)"),
    ("(float)i", "(float)i"),
    ("static_cast<uint64_t>(i)", "(uint64_t)i"),
    ("i = uint8_t(i)", "i = (uint8_t)i"),
    ("reinterpret_cast<__gm__ half *>(x)", "(gm half*)x"),
    ("x[i]", "x[i]"),
    ("*(x + 4)", "(*(x + 4))"),
    ("&i", "(&i)"),
    ("!i && ~i", "((!i) && (~i))"),
    ("0x10 + 010 + 0b11 + 1'000u", "(((16 + 8) + 3) + 1000)"),
    ("1.5f", "1.5"),
    ("'A'", "65"),
    ("true", "true"),
    ("nullptr", "none"),
    ("sizeof(half)", "sizeof(half)"),
    ("sizeof(i)", "sizeof(i)"),
    ("[&](int k) { return k + i; }(2)", "[](int k) {return (k + i);}(2)"),
    ("({ i = 1; i; })", "[]() {i = 1; i;}()"),
    ("Pair{1, 2}.first", "Pair{1, 2}.first"),
    ("Counter(3).Next()", "Counter{3}.Next()"),
    ("Color::GREEN", "Color::GREEN"),
    ("pick<2, half>(i)", "pick<2, half>(i)"),
    ("unheard_of(i, 2)", "unheard_of(i, 2)"),
    ("unheard_of()", "unheard_of()"),
]

PREFIX = """
#include "kernel_operator.h"
struct Pair { int first; int second; };
struct Counter { Counter(int n) : n(n) {} int Next() { return n + 1; } int n; };
enum class Color { RED, GREEN };
template <int N, typename T> int pick(int k) { return N + k; }
void run(__gm__ uint8_t *x, int i) { BODY }
extern "C" __global__ __aicore__ void kernel(GM_ADDR x) { run(x, 1); }
"""


@pytest.mark.parametrize(("source", "expected"), STATEMENTS)
def test_statement(parse: Parse, source: str, expected: str) -> None:
    program = parse(PREFIX.replace("BODY", source))
    assert body(program, "run") == expected


@pytest.mark.parametrize(("source", "expected"), EXPRESSIONS)
def test_expression(parse: Parse, source: str, expected: str) -> None:
    program = parse(PREFIX.replace("BODY", f"{source};"))
    assert body(program, "run") == expected + ";"


@pytest.mark.parametrize(("source", "expected"), [*STATEMENTS, *((s + ";", e + ";") for s, e in EXPRESSIONS)])
def test_the_same_inside_a_macro_body(parse: Parse, source: str, expected: str) -> None:
    text = PREFIX.replace("void run(", f"#define WHOLE(...) {source}\nvoid run(").replace("BODY", "WHOLE(x)")
    assert body(parse(text), "run") == expected


def test_a_kernel_without_body_text_keeps_its_parameters(parse: Parse) -> None:
    program = parse(PREFIX.replace("BODY", ""))
    assert entry(program) == "void kernel(gm unsigned char* x) {run(x, 1);}"
