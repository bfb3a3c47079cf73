"""SK909 scope-name: a name that means something else than it looks like."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.script_options import Written, scopes
from sklint.finding import Finding, message
from sklint.program import Span
from sklint.scripts.model import Scope, Script
from sklint.scripts.value import Plain, Text

CODE = "SK909"


def check_script(script: Script) -> Iterator[Finding]:
    """Empty names and the text "None", and options for a scope that is not fused; `None` by itself is deliberate."""
    for scope in scopes(script):
        written = Written(scope.at, len(scope.label) == 1)
        for value in scope.label if scope.labels_known else ():
            match value:
                case Text(value=text) if not text.strip():
                    yield written.finding(
                        CODE,
                        "warning",
                        _place(value, scope),
                        message("an empty scope name switches fusion off: the operators inside run one by one"),
                        message("give the scope a name, or write `None` where they shall not be fused"),
                    )
                case Text(value="None"):
                    yield written.finding(
                        CODE,
                        "warning",
                        _place(value, scope),
                        message('the text "None" is a scope name like any other: the operators inside are fused'),
                        message("write `None` without quotes where they shall not be fused"),
                    )
                case Plain(value=None) if any(isinstance(option, Text) and option.value for option in scope.options):
                    yield written.finding(
                        CODE,
                        "warning",
                        value.at,
                        message("`None` switches fusion off, so that the options of this scope have no effect"),
                        message("give the scope a name, or leave the options out"),
                    )
    for marker in script.markers:
        if marker.text is not None and marker.known and not marker.name.strip() and not marker.deliberate:
            yield Written(marker.at, True).finding(
                CODE,
                "error",
                marker.at,
                message("an empty scope name raises when the graph is captured"),
                message("give the scope a name, or write `None` where operators shall not be fused"),
            )


def _place(text: Text, scope: Scope) -> Span:
    at = text.span(0, max(1, len(text.value)))
    return at if at.path == scope.at.path else scope.at
