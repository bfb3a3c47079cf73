"""SK916 unpaired-scope: `super_kernel_scope_begin` and `super_kernel_scope_end` that do not meet."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.finding import Finding, Message, Step, message
from sklint.scripts.model import Marker, Script, Unpaired

CODE = "SK916"


def check_script(script: Script) -> Iterator[Finding]:
    """Markers without a partner of equal name, and the text "None" where `None` is meant."""
    mismatched = {item.other for item in script.unpaired if item.marker.end}
    for item in script.unpaired:
        partner_reported = not item.marker.end and item.marker.name in mismatched
        if not item.marker.deliberate and not partner_reported:
            yield _unpaired(item)
    for marker in script.markers:
        if marker.text is not None and marker.name == "None" and not marker.end and not marker.deliberate:
            yield Finding(
                CODE,
                "warning",
                "likely",
                message('the text "None" is a scope name like any other: the operators inside are fused'),
                marker.at,
                repair=message("write `None` without quotes where they shall not be fused"),
            )


def _unpaired(item: Unpaired) -> Finding:
    trace = () if item.return_at is None else (Step(item.return_at, message("this path leaves before the end")),)
    return Finding(
        CODE,
        "error",
        "proved" if item.every_path else "likely",
        _said(item),
        item.marker.at,
        repair=message("write one begin and one end of the same name on every path"),
        trace=trace,
    )


def _said(item: Unpaired) -> Message:
    marker: Marker = item.marker
    if not marker.end:
        return message("scope `{name}` is begun and not ended: the graph is refused", name=marker.name)
    if item.other:
        return message(
            "scope `{name}` is ended where `{other}` is open: the graph is refused", name=marker.name, other=item.other
        )
    return message("scope `{name}` is ended and not begun before: the graph is refused", name=marker.name)
