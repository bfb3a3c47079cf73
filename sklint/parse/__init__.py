"""The station that turns one C++ file into a Program; nothing past it knows clang."""

from sklint.parse.includes import HealMemory
from sklint.parse.source import UnreadableSource
from sklint.parse.unit import parse_host, parse_unit

__all__ = ["HealMemory", "UnreadableSource", "parse_host", "parse_unit"]
