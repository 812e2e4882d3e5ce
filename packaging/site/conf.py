"""What Sphinx has to know of the site, whose pages `packaging/dev.py site` writes."""

from __future__ import annotations

from pathlib import Path

from evalgui.version import __version__

ROOT = Path(__file__).resolve().parents[2]
DESCRIBED = {"__init__.py", "core", "io"}
"""What the reference has, beside the names that scripts import."""

project = "evalgui"
author = "evalgui contributors"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.apidoc", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["reference/modules.rst"]

# Links lead to headings as they do in the program; one that leads nowhere ends the build.
myst_heading_anchors = 3
myst_heading_slug_func = "evalgui.gui.help_pages.anchor"
nitpicky = True
# What is private, and the types of other libraries, are described nowhere here.
nitpick_ignore_regex = [("py:.*", ".*")]
suppress_warnings = ["ref.python"]  # a name that several classes have: the nearest one is led to

apidoc_modules = [
    {
        "path": str(ROOT / "evalgui"),
        "destination": "reference",
        "module_first": True,
        "exclude_patterns": [
            str(path) for path in (ROOT / "evalgui").iterdir() if path.name not in DESCRIBED
        ],
    }
]
apidoc_automodule_options = {"members", "show-inheritance"}
autodoc_default_options = {"ignore-module-all": True}  # each where it stands, once
autodoc_member_order = "bysource"
default_role = "py:obj"
napoleon_google_docstring = False

html_theme = "furo"
html_title = f"evalgui {__version__}"
html_favicon = html_logo = str(ROOT / "resources" / "icons" / "evalgui.svg")
html_copy_source = html_show_sourcelink = html_show_sphinx = html_show_copyright = False
html_static_path, html_css_files = ["static"], ["long-lines.css"]
html_show_search_summary = False  # pages in a folder cannot be fetched by a script
