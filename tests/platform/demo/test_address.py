"""The demo serves on port 8000, on another one if it is taken, or exactly where it is told to."""

import pytest

from demo import address
from demo.address import PortTaken, address_of, bound_socket


def test_another_port_is_taken_when_the_preferred_one_is_in_use(monkeypatch):
    with bound_socket(0) as busy:
        monkeypatch.setattr(address, "PREFERRED_PORT", busy.getsockname()[1])
        with bound_socket(None) as other:
            assert other.getsockname()[1] != busy.getsockname()[1]
            assert address_of(other).startswith("http://127.0.0.1:")


def test_a_port_that_was_asked_for_and_is_in_use_is_an_error_that_says_what_to_do():
    with bound_socket(0) as busy:
        port = busy.getsockname()[1]
        with pytest.raises(PortTaken, match=f"Port {port} cannot be used .* Set QUINTET_PORT"):
            bound_socket(port)
