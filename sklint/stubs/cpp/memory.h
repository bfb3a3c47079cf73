#ifndef SKLINT_MEMORY_H
#define SKLINT_MEMORY_H

#include <string.h>

#endif
