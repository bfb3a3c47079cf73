"""The station that turns one C++ file into a Program; nothing past it knows clang."""

from sklint.parse.includes import HealMemory, needs_core_passes
from sklint.parse.sites import word_sites
from sklint.parse.source import UnreadableSource
from sklint.parse.unit import parse_host, parse_unit

__all__ = ["HealMemory", "UnreadableSource", "needs_core_passes", "parse_host", "parse_unit", "word_sites"]
