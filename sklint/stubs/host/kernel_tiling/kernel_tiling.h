// The structures of the kernel's side, in headers that host and kernel share: there they have no namespace.
#ifndef SKLINT_HOST_KERNEL_TILING_H
#define SKLINT_HOST_KERNEL_TILING_H

#include "sklint_host.h"

using namespace AscendC::tiling;

#endif
