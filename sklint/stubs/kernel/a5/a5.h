// What Ascend 950 (architecture 3510) adds to the AscendC API of A2 and A3.
//
// This folder is an include folder, too: it holds the headers that Ascend 950 kernels ask for by path.
#pragma once

#include "reg.h"
#include "reg_calls.h"
#include "simt.h"
