// What the rest of the API is declared with: results and arguments of any type, and the calls the walk decides.
#ifndef SKLINT_ANY_H
#define SKLINT_ANY_H

namespace sklint {

// A result whose type does not matter to the walk: converts to whatever the kernel wants.
struct Any {
    constexpr Any() {}
    template <typename T> constexpr operator T() const;
    template <typename... A> Any operator()(A &&...) const;
    template <typename T> Any operator[](T) const;
    template <typename T> Any &operator=(const T &);
    Any operator-() const;
    Any operator+() const;
    Any operator~() const;
    bool operator!() const;
};

#define SKLINT_ANY_OPERATOR(op, result)                            \
    template <typename T> result operator op(const Any &, const T &); \
    template <typename T> result operator op(const T &, const Any &); \
    result operator op(const Any &, const Any &);
SKLINT_ANY_OPERATOR(+, Any)
SKLINT_ANY_OPERATOR(-, Any)
SKLINT_ANY_OPERATOR(*, Any)
SKLINT_ANY_OPERATOR(/, Any)
SKLINT_ANY_OPERATOR(%, Any)
SKLINT_ANY_OPERATOR(&, Any)
SKLINT_ANY_OPERATOR(|, Any)
SKLINT_ANY_OPERATOR(^, Any)
SKLINT_ANY_OPERATOR(<<, Any)
SKLINT_ANY_OPERATOR(>>, Any)
SKLINT_ANY_OPERATOR(==, bool)
SKLINT_ANY_OPERATOR(!=, bool)
SKLINT_ANY_OPERATOR(<, bool)
SKLINT_ANY_OPERATOR(>, bool)
SKLINT_ANY_OPERATOR(<=, bool)
SKLINT_ANY_OPERATOR(>=, bool)

// An argument written in braces, which no pack can deduce.
struct Braced {
    Braced();
    template <typename... T> Braced(T &&...);
};

// Stands before a pack that explicit template arguments must not fill.
enum class Deduced { ALL };

// A number of any type, for helpers that a kernel's own functions of the same name must always beat.
struct Number {
    template <typename T> constexpr Number(T) {}
};

// Which of the two kinds the walk runs this code as; never folded, both branches stay in the tree.
constexpr bool is_aiv() { return true; }
constexpr bool is_aic() { return true; }
constexpr bool tiling_key_is(unsigned long long) { return true; }
template <typename... K> constexpr bool tiling_key_in(K...) { return true; }
template <typename T> constexpr int kernel_task_type(T) { return 0; }
template <typename K, typename T> constexpr int kernel_task_type_keyed(K, T) { return 0; }
// ASCENDC_CUBE_ONLY undefined, then defined as what users write for it.
template <typename... A> bool regist_matmul_obj_ASCENDC_CUBE_ONLY(A &&...);
template <typename... A> bool regist_matmul_obj_(A &&...);
template <typename... A> bool regist_matmul_obj_0(A &&...);
template <typename... A> bool regist_matmul_obj_1(A &&...);
template <typename... A> bool regist_matmul_obj_true(A &&...);
template <typename... A> int sk_bind(A &&...);
// What the template keys of an operator are made of. A pack would be one more function for each of a thousand lists.
struct Numbers {
    Numbers(const char *, ...);
};
struct KernelType {
    KernelType(...);
};
struct Selection {
    Selection(...);
};
struct Selections {
    Selections(...);
};
struct Parameter {
    Parameter(const char *, ...);
};
struct Declared {
    Declared(...);
};

// GET_TILING_DATA asks for the struct that REGISTER_TILING_DEFAULT named in an enclosing scope, or that the front end
// chose. Where nobody knows it, the name below stays undeclared on purpose: clang then takes the type for one it
// will learn later and keeps every statement that reads a field, where an invented type would lose them all.
struct Here {};
template <typename T> struct TilingOf {
    T operator()(Here) const;
};
template <typename T, typename P> T tiling_data(P);
template <typename T, typename P> T *tiling_data_pointer(P);

}  // namespace sklint

// One function of the API: every mix of explicit template arguments, any arguments, braces among them.
#define SKLINT_BRACED                                                                                              \
    ::sklint::Braced, ::sklint::Braced = {}, ::sklint::Braced = {}, ::sklint::Braced = {}, ::sklint::Braced = {},  \
        ::sklint::Braced = {}, ::sklint::Braced = {}, ::sklint::Braced = {}, ::sklint::Braced = {},                \
        ::sklint::Braced = {}, ::sklint::Braced = {}, ::sklint::Braced = {}, ::sklint::Braced = {},                \
        ::sklint::Braced = {}, ::sklint::Braced = {}, ::sklint::Braced = {}
#define SKLINT_RETURNING(Result, Name)                                                                             \
    template <::sklint::Deduced = ::sklint::Deduced::ALL, typename... A> Result Name(A &&...);                     \
    template <typename T, typename... U, typename... A> Result Name(A &&...);                                      \
    template <auto V, auto... W, typename... A> Result Name(A &&...);                                              \
    template <typename T, auto V, auto... W, typename... A> Result Name(A &&...);                                  \
    template <typename T, typename U, auto V, auto... W, typename... A> Result Name(A &&...);                      \
    template <typename T, typename U, typename X, auto V, auto... W, typename... A> Result Name(A &&...);          \
    template <auto V, typename T, typename... U, typename... A> Result Name(A &&...);                              \
    Result Name(SKLINT_BRACED);                                                                                    \
    template <typename T, typename... U> Result Name(SKLINT_BRACED);                                               \
    template <typename T, auto V, auto... W> Result Name(SKLINT_BRACED);                                           \
    template <typename T, typename U, auto V, auto... W> Result Name(SKLINT_BRACED);
// The same for a function that takes a configuration object by reference among its template arguments.
#define SKLINT_CONFIGURED(Name)                                                                                    \
    template <typename T, const auto &C, typename... A> ::sklint::Any Name(A &&...);                               \
    template <typename T, typename U, const auto &C, typename... A> ::sklint::Any Name(A &&...);                   \
    template <typename T, auto V, const auto &C, typename... A> ::sklint::Any Name(A &&...);                       \
    template <typename T, auto V, auto W, const auto &C, typename... A> ::sklint::Any Name(A &&...);               \
    template <typename T, typename U, auto V, const auto &C, typename... A> ::sklint::Any Name(A &&...);           \
    template <typename T, auto V, auto W, auto X, const auto &C, typename... A> ::sklint::Any Name(A &&...);       \
    template <typename T, auto V, auto W, auto X, auto Y, const auto &C, typename... A> ::sklint::Any Name(A &&...);
#define SKLINT_API(Name) SKLINT_RETURNING(::sklint::Any, Name)
#define SKLINT_API2(A, B) SKLINT_API(A) SKLINT_API(B)
#define SKLINT_API4(A, B, C, D) SKLINT_API2(A, B) SKLINT_API2(C, D)

#endif
