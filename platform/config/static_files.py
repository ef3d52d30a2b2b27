"""Static files in production: names carry a hash of the content, so that browsers may keep them for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Hashed and compressed files; imports between JavaScript modules are rewritten as well."""

    support_js_module_import_aggregation = True
