#ifndef SKLINT_CTYPE_H
#define SKLINT_CTYPE_H

extern "C" {
int isalpha(int);
int isdigit(int);
int isalnum(int);
int isspace(int);
int isupper(int);
int islower(int);
int isxdigit(int);
int ispunct(int);
int toupper(int);
int tolower(int);
}

#endif
