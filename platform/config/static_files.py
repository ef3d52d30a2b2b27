"""Static files in production: names carry a hash of the content, so that browsers may keep them for ever."""

from pathlib import Path

from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage

_, IMPORTS = HashedFilesMixin._js_module_import_aggregation_patterns
OUR_FOLDERS = sorted(app.parent.name for app in Path(__file__).parents[1].glob("*/static"))


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Hashed and compressed files; imports between our own JavaScript modules are rewritten as well.

    Not those in packages' files: comments there import types that lead nowhere.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        *((f"{folder}/*.js", IMPORTS) for folder in OUR_FOLDERS),
    )
