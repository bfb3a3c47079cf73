// SIMT: one of the headers that the SIMT interface is split into.
#pragma once

#include "kernel_operator.h"

#include "../sklint_a5/simt_functions.h"
