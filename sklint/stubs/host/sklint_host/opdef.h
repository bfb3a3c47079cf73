// Operator definitions (prototype registration) that share a file with tilings.
#ifndef SKLINT_HOST_OPDEF_H
#define SKLINT_HOST_OPDEF_H

#include "sklint_host/ops_base.h"

namespace ops {

enum Option { IGNORE = 0, OPTIONAL = 1, REQUIRED = 2, DYNAMIC = 3, VIRTUAL = 4 };

template <typename Self>
class OpDefPart {
public:
    template <typename... A>
    Self &DataType(A &&...arguments);
    Self &DataType(std::initializer_list<ge::DataType> types);
    Self &DataTypeList(std::initializer_list<ge::DataType> types);
    Self &DataTypeForBinQuery(std::initializer_list<ge::DataType> types);
    Self &Format(std::initializer_list<ge::Format> formats);
    Self &FormatList(std::initializer_list<ge::Format> formats);
    Self &FormatForBinQuery(std::initializer_list<ge::Format> formats);
    Self &UnknownShapeFormat(std::initializer_list<ge::Format> formats);
    Self &Format(const std::vector<ge::Format> &formats);
    Self &DataType(const std::vector<ge::DataType> &types);
    Self &UnknownShapeFormat(const std::vector<ge::Format> &formats);
    Self &ParamType(Option option);
    template <typename... A>
    Self &ValueDepend(A... arguments);
    Self &AutoContiguous();
    Self &IgnoreContiguous();
    Self &Scalar();
    Self &ScalarList();
    template <typename... A>
    Self &InitValue(A... arguments);
    Self &Follow(const char *name);
    template <typename... A>
    Self &Follow(const char *name, A... arguments);
    Self &To(ge::DataType type);
    Self &Version(uint32_t version);
};
class OpParamDef : public OpDefPart<OpParamDef> {};

class OpAttrDef {
public:
    OpAttrDef &AttrType(Option option);
    template <typename... A>
    OpAttrDef &Bool(A... value);
    template <typename... A>
    OpAttrDef &Int(A... value);
    template <typename... A>
    OpAttrDef &Float(A... value);
    template <typename... A>
    OpAttrDef &String(A... value);
    OpAttrDef &ListInt();
    OpAttrDef &ListInt(std::initializer_list<int64_t> values);
    OpAttrDef &ListFloat();
    OpAttrDef &ListBool();
    OpAttrDef &ListListInt();
    OpAttrDef &Version(uint32_t version);
};

class OpAICoreConfig {
public:
    OpAICoreConfig() = default;
    explicit OpAICoreConfig(const char *soc);
    OpParamDef &Input(const char *name);
    OpParamDef &Output(const char *name);
    OpAICoreConfig &DynamicCompileStaticFlag(bool flag);
    OpAICoreConfig &DynamicFormatFlag(bool flag);
    OpAICoreConfig &DynamicRankSupportFlag(bool flag);
    OpAICoreConfig &DynamicShapeSupportFlag(bool flag);
    OpAICoreConfig &NeedCheckSupportFlag(bool flag);
    OpAICoreConfig &PrecisionReduceFlag(bool flag);
    OpAICoreConfig &ExtendCfgInfo(const char *key, const char *value);
};

class OpAICoreDef {
public:
    OpAICoreDef &SetTiling(ge::graphStatus (*function)(gert::TilingContext *));
    template <typename F>
    OpAICoreDef &SetCheckSupport(F function);
    template <typename F>
    OpAICoreDef &SetOpSelectFormat(F function);
    OpAICoreDef &AddConfig(const char *soc);
    OpAICoreDef &AddConfig(const char *soc, OpAICoreConfig &configuration);
};

class OpMC2Def {
public:
    OpMC2Def &HcclGroup(const char *name);
    OpMC2Def &HcclGroup(std::initializer_list<const char *> names);
    template <typename... A>
    OpMC2Def &HcclServerType(A... arguments);
};

class OpDef {
public:
    explicit OpDef(const char *name);
    OpParamDef &Input(const char *name);
    OpParamDef &Output(const char *name);
    OpAttrDef &Attr(const char *name);
    template <typename F>
    OpDef &SetInferShape(F function);
    template <typename F>
    OpDef &SetInferDataType(F function);
    template <typename... A>
    OpDef &FormatMatchMode(A... arguments);
    OpAICoreDef &AICore();
    OpMC2Def &MC2();
    template <typename... A>
    OpDef &Comment(A... arguments);
};

} // namespace ops

// The definition's constructor names the tiling function; the variable makes it reachable.
#define OP_ADD(name, ...) static ::ops::name SKLINT_UNIQUE(sklint_definition_)(#name)

#endif
