"""Why something about a tournament was not done, in words for who asked for it."""


class TournamentRefused(ValueError):
    """It can't be done, or not now; the message says what to do instead."""


class NotAllowed(TournamentRefused):
    """This person may not do it."""


class LimitReached(TournamentRefused):
    """There is no room, or this person has as many as one may have."""
