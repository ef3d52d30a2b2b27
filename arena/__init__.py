"""Quintet's arena: five card games, their referee and their records.

Standard library only. Everything here stays true without the website: a bot
author installs this package alone and gets the server's rules, referee, clock
and faults at home.
"""

__version__ = "0.1.0"
