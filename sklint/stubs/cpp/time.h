#ifndef SKLINT_TIME_H
#define SKLINT_TIME_H

#include <stddef.h>

typedef long time_t;
typedef long clock_t;
struct timespec {
    time_t tv_sec;
    long tv_nsec;
};
struct tm {
    int tm_sec;
    int tm_min;
    int tm_hour;
    int tm_mday;
    int tm_mon;
    int tm_year;
};
extern "C" {
time_t time(time_t *);
struct tm *localtime(const time_t *);
int clock_gettime(int, struct timespec *);
size_t strftime(char *, size_t, const char *, const struct tm *);
}
#define CLOCKS_PER_SEC 1000000L
#define CLOCK_MONOTONIC 1
#define CLOCK_REALTIME 0

#endif
