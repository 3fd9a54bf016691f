"""Static files under hashed names, ES modules that import each other included."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """WhiteNoise's storage, which also rewrites `import "./other.js"` to the hashed name."""

    support_js_module_import_aggregation = True
