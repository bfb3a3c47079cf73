"""The abstract interpreter: event trees of kernels, and what they mean."""
