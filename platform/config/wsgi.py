"""The WSGI entry point, for servers that speak no ASGI."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
for folder in (str(ROOT / "platform"), str(ROOT)):
    if folder not in sys.path:
        sys.path.insert(0, folder)
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.core.wsgi import get_wsgi_application  # noqa: E402  (the path comes first)

application = get_wsgi_application()
