#ifndef SKLINT_STDLIB_H
#define SKLINT_STDLIB_H

#include <stddef.h>

typedef struct {
    int quot;
    int rem;
} div_t;
// Of C++ linkage, like those of <math.h>: kernels of C linkage are called abs, exp or floor, and it has no overloads.
int abs(int) noexcept;
long labs(long) noexcept;
int atoi(const char *);
long atol(const char *);
double atof(const char *);
long strtol(const char *, char **, int);
long long strtoll(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
unsigned long long strtoull(const char *, char **, int);
double strtod(const char *, char **);
float strtof(const char *, char **);
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
void abort();
void exit(int);
char *getenv(const char *);
int setenv(const char *, const char *, int);
int rand();
void srand(unsigned);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
div_t div(int, int);
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647

#endif
