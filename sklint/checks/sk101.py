"""SK101 divergent-sync: a barrier that only some of the participating cores reach."""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterator
from functools import partial

from sklint.checks.arrivals import Arrivals, Signature, Tried, tried
from sklint.checks.launched import LaunchedCores
from sklint.checks.places import places
from sklint.checks.trace import call_steps, origin_steps
from sklint.checks.unmet import may_be_unread
from sklint.finding import Finding, Message, Step, message
from sklint.walk import tree
from sklint.walk.alignment import Aligner, Divergence
from sklint.walk.guards import certain, splits_block
from sklint.walk.kernel import WalkedKernel, events
from sklint.walk.values import COMPARISONS, CORE, DATA, SUB, Value, is_read, subtract

CODE = "SK101"
_BLOCK = (1, 2)


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Read each core kind's tree as the barriers on it, and compare the paths that different cores take."""
    for core_kind, root in kernel.trees.items():
        launch = LaunchedCores(kernel, core_kind)
        for signature in _meetings(root):
            whole = Aligner(signature, launch.may_part, launch.decides)
            whole.read(root)
            # a loop that a core runs as often as it has counted may make up for the barriers it missed: the loop is
            # no finding of its own then, and the others are possible only
            catching_up = [divergence for divergence in whole.found if _counts_up(divergence)]
            others = [divergence for divergence in whole.found if divergence not in catching_up]
            yield from _findings(kernel, core_kind, others or catching_up, launch, signature, bool(catching_up))
        if core_kind == "aiv" and kernel.kind.ratio != (1, 1):
            within = partial(within_block, _of_blocks(kernel))
            block = Aligner(within, lambda c, _: splits_block(c.value), launch.decides)
            block.read(root)
            yield from _findings(kernel, core_kind, block.found, launch, within, False, inside=True)
    yield from _one_kind_only(kernel)


def all_core(event: tree.Event) -> Hashable | None:
    """The signature of a barrier that all cores of a kind take part in."""
    match event:
        case tree.AllCoreSync(soft=False, aiv_only=aiv_only):
            return ("SyncAll", aiv_only)
        case tree.FlagSet(mode=0, flag=flag):
            return ("flag", flag)
    return None


def _meetings(root: tree.Seq) -> Iterator[Signature]:
    """The signatures to align all cores by, one flag at a time: a set does not wait, so that cores may set several in
    an order of their own before they wait for any."""
    flags = {event.flag: None for event in events(root) if isinstance(event, tree.FlagSet) and event.mode == 0}
    if len(flags) < 2:
        yield all_core
        return
    for flag in flags:
        yield partial(_with_one_flag, flag)


def _with_one_flag(flag: Value, event: tree.Event) -> Hashable | None:
    return None if isinstance(event, tree.FlagSet) and event.flag is not flag else all_core(event)


def _of_blocks(kernel: WalkedKernel) -> frozenset[Value]:
    """The flags that are set for the cores of one block and for no others."""
    sets = [event for root in kernel.trees.values() for event in events(root) if isinstance(event, tree.FlagSet)]
    return frozenset(e.flag for e in sets if e.mode in _BLOCK) - {e.flag for e in sets if e.mode not in _BLOCK}


def within_block(of_blocks: Container[Value], event: tree.Event) -> Hashable | None:
    """The signature of a flag that the cores of one block exchange; a wait that names no mode has that of the sets."""
    match event:
        case tree.FlagSet(mode=1 | 2, flag=flag):
            return ("set", flag)
        case tree.FlagWait(mode=1 | 2, flag=flag):
            return ("wait", flag)
        case tree.FlagWait(mode=None, flag=flag) if flag in of_blocks:
            return ("wait", flag)
    return None


def _counts_up(found: Divergence) -> bool:
    """Whether the rounds of a loop are a number that the core has counted itself: it may catch up on what it owes."""
    value = found.condition.value
    limit = value.args[1] if found.why == "trips" and value.op in ("<", "<=") else value
    return limit.op == "fresh" and bool(limit.depends & (CORE | SUB | DATA)) and not is_read(limit)


def _findings(
    kernel: WalkedKernel,
    core_kind: str,
    divergences: list[Divergence],
    launch: LaunchedCores,
    signature: Signature,
    owed: bool,
    inside: bool = False,
) -> Iterator[Finding]:
    """The divergences that running the kernel with numbers does not disprove."""
    shown = tried(kernel, core_kind, signature, inside) if divergences else Tried()
    for one in divergences:
        at_it = shown.at(one.condition.at)
        if at_it is not Arrivals.SAME:
            late = at_it is Arrivals.OPEN and _is_made_up_for(one, kernel.trees[core_kind], signature)
            yield _finding(kernel, core_kind, one, launch, inside, at_it, owed or late)


