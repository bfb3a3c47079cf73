// Registration of an operator's callbacks; the variables keep the whole chain as their initialiser.
#ifndef SKLINT_HOST_REGISTRY_H
#define SKLINT_HOST_REGISTRY_H

#include <cstddef>
#include <initializer_list>

#include "sklint_host/gert.h"

// What libraries of the framework mark their classes with.
#define FMK_FUNC_HOST_VISIBILITY
#define FMK_FUNC_DEV_VISIBILITY
#define GE_FUNC_HOST_VISIBILITY
#define GE_FUNC_DEV_VISIBILITY

#define SKLINT_JOIN_(left, right) left##right
#define SKLINT_JOIN(left, right) SKLINT_JOIN_(left, right)
#define SKLINT_UNIQUE(prefix) SKLINT_JOIN(prefix, __COUNTER__)

namespace gert {

class OpImplRegister {
public:
    explicit OpImplRegister(const char *name);
    template <typename... A>
    OpImplRegister &InferShape(A...);
    template <typename... A>
    OpImplRegister &InferShapeRange(A...);
    template <typename... A>
    OpImplRegister &InferDataType(A...);
    OpImplRegister &Tiling(ge::graphStatus (*function)(TilingContext *), size_t maximum = 2048);
    template <typename F>
    OpImplRegister &Tiling(F function, size_t maximum = 2048);
    template <typename I>
    OpImplRegister &TilingParse(ge::graphStatus (*function)(TilingParseContext *));
    template <typename I, typename F>
    OpImplRegister &TilingParse(F function);
    template <typename I, typename F, typename... A>
    OpImplRegister &TilingParse(F function, A...);
    template <typename... A>
    OpImplRegister &GenSimplifiedKey(A...);
    template <typename... A>
    OpImplRegister &GenSimplifiedKeyV2(A...);
    OpImplRegister &InputsDataDependency(std::initializer_list<int32_t> inputs);
    OpImplRegister &TilingInputsDataDependency(std::initializer_list<int32_t> inputs);
    template <typename... A>
    OpImplRegister &TilingInputsDataDependency(std::initializer_list<int32_t> inputs, A...);
    template <typename A>
    OpImplRegister &TilingInputsDataDependency(std::initializer_list<int32_t> inputs, std::initializer_list<A> places);
    OpImplRegister &OutputShapeDependOnCompute(std::initializer_list<int32_t> outputs);
    OpImplRegister &HostInputs(std::initializer_list<int32_t> inputs);
    template <typename T>
    OpImplRegister &PrivateAttr(const char *name, T value);
    OpImplRegister &PrivateAttr(const char *name);
    template <typename... A>
    OpImplRegister &OpExecuteFunc(A...);
    template <typename... A>
    OpImplRegister &OpExecutePrepareFunc(A...);
    template <typename... A>
    OpImplRegister &OpExecuteLaunchFunc(A...);
    template <typename... A>
    OpImplRegister &GenTask(A...);
    template <typename... A>
    OpImplRegister &CalcParam(A...);
};

using OpImplRegisterV2 = OpImplRegister;

} // namespace gert

#define IMPL_OP_OPTILING(op) static auto SKLINT_UNIQUE(sklint_optiling_) = ::gert::OpImplRegister(#op)
#define IMPL_OP(op) static auto SKLINT_UNIQUE(sklint_op_) = ::gert::OpImplRegister(#op)
#define IMPL_OP_INFERSHAPE(op) static auto SKLINT_UNIQUE(sklint_infershape_) = ::gert::OpImplRegister(#op)
#define IMPL_OP_DEFAULT() static auto SKLINT_UNIQUE(sklint_default_) = ::gert::OpImplRegister("")

#endif
