"""`sklint cores`: on how many cores each kernel is launched, from which line, as a table or as JSON."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from sklint import console
from sklint.checking import CLEAN, FAILED, CommandError, Wishes, settings_tree, told
from sklint.facts.socs import PlatformFileError, Soc, UnknownSocError
from sklint.finding import message
from sklint.host.kernels import KernelCores, LaunchSite
from sklint.linting import plan
from sklint.messages import language_of, text
from sklint.report import output
from sklint.report.escape import json_text, visible
from sklint.report.view import View
from sklint.run import run
from sklint.scoped import soc_of
from sklint.settings import Settings

_TYPE_PREFIX = "KERNEL_TYPE_"
_NONE = "-"
_AT_MOST = re.compile(r" at most (\d+)")


def cores(paths: Sequence[str], soc: str, soc_config: str, output_format: str, wishes: Wishes) -> int:
    """Print the launches of the kernels in `paths`; the exit code. Raises `CommandError`."""
    with told():
        made = plan(list(paths) or ["."], settings_tree(wishes))
        device = _device(soc, soc_config, made.settings)
        options = replace(made.options, select=frozenset(["SK001"]), cores=True, fusible=False)
        collection = replace(made.collection, scripts=())
        by_file = {path: replace(own, select=options.select, cores=True) for path, own in made.by_file.items()}
        with console.progress(len(collection.targets)) as advance:
            jobs = wishes.jobs or made.settings.jobs or os.cpu_count() or 1
            seen = run(collection, options, jobs, advance, by_file)
    view = View(seen.report, language=language_of(wishes.lang or made.settings.language))
    found = _stated(_joined(seen.cores), made.settings)
    if output_format == "json":
        output.write_to_stream("json", [json_text(_document(found, device, view)) + "\n"])
    else:
        output.write_to_stream("concise", _table(found, device, view))
    return FAILED if seen.report.not_analysed else CLEAN


def _device(name: str, file: str, settings: Settings) -> Soc | None:
    if file:
        settings = replace(settings, soc="", soc_config=str(Path(file).absolute()))
    try:
        return soc_of(name, settings)
    except UnknownSocError as error:
        raise CommandError("--soc", message("{reason}", reason=error)) from None
    except PlatformFileError as error:
        raise CommandError("--soc-config", message("{reason}", reason=error)) from None


def _joined(found: Iterable[KernelCores]) -> list[KernelCores]:
    """Each kernel once, in order of place."""
    unique = {(one.path, one.line, one.name): one for one in found}
    return [unique[key] for key in sorted(unique)]


def _stated(found: list[KernelCores], settings: Settings) -> list[KernelCores]:
    """The kernels with what the settings state of launches that no source tells."""
    stated = {launch.kernel: launch for launch in settings.launches}
    made = []
    for one in found:
        launch = stated.get(one.name)
        if launch is not None:
            site = LaunchSite("", 0, launch.cores, launch.cores, None, "settings", "", False)
            one = replace(one, launches=(site,))
        made.append(one)
    return made


# -------------------------------------------------------------------------------------------------------- JSON


def _document(found: Iterable[KernelCores], device: Soc | None, view: View) -> dict[str, Any]:
    shown: dict[str, Any] = {"version": 1, "kernels": [_kernel(one, device, view) for one in found]}
    if device is not None:
        shown["soc"] = {"name": device.name, "aic": device.aic, "aiv": device.aiv}
    return shown


def _kernel(one: KernelCores, device: Soc | None, view: View) -> dict[str, Any]:
    return {
        "name": one.name,
        "path": view.path(one.path),
        "line": one.line,
        "kernel_type": one.kernel_type,
        "type_from": one.type_from,
        "ratio": list(one.ratio) if one.ratio is not None else None,
        "syncs": list(one.syncs),
        "launches": [_launch(site, one, device, view) for site in one.launches],
    }


def _launch(site: LaunchSite, one: KernelCores, device: Soc | None, view: View) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "path": view.path(site.path),
        "line": site.line,
        "count": site.count,
        "expression": site.expression,
        "schedule_mode": site.schedule_mode,
        "call": site.call,
        "root": site.root,
        "empty_input": site.empty,
    }
    if device is not None:
        aic, aiv = on_device(site.count, one.ratio, device)
        shown["aic"], shown["aiv"] = aic, aiv
    return shown


def on_device(count: str, ratio: tuple[int, int] | None, device: Soc) -> tuple[int | None, int | None]:
    """Cube and vector cores that a count means on a device; the most they may be where the count is bounded.

    None where the count or the kernel's type is not known.
    """
    kind, _, rest = count.partition(":")
    blocks: int | None = None
    match kind:
        case "const":
            blocks = int(rest)
        case "all-aic":
            blocks = device.aic
        case "all-aiv":
            blocks = device.aiv
        case "all":
            blocks = device.aic if ratio is not None and ratio[0] else device.aiv
        case "bounded" if (number := _AT_MOST.fullmatch(rest)) is not None:
            blocks = min(int(number[1]), device.aiv)
        case "bounded":
            blocks = device.aiv if "all-aiv" in rest else device.aic
    if blocks is None or ratio is None:
        return None, None
    if ratio[0]:
        blocks = min(blocks, device.aic) if kind != "const" else blocks
    return blocks * ratio[0], blocks * ratio[1]


# ------------------------------------------------------------------------------------------------------- table


def _table(found: list[KernelCores], device: Soc | None, view: View) -> Iterator[str]:
    for number, one in enumerate(found):
        if number:
            yield "\n"
        yield from _entry(one, device, view)
    known = [site.count.partition(":")[0] for one in found for site in one.launches if not site.empty]
    with_site = sum(1 for one in found if one.launches)
    if found:
        yield "\n"
    yield text(
        "{kernels} kernels, {launched} with a launch; {all} on all cores, {bounded} bounded, {const} constant, "
        "{unknown} unknown",
        view.language,
        kernels=len(found),
        launched=with_site,
        all=sum(1 for kind in known if kind.startswith("all")),
        bounded=known.count("bounded"),
        const=known.count("const"),
        unknown=known.count("unknown"),
    )
    yield "\n"


def _entry(one: KernelCores, device: Soc | None, view: View) -> Iterator[str]:
    kind = "|".join(part.removeprefix(_TYPE_PREFIX) for part in one.kernel_type.split("|")) or _NONE
    ratio = f"{one.ratio[0]}:{one.ratio[1]}" if one.ratio is not None else _NONE
    yield f"{visible(one.name)}  {visible(view.path(one.path))}:{one.line}\n"
    yield text(
        "  type {type} ({origin}), AIC:AIV {ratio}, barriers {syncs}",
        view.language,
        type=kind,
        origin=text(_ORIGINS.get(one.type_from, one.type_from), view.language),
        ratio=ratio,
        syncs=", ".join(one.syncs) or _NONE,
    )
    yield "\n"
    if not one.launches:
        yield text("  no launch found", view.language) + "\n"
    for site in one.launches:
        yield _site(site, one, device, view) + "\n"


_ORIGINS = {"declared": "declared", "keyword": "by keyword", "inferred": "inferred", "unknown": "unknown"}


def _site(site: LaunchSite, one: KernelCores, device: Soc | None, view: View) -> str:
    place = f"{visible(view.path(site.path))}:{site.line}" if site.path else text("settings", view.language)
    parts = [f"  {place}  {visible(site.count)}"]
    if device is not None:
        aic, aiv = on_device(site.count, one.ratio, device)
        if aic is not None:
            most = "<= " if site.count.startswith("bounded") else ""
            parts.append(f"{device.name}: {most}{aic} AIC, {most}{aiv} AIV")
    if site.empty:
        parts.append(text("for empty input", view.language))
    if site.schedule_mode == 1:
        parts.append(text("batch mode", view.language))
    elif site.schedule_mode is None and site.path:
        parts.append(text("batch mode on some paths", view.language))
    return "  ".join(parts)
