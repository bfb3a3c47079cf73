// catlass: coordinates, layouts, the memories of a core, and flags between cores.
#pragma once

#include "kernel_operator.h"

#define CATLASS_DEVICE inline __aicore__
#define CATLASS_HOST_DEVICE inline __aicore__
#define CATLASS_GLOBAL __global__ __aicore__

// Programs of catlass give the L2 cache its offset through this.
struct OpSystemRunCfg {
    uint64_t l2Cacheoffset;
};

namespace Catlass {

constexpr uint32_t BYTE_PER_C0 = 32;
constexpr uint32_t BYTE_PER_C2 = 64;
constexpr uint32_t C0_NUM_PER_FRACTAL = 16;
constexpr uint32_t BYTE_PER_FRACTAL = 512;
constexpr uint32_t BYTE_PER_BLK = 32;
constexpr uint32_t BLK_NUM_PER_VECTOR_FRACTAL = 8;
constexpr uint32_t BYTE_PER_VECTOR_FRACTAL = 256;
constexpr uint32_t BYTE_PER_BLK_FP = 128;
constexpr uint64_t L2_OFFSET = 0;
constexpr uint32_t STRIDE_LIMIT = 65536;
constexpr uint32_t MX_SCALE_COPY_GROUP_NUM = 2;
constexpr uint32_t MX_SCALE_GROUP_NUM = 32;
constexpr uint32_t MX_BASEK_FACTOR = 64;
class EmptyClass {};
enum class Status { kSuccess, kInvalid };

template <bool Value, typename... T> constexpr bool DEPENDENT_BOOL_VALUE = Value;
template <typename... T> constexpr bool DEPENDENT_FALSE = false;

template <typename T> struct SizeOfBits {
    static constexpr size_t value = sizeof(T) * 8;
};
template <> struct SizeOfBits<AscendC::int4b_t> {
    static constexpr size_t value = 4;
};
template <typename R = size_t, typename T> constexpr R BitsToBytes(T size) { return (size + 7) / 8; }
template <typename R = size_t, typename T> constexpr R BytesToBits(T size) { return size * 8; }

// One overload for each of the two ways to name the divisor; coordinates divide element by element.
template <uint32_t By, typename T> constexpr T CeilDiv(T value) { return (value + By - 1) / By; }
template <uint32_t By, typename T> constexpr T RoundUp(T value) { return (value + By - 1) / By * By; }
template <uint32_t By, typename T> constexpr T RoundDown(T value) { return value / By * By; }
template <typename T, typename U> constexpr auto CeilDiv(T value, U by) -> decltype((value + by) / by) {
    return (value + by - 1) / by;
}
template <typename T, typename U> constexpr auto RoundUp(T value, U by) -> decltype((value + by) / by) {
    return (value + by - 1) / by * by;
}
template <typename T, typename U> constexpr auto RoundDown(T value, U by) -> decltype(value / by) {
    return value / by * by;
}
template <typename T, typename U> constexpr auto Max(T a, U b) -> decltype(a + b) { return a > b ? a : b; }
template <typename T, typename U> constexpr auto Min(T a, U b) -> decltype(a + b) { return a < b ? a : b; }

// --- coordinates
template <int Rank, typename I = uint32_t, typename L = int64_t> struct Coord {
    static const int RANK = Rank;
    using Index = I;
    using LongIndex = L;
    constexpr explicit Coord(Index value = Index(0)) : idx{value} {}
    constexpr Coord(const Index (&values)[Rank]) : idx{values[0]} {}
    int Argmin() const;
    int Argmax() const;
    explicit operator bool() const;
    bool operator!() const;
    Coord operator+(const Coord &) const;
    Coord operator+(Index) const;
    Coord operator-(const Coord &) const;
    Coord operator-(Index) const;
    Coord operator*(const Coord &) const;
    Coord operator/(const Coord &) const;
    Coord operator%(const Coord &) const;
    Coord &operator+=(const Coord &);
    bool operator==(const Coord &) const;
    bool operator==(Index) const;
    constexpr Index &operator[](int dim) { return idx[dim]; }
    constexpr const Index &operator[](int dim) const { return idx[dim]; }
    template <int Dim> Index &At() { return idx[Dim]; }
    template <int Dim> const Index &At() const { return idx[Dim]; }
    Index &At(int dim) { return idx[dim]; }
    const Index &At(int dim) const { return idx[dim]; }
    template <int... Dims> Coord<sizeof...(Dims), Index, LongIndex> GetCoordByAxis() const;
    static Coord Min(const Coord &, const Coord &);
    Index idx[Rank];
};
template <typename T, typename... U> constexpr Coord<1 + sizeof...(U), T> MakeCoord(T first, U... rest) {
    T values[1 + sizeof...(U)] = {first, static_cast<T>(rest)...};
    return Coord<1 + sizeof...(U), T>(values);
}

template <uint32_t R = 1, uint32_t C = 1> struct MatrixShape {
    static constexpr uint32_t ROW = R;
    static constexpr uint32_t COLUMN = C;
    static constexpr int64_t COUNT = R * C;
    static Coord<2> ToCoord();
};
struct MatrixCoord : Coord<2, uint32_t> {
    using Base = Coord<2, uint32_t>;
    static constexpr uint32_t ROW_INDEX = 0;
    static constexpr uint32_t COLUMN_INDEX = 1;
    MatrixCoord() {}
    MatrixCoord(const Base &base) : Base(base) {}
    template <typename T, typename U> MatrixCoord(T row, U column) {}
    const Index &row() const { return idx[0]; }
    Index &row() { return idx[0]; }
    const Index &column() const { return idx[1]; }
    Index &column() { return idx[1]; }
    MatrixCoord operator+(const Base &) const;
    MatrixCoord &operator+=(const Base &);
};
MatrixCoord CeilDiv(const MatrixCoord &, const MatrixCoord &);

template <uint32_t m = 1, uint32_t n = 1, uint32_t k = 1> struct GemmShape {
    static constexpr uint32_t M = m;
    static constexpr uint32_t N = n;
    static constexpr uint32_t K = k;
    static constexpr int64_t MN = m * n;
    static constexpr int64_t MK = m * k;
    static constexpr int64_t KN = k * n;
    static constexpr int64_t MNK = m * n * k;
    static constexpr int64_t COUNT = MNK;
    static Coord<3> ToCoord();
    static Coord<2> ToCoordMN();
    static Coord<2> ToCoordMK();
    static Coord<2> ToCoordKN();
};
struct GemmCoord : Coord<3, uint32_t> {
    using Base = Coord<3, uint32_t>;
    static constexpr int M_INDEX = 0;
    static constexpr int N_INDEX = 1;
    static constexpr int K_INDEX = 2;
    GemmCoord() {}
    GemmCoord(const Base &base) : Base(base) {}
    template <typename T, typename U, typename V> GemmCoord(T m, U n, V k) {}
    const Index &m() const { return idx[0]; }
    Index &m() { return idx[0]; }
    const Index &n() const { return idx[1]; }
    Index &n() { return idx[1]; }
    const Index &k() const { return idx[2]; }
    Index &k() { return idx[2]; }
    Coord<2> GetCoordMN() const;
    Coord<2> GetCoordMK() const;
    Coord<2> GetCoordKN() const;
};

// --- layouts
namespace layout {
#define SKLINT_LAYOUT(Name, Rank, Original, TileCoord)                                            \
    struct Name {                                                                                 \
        static constexpr int RANK = Rank;                                                         \
        static constexpr int ORG_SHAPE_RANK = Original;                                           \
        using Index = uint32_t;                                                                   \
        using LongIndex = int64_t;                                                                \
        using Shape = Coord<Rank, Index>;                                                         \
        using Stride = Coord<Rank, LongIndex>;                                                    \
        using OrgShape = Coord<Original, Index>;                                                  \
        using TensorCoord = TileCoord;                                                            \
        template <typename... A> constexpr Name(A...) {}                                          \
        template <typename Element = half, typename... A> static constexpr Name MakeLayout(A...) { return {}; } \
        template <typename Element = half, typename... A> static constexpr Name MakeLayoutInUb(A...) { return {}; } \
        template <typename... A> static constexpr Name MakeLayoutInL0C(A...) { return {}; }       \
        template <typename... A> LongIndex GetOffset(const A &...) const;                         \
        template <typename... A> Name GetTileLayout(const A &...) const;                          \
        LongIndex Capacity() const;                                                               \
        Shape &shape();                                                                           \
        const Shape &shape() const;                                                               \
        Index &shape(int);                                                                        \
        Index shape(int) const;                                                                   \
        Stride &stride();                                                                         \
        const Stride &stride() const;                                                             \
        LongIndex &stride(int);                                                                   \
        LongIndex stride(int) const;                                                              \
        Index &orgShape(int);                                                                     \
        Index orgShape(int) const;                                                                \
    };
SKLINT_LAYOUT(RowMajor, 2, 2, MatrixCoord)
SKLINT_LAYOUT(ColumnMajor, 2, 2, MatrixCoord)
SKLINT_LAYOUT(nZ, 4, 2, MatrixCoord)
SKLINT_LAYOUT(zN, 4, 2, MatrixCoord)
SKLINT_LAYOUT(zZ, 4, 2, MatrixCoord)
SKLINT_LAYOUT(nN, 4, 2, MatrixCoord)
SKLINT_LAYOUT(L0C, 4, 2, MatrixCoord)
SKLINT_LAYOUT(PaddingRowMajor, 4, 2, MatrixCoord)
SKLINT_LAYOUT(PaddingColumnMajor, 4, 2, MatrixCoord)
SKLINT_LAYOUT(NDC1HWC0, 6, 6, Coord<6>)
SKLINT_LAYOUT(KDC1KHKWN1N0C0, 5, 4, Coord<5>)
SKLINT_LAYOUT(VectorLayout, 1, 1, Coord<1>)
#undef SKLINT_LAYOUT
}  // namespace layout

// --- a core
namespace Arch {
#define SKLINT_ARCH(Name, Bias, Fixpipe, Ub, L0c)          \
    struct Name {                                          \
        static constexpr uint32_t BIAS_SIZE = Bias;        \
        static constexpr uint32_t FIXBUF_SIZE = Fixpipe;   \
        static constexpr uint32_t UB_SIZE = Ub;            \
        static constexpr uint32_t L1_SIZE = 512 * 1024;    \
        static constexpr uint32_t L0A_SIZE = 64 * 1024;    \
        static constexpr uint32_t L0B_SIZE = 64 * 1024;    \
        static constexpr uint32_t L0C_SIZE = L0c;          \
    };
SKLINT_ARCH(AtlasA2, 1024, 7 * 1024, 192 * 1024, 128 * 1024)
SKLINT_ARCH(Ascend950, 4 * 1024, 16 * 1024, 248 * 1024, 256 * 1024)
#undef SKLINT_ARCH

template <AscendC::TPosition Position> using PositionType = std::integral_constant<AscendC::TPosition, Position>;
using PositionGM = PositionType<AscendC::TPosition::GM>;
using PositionL1 = PositionType<AscendC::TPosition::A1>;
using PositionL0A = PositionType<AscendC::TPosition::A2>;
using PositionL0B = PositionType<AscendC::TPosition::B2>;
using PositionL0C = PositionType<AscendC::TPosition::CO1>;
using PositionBias = PositionType<AscendC::TPosition::C2>;
using PositionUB = PositionType<AscendC::TPosition::VECCALC>;

template <typename Tag, AscendC::TPosition Position> struct LocalTensorBuffer {
    template <typename Element = half> AscendC::LocalTensor<Element> GetBufferByByte(uint32_t offset) const;
};
template <typename Tag> struct Resource {
    AscendC::TPipe pipe;
    LocalTensorBuffer<Tag, AscendC::TPosition::A1> l1Buf;
    LocalTensorBuffer<Tag, AscendC::TPosition::A2> l0ABuf;
    LocalTensorBuffer<Tag, AscendC::TPosition::B2> l0BBuf;
    LocalTensorBuffer<Tag, AscendC::TPosition::C2> btBuf;
    LocalTensorBuffer<Tag, AscendC::TPosition::CO1> l0CBuf;
    LocalTensorBuffer<Tag, AscendC::TPosition::VECCALC> ubBuf;
    LocalTensorBuffer<Tag, AscendC::TPosition::C2PIPE2GM> fpBuf;
    __aicore__ Resource() { pipe.Destroy(); }
};

// Flags and barriers between cores; a barrier of one kind of core takes a flag that its library reserves.
constexpr uint32_t MAX_REVERSE_DEPTH = 15;
using FlagID = uint16_t;
constexpr FlagID AIV_INTER_BLOCK_BARRIER = 8;
constexpr FlagID AIC_INTER_BLOCK_BARRIER = 9;
constexpr FlagID AIV_INTER_SUBBLOCK_BARRIER = 10;
constexpr FlagID FFTS_MAX_FLAG = 7;
struct CrossCoreFlag {
    CrossCoreFlag(FlagID id = 0) : id(id) {}
    FlagID id;
};
template <uint32_t Depth = MAX_REVERSE_DEPTH> struct CrossCoreFlagWithReverse {
    CrossCoreFlagWithReverse(FlagID id = 0, FlagID reverseId = 0) : id(id), reverseId(reverseId) {}
    FlagID id;
    FlagID reverseId;
    uint32_t count = 0;
};
template <uint8_t Mode, pipe_t Pipe> __aicore__ void CrossCoreSetFlag(CrossCoreFlag &flag) {
    AscendC::CrossCoreSetFlag<Mode, Pipe>(flag.id);
}
inline __aicore__ void CrossCoreWaitFlag(CrossCoreFlag &flag) { AscendC::CrossCoreWaitFlag(flag.id); }
template <uint8_t Mode, pipe_t Pipe> __aicore__ void CrossCoreBarrier() {
    constexpr FlagID flag = Mode == 1 ? AIV_INTER_SUBBLOCK_BARRIER : AIV_INTER_BLOCK_BARRIER;
    AscendC::CrossCoreSetFlag<Mode, Pipe>(flag);
    AscendC::CrossCoreWaitFlag(flag);
}
template <uint8_t Mode, pipe_t Pipe, uint32_t Depth>
__aicore__ void CrossCoreSetFlagWithReverse(CrossCoreFlagWithReverse<Depth> &flag) {
    AscendC::CrossCoreSetFlag<Mode, Pipe>(flag.id);
    if (++flag.count >= Depth) {
        AscendC::CrossCoreWaitFlag(flag.reverseId);
        flag.count = 0;
    }
}
template <uint8_t Mode, pipe_t Pipe, uint32_t Depth>
__aicore__ void CrossCoreWaitFlagWithReverse(CrossCoreFlagWithReverse<Depth> &flag) {
    AscendC::CrossCoreWaitFlag(flag.id);
    if (++flag.count >= Depth) {
        AscendC::CrossCoreSetFlag<Mode, Pipe>(flag.reverseId);
        flag.count = 0;
    }
}
}  // namespace Arch

struct Callback {
    const void *func = nullptr;
    void (*caller)(const void *) = nullptr;
    void operator()() const;
    operator bool() const;
};
template <typename Function> Callback MakeCallback(Function *);

}  // namespace Catlass
