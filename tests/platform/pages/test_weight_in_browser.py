"""What a first visit costs over the wire, measured by the browser on the site as production serves it."""

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.test.testcases import LiveServerThread
from playwright.sync_api import Page

from matches.models import Match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FIRST_VISIT_BYTES_MAX = 150_000


@pytest.fixture
def production(settings, tmp_path, transactional_db) -> Iterator[str]:
    """The address of the site with hashed and compressed static files, served by its own middleware."""
    settings.STATIC_ROOT = str(tmp_path / "static")
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "config.static_files.HashedStaticFiles"}
    }
    settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = False
    settings.ALLOWED_HOSTS = ["*"]
    call_command("collectstatic", "--noinput", verbosity=0)
    server = LiveServerThread("127.0.0.1", lambda handler: handler)
    server.daemon = True
    server.start()
    server.is_ready.wait()
    assert server.error is None
    yield f"http://127.0.0.1:{server.port}"
    server.terminate()


def test_a_first_visit_to_the_front_page_with_its_replay_is_light(
    production: str, screen: Page, seen_match: Match
):
    session = screen.context.new_cdp_session(screen)
    session.send("Network.enable")
    received: list[float] = []
    session.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    screen.goto(production)
    screen.locator("[data-scene] *").first.wait_for(state="attached")
    screen.wait_for_load_state("networkidle")
    print(f"{len(received)} requests, {sum(received):.0f} bytes")
    assert len(received) > 10
    assert sum(received) < FIRST_VISIT_BYTES_MAX
