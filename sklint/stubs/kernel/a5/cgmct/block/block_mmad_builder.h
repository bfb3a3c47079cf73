// cgmct: one of the headers that its parts are asked for by.
#pragma once

#include "../gemm.h"
