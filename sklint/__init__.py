"""A static-analysis linter for AscendC kernels that go into a SuperKernel."""

__version__ = "0.1.0"
