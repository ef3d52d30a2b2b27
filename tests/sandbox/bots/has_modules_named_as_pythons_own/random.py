OWN = True


def choice(moves):
    return "chosen by its own random"
