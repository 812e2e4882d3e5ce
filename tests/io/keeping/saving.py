"""Workspaces of files, as the window saves them."""

from dataclasses import replace

from evalgui.core.choices import Choices
from evalgui.core.singled_out import singled_out
from evalgui.core.snapshot import Inputs, resolve
from evalgui.io.keeping.archive import packed
from evalgui.io.keeping.decisions import kept_decisions
from evalgui.io.keeping.embedded import Embedded, embedded_bytes
from evalgui.io.keeping.kept import Kept, KeptDataSet
from evalgui.io.keeping.opening import kept_source
from evalgui.io.loading import load
from evalgui.io.remembered.import_spec import ImportSpec
from evalgui.io.replaying import results_of


def data_set_of(loaded, sources, embedded=None, *, choices=None, **inputs):
    """Return a data set as it is kept, with what was decided on it."""
    chosen = Inputs(loaded.dataset, **inputs)
    snapshot = singled_out(resolve(chosen), choices or Choices())
    return KeptDataSet(
        loaded.table.name,
        sources,
        ImportSpec.of(loaded.table, loaded.proposal.roles),
        embedded,
        **kept_decisions(snapshot.inputs, snapshot.choices),
        reasons=loaded.proposal.reasons,
        results=results_of(loaded, snapshot),
    )


def saved(workspace, path, *, embeds=False, roles=None, **decided):
    """Write a workspace of one file; return what was read."""
    loaded = load(path, roles=roles)
    source = kept_source(path, loaded.sha256, path.stat().st_size, workspace)
    name = "data/1.parquet" if embeds else None
    kept = Kept((source,), (data_set_of(loaded, (0,), name, **decided),))
    kept = replace(kept, program="0.1", saved="2026-01-31T12:00:00Z")
    data = {name: embedded_bytes(Embedded(loaded.table, loaded.sha256))} if name else {}
    workspace.write_bytes(packed(kept, data))
    return loaded
