"""Where the demo serves: port 8000 if it is free, another one if not, or exactly the one asked for."""

import socket

PREFERRED_PORT = 8000
BACKLOG = 128


class PortTaken(Exception):
    """The port that was asked for is in use; the message says what to do."""


def bound_socket(port: int | None) -> socket.socket:
    """Return a listening socket on 127.0.0.1. `port` None: the preferred one, or any."""
    if port is not None:
        try:
            return listening(port)
        except OSError as error:
            raise PortTaken(
                f"Port {port} cannot be used ({error.strerror}). Set QUINTET_PORT to another one."
            ) from error
    try:
        return listening(PREFERRED_PORT)
    except OSError:
        return listening(0)


def listening(port: int) -> socket.socket:
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(("127.0.0.1", port))
        bound.listen(BACKLOG)
    except OSError:
        bound.close()
        raise
    return bound


def address_of(bound: socket.socket) -> str:
    """The address to open in a browser."""
    return f"http://127.0.0.1:{bound.getsockname()[1]}"
