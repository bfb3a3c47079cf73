"""Sites and words: what the text names, found by the text alone."""

from __future__ import annotations

from asking import Parse, function

from sklint.parse import word_sites

TEXT = """#include "kernel_operator.h"
#define WAIT_ALL() AscendC::SyncAll<false>()
#define SELF block_idx
#define NEVER get_block_num()
class Wrapper {
public:
    __aicore__ inline void SyncAll(int round) { rounds = round; }
    __aicore__ inline void Use(AscendC::TPipe *given, AscendC::TPipe &other) { given->Destroy(); }
    AscendC::TPipe pipe;
    int rounds;
};
// AscendC::SyncAll();
#if 0
void dead() { AscendC::SyncAll(); int block_idx = 0; }
#endif
extern "C" __global__ __aicore__ void kernel(GM_ADDR x)
{
    AscendC::SyncAll();
    const char *text = "SyncAll() and get_block_idx";
    AscendC::CrossCoreSetFlag<0x2,
                              PIPE_MTE3>(3);
    auto lambda = [&]() { AscendC::PipeBarrier<PIPE_ALL>(); };
    Wrapper wrapper;
    wrapper.SyncAll(SELF);
    nobody.SyncAll();
    int get_block_idx_of = 1, block_num = 2;
    WAIT_ALL();
}
"""


def test_every_call_that_the_text_names_is_a_site(parse: Parse) -> None:
    program = parse(TEXT)
    assert [(site.name, site.kind, site.at.line) for site in program.sites] == [
        ("Destroy", "pipe", 8),
        ("TPipe", "pipe", 9),
        ("SyncAll", "sync", 18),
        ("CrossCoreSetFlag", "sync", 20),
        ("PipeBarrier", "pipe", 22),
        ("SyncAll", "sync", 24),
        ("SyncAll", "sync", 25),
    ]


def test_a_site_knows_its_function_also_where_clang_lost_the_statement(parse: Parse) -> None:
    program = parse(TEXT)
    kernel = function(program, "kernel")
    assert {site.function for site in program.sites if site.at.line > 15} == {kernel.key}
    assert [site.function for site in program.sites if site.at.line == 9] == [""]
    assert not kernel.complete


def test_words_are_whole_words_in_compiled_text_strings_and_used_macros(parse: Parse) -> None:
    program = parse(TEXT)
    assert [(word.name, word.kind, word.at.line) for word in program.words] == [
        ("block_idx", "macro", 3),
        ("get_block_idx", "text", 19),
        ("block_num", "code", 26),
    ]
    assert [word.at.line for word in word_sites(program, {"block_num"})] == [26]


def test_a_site_span_covers_the_word(parse: Parse) -> None:
    program = parse(TEXT)
    (site,) = [one for one in program.sites if one.at.line == 18]
    assert TEXT.splitlines()[17][site.at.column - 1 : site.at.end_column - 1] == "SyncAll"
