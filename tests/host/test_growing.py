"""What a tiling calls is looked up in other files; what one class was found to need is there for the next."""

from pathlib import Path

import pytest
from hosts import HOST, KERNEL, counts, launches_in, write

from sklint.host import read
from sklint.host.read import run_tiling

STEPS = """
#pragma once
namespace steps {
class Registry {
public:
    static Registry &GetInstance();
    ge::graphStatus DoTilingImpl(gert::TilingContext *context);
};
class Steps {
public:
    explicit Steps(gert::TilingContext *context) : context_(context) {}
    ge::graphStatus DoTiling() { return PostTiling(); }
protected:
    virtual ge::graphStatus PostTiling() = 0;
    gert::TilingContext *context_;
};
class Rows : public Steps {
public:
    using Steps::Steps;
protected:
    ge::graphStatus Launch(uint32_t blocks);
};
class Few : public Rows {
public:
    using Rows::Rows;
protected:
    ge::graphStatus PostTiling() override { return Launch(2); }
};
class Many : public Rows {
public:
    using Rows::Rows;
protected:
    ge::graphStatus PostTiling() override { return Launch(4); }
};
}
#define REGISTER_OPS_TILING_TEMPLATE(op, name, priority) static int g_##name##_##priority = (priority)
"""
TILING = """
}
#include "steps.h"
namespace optiling {
using Few = steps::Few;
using Many = steps::Many;
REGISTER_OPS_TILING_TEMPLATE(ScaleRows, Few, 1);
REGISTER_OPS_TILING_TEMPLATE(ScaleRows, Many, 2);
static ge::graphStatus Tiling(gert::TilingContext *context)
{
    return steps::Registry::GetInstance().DoTilingImpl(context);
}
IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);
"""
LAUNCH = """
}
#include "steps.h"
ge::graphStatus steps::Rows::Launch(uint32_t blocks)
{
    context_->SetBlockDim(blocks);
    return ge::GRAPH_SUCCESS;
}
namespace optiling {
"""


def test_what_one_class_was_found_to_need_is_there_for_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs: list[int] = []

    def counted(*arguments: object) -> object:
        run = run_tiling(*arguments)  # type: ignore[arg-type]
        runs.append(len(run.launches))
        return run

    monkeypatch.setattr(read, "run_tiling", counted)
    files = {
        "scale_rows/op_kernel/scale_rows.cpp": KERNEL,
        "scale_rows/op_host/scale_rows_tiling.cpp": HOST % TILING,
        "scale_rows/op_host/launch.cpp": HOST % LAUNCH,
        "scale_rows/op_host/steps.h": STEPS,
    }
    assert counts(launches_in(write(tmp_path, files))) == ["const:2", "const:4"]
    assert runs[-3:] == [0, 1, 1], "the first class is run again with the file that it needs, the second one is not"


HIDING = """
}
#include "steps.h"
namespace optiling {
class Order {
public:
    explicit Order(gert::TilingContext *context) : context_(context) {}
    ge::graphStatus DoTiling(int *info)
    {
        return Launch(4);
    }

protected:
    virtual ge::graphStatus Launch(uint32_t blocks) = 0;
    gert::TilingContext *context_ = nullptr;
};

class Hiding : public Order {
public:
    ge::graphStatus DoTiling(%s);
    explicit Hiding(gert::TilingContext *context) : Order(context) {}

protected:
    ge::graphStatus Launch(uint32_t blocks) override
    {
        context_->SetBlockDim(blocks);
        return ge::GRAPH_SUCCESS;
    }
};

REGISTER_OPS_TILING_TEMPLATE(ScaleRows, Hiding, 1);

static ge::graphStatus Tiling(gert::TilingContext *context)
{
    return steps::Registry::GetInstance().DoTilingImpl(context);
}
IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);
"""


@pytest.mark.parametrize(("arguments", "expected"), [("gert::TilingContext &context", ["const:4"]), ("", [])])
def test_a_method_that_takes_arguments_is_no_step_that_is_called_without(
    tmp_path: Path, arguments: str, expected: list[str]
) -> None:
    files = {
        "scale_rows/op_kernel/scale_rows.cpp": KERNEL,
        "scale_rows/op_host/scale_rows_tiling.cpp": HOST % (HIDING % arguments),
        "scale_rows/op_host/steps.h": STEPS,
    }
    assert counts(launches_in(write(tmp_path, files))) == expected
