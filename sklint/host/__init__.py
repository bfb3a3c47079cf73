"""The host half: which code launches a kernel, on how many cores, in which mode."""
