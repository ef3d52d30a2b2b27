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

    # A module's name is known when those of all that it imports are: as many passes as a chain of imports is long.
    max_post_process_passes = 20

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        *((f"{folder}/*.js", IMPORTS) for folder in OUR_FOLDERS),
    )
