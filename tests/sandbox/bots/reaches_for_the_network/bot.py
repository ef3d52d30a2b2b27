import socket

from tried import refused

AF_VSOCK = 40


def choose_move(view):
    for family, kind in (
        (socket.AF_INET, socket.SOCK_STREAM),
        (socket.AF_INET, socket.SOCK_DGRAM),
        (socket.AF_INET6, socket.SOCK_STREAM),
        (socket.AF_NETLINK, socket.SOCK_RAW),
        (socket.AF_PACKET, socket.SOCK_RAW),
        (AF_VSOCK, socket.SOCK_STREAM),
        (38, socket.SOCK_SEQPACKET),
    ):
        refused(socket.socket, family, kind)
    refused(socket.create_connection, ("1.1.1.1", 80), timeout=1)
    refused(socket.create_connection, ("127.0.0.1", 80), timeout=1)
    refused(socket.getaddrinfo, "example.org", 80)
    for path in (
        "/var/run/docker.sock",
        "/run/docker.sock",
        "/run/dbus/system_bus_socket",
        "/quintet/box/control",
        "\0/tmp/.X11-unix/X0",
    ):
        unix = socket.socket(socket.AF_UNIX)
        refused(unix.connect, path)
    return view["legal"][0]
