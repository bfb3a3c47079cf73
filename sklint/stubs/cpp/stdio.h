#ifndef SKLINT_STDIO_H
#define SKLINT_STDIO_H

#include <stdarg.h>
#include <stddef.h>

struct FILE;
extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
#ifndef SKLINT_DEVICE_PRINTF
int printf(const char *, ...);
#endif
int fprintf(FILE *, const char *, ...);
int sprintf(char *, const char *, ...);
int snprintf(char *, size_t, const char *, ...);
int vsnprintf(char *, size_t, const char *, va_list);
int vprintf(const char *, va_list);
int sscanf(const char *, const char *, ...);
int puts(const char *);
int putchar(int);
int fflush(FILE *);
FILE *fopen(const char *, const char *);
int fclose(FILE *);
size_t fread(void *, size_t, size_t, FILE *);
size_t fwrite(const void *, size_t, size_t, FILE *);
int fseek(FILE *, long, int);
long ftell(FILE *);
char *fgets(char *, int, FILE *);
int fputs(const char *, FILE *);
int remove(const char *);
void perror(const char *);
#define EOF (-1)
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2

#endif
