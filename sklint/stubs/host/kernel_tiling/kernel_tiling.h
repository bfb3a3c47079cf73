// The structures of the kernel's side, in headers that host and kernel share: there they have no namespace.
#ifndef SKLINT_HOST_KERNEL_TILING_H
#define SKLINT_HOST_KERNEL_TILING_H

#include "sklint_host.h"

using optiling::BatchNormTiling;
using optiling::ConfusionTransposeTiling;
using optiling::GroupNormTiling;
using optiling::LayerNormSeparateTiling;
using optiling::LayerNormTiling;
using optiling::LogSoftMaxTiling;
using optiling::RmsNormTiling;
using optiling::SoftMaxTiling;
using optiling::TCubeTiling;
using optiling::TopkTiling;

#endif
