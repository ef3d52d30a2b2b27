"""``python -m arena``: see ``arena.commands``."""

import sys

from arena.commands import main

if __name__ == "__main__":
    sys.exit(main())
