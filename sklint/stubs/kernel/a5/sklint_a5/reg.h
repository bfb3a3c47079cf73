// Register computing on Ascend 950: the types, the modes and their enumerators.
#pragma once

namespace AscendC {
namespace Reg {

enum class RegLayout { UNKNOWN = -1, ZERO, ONE, TWO, THREE };
enum class SatMode { UNKNOWN = -1, NO_SAT, SAT };
enum class IndexOrder { INCREASE_ORDER, DECREASE_ORDER };
enum class MaskMergeMode { UNKNOWN, MERGING, ZEROING };
enum class HistogramsBinType { BIN0, BIN1, BIN2, BIN3, BIN4, BIN5, BIN6, BIN7 };
enum class HistogramsType { FREQUENCY, ACCUMULATE };
enum class HighLowPart { LOWEST, HIGHEST };
enum class PostLiteral { POST_MODE_NORMAL, POST_MODE_UPDATE };
enum class MaskPattern { ALL, VL1, VL2, VL3, VL4, VL8, VL16, VL32, VL64, VL128, M3, M4, H, Q, ALLF = 15 };
enum class MaskDist { DIST_NORM, DIST_US, DIST_DS, DIST_PACK };
enum class MemType { VEC_STORE, VEC_LOAD, SCALAR_STORE, SCALAR_LOAD, VEC_ALL, SCALAR_ALL };
enum class DataCopyMode { DATA_BLOCK_COPY };
enum class GatherMaskMode { NO_STORE_REG, STORE_REG };
enum class StoreMode { NOSTORED, STORED };
enum class RoundControl { NO_ROUND, ROUND };
enum class PairReduce { SUM };
enum class LoadDist {
    DIST_NORM,
    DIST_BRC_B8,
    DIST_BRC_B16,
    DIST_BRC_B32,
    DIST_US_B8,
    DIST_US_B16,
    DIST_DS_B8,
    DIST_DS_B16,
    DIST_BDINTLV,
    DIST_DINTLV_B8,
    DIST_DINTLV_B16,
    DIST_DINTLV_B32,
    DIST_UNPACK_B8,
    DIST_UNPACK_B16,
    DIST_UNPACK_B32,
    DIST_UNPACK4_B8,
    DIST_BLK,
    DIST_E2B_B16,
    DIST_E2B_B32,
    DIST_SPLT4CHN_B8,
    DIST_SPLT2CHN_B8,
    DIST_SPLT2CHN_B16,
};
enum class StoreDist {
    DIST_NORM,
    DIST_NORM_B8,
    DIST_NORM_B16,
    DIST_NORM_B32,
    DIST_FIRST_ELEMENT_B8,
    DIST_FIRST_ELEMENT_B16,
    DIST_FIRST_ELEMENT_B32,
    DIST_PACK_B16,
    DIST_PACK_B32,
    DIST_PACK_B64,
    DIST_PACK4_B32,
    DIST_INTLV_B8,
    DIST_INTLV_B16,
    DIST_INTLV_B32,
    DIST_MRG4CHN_B8,
    DIST_MRG2CHN_B8,
    DIST_MRG2CHN_B16,
};
using ReduceType = AscendC::ReduceType;

struct DefaultType {};

struct RegTrait {
    int REG_NUM = 1;
};
constexpr RegTrait RegTraitNumOne = {1};
constexpr RegTrait RegTraitNumTwo = {2};

struct CastTrait {
    RegLayout layoutMode = RegLayout::UNKNOWN;
    SatMode satMode = SatMode::UNKNOWN;
    MaskMergeMode mrgMode = MaskMergeMode::UNKNOWN;
    RoundMode roundMode = RoundMode::UNKNOWN;
};
constexpr CastTrait castTrait = {};

// The modes of the functions that know several algorithms; a kernel hands over the address of a constant of these.
#define SKLINT_SPECIFIC_MODE(name, algorithm)        \
    struct name {                                      \
        MaskMergeMode mrgMode = MaskMergeMode::ZEROING;  \
        algorithm algo = algorithm::INTRINSIC;           \
    };
#define SKLINT_PRECISION_MODE(name, algorithm)       \
    struct name {                                      \
        MaskMergeMode mrgMode = MaskMergeMode::ZEROING;  \
        bool precisionMode = false;                      \
        algorithm algo = algorithm::INTRINSIC;           \
    };
SKLINT_SPECIFIC_MODE(ExpSpecificMode, ExpAlgo)
SKLINT_SPECIFIC_MODE(LnSpecificMode, LnAlgo)
SKLINT_SPECIFIC_MODE(LogSpecificMode, LogAlgo)
SKLINT_SPECIFIC_MODE(Log2SpecificMode, Log2Algo)
SKLINT_SPECIFIC_MODE(Log10SpecificMode, Log10Algo)
SKLINT_PRECISION_MODE(DivSpecificMode, DivAlgo)
SKLINT_PRECISION_MODE(SqrtSpecificMode, SqrtAlgo)
#undef SKLINT_SPECIFIC_MODE
#undef SKLINT_PRECISION_MODE

struct VectorRegister {};

template <typename Element>
struct TypeGet {
    using T = VectorRegister;
};

template <typename T, const RegTrait& regTrait = RegTraitNumOne>
struct RegTensor {
    using ActualT = T;
    using RegType = VectorRegister;
    static constexpr RegTrait trait = regTrait;
    static constexpr int REG_NUM = regTrait.REG_NUM;
    RegType reg[2];
    operator RegType&();
    template <typename... A>
    void Print(A&&...) const;
};

struct MaskReg {
    template <typename... A>
    void Print(A&&...) const;
};
struct AddrReg {};
struct UnalignReg {};
using UnalignRegForLoad = UnalignReg;
using UnalignRegForStore = UnalignReg;

}  // namespace Reg
}  // namespace AscendC
