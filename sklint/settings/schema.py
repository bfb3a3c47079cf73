"""The settings file as a schema: every key, its type and its meaning. `docs/sklint.schema.json` is made from it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

Severity = Literal["error", "warning", "info"]
Confidence = Literal["proved", "likely", "possible"]
Path = Literal["ge", "aclnn", "direct"]
Product = Literal["A2", "A3", "950"]
Language = Literal["auto", "en", "zh"]
Cores = Annotated[int, Meta(ge=1)] | Literal["all", "all-aiv", "all-aic"]


class KernelLaunch(Struct, forbid_unknown_fields=True, rename="kebab", frozen=True):
    """How a kernel is launched, where its host code cannot tell."""

    cores: Annotated[Cores, Meta(description="Blocks of the launch: a number, or all cores of a kind.")]
    schedule_mode: Annotated[
        Annotated[int, Meta(ge=0, le=1)] | UnsetType,
        Meta(description="1 for batch mode, which starts all blocks at once."),
    ] = UNSET
    dynamic: Annotated[bool, Meta(description="Used as a dynamic (tiling-sink) sub-kernel, which all cores enter.")] = (
        False
    )


class Range(Struct, forbid_unknown_fields=True, rename="kebab", frozen=True):
    """What a tiling field may hold, both ends included."""

    min: int | UnsetType = UNSET
    max: int | UnsetType = UNSET


class LaunchTable(Struct, forbid_unknown_fields=True, rename="kebab", frozen=True):
    """What the source cannot tell about launches."""

    kernels: Annotated[
        dict[str, Cores | KernelLaunch], Meta(description="By kernel: its cores, or a table with its launch.")
    ] = {}
    fields: Annotated[
        dict[str, Range], Meta(description="By tiling field (`name` or `Struct.name`): the range of its value.")
    ] = {}


class SuperKernelTable(Struct, forbid_unknown_fields=True, rename="kebab", frozen=True):
    """A scope in which a model fuses operators."""

    name: Annotated[str, Meta(description="The name of the scope, as the model script writes it.")]
    operators: Annotated[
        list[Annotated[str, Meta(min_length=1)]],
        Meta(description="The kernels in it, in order; `kernel=N` states the blocks it is launched on.", min_length=1),
    ]
    options: Annotated[str, Meta(description="The options string of the scope.")] = ""
    path: Annotated[Path | UnsetType, Meta(description="How its operators are called; else as for the tree.")] = UNSET
    soc: Annotated[str, Meta(description="The SoC; else as for the tree.")] = ""


class SettingsFile(Struct, forbid_unknown_fields=True, rename="kebab", frozen=True):
    """The settings of sklint. Paths and patterns are relative to the file that they stand in."""

    extend: Annotated[str | UnsetType, Meta(description="Another settings file that this one builds on.")] = UNSET
    select: Annotated[
        list[str] | UnsetType, Meta(description="Rules to run: codes, prefixes, names or ALL. Else the default rules.")
    ] = UNSET
    extend_select: Annotated[list[str] | UnsetType, Meta(description="Rules to run besides.")] = UNSET
    ignore: Annotated[list[str] | UnsetType, Meta(description="Rules not to run.")] = UNSET
    per_file_ignores: Annotated[
        dict[str, list[str]] | UnsetType,
        Meta(description="By gitignore pattern: rules not to report there; `!pattern` means everywhere else."),
    ] = UNSET
    severity: Annotated[
        dict[str, Severity] | UnsetType, Meta(description="By rule (code, prefix or name): the severity to report.")
    ] = UNSET
    exclude: Annotated[
        list[str] | UnsetType, Meta(description="Files and folders to pass over, as gitignore patterns.")
    ] = UNSET
    extend_exclude: Annotated[list[str] | UnsetType, Meta(description="Files and folders to pass over besides.")] = (
        UNSET
    )
    soc: Annotated[
        str | UnsetType, Meta(description="The SoC that kernels are launched on: Ascend910B1, Ascend910_93, …")
    ] = UNSET
    soc_config: Annotated[str | UnsetType, Meta(description="A platform file of CANN that states the SoC.")] = UNSET
    products: Annotated[
        list[Product] | UnsetType, Meta(description="The products that the kernels are for; else as their files tell.")
    ] = UNSET
    path: Annotated[Path | UnsetType, Meta(description="How operators are called; else every way counts.")] = UNSET
    include: Annotated[list[str] | UnsetType, Meta(description="Folders to find headers in.")] = UNSET
    defines: Annotated[list[str] | UnsetType, Meta(description="Macros to define: NAME or NAME=VALUE.")] = UNSET
    cann: Annotated[str | UnsetType, Meta(description="An installed CANN whose headers are read as well.")] = UNSET
    compile_commands: Annotated[
        str | UnsetType, Meta(description="A compile_commands.json, or its folder, for include folders and macros.")
    ] = UNSET
    language: Annotated[Language | UnsetType, Meta(description="The language of messages.")] = UNSET
    output_format: Annotated[str | UnsetType, Meta(description="How findings are written.")] = UNSET
    rule_url: Annotated[
        str | UnsetType, Meta(description="Where rule pages are published: an address with {code} or {name} in it.")
    ] = UNSET
    fail_on: Annotated[Severity | UnsetType, Meta(description="The lowest severity that makes the exit code 1.")] = (
        UNSET
    )
    min_confidence: Annotated[Confidence | UnsetType, Meta(description="The lowest confidence that is reported.")] = (
        UNSET
    )
    baseline: Annotated[str | UnsetType, Meta(description="A baseline file whose findings are not reported.")] = UNSET
    jobs: Annotated[
        Annotated[int, Meta(ge=1)] | UnsetType, Meta(description="Worker processes; else one per core.")
    ] = UNSET
    timeout: Annotated[
        Annotated[float, Meta(gt=0)] | UnsetType, Meta(description="Seconds of processor time that one file may take.")
    ] = UNSET
    launch: LaunchTable | UnsetType = UNSET
    superkernel: Annotated[
        list[SuperKernelTable] | UnsetType, Meta(description="The scopes in which models fuse these operators.")
    ] = UNSET


def json_schema() -> dict[str, Any]:
    """The JSON schema of a `sklint.toml`, for editors."""
    from sklint.report import FORMATS

    schema = msgspec.json.schema(SettingsFile)
    definitions = schema["$defs"]
    definitions["SettingsFile"]["properties"]["output-format"]["enum"] = list(FORMATS)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **definitions.pop("SettingsFile"),
        "title": "sklint.toml",
        "$defs": definitions,
    }
