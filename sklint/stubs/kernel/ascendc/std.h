// AscendC::Std and the type helpers of AscendC: they compute, since `if constexpr` asks them.
#ifndef SKLINT_STD_H
#define SKLINT_STD_H

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace AscendC {
namespace Std {
using std::add_const;
using std::add_const_t;
using std::add_lvalue_reference;
using std::add_pointer;
using std::add_pointer_t;
using std::add_rvalue_reference;
using std::bool_constant;
using std::conditional;
using std::conditional_t;
using std::conjunction;
using std::decay;
using std::decay_t;
using std::declval;
using std::disjunction;
using std::enable_if;
using std::enable_if_t;
using std::extent;
using std::false_type;
using std::forward;
using std::get;
using std::index_sequence;
using std::index_sequence_for;
using std::integer_sequence;
using std::integral_constant;
using std::is_arithmetic;
using std::is_array;
using std::is_base_of;
using std::is_base_of_v;
using std::is_class;
using std::is_const;
using std::is_constructible;
using std::is_convertible;
using std::is_convertible_v;
using std::is_empty;
using std::is_enum;
using std::is_floating_point;
using std::is_floating_point_v;
using std::is_function;
using std::is_fundamental;
using std::is_integral;
using std::is_integral_v;
using std::is_lvalue_reference;
using std::is_pointer;
using std::is_pointer_v;
using std::is_reference;
using std::is_rvalue_reference;
using std::is_same;
using std::is_same_v;
using std::is_scalar;
using std::is_signed;
using std::is_signed_v;
using std::is_unsigned;
using std::is_unsigned_v;
using std::is_void;
using std::is_void_v;
using std::make_index_sequence;
using std::make_integer_sequence;
using std::make_tuple;
using std::negation;
using std::remove_const;
using std::remove_const_t;
using std::remove_cv;
using std::remove_cv_t;
using std::remove_cvref;
using std::remove_cvref_t;
using std::remove_extent;
using std::remove_pointer;
using std::remove_pointer_t;
using std::remove_reference;
using std::remove_reference_t;
using std::remove_volatile;
using std::tie;
using std::true_type;
using std::tuple;
using std::tuple_cat;
using std::tuple_element;
using std::tuple_element_t;
using std::tuple_size;
using std::tuple_size_v;
using std::underlying_type;
using std::void_t;
template <size_t v> using Int = integral_constant<size_t, v>;
template <typename T> constexpr T abs(T value) { return value < 0 ? -value : value; }
template <typename T> constexpr T sqrt(T value) { return value; }
template <typename T, typename U> constexpr T min(const T a, const U b) { return a < b ? a : static_cast<T>(b); }
template <typename T, typename U> constexpr T max(const T a, const U b) { return a > b ? a : static_cast<T>(b); }
template <typename T> constexpr T move(T &value) { return value; }
template <typename T> void swap(T &, T &);
template <typename T> struct is_tuple : false_type {};
template <typename... T> struct is_tuple<tuple<T...>> : true_type {};
template <typename T> inline constexpr bool is_tuple_v = is_tuple<T>::value;
template <typename T, typename... U> struct is_one_of : bool_constant<(is_same_v<T, U> || ...)> {};
template <typename T, typename... U> inline constexpr bool is_one_of_v = is_one_of<T, U...>::value;
template <typename T, typename U> using IsSame = is_same<T, U>;
}  // namespace Std

template <typename T, typename U> struct IsSameType {
    static constexpr bool value = std::is_same_v<T, U>;
};
template <typename T, typename U> constexpr bool IsSameTypeV = std::is_same_v<T, U>;
template <typename T, typename... U> constexpr bool SupportType() { return (std::is_same_v<T, U> || ...); }
template <typename T, int... bytes> constexpr bool SupportBytes() { return ((sizeof(T) == bytes) || ...); }
template <typename T, T... values> constexpr bool SupportEnum(T value) { return ((value == values) || ...); }
template <bool v> struct BoolInst {
    static constexpr bool value = v;
};
using TrueType = BoolInst<true>;
using FalseType = BoolInst<false>;
template <bool condition, typename T, typename F>
struct Conditional { using type = std::conditional_t<condition, T, F>; };
template <typename T> struct SizeOfBits { static constexpr int value = sizeof(T) * 8; };
template <int bits> struct IntegerSubType { using T = int8_t; };
template <> struct IntegerSubType<16> { using T = int16_t; };
template <> struct IntegerSubType<32> { using T = int32_t; };
template <> struct IntegerSubType<64> { using T = int64_t; };
template <typename... T> struct Tuple {};

}  // namespace AscendC

#endif
