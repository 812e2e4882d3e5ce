"""Running the cells of a notebook as a kernel does: ``python -m tests.support.notebooks FILE``.

That writes what comes of them into the file.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

NEEDS_DISPLAY = "needs-display"
SVG = "image/svg+xml"


def executed(notebook: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """Return the outputs of each cell with code, in the form of nbformat 4."""
    known: dict[str, Any] = {"__name__": "__main__"}
    return [
        _outputs("".join(cell["source"]), number, known)
        for number, cell in enumerate(code_cells(notebook), 1)
    ]


def code_cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def _outputs(source: str, number: int, known: dict[str, Any]) -> list[dict[str, Any]]:
    tree, printed, value = ast.parse(source), io.StringIO(), None
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), known)  # noqa: S102 - our own notebook
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), known)  # noqa: S307
    told: list[dict[str, Any]] = []
    if printed.getvalue():
        lines = printed.getvalue().splitlines(keepends=True)
        told.append({"output_type": "stream", "name": "stdout", "text": lines})
    if value is not None:
        data = {"text/plain": repr(value).splitlines(keepends=True)}
        if hasattr(value, "_repr_svg_"):
            data[SVG] = value._repr_svg_().splitlines(keepends=True)
        about = {"metadata": {}, "execution_count": number, "data": data}
        told.append({"output_type": "execute_result", **about})
    return told


def main(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for number, (cell, outputs) in enumerate(
        zip(code_cells(notebook), executed(notebook), strict=True), 1
    ):
        is_free = NEEDS_DISPLAY in cell["metadata"].get("tags", ())
        cell["outputs"] = [] if is_free else outputs
        cell["execution_count"] = number
    text = json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    import evalgui

    evalgui.show = lambda *_data, **_options: None
    main(Path(sys.argv[1]))
