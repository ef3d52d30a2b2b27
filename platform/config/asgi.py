"""The ASGI entry point: `uvicorn --app-dir platform config.asgi:application`."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
for folder in (str(ROOT / "platform"), str(ROOT)):
    if folder not in sys.path:
        sys.path.insert(0, folder)
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.conf import settings  # noqa: E402  (the path comes first)
from django.core.asgi import get_asgi_application  # noqa: E402

from config.body_limit import with_body_limit  # noqa: E402

application = with_body_limit(get_asgi_application(), max_bytes=settings.REQUEST_MAX_BYTES)
