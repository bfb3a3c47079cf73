"""`python -m sklint`."""

from sklint.cli import main

main()