def _is_made_up_for(found: Divergence, root: tree.Seq, signature: Signature) -> bool:
    """Whether some cores pass the barrier of a loop again behind it: they may be those that had fewer rounds."""
    wanted = signature(found.missed)
    inside: set[Value] | None = None
    for node, around in places(root, lambda node: isinstance(node, type(found.missed))):
        if not isinstance(node, type(found.missed)) or signature(node) != wanted:
            continue
        values = {condition.value for condition, _ in around.conditions}
        if any(loop is found.loop for loop in around.loops):
            inside = values
        elif inside is not None and any(value.core_dependent for value in values - inside):
            return True
    return False


def _judge(found: Divergence, launch: LaunchedCores, shown: Arrivals, inside: bool) -> tuple[str, str]:
    """Severity and confidence: sure for an index against a number, else as sure as the host makes it.

    `inside` is for flags that the cores of one block exchange, which no number of blocks has a part in.
    """
    value = found.condition.value
    if shown is Arrivals.ALIKE:
        return "info", "possible"
    if not value.depends & (CORE | SUB):
        return "warning", "possible"
    if certain(value):
        return "error", "proved"
    if found.why in ("trips", "first") and shown is Arrivals.DIFFER:
        return "error", "proved"
    if found.why == "trips":
        loop = found.loop
        even = loop is not None and (_steps_to_its_end(loop) or _is_of_some_rounds(found.missed, loop))
        return ("warning", "possible") if even else ("error", "likely")
    match launch.relation(value):
        case "below":
            return "error", "proved"
        case "no-launch" | "untold":
            return "info", "likely"
        case "open":
            return "info", "likely" if inside and found.why != "first" else "possible"
    return "error", "likely"


def _steps_to_its_end(loop: tree.Loop) -> bool:
    """Whether the tiling gives both the limit of a counter and what a round adds to it: where it stores the same in
    both, each core has one round."""
    value = loop.trips.value
    if value.op not in ("<", "<="):
        return False
    counter, limit = value.args
    starts = {one.during: one.before for one in loop.carried if one.following is one.during}
    limit = starts.get(limit) or limit
    steps = [subtract(one.following, counter) for one in loop.carried if one.during is counter and one.following]
    return _is_of_the_tiling(limit) and any(map(_is_of_the_tiling, steps))


def _is_of_some_rounds(event: tree.Event, loop: tree.Loop) -> bool:
    """Whether what changes from round to round decides about an event, as of one that the last round alone has."""
    return any(
        _changes(condition, loop)
        for _, around in places(loop.body, lambda node: node is event)
        for condition, _ in around.conditions
    )


def _tells_rounds_apart(condition: tree.Condition, root: tree.Seq) -> bool:
    """Whether a condition holds what changes from round to round against a number of the core's own."""
    tests = places(root, lambda node: isinstance(node, tree.Branch) and node.condition is condition)
    changing = {one.during for _, around in tests for loop in around.loops for one in loop.carried}
    return any(
        right.core_dependent and not left.core_dependent and not changing.isdisjoint(left.walk())
        for part in condition.value.walk()
        if part.op in COMPARISONS
        for left, right in (part.args, part.args[::-1])
    )


def _changes(condition: tree.Condition, loop: tree.Loop) -> bool:
    """Whether a condition is made of what changes from round to round."""
    return not {one.during for one in loop.carried}.isdisjoint(condition.value.walk())


def _is_of_the_tiling(value: Value) -> bool:
    """Whether a number that all cores share is made of tiling fields."""
    return not value.core_dependent and any(part.op == "atom" and "." in str(part.payload) for part in value.walk())


def _finding(
    kernel: WalkedKernel,
    core_kind: str,
    found: Divergence,
    launch: LaunchedCores,
    inside: bool,
    shown: Arrivals,
    owed: bool,
) -> Finding:
    # each core may have the round that it waits for, sooner or later
    told = inside and not _tells_rounds_apart(found.condition, kernel.trees[core_kind])
    severity, confidence = _judge(found, launch, shown, told)
    if confidence == "proved" and kernel.unfollowed:
        # the partner of the barrier may stand in what was not followed
        confidence = "likely"
    if owed or (severity != "error" and _is_wait_of_rounds(found.missed, kernel.trees[core_kind])):
        # cores that share out the rounds pass a wait as often as each other, each for rounds of its own
        severity, confidence = "info", "possible"
    barrier = _name(found.missed)
    steps = [*call_steps(found.barrier_calls)]
    if isinstance(found.missed, tree.FlagWait):
        said, step = _leaves_count(found, barrier, severity == "error")
    elif severity != "error":
        index = found.condition.value.depends & (CORE | SUB)
        said, step = _may_miss(found, barrier, compared=owed or inside or shown is Arrivals.ALIKE or not index)
    else:
        said, step = _misses(found, barrier)
    steps.append(Step(found.condition.at, step))
    steps.extend(call_steps(found.calls))
    steps.extend(origin_steps(found.condition))
    steps.extend(launch.steps(found.condition.value))
    return Finding(
        CODE,
        severity,
        confidence,
        said,
        found.missed.at,
        (kernel.name,),
        core_kind,
        message("let every core pass the same barriers: guard the work, not the barrier, or call it before leaving"),
        tuple(steps),
    )


