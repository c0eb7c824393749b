"""The site's own files under names made of their content, so that a browser keeps each of them for good."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class NamedByContent(CompressedManifestStaticFilesStorage):
    """A script that imports another says that name too. Two that import each other have none: Django refuses them.

    Django's own ``support_js_module_import_aggregation`` looks at every library's scripts as well, and stops at one
    that speaks of a file which it does not bring.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        (
            "king/*.js",
            ((r"""(?P<matched>(?P<how>\b(?:from |import |import\())"(?P<url>\.[^"]+)")""", '%(how)s"%(url)s"'),),
        ),
    )
