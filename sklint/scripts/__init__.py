"""Model scripts: Python that marks what is fused and with which options; read as text, never imported."""
