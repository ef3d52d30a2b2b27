"""The Celery application: workers play trials and matches, beat sends the periodic tasks.

The broker only carries ids. The database is the queue of record, so a lost broker loses nothing.
"""

import os

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("quintet")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def keep_our_logging(**_: object) -> None:
    """A receiver of this signal is how Celery is told to leave the logging of settings.py alone."""
