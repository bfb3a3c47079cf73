"""Checked settings: TOML data against the schema, with a place and a hint for what does not fit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec import inspect as types

from sklint import catalogue
from sklint.finding import Message, message
from sklint.settings.place import Key
from sklint.settings.problem import SettingsError, unknown, unknown_rule
from sklint.settings.schema import SettingsFile

Locate = Callable[[Key, str], str]

_WHERE = re.compile(r"(.*?)(?: - at `(\$.*)`)?", re.DOTALL)
_STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]|(\[\.\.\.\])")
_LISTS_OF_RULES = ("select", "extend-select", "ignore")
_MACRO = re.compile(r"[A-Za-z_]\w*(=.*)?", re.DOTALL)
_OPERATOR = re.compile(r"[^=\s]+(=[1-9]\d*)?")


def checked(data: Mapping[str, Any], locate: Locate) -> SettingsFile:
    """The settings that TOML data holds; raises `SettingsError` at the place that `locate` gives a key and value."""
    try:
        settings = msgspec.convert(data, SettingsFile)
    except msgspec.ValidationError as error:
        key, text = _explained(str(error), data)
        raise SettingsError(locate(key, ""), text) from None
    for key, value, text in _problems(data, settings):
        raise SettingsError(locate(key, value), text)
    return settings


def _explained(error: str, data: Mapping[str, Any]) -> tuple[Key, Message]:
    """The key that a validation error is about, and what is wrong in our words."""
    match = _WHERE.fullmatch(error)
    assert match
    text, where = match[1], match[2] or "$"
    key = _key(where, data)
    kind, value = _type_at(key), _value_at(data, key)
    name = ".".join(str(part) for part in key)
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", text):
        return (*key, found[1]), unknown("key", found[1], _names(kind))
    if text.startswith("Invalid enum value"):
        return key, unknown("value", str(value), _values(kind))
    if found := re.fullmatch(r"Object missing required field `(.*)`", text):
        return key, message("the key `{missing}` is missing in `{key}`", missing=found[1], key=name)
    if found := re.fullmatch(r"Expected `(.*)`, got `(.*)`", text):
        return key, message("`{key}` is of type {expected}, not {found}", key=name, expected=found[1], found=found[2])
    if found := re.fullmatch(r"Expected `(.*?)`(?: of length)? (\S+ \S+)", text):
        return key, message("`{key}` is out of range, it must be {limit}", key=name, limit=found[2])
    return key, message("`{key}`: {problem}", key=name, problem=text)


def _key(where: str, data: Mapping[str, Any]) -> Key:
    """The key that a path such as `$.launch.kernels[...].cores` means.

    The path leaves out which entry of a table it is; that is found by checking each alone.
    """
    key: Key = ()
    for step in _STEP.finditer(where):
        if step[1] is not None:
            key = (*key, step[1])
        elif step[2] is not None:
            key = (*key, int(step[2]))
        else:
            key = (*key, _wrong_entry(key, data))
    return key


def _wrong_entry(key: Key, data: Mapping[str, Any]) -> str:
    table = _value_at(data, key)
    assert isinstance(table, Mapping)
    for name, entry in table.items():
        alone: Any = {name: entry}
        for part in reversed(key):
            alone = {part: alone}
        try:
            msgspec.convert(alone, SettingsFile)
        except msgspec.ValidationError:
            return str(name)
    raise AssertionError(key)


def _value_at(data: object, key: Key) -> object:
    for part in key:
        data = data[part]  # type: ignore[index]
    return data


def _type_at(key: Key) -> types.Type:
    kind: types.Type = types.type_info(SettingsFile)
    for part in key:
        for option in _options(kind):
            match option:
                case types.StructType(fields=fields):
                    named = [field.type for field in fields if field.encode_name == part]
                    if named:
                        kind = named[0]
                        break
                case types.DictType(value_type=kind) | types.ListType(item_type=kind):
                    break
    return kind


def _options(kind: types.Type) -> Iterable[types.Type]:
    match kind:
        case types.Metadata(type=inner):
            return _options(inner)
        case types.UnionType(types=several):
            return [option for one in several for option in _options(one)]
        case _:
            return [kind]


def _names(kind: types.Type) -> list[str]:
    """The keys of a table."""
    tables = (option for option in _options(kind) if isinstance(option, types.StructType))
    return [field.encode_name for table in tables for field in table.fields]


def _values(kind: types.Type) -> list[str]:
    literals = (option for option in _options(kind) if isinstance(option, types.LiteralType))
    return [str(value) for literal in literals for value in literal.values]


def _problems(data: Mapping[str, Any], settings: SettingsFile) -> Iterable[tuple[Key, str, Message]]:
    """What the schema cannot say: rules, SoCs, formats and macros that are none."""
    for name in _LISTS_OF_RULES:
        yield from _unknown_rules((name,), data.get(name, ()))
    for pattern, tokens in data.get("per-file-ignores", {}).items():
        yield from _unknown_rules(("per-file-ignores", pattern), tokens)
    for token in data.get("severity", {}):
        if _unknown_rule(token):
            yield ("severity", token), "", unknown_rule(token)
    if settings.soc is not UNSET:
        yield from _unknown_soc(("soc",), settings.soc)
    if settings.output_format is not UNSET:
        from sklint.report import FORMATS

        if settings.output_format not in FORMATS:
            yield ("output-format",), "", unknown("value", settings.output_format, FORMATS)
    for define in data.get("defines", ()):
        if not _MACRO.fullmatch(define):
            yield ("defines",), define, message("`{text}` defines no macro: NAME or NAME=VALUE", text=define)
    for number, scope in enumerate(data.get("superkernel", ())):
        if scope.get("soc"):
            yield from _unknown_soc(("superkernel", number, "soc"), scope["soc"])
        for operator in scope["operators"]:
            if not _OPERATOR.fullmatch(operator):
                text = message("`{text}` names no operator: `kernel` or `kernel=N`", text=operator)
                yield ("superkernel", number, "operators"), operator, text


def _unknown_rules(key: Key, tokens: Iterable[str]) -> Iterable[tuple[Key, str, Message]]:
    for token in tokens:
        if _unknown_rule(token):
            yield key, token, unknown_rule(token)


def _unknown_rule(token: str) -> bool:
    try:
        catalogue.resolve(token)
    except catalogue.UnknownRule:
        return True
    return False


def _unknown_soc(key: Key, name: str) -> Iterable[tuple[Key, str, Message]]:
    from sklint.facts import socs

    try:
        socs.soc_named(name)
    except socs.UnknownSocError as error:
        names = [error.nearest] if error.nearest else [*socs.product_names(), *socs.socs()]
        yield key, "", unknown("soc", name, names)
