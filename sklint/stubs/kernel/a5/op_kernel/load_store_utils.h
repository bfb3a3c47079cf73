// ops: loads and stores of registers with a conversion to float and back.
#pragma once

#include "kernel_operator.h"

namespace ops {
using namespace AscendC;
constexpr Reg::CastTrait castTraitB162B32 = {};
constexpr Reg::CastTrait castTraitB322B16 = {};
constexpr Reg::CastTrait castTraitB322Int32 = {};
constexpr Reg::CastTrait castTraitB322Int16 = {};
constexpr Reg::CastTrait castTraitB162Int8 = {};
SKLINT_API(LoadOneTensorForDtypeT)
SKLINT_API(LoadTwoTensorForDtypeT)
SKLINT_API(StoreOneTensorForDtypeT)
SKLINT_API(LoadUnAlignOneTensor)
SKLINT_API(StoreUnAlignOneTensor)
}  // namespace ops
