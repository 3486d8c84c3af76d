"""`python -m scorekeeper` is `scorekeeper`."""

from scorekeeper.cli import main

raise SystemExit(main())
