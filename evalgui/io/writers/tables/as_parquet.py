"""A table as Parquet: with its types, checksums of its pages, and its origin in the schema."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from evalgui.io.table import arrow
from evalgui.io.writers.tables.blocks import type_of
from evalgui.render.json import facts

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import BinaryIO

    from evalgui.io.writers.tables.how import How
    from evalgui.results.result import LongTable

_GROUP = 1 << 20  # rows


def write_parquet(tables: Sequence[LongTable], how: How, file: BinaryIO) -> None:
    """Write one table; ``evalgui`` in the metadata of its schema holds its origin as JSON."""
    from pyarrow import parquet

    (table,) = tables
    fields = [
        arrow.field(
            column.id,
            type_of(table.kind(column)),
            metadata={"title": how.told(column), "kind": table.kind(column).name},
        )
        for column in table.columns
    ]
    about = json.dumps(facts(how.about), allow_nan=False)
    schema = arrow.schema(fields, metadata={"evalgui": about, "title": how.told(table)})
    with parquet.ParquetWriter(
        file,
        schema,
        compression="snappy",
        write_page_checksum=True,
    ) as writer:
        waiting, n_waiting = [], 0
        for block in how.blocks(table):
            waiting.append(arrow.record_batch(block, schema=schema))
            n_waiting += len(waiting[-1])
            if n_waiting >= _GROUP:
                writer.write_table(arrow.Table.from_batches(waiting), row_group_size=_GROUP)
                waiting, n_waiting = [], 0
        if waiting:
            writer.write_table(arrow.Table.from_batches(waiting), row_group_size=_GROUP)
