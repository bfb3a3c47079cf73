// AscendC::Te: layouts, tensors and the copies and products on them; what is made is of one type.
#pragma once

#include "kernel_operator.h"

namespace AscendC {
namespace Te {

enum class CacheMode : uint8_t {
    CACHE_MODE_NORMAL = 0,
    CACHE_MODE_DISABLE = 4,
    CACHE_MODE_LAST,
    CACHE_MODE_PERSISTENT
};
enum class MmadType : uint8_t { NORMAL, MX };
enum class RoundMode : uint8_t { DEFAULT, HYBRID };
enum DualDstMode : uint8_t { DUAL_DST_DISABLE, DUAL_DST_SPLIT_M, DUAL_DST_SPLIT_N };

namespace Location {
struct GM {};
struct UB {};
struct L1 {};
struct L0A {};
struct L0B {};
struct L0C {};
struct BIAS {};
struct FIXBUF {};
struct L0ScaleA {};
struct L0ScaleB {};
struct SSBUF {};
}  // namespace Location

template <typename... T> struct Shape {
    template <typename... A> constexpr Shape(A &&...) {}
};
template <typename... T> struct Stride {
    template <typename... A> constexpr Stride(A &&...) {}
};
template <typename... T> struct Coord {
    template <typename... A> constexpr Coord(A &&...) {}
};
template <typename... T> struct Tile {
    template <typename... A> constexpr Tile(A &&...) {}
};
struct Layout {
    template <typename... A> sklint::Any operator()(A &&...) const;
    template <typename... A> sklint::Any Shape(A &&...) const;
    template <typename... A> sklint::Any Stride(A &&...) const;
};
struct Tensor {
    template <typename... A> Tensor operator()(A &&...) const;
    template <typename I> sklint::Any operator[](I) const;
    template <typename... A> Tensor Slice(A &&...) const;
    Te::Layout Layout() const;
    sklint::Any Data() const;
    sklint::Any Engine() const;
    sklint::Any Size() const;
    sklint::Any Shape() const;
    sklint::Any Stride() const;
};
struct MemPtr {
    MemPtr operator+(sklint::Any) const;
    sklint::Any operator[](sklint::Any) const;
    sklint::Any Get() const;
};
// A copy or a product, and what configures it.
struct Atom {
    template <typename... A> Atom With(A &&...) const;
    template <typename... A> Atom with(A &&...) const;
    template <typename... A> void Call(A &&...) const;
};

#define SKLINT_TE_TAG(Name) \
    struct Name {};
#define SKLINT_TE_COPY(Name)                                         \
    struct Name {};                                                  \
    struct Name##Trait {                                             \
        template <typename... A> constexpr Name##Trait(A &&...) {}   \
    };                                                               \
    struct Name##TraitDefault {};
SKLINT_TE_TAG(DNExtLayoutPtn)
SKLINT_TE_TAG(DNLayoutPtn)
SKLINT_TE_TAG(NC1HWC0LayoutPtn)
SKLINT_TE_TAG(NCHWLayoutPtn)
SKLINT_TE_TAG(NDExtLayoutPtn)
SKLINT_TE_TAG(NDLayoutPtn)
SKLINT_TE_TAG(NHWCLayoutPtn)
SKLINT_TE_TAG(NNLayoutPtn)
SKLINT_TE_TAG(NZLayoutPtn)
SKLINT_TE_TAG(ScaleADNLayoutPtn)
SKLINT_TE_TAG(ScaleANDLayoutPtn)
SKLINT_TE_TAG(ScaleBDNLayoutPtn)
SKLINT_TE_TAG(ScaleBNDLayoutPtn)
SKLINT_TE_TAG(ZNLayoutPtn)
SKLINT_TE_TAG(ZZLayoutPtn)
SKLINT_TE_TAG(LayoutTraitDefault)
SKLINT_TE_TAG(LayoutTraitFP4)
SKLINT_TE_TAG(LayoutTraitScale)
SKLINT_TE_TAG(MmadOperation)
SKLINT_TE_TAG(MmadTraitDefault)
SKLINT_TE_COPY(CopyGM2L1)
SKLINT_TE_COPY(CopyGM2UB)
SKLINT_TE_COPY(CopyL0C2GM)
SKLINT_TE_COPY(CopyL0C2L1)
SKLINT_TE_COPY(CopyL0C2UB)
SKLINT_TE_COPY(CopyL12BT)
SKLINT_TE_COPY(CopyL12FB)
SKLINT_TE_COPY(CopyL12L0A)
SKLINT_TE_COPY(CopyL12L0B)
SKLINT_TE_COPY(CopyL12L0ScaleA)
SKLINT_TE_COPY(CopyL12L0ScaleB)
SKLINT_TE_COPY(CopyL12UB)
SKLINT_TE_COPY(CopyUB2GM)
SKLINT_TE_COPY(CopyUB2L1)
SKLINT_TE_COPY(CopyUB2UB)
#undef SKLINT_TE_COPY
#undef SKLINT_TE_TAG

template <typename... T> struct CopyTraits {};
template <typename... T> struct CopyAtom : Atom {};
template <typename... T> struct MmadTraits {};
template <typename... T> struct MmadAtom : Atom {};
struct MmadTrait {
    template <typename... A> constexpr MmadTrait(A &&...) {}
    int32_t fmOffset = 0;
    bool kDirectionAlign = false;
    bool cmatrixSource = false;
    bool disableGemv = false;
    MmadType mmadType = MmadType::NORMAL;
};
struct MmadParams {
    MmadParams();
    template <typename... A> MmadParams(A &&...);
    uint16_t m;
    uint16_t n;
    uint16_t k;
    uint8_t unitFlag;
    bool cmatrixInitVal;
    bool cmatrixSource;
    bool isBias;
};
struct FixpipeParams {
    constexpr FixpipeParams(uint8_t unitFlag = 0, bool subBlockId = false)
        : unitFlag(unitFlag), subBlockId(subBlockId) {}
    uint8_t unitFlag;
    bool subBlockId;
};

SKLINT_RETURNING(Layout, MakeLayout)
SKLINT_RETURNING(Layout, MakeFrameLayout)
SKLINT_RETURNING(Layout, MakePatternLayout)
SKLINT_RETURNING(Tensor, MakeTensor)
SKLINT_RETURNING(Tensor, Slice)
SKLINT_RETURNING(MemPtr, MakeMemPtr)
SKLINT_RETURNING(Atom, MakeCopy)
SKLINT_RETURNING(Atom, MakeMmad)
SKLINT_RETURNING(void, Copy)
SKLINT_RETURNING(void, Mmad)
SKLINT_API(Capacity)
SKLINT_API(Cosize)
SKLINT_API(Crd2Idx)
SKLINT_API(Get)
SKLINT_API(GetShape)
SKLINT_API(GetStride)
SKLINT_API(Rank)
SKLINT_API(Select)
SKLINT_API(Size)
SKLINT_API(Squeeze)
template <typename... T> constexpr Shape<T...> MakeShape(const T &...) { return {}; }
template <typename... T> constexpr Stride<T...> MakeStride(const T &...) { return {}; }
template <typename... T> constexpr Coord<T...> MakeCoord(const T &...) { return {}; }
template <typename... T> constexpr Tile<T...> MakeTile(const T &...) { return {}; }

}  // namespace Te
}  // namespace AscendC
