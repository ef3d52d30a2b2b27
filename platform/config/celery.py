"""The Celery application: workers play trials and matches, beat sends the periodic tasks.

The broker only carries ids. The database is the queue of record, so a lost broker loses nothing.
"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("quintet")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
