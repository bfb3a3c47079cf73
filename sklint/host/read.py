"""Reads the host code of kernels: finds it, parses what it needs, runs it, and tells the launches."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from sklint import program as p
from sklint.facts.host import host_facts
from sklint.facts.socs import fused_names
from sklint.host import platform
from sklint.host.api import BLOCKS, CONTEXT, KEY, LOCAL, MODE, PLACE, HostApi, Site, arguments_of
from sklint.host.callers import CallGraph
from sklint.host.index import HostIndex, Tables
from sklint.host.launch import LARGEST, Launch, choices, classified, under_facts
from sklint.host.link import linked, without_bodies
from sklint.host.text import Registration, Template, plain
from sklint.walk.follow import Argument, invoke
from sklint.walk.knowledge import Knowledge
from sklint.walk.machine import Machine
from sklint.walk.shape import Scope, Shape
from sklint.walk.store import Location
from sklint.walk.values import ZERO, Value, equal, expressions_up_to, number_of

Parse = Callable[[str, int], p.Program]
MOST_UNITS = 10
# Host files that are kept as they were read: what kernels of a library share is asked for again soon.
MOST_PROGRAMS = 40
MOST_TEMPLATES = 24
MOST_ROUNDS = 3
# parts in parts of a tiling structure
_DEEPEST = 8
_ARCHITECTURE = re.compile(r"DAV_(\d{4})|ASCEND(910B|910_93|950|910_95|310P|910)\b|arch(\d\d)\b")
_SOC = {"910B": 2201, "910_93": 2201, "950": 3510, "910_95": 3510, "310P": 2002, "910": 1001}


@dataclass(slots=True)
class HostReader:
    """Reads the host code of one repository; `parse` gives the program of a host file for an architecture."""

    index: HostIndex
    parse: Parse
    _programs: dict[tuple[str, int], p.Program | None] = field(default_factory=dict)

    def launches(self, kernel: str, files: Sequence[str], root: str, architecture: int) -> tuple[Launch, ...]:
        """All places that launch `kernel`; `files` are the operator's host files, `root` its folder."""
        unit = self.index.unit(files)
        found: list[Launch] = []
        with expressions_up_to(LARGEST):
            registrations = self._registrations(kernel, unit, root, architecture)
            for registration in registrations:
                found.extend(self._tiling(kernel, registration, unit, root, architecture))
            direct = self._direct(kernel, unit, bool(registrations), architecture)
            # beside a tiling, a launcher that is told the count is a harness: the count comes from the tiling
            found.extend(one for one in direct if not found or one.kind != "unknown")
        best: dict[tuple[p.Span, str], Launch] = {}
        for launch in found:
            best.setdefault((launch.at, launch.root), launch)
        return tuple(sorted(best.values(), key=lambda one: (one.path, one.line, one.at.column, one.root)))

    def names(self, kernel: str, files: Sequence[str], root: str, architecture: int) -> bool:
        """Whether a host registers or launches `kernel` by its name, whatever can be read of how."""
        unit = self.index.unit(files)
        if kernel in unit.launches or kernel in self.index.everything().launches:
            return True
        return self.registers(kernel, files, root, architecture)

    def registers(self, kernel: str, files: Sequence[str], root: str, architecture: int) -> bool:
        """Whether a host registers a tiling for `kernel`, whatever can be read of it."""
        return bool(self._registrations(kernel, self.index.unit(files), root, architecture))

    def only_for(self, kernel: str, files: Sequence[str]) -> tuple[str, ...]:
        """The SoCs that the operator's own files define it for, if a SuperKernel is compiled for none of them."""
        found = self.index.unit(files).definitions.get(plain(kernel), [])
        if not all(one.socs and fused_names().isdisjoint(soc.lower() for soc in one.socs) for one in found):
            return ()
        return tuple(dict.fromkeys(soc for one in found for soc in one.socs))

    def built_for(self, kernel: str, files: Sequence[str], architecture: int) -> bool:
        """Whether the operator's own files define it for an architecture, or do not tell."""
        found = self.index.unit(files).definitions.get(plain(kernel), [])
        socs = [soc.upper().removeprefix("ASCEND") for one in found for soc in one.socs]
        return not all(one.socs for one in found) or not socs or architecture in {_SOC.get(soc) for soc in socs}

    # ------------------------------------------------------------------------------------------------- matching

    def _registrations(self, kernel: str, unit: Tables, root: str, architecture: int) -> list[Registration]:
        """The registrations of the operator that the kernel implements, its own before those of other folders."""
        found = unit.registrations.get(plain(kernel), [])
        if not found and kernel not in unit.launches:
            found = self.index.everything().registrations.get(plain(kernel), [])
        own = [one for one in found if one.path.startswith(root)] or found
        fitting = [one for one in own if _fits(one.path.removeprefix(root), architecture)]
        return fitting or own

    def _templates(self, registration: Registration, unit: Tables, root: str, architecture: int) -> list[Template]:
        name = plain(registration.operator)
        found = unit.templates.get(name) or self.index.everything().templates.get(name, [])
        fitting = [one for one in found if _fits(" ".join(one.filters), architecture)] or found
        near = [one for one in fitting if _fits(one.path.removeprefix(root), architecture)] or fitting
        return near[:MOST_TEMPLATES]

    def _program(self, path: str, architecture: int) -> p.Program | None:
        key = (path, architecture)
        left = host_facts().registry | host_facts().schedule
        if key in self._programs:
            # the one that was asked for last is the last to go
            self._programs[key] = self._programs.pop(key)
            return self._programs[key]
        try:
            found = without_bodies(self.parse(path, architecture), left)
        except (OSError, ValueError, RuntimeError):
            found = None
        self._programs[key] = found
        if len(self._programs) > MOST_PROGRAMS:
            del self._programs[next(iter(self._programs))]
        return found

    def _linked(self, paths: Iterable[str], architecture: int) -> p.Program | None:
        units = [unit for unit in (self._program(path, architecture) for path in paths) if unit is not None]
        return linked(units) if units else None

    # --------------------------------------------------------------------------------------------------- tiling

    def _tiling(
        self, kernel: str, registration: Registration, unit: Tables, root: str, architecture: int
    ) -> list[Launch]:
        paths = [registration.path]
        found = self._run_growing(kernel, registration, None, paths, architecture)
        if not found.asked_registry:
            return found.launches
        launches: list[Launch] = []
        # what one class of tilings was found to need, the next one needs as a rule: one run instead of three
        shared: dict[str, None] = {}
        for template in self._templates(registration, unit, root, architecture):
            own = list(dict.fromkeys((*found.paths, template.path)))
            run = self._run_growing(kernel, registration, template, own, architecture, _others(shared, own))
            shared.update(dict.fromkeys(_others(run.paths, own)))
            launches.extend(run.launches)
        return launches or found.launches

    def _run_growing(
        self,
        kernel: str,
        registration: Registration,
        template: Template | None,
        own: list[str],
        architecture: int,
        shared: Sequence[str] = (),
    ) -> _Run:
        """Run a tiling, adding the files that define what it calls until nothing is missing.

        `shared` files are there from the start and do not count among the most that are read: they were read before.
        """
        result = _Run()
        paths, most = [*own, *shared], MOST_UNITS + len(shared)
        for _ in range(MOST_ROUNDS):
            program = self._linked(paths, architecture)
            if program is None:
                return result
            result = run_tiling(program, kernel, registration, template, architecture)
            result.paths = paths
            more = _others(self._defining(result.undefined), paths)
            if not more or len(paths) >= most:
                break
            paths = [*paths, *more[: most - len(paths)]]
        return result

    def _defining(self, undefined: Iterable[tuple[str, str]]) -> list[str]:
        """The files that may define functions that were called and not found; a plain function has no owner."""
        found: dict[str, None] = {}
        for owner, name in undefined:
            paths = self.index.defining(owner, name) if owner else self.index.defining_function(name)
            found.update(dict.fromkeys(paths))
        return list(found)

    # --------------------------------------------------------------------------------------------------- direct

    def _direct(self, kernel: str, unit: Tables, registered: bool, architecture: int) -> list[Launch]:
        """Launches by the kernel's own name, from the outermost functions that lead there."""
        paths = unit.launches.get(kernel, [])
        if not paths and not registered:
            paths = self.index.everything().launches.get(kernel, [])
        paths = list(dict.fromkeys(paths))[:MOST_UNITS]
        known: dict[p.Span, Launch] = {}
        for _ in range(MOST_ROUNDS):
            program = self._linked(paths, architecture)
            if program is None:
                return []
            graph = CallGraph(program)
            tops = {top.key: top for one in graph.launching(kernel) for top in graph.tops(one)}
            undefined: list[tuple[str, str]] = []
            open_tops: set[str] = set()
            waiting = list(tops.values())
            for top in waiting:
                run = run_launcher(program, kernel, top, architecture)
                if not run.launches:
                    # what is only registered there is called from elsewhere
                    below = {one.key: one for one in graph.handed_on(top, kernel) if one.key not in tops}
                    tops |= below
                    waiting += below.values()
                undefined.extend(run.undefined)
                for launch in run.launches:
                    if launch.at not in known or known[launch.at].kind == "unknown":
                        known[launch.at] = launch
                    if known[launch.at].kind == "unknown" and top.params:
                        open_tops.add(top.plain_name)
            more = [path for path in self._defining(undefined) if path not in paths]
            for name in sorted(open_tops):
                more += [path for path in self.index.mentioning(name) if path not in paths]
            more = list(dict.fromkeys(more))
            if not more or len(paths) >= MOST_UNITS or not any(one.kind == "unknown" for one in known.values()):
                break
            paths = [*paths, *more[: MOST_UNITS - len(paths)]]
        return list(known.values())


