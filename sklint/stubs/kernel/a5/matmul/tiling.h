// Matrix products: the tiling of a product, by one of the paths kernels ask for it.
#pragma once

#include "kernel_operator.h"
