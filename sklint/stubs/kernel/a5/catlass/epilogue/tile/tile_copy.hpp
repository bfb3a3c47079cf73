// catlass: one of the headers that its parts are asked for by.
#pragma once

#include "../../../sklint_a5/catlass_gemm.h"
