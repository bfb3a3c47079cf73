"""What is in a tree: operators, their kernel entries and their host code, in every layout that people use."""

from sklint.collect.find import Collection, MissingPathError, Target, collect
from sklint.collect.headers import headers
from sklint.collect.scripts import ScriptTarget
from sklint.collect.tree import Exclusions, Skipped

__all__ = ["Collection", "Exclusions", "MissingPathError", "ScriptTarget", "Skipped", "Target", "collect", "headers"]
