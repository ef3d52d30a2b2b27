"""Serves the site on a socket that the demo bound: `python -m demo.web FILE_DESCRIPTOR`.

The demo keeps the socket, so the address stays the same when the web process is started again.
"""

import socket
import sys

import uvicorn


def main() -> None:
    """Serve until SIGTERM."""
    config = uvicorn.Config(
        "config.asgi:application",
        lifespan="off",
        access_log=False,
        # No proxy stands in front: what a client claims of its address is not to be believed.
        proxy_headers=False,
        timeout_graceful_shutdown=2,
    )
    uvicorn.Server(config).run(sockets=[socket.socket(fileno=int(sys.argv[1]))])


if __name__ == "__main__":
    main()
