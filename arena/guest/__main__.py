"""Starts the guest. It is run as a file, wherever its folder has been put."""

import importlib
import os
import sys

if __name__ == "__main__":
    folder = os.path.dirname(os.path.abspath(__file__))
    # Last, and not for long: what lies beside the folder is no business of the bot's imports.
    sys.path.append(os.path.dirname(folder))
    main = importlib.import_module(f"{os.path.basename(folder)}.parent").main
    sys.path.pop()
    main(sys.argv[1])
