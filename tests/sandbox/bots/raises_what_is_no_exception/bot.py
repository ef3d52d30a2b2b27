class Odd(BaseException):
    pass


def choose_move(view):
    raise BaseExceptionGroup("many", [Odd(number) for number in range(50)] * 20)
