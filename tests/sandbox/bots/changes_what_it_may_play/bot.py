"""The list is the bot's own copy; the referee keeps its."""


def choose_move(view):
    view["legal"].append("no card")
    view["hand"].append("no card")
    return "no card"
