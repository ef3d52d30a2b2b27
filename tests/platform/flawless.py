"""What a page must be for everybody: accessible in light and dark, at a desk and on a phone, and never wider.

A browser test of any app calls `flaws_of` for its own pages; the fixture `screen` beside it fails a test when a page's
script breaks or the security policy is violated. axe-core comes out of its package.
"""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

DESK = {"width": 1400, "height": 900}
PHONE = {"width": 360, "height": 740}
HANGS_ON_THE_LOOK = [
    "color-contrast",
    "link-in-text-block",
    "nested-interactive",
    "scrollable-region-focusable",
    "target-size",
]
"""Rules that may find something new when a page that passed them all is seen in another look. Colours
hang on the scheme, the others on the width, so that two of the four looks show all there is."""
RUN = """async (rules) => {
  const options = { resultTypes: ["violations"] };
  if (rules) options.runOnly = { type: "rule", values: rules };
  return (await axe.run(document, options)).violations;
}"""
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def flaws_of(screen: Page, address: str) -> list[str]:
    """Open a page and look at it in light at a desk, and in dark on a phone; returns what is wrong with it, in lines for its author."""
    flaws: list[str] = []
    screen.emulate_media(color_scheme="light", reduced_motion="reduce")
    screen.set_viewport_size(DESK)
    answer = screen.goto(address)
    if answer is None or answer.status >= 500:
        flaws.append(f"{address}: status {answer and answer.status}")
    # A page that waits for a match or for a file has an empty table.
    if screen.locator("[data-record] [data-scene], [data-sitting] [data-scene]").count():
        screen.locator("[data-scene] *").first.wait_for(state="attached")
    screen.evaluate(AXE_SCRIPT)
    for colours, size, rules in (
        ("light", DESK, None),
        ("dark", PHONE, HANGS_ON_THE_LOOK),
    ):
        screen.emulate_media(color_scheme=colours, reduced_motion="reduce")
        screen.set_viewport_size(size)
        look = f"{address} in {colours}, {size['width']} px"
        flaws += [f"{look}: {_told(one)}" for one in screen.evaluate(RUN, rules)]
        if screen.evaluate(OVERFLOW) > 0:
            flaws.append(f"{look}: wider than the window")
    return flaws


def _told(violation: dict[str, Any]) -> str:
    """One violation with the places where it is."""
    places = "; ".join(
        f"{' '.join(map(str, node['target']))}: {' '.join(node['failureSummary'].split())}"
        for node in violation["nodes"][:5]
    )
    return f"{violation['id']} ({violation['impact']}): {violation['help']}. {places}"
