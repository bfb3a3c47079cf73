// What Ascend 950 (architecture 3510) adds to the AscendC API of A2 and A3.
//
// This folder is an include folder, too: it holds the headers that Ascend 950 kernels ask for by path.
#pragma once

#include "sklint_a5/types.h"
#include "sklint_a5/reg.h"
#include "sklint_a5/reg_calls.h"
#include "sklint_a5/simt.h"
#include "sklint_a5/extras.h"
#include "sklint_a5/bit_mode.h"
