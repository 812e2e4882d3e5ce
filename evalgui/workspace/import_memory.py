"""What was decided about files, found again by their columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.errors import EvalguiError
from evalgui.core.vocabulary import phrase
from evalgui.io.keeping.safe_writing import write_safely
from evalgui.io.remembered.import_spec import ImportSpec, read_import_spec
from evalgui.workspace.privacy import PRIVATE, PRIVATE_FOLDER, keep_private

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_MOST = 200
_SUFFIX = ".json"


class ImportMemory:
    """A folder with one small file of choices for each set of columns.

    It holds names of columns and of the positive class, and never a row.

    Parameters
    ----------
    folder
        Made when the first choices are remembered.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        keep_private(*self._files())  # an earlier version let others read them

    def recall(self, signature: str) -> ImportSpec | None:
        """Return what was decided about files with a signature; None where nothing was."""
        try:
            return read_import_spec(self._path(signature))
        except EvalguiError:
            # Never decided, or a damaged file: both mean to ask again.
            return None

    def remember(self, spec: ImportSpec) -> None:
        """Keep choices for the next file with these columns; the oldest ones give way.

        Where the folder cannot be written, nothing is remembered: opening the file goes on.
        """
        try:
            self._folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
            known = sorted(self._files(), key=lambda path: path.stat().st_mtime)
            for path in known[: max(len(known) - _MOST + 1, 0)]:
                path.unlink()
            write_safely(self._path(spec.signature), spec.to_json().encode(), mode=PRIVATE)
        except (OSError, EvalguiError):
            return

    def clear(self) -> None:
        """Forget everything.

        Raises
        ------
        EvalguiError
            If a file cannot be removed.
        """
        try:
            for path in self._files():
                path.unlink(missing_ok=True)
        except OSError:
            message = phrase("what was decided about files could not be removed")
            hint = phrase("Remove the folder {folder}", folder=self._folder)
            raise EvalguiError(message, hint=hint) from None

    def __len__(self) -> int:
        return sum(1 for _ in self._files())

    def _files(self) -> Iterable[Path]:
        return self._folder.glob(f"*{_SUFFIX}")

    def _path(self, signature: str) -> Path:
        return self._folder / f"{signature}{_SUFFIX}"