def _others(paths: Iterable[str], known: Sequence[str]) -> list[str]:
    return [path for path in paths if path not in known]


def _fits(text: str, architecture: int) -> bool:
    """Whether words like DAV_3510, ASCEND950 or arch35 in a text, if there are any, allow the architecture."""
    named = set()
    for found in _ARCHITECTURE.finditer(text):
        if found[1]:
            named.add(int(found[1]))
        elif found[2]:
            named.add(_SOC[found[2]])
        else:
            named.add(3510 if found[3] == "35" else 2201)
    return not named or architecture in named


# ------------------------------------------------------------------------------------------------------ running


@dataclass(slots=True)
class _Run:
    """What one run showed."""

    launches: list[Launch] = field(default_factory=list)
    undefined: list[tuple[str, str]] = field(default_factory=list)
    asked_registry: bool = False
    paths: list[str] = field(default_factory=list)


def run_tiling(
    program: p.Program, kernel: str, registration: Registration, template: Template | None, architecture: int
) -> _Run:
    """Run a tiling function, after the function that fills its compile info."""
    root = _function(program, registration.tiling, registration.path)
    parse = _function(program, registration.parse, registration.path) if registration.parse else None
    unseen = [
        ("", name.rpartition("::")[2])
        for name, found in ((registration.tiling, root), (registration.parse, parse))
        if name and found is None
    ]
    if root is None:
        return _Run(undefined=unseen)
    shape = Shape(template.tiling_class) if template is not None else None
    api = HostApi(architecture, shape, registration.operator)
    machine = Machine(program, api)
    if shape is not None:
        api.template = machine.shapes.resolve(p.Type(shape.name), Scope())
    _begin(machine, api, architecture)
    if parse is not None:
        # where it fails nothing is launched, and what it would have stored is not asked for
        machine.assume(equal(_invoke(machine, api, parse), ZERO), True)
        machine.follow_up()
        api.sites.clear()
    status = _invoke(machine, api, root)
    name = root.plain_name if template is None else template.tiling_class
    launches = _launches(machine, api, kernel, name, "", _succeeded(status))
    return _Run(launches, [*unseen, *api.undefined], api.asked_registry)


