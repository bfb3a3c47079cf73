// SIMT: one of the headers that AscendC::Simt is split into.
#pragma once

#include "kernel_operator.h"

#include "../../sklint_a5/simt.h"
