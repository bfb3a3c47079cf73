// atvoss: buffer locks between the pipes of one core.
#pragma once

#include "elems.h"
#include "log.h"

namespace Ops {
namespace Base {
template <TPosition Position> void GetBuf(uint8_t);
template <TPosition Position> void RlsBuf(uint8_t);
template <TPosition Position> void GetTensor(uint8_t);
template <TPosition Position> void ReleaseTensor(uint8_t);
}  // namespace Base
}  // namespace Ops