def run_launcher(program: p.Program, kernel: str, top: p.Function, architecture: int, until: float = inf) -> _Run:
    """Run a function that launches the kernel, directly or through others; what is left `until` then is not run."""
    api = HostApi(architecture)
    machine = Machine(program, api)
    machine.until = until
    _begin(machine, api, architecture)
    _invoke(machine, api, top)
    return _Run(_launches(machine, api, kernel, top.plain_name, kernel, ()), list(api.undefined))


def _begin(machine: Machine, api: HostApi, architecture: int) -> None:
    platform.assume_device(machine, host_facts(), architecture)
    api.known_of_device = len(machine.trail)
    machine.merges = {}
    api.context(machine)
    machine.store.set((("host", CONTEXT), MODE), ZERO)
    machine.store.set((("host", CONTEXT), KEY), ZERO)
    machine.store.set((("host", CONTEXT), PLACE), ZERO)
    machine.store.set((("host", CONTEXT), LOCAL), ZERO)


def _function(program: p.Program, name: str, path: str) -> p.Function | None:
    """The function of that name with a body; the one in `path` before others."""
    found = [f for f in program.named(name.rpartition("::")[2]) if f.body is not None and not f.stub]
    if "::" in name:
        found = [f for f in found if f.name.endswith(name)] or found
    return next((f for f in found if f.at.path == path), found[0] if found else None)


def _succeeded(status: Value) -> tuple[Value, ...]:
    """What holds when a tiling returns success: none of the conditions under which it returns anything else."""
    known = Knowledge()
    known.assume(equal(status, ZERO), True)
    return known.holding()