def _is_wait_of_rounds(event: tree.Event, root: tree.Seq) -> bool:
    return isinstance(event, tree.FlagWait) and any(
        around.loops for _, around in places(root, lambda node: node is event)
    )


def _misses(found: Divergence, barrier: str) -> tuple[Message, Message]:
    """What is said of cores that miss a barrier, and of the condition that parts them."""
    condition = found.condition.text
    goes_on = message("the loop goes on while `{condition}`", condition=condition)
    match found.why:
        case "trips":
            return message(
                "`{barrier}` stands in a loop whose number of rounds differs between cores (`{condition}`): "
                "cores with fewer rounds never arrive and the others wait until the device times out",
                barrier=barrier,
                condition=condition,
            ), goes_on
        case "leave":
            return message(
                "`{barrier}` is not reached by cores that leave at `{condition}`: "
                "the others wait for them until the device times out",
                barrier=barrier,
                condition=condition,
            ), message("some cores leave here: `{condition}`", condition=condition)
        case "first":
            return message(
                "`{barrier}` is passed in the first round of a loop, and some cores have no round (`{condition}`): "
                "they never arrive and the others wait until the device times out",
                barrier=barrier,
                condition=condition,
            ), goes_on
    return message(
        "`{barrier}` is reached on one side of `{condition}` only, which differs between cores: "
        "those that arrive wait until the device times out",
        barrier=barrier,
        condition=condition,
    ), message("cores part here: `{condition}`", condition=condition)


def _leaves_count(found: Divergence, barrier: str, sure: bool) -> tuple[Message, Message]:
    """The same of a wait for the other kind of core: nobody waits for those that miss it, but what is set for them."""
    condition = found.condition.text
    if not sure:
        return message(
            "`{barrier}` may be passed by one vector core of a block more often than by the other (`{condition}`): "
            "what is set for both is then left, and opens the first wait of the next operator in a SuperKernel",
            barrier=barrier,
            condition=condition,
        ), message("cores may part here: `{condition}`", condition=condition)
    return message(
        "`{barrier}` is passed by one vector core of a block more often than by the other (`{condition}`): what is set "
        "for both is left, and opens the first wait of the next operator in a SuperKernel",
        barrier=barrier,
        condition=condition,
    ), message("cores part here: `{condition}`", condition=condition)


def _may_miss(found: Divergence, barrier: str, compared: bool) -> tuple[Message, Message]:
    """The same where it is only possible; `compared` says that it is not for want of a launch."""
    condition = found.condition.text
    goes_on = message("the loop goes on while `{condition}`", condition=condition)
    may_part = message("cores may part here: `{condition}`", condition=condition)
    match found.why:
        case "first":
            return message(
                "`{barrier}` is passed in the first round of a loop (`{condition}`): if some cores have no round, and "
                "no barrier in its place, the others wait until the device times out",
                barrier=barrier,
                condition=condition,
            ), goes_on
        case "trips":
            return message(
                "`{barrier}` stands in a loop whose number of rounds may differ between cores (`{condition}`): "
                "if cores with fewer rounds do not make up for them, the others wait until the device times out",
                barrier=barrier,
                condition=condition,
            ), goes_on
    if not compared:
        return message(
            "`{barrier}` is not reached by every core if some do not go the same way at `{condition}`: what the host "
            "launches could not be compared with it",
            barrier=barrier,
            condition=condition,
        ), may_part
    return message(
        "`{barrier}` may be missed by some cores: if they go another way at `{condition}` and do not pass as many "
        "barriers there, the others wait until the device times out",
        barrier=barrier,
        condition=condition,
    ), may_part


def _name(event: tree.Event) -> str:
    match event:
        case tree.AllCoreSync(text=text) | tree.FlagSet(text=text) | tree.FlagWait(text=text):
            return text
    return type(event).__name__


def _one_kind_only(kernel: WalkedKernel) -> Iterator[Finding]:
    """`SyncAll<false>` lets cube and vector cores meet: both kinds have to call it."""
    if len(kernel.trees) < 2:
        return
    meetings = {
        core_kind: [e for e in events(root) if isinstance(e, tree.AllCoreSync) and not e.soft and e.aiv_only is False]
        for core_kind, root in kernel.trees.items()
    }
    for core_kind, other in (("aiv", "aic"), ("aic", "aiv")):
        if meetings[core_kind] and not meetings[other]:
            event = meetings[core_kind][0]
            # the others may meet them in what is called and is not there to be read
            unread = may_be_unread(kernel)
            sure = kernel.kind.origin != "inferred" and not kernel.unfollowed
            yield Finding(
                CODE,
                "warning" if unread else "error",
                "possible" if unread else "proved" if sure else "likely",
                message(
                    "`{barrier}` lets cube and vector cores meet, but only the {kind} cores of this kernel reach it: "
                    "they wait for the others until the device times out",
                    barrier=_name(event),
                    kind=message("cube") if core_kind == "aic" else message("vector"),
                ),
                event.at,
                (kernel.name,),
                core_kind,
                message("call it on both sides of the core-kind test, or use the form for vector cores alone"),
            )
