"""The image that bots run in: how it is built and how a stale one is told.

    python -m sandbox.docker_image [--base IMAGE] [--image NAME]

Its label holds a hash of the guest and the Dockerfile, so that an image made from others
is noticed. It is used by its digest and never pulled.
"""

import argparse
import hashlib
import io
import sys
import tarfile
from pathlib import Path
from typing import Any, Final

import docker
from docker.errors import APIError, BuildError, DockerException, ImageNotFound
from requests.exceptions import RequestException

from arena.remote_player import GUEST
from sandbox.errors import NoSandbox

IMAGE: Final = "quintet-bot"
LOCAL_BASE: Final = "quintet-base"
"""Taken as the base if it is there: see sandbox/image/debian-base."""
GUEST_LABEL: Final = "quintet.guest"
DOCKERFILE: Final = Path(__file__).parent / "image" / "Dockerfile"
BUILD_S: Final = 600
HOW_TO_BUILD: Final = (
    "build it with `make image` (or sandbox/image/build --base IMAGE; where no registry is "
    "reachable, run sandbox/image/debian-base first)"
)


def guest_hash() -> str:
    """SHA-256 (hex) of what the image is made from, but for its base."""
    digest = hashlib.sha256()
    for name, file in _files():
        digest.update(hashlib.sha256(file.read_bytes()).digest() + name.encode() + b"\0")
    return digest.hexdigest()


def _files() -> list[tuple[str, Path]]:
    """What the image is made from, by the names that the build sees."""
    guest = [(f"guest/{file.name}", file) for file in sorted(GUEST.glob("*.py"))]
    return [("Dockerfile", DOCKERFILE), *guest]


def image_digest(client: Any, image: str = IMAGE) -> str:
    """The digest of the image, if it is there and made from today's guest; raises NoSandbox."""
    try:
        found = client.images.get(image)
    except ImageNotFound:
        raise NoSandbox(f"the image {image} is missing: {HOW_TO_BUILD}") from None
    if found.labels.get(GUEST_LABEL) != guest_hash():
        raise NoSandbox(f"the image {image} was made from another guest: {HOW_TO_BUILD}")
    digest: str = found.id
    return digest


def build(client: Any, *, base: str = "", image: str = IMAGE) -> str:
    """Build the image and return its digest; raises NoSandbox with the last of what was said.

    ``base``: an image with python3 (3.11 or newer); by default a local ``quintet-base``,
    else the one the Dockerfile names, which is pulled.
    """
    arguments = {"BASE": base or _local_base(client)}
    try:
        client.images.build(
            fileobj=_context(),
            custom_context=True,
            tag=image,
            buildargs={key: value for key, value in arguments.items() if value},
            labels={GUEST_LABEL: guest_hash()},
            rm=True,
            forcerm=True,
            timeout=BUILD_S,
        )
    except BuildError as error:
        said = "".join(part.get("stream", "") for part in error.build_log)[-500:].strip()
        raise NoSandbox(f"the image {image} could not be built: {error}; {said}") from error
    except (APIError, RequestException) as error:
        raise NoSandbox(f"the image {image} could not be built: {error}") from error
    return image_digest(client, image)


def _local_base(client: Any) -> str:
    try:
        client.images.get(LOCAL_BASE)
    except ImageNotFound:
        return ""
    return LOCAL_BASE


def _context() -> io.BytesIO:
    """The files that the build sees, and nothing else of the machine."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, file in _files():
            content = file.read_bytes()
            member = tarfile.TarInfo(name)
            member.size = len(content)
            member.mode = 0o444
            archive.addfile(member, io.BytesIO(content))
    packed.seek(0)
    return packed


def main() -> None:
    parser = argparse.ArgumentParser(description="Builds the image that bots run in.")
    parser.add_argument("--base", default="", help="an image with python3, 3.11 or newer")
    parser.add_argument("--image", default=IMAGE)
    arguments = parser.parse_args()
    try:
        client = docker.from_env(timeout=BUILD_S)
        print(arguments.image, build(client, base=arguments.base, image=arguments.image))
    except DockerException as error:
        sys.exit(f"no Docker daemon answers: {error}")
    except NoSandbox as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
