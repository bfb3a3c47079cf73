// Template tiling keys: their declarations say nothing about a launch; the chosen key is a value like any other.
#ifndef SKLINT_HOST_TEMPLATE_KEYS_H
#define SKLINT_HOST_TEMPLATE_KEYS_H

#include <cstdint>
#include <initializer_list>

#define ASCENDC_TPL_ARGS_DECL(...)
#define ASCENDC_TPL_SEL(...)
#define ASCENDC_TPL_ARGS_SEL(...)
#define ASCENDC_TPL_SEL_PARAM(context, ...) ::sklint::select_template((context), ##__VA_ARGS__)
// People end the list with a comma, too.
#define GET_TPL_TILING_KEY(...) ::sklint::tiling_key({__VA_ARGS__})
#define ASCENDC_TPL_UI_LIST 1
#define ASCENDC_TPL_UI_RANGE 0
#define ASCENDC_TPL_UI_MIX 2
#define ASCENDC_TPL_1_BW 1
#define ASCENDC_TPL_2_BW 2
#define ASCENDC_TPL_4_BW 4
#define ASCENDC_TPL_8_BW 8
#define ASCENDC_TPL_16_BW 16
#define ASCENDC_TPL_INPUT(index) (index)
#define ASCENDC_TPL_OUTPUT(index) (index)
#define ASCENDC_TPL_AIV_ONLY 0
#define ASCENDC_TPL_AIC_ONLY 1
#define ASCENDC_TPL_MIX_AIV_1_0 2
#define ASCENDC_TPL_MIX_AIC_1_0 3
#define ASCENDC_TPL_MIX_AIC_1_1 4
#define ASCENDC_TPL_MIX_AIC_1_2 5

namespace sklint {
struct KeyPart {
    template <typename T>
    KeyPart(T);
};
int chosen_by_framework();
uint64_t tiling_key(std::initializer_list<KeyPart> parts);
template <typename... A>
void select_template(A &&...arguments);
} // namespace sklint

#endif
