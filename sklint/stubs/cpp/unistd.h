#ifndef SKLINT_UNISTD_H
#define SKLINT_UNISTD_H

#include <stdint.h>

extern "C" {
int usleep(unsigned);
unsigned sleep(unsigned);
int close(int);
int access(const char *, int);
int getpid();
}

#endif
