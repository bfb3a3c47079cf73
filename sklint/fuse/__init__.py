"""What is fused with what: the launch of a SuperKernel, and what happens to each of its operators there."""
