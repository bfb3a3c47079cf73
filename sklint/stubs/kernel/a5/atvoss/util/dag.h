// atvoss: the graph of a kernel: functions bound to their arguments, and the order of their computation.
#pragma once

#include "vec.h"

namespace Ops {
namespace Base {

enum class MemLevel { LEVEL_0, LEVEL_1, LEVEL_2 };

template <MemLevel Level = MemLevel::LEVEL_0, bool ReuseInput = false> struct MemOptCfg {
    static constexpr MemLevel memoryLevel = Level;
    static constexpr bool reuseIn = ReuseInput;
};

template <typename Function, typename... Ts> struct Bind {
    using Fun = Function;
    using Args = Elems<Ts...>;
    using BindType = Bind<Function, Ts...>;
    static constexpr bool IsBindFun = true;
    static constexpr unsigned int InputSize = sizeof...(Ts);
    template <int Offset> using FunRetArgType = typename Function::template FunRetArgType<Offset>;
    template <int Offset> using FunInArgType = typename Function::template FunInArgType<Offset>;
};

// Sizes that the real graph computes are one here: they only give arrays a length.
template <typename Outputs, typename Order = void, typename Memory = MemOptCfg<>> struct DAGSch {
    using OutList = Outputs;
    using MemOpt = Memory;
    using FunList = Outputs;
    using InHolders = Elems<>;
    using OutHolders = Elems<>;
    using Vars = Elems<>;
    static constexpr MemLevel BufLevel = Memory::memoryLevel;
    static constexpr int ReduceOpPos = 1;
    static constexpr unsigned int InputSize = 1;
    static constexpr unsigned int OutputSize = 1;
    static constexpr unsigned int CopyBrcSize = 1;
    static constexpr unsigned int VecBrcSize = 1;
    static constexpr unsigned int VarSize = 1;
    static constexpr unsigned int BufferNum = 1;
    static constexpr unsigned int Mte2Num = 1;
    static constexpr unsigned int Mte3Num = 1;
    static constexpr unsigned int MaxAliveNode = 1;
    static constexpr unsigned int TempCalcNode = 1;
    static constexpr unsigned int MaxDtypeBytes = 1;
    static constexpr unsigned int MinDtypeBytes = 1;
};

}  // namespace Base
}  // namespace Ops
