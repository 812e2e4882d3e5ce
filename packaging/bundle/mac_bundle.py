"""What macOS is told of the program: its names, its languages, and the files that it opens."""

from __future__ import annotations

from typing import Any

from developing.address import ADDRESS


def identifier(address: str = ADDRESS) -> str:
    """Return the identifier of the bundle, which begins as the address of the project ends."""
    from evalgui.cli.desktop import app_id

    return app_id(address).replace("_", "-") if address else "evalgui"


def about(version: str, address: str = ADDRESS) -> dict[str, Any]:
    """Return the entries of Info.plist that PyInstaller does not know.

    A workspace belongs to the program. Tables belong to others, which keep the double click: the
    program is one to open them with, and they can be dropped on its icon, as folders can.
    """
    from evalgui.io.formats.registry import suffixes
    from evalgui.io.formats.workspace_files import SUFFIX
    from evalgui.io.languages import languages

    kind = identifier(address) + ".workspace"
    return {
        "CFBundleDisplayName": "evalgui",
        "CFBundleShortVersionString": version,
        "CFBundleDevelopmentRegion": "en",
        "CFBundleLocalizations": ["en", *languages()],
        "NSHighResolutionCapable": True,
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": "evalgui workspace",
                "CFBundleTypeRole": "Editor",
                "LSHandlerRank": "Owner",
                "LSItemContentTypes": [kind],
            },
            {
                "CFBundleTypeName": "table",
                "CFBundleTypeRole": "Viewer",
                "LSHandlerRank": "Alternate",
                "CFBundleTypeExtensions": [one[1:] for one in suffixes()],
            },
            {
                "CFBundleTypeName": "folder",
                "CFBundleTypeRole": "Viewer",
                "LSHandlerRank": "Alternate",
                "LSItemContentTypes": ["public.folder"],
            },
        ],
        "UTExportedTypeDeclarations": [
            {
                "UTTypeIdentifier": kind,
                "UTTypeDescription": "evalgui workspace",
                "UTTypeConformsTo": ["public.zip-archive"],
                "UTTypeTagSpecification": {"public.filename-extension": [SUFFIX[1:]]},
            }
        ],
    }