def _invoke(machine: Machine, api: HostApi, function: p.Function) -> Value:
    arguments = []
    for param, known in zip(function.params, arguments_of(machine, api, function), strict=True):
        arguments.append(Argument(known if known is not None else machine.argument(param), None))
    call = p.Call(p.Name(function.name, "function", function.at, function.key), (), function.at)
    this = machine.new_thing(Shape(function.owner), function.owner) if function.owner and not function.static else None
    return invoke(machine, function, arguments, (), this, Scope(), call)


def _launches(
    machine: Machine, api: HostApi, kernel: str, root: str, direct: str, succeeded: tuple[Value, ...]
) -> list[Launch]:
    home = ("host", CONTEXT)
    mode, key, local, place = (machine.store.get((home, name)) or ZERO for name in (MODE, KEY, LOCAL, PLACE))
    fields = _fields(machine, api)
    made = []
    for site in api.sites:
        if direct and site.kernel != direct:
            continue
        if not direct and site.kernel:
            continue
        if any(number_of(under_facts(condition, succeeded)) == 0 for condition in site.path):
            continue  # the tiling fails on the way through this place
        site = replace(site, facts=(*succeeded, *site.facts))
        if not direct:
            stands = _standing(site, place)
            if stands is None:
                continue
            site = replace(site, facts=(*site.facts, *stands))
        made.append(_launch(machine, api, kernel, root, site, (mode, key, local), fields))
    return _lone_empty(made)


def _standing(site: Site, place: Value) -> tuple[Value, ...] | None:
    """What holds where no later place tells another number of blocks; None where one always does."""
    known = Knowledge()
    for fact in site.facts:
        known.assume(fact, True)
    mark = len(known.trail)
    stands = equal(place, site.number)
    if known.decide(stands) is False:
        return None
    known.assume(stands, True)
    return known.holding(mark) if known.follow_up() else None


def _launch(
    machine: Machine,
    api: HostApi,
    kernel: str,
    root: str,
    site: Site,
    state: tuple[Value, Value, Value],
    fields: _Fields,
) -> Launch:
    value = under_facts(site.count, site.facts)
    number = number_of(value)
    return Launch(
        kernel,
        site.at,
        classified(value, site.facts, machine.merges, bool(site.path)),
        value,
        site.call,
        root,
        api.architecture,
        under_facts(state[0], site.facts),
        under_facts(state[1], site.facts),
        number in (0, 1) and bool(site.path),
        site.path,
        site.facts,
        _fields_at(site, fields),
        local_memory=under_facts(state[2], site.facts),
        entry=site.entry,
        template=site.template,
    )


def _lone_empty(launches: list[Launch]) -> list[Launch]:
    """A literal count is the empty case only beside other launches."""
    if all(one.empty for one in launches):
        return [replace(one, empty=False) for one in launches]
    return launches


_Fields = dict[tuple[str, str], tuple[Location, Value]]


def _fields(machine: Machine, api: HostApi) -> _Fields:
    """The fields of all tiling structures: where each lies, and what it holds at the end."""
    found: _Fields = {}
    for struct, identity in api.saved.items():
        for path, location, value in _stored(machine, identity, ""):
            found[struct, path] = location, value
    return found


def _stored(machine: Machine, identity: Hashable, before: str) -> Iterator[tuple[str, Location, Value]]:
    """What the fields of an object hold, those of its parts as `part.field`."""
    if before.count(".") > _DEEPEST:
        return
    held: set[str] = set()
    for location in machine.store.of(identity):
        value = machine.store.get(location)
        if value is None:
            continue
        held.add(location[1])
        if value.op == "object":
            yield from _stored(machine, value.payload, f"{before}{location[1]}.")
        elif value.op != "location":
            yield f"{before}{location[1]}", location, value
    thing_ = machine.things.get(identity)
    # a copy has the parts of what it was copied from
    for owner in (identity, thing_.source if thing_ is not None else None):
        for part in machine.parts_of(owner):
            if part[1] not in held:
                held.add(part[1])
                yield from _stored(machine, part, f"{before}{part[1]}.")


def _fields_at(site: Site, fields: _Fields) -> dict[tuple[str, str], Value]:
    """What the fields hold at a launch; what is written later holds for it, too.

    At the end ways are joined that never came by the launch: what a field held there is what the launch was made of.
    """
    found: dict[tuple[str, str], Value] = {}
    for name, (location, last) in fields.items():
        there = site.held.get(location)
        found[name] = last if there is None or all(there is not one for one in choices(last)) else there
    return found


__all__ = ["BLOCKS", "HostReader", "run_launcher", "run_tiling"]
