"""What saving a workspace takes, without embedded data: processor time, and all but the disk.

Forcing the bytes to the disk is left out: it depends on the disk alone.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from evalgui.core.choices import Choices
from evalgui.core.singled_out import singled_out
from evalgui.core.snapshot import Inputs, resolve
from evalgui.io.keeping.archive import packed
from evalgui.io.keeping.decisions import kept_decisions
from evalgui.io.keeping.kept import Kept, KeptDataSet
from evalgui.io.keeping.opening import kept_source, open_kept
from evalgui.io.keeping.safe_writing import write_safely
from evalgui.io.loading import load
from evalgui.io.remembered.import_spec import ImportSpec
from evalgui.io.replaying import results_of
from evalgui.io.samples import samples

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.snapshot import Snapshot
    from evalgui.io.loading import Loaded

ROUNDS = 20
BOUND = 0.050  # seconds


def main() -> None:
    """Save and open a workspace of each sample, and one of all together; print the least times."""
    every = [(one.id, *_opened(one.path, one.roles)) for one in samples()]
    heading = f"{'workspace of':24}{'bytes':>9}{'results':>10}{'saving':>10}{'opening':>10}"
    sys.stdout.write(heading + "   (milliseconds of processor time)\n")
    with tempfile.TemporaryDirectory() as folder:
        force = os.fsync
        os.fsync = _do_nothing  # type: ignore[assignment]
        try:
            for name, loaded, snapshot, path in every:
                _measure(name, [(loaded, snapshot, path)], Path(folder) / "W.evalgui")
            _measure("all of them", [one[1:] for one in every], Path(folder) / "W.evalgui")
        finally:
            os.fsync = force


def _do_nothing(fd: int) -> None:
    """Take the place of what forces a file to the disk."""
    del fd


def _opened(path: Path, roles: object) -> tuple[Loaded, Snapshot, Path]:
    loaded = load(path, roles=roles)  # type: ignore[arg-type]
    return loaded, singled_out(resolve(Inputs(loaded.dataset)), Choices()), path


def _measure(name: str, items: list[tuple[Loaded, Snapshot, Path]], target: Path) -> None:
    results = [results_of(loaded, snapshot) for loaded, snapshot, _ in items]

    def save() -> None:
        sources = tuple(
            kept_source(path, loaded.sha256, path.stat().st_size, target)
            for loaded, _, path in items
        )
        data_sets = tuple(
            KeptDataSet(
                *(loaded.table.name, (place,)),
                ImportSpec.of(loaded.table, loaded.proposal.roles),
                **kept_decisions(snapshot.inputs, snapshot.choices),
                reasons=loaded.proposal.reasons,
                results=found,
            )
            for place, ((loaded, snapshot, _), found) in enumerate(zip(items, results, strict=True))
        )
        write_safely(target, packed(Kept(sources, data_sets)))

    computing = _least(lambda: [results_of(loaded, snapshot) for loaded, snapshot, _ in items])
    saving = _least(save)
    opening = _least(lambda: replace(open_kept(target)))
    size = target.stat().st_size
    told = f"{name:24}{size:>9}{1e3 * computing:>10.1f}{1e3 * saving:>10.1f}{1e3 * opening:>10.1f}"
    sys.stdout.write(told + (f"   above {1e3 * BOUND:.0f}\n" if saving > BOUND else "\n"))
    sys.stdout.flush()


def _least(work: Callable[[], object]) -> float:
    """Return the least processor time of several rounds, in seconds."""
    found = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found)
