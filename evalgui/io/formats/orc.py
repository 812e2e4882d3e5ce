"""ORC, by pyarrow in a child process: damaged files end the process that reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalgui.core.digits import grouped
from evalgui.core.vocabulary import phrase
from evalgui.io.formats.format import Format, starts
from evalgui.io.sandbox.columns import Refusal
from evalgui.io.sandbox.parent import run
from evalgui.io.widths import HINT, MOST_COLUMNS, too_many_columns

if TYPE_CHECKING:
    from evalgui.core.progress import Watch
    from evalgui.io.bytes.source import Source
    from evalgui.io.meaning import ReadOptions
    from evalgui.io.table import RawTable

NAME = "ORC"

MOST_CELLS = 100_000_000


def read(source: Source, options: ReadOptions, watch: Watch) -> RawTable:
    """Return the table of an ORC file, which the child sends as an Arrow stream.

    Parameters and errors are those of `arrow_file.read`.
    """
    from evalgui.io.bytes.source import Source
    from evalgui.io.formats import arrow_file

    sent = run(read_in_child, phrase("ORC files"), source, watch.part(0.0, 0.8)).parts["stream"]
    stream = Source(source.name, sent, source.digest)
    return arrow_file.read(stream, options, watch.part(0.8, 1.0), NAME)


def read_in_child(data: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the table as an Arrow stream, stripe by stripe."""
    import pyarrow as pa
    from pyarrow import ipc, orc

    try:
        file = orc.ORCFile(pa.BufferReader(data))
        n_columns = len(file.schema)
        if n_columns > MOST_COLUMNS:
            raise Refusal(too_many_columns(), HINT)
        if file.nrows * n_columns > MOST_CELLS:
            message = phrase(
                "the table is too large: {n_rows} rows of {n_columns} columns",
                n_rows=grouped(file.nrows),
                n_columns=grouped(n_columns),
            )
            raise Refusal(message, phrase("Save the data as Parquet"))
        sink = pa.BufferOutputStream()
        with ipc.new_stream(sink, file.schema) as writer:
            for stripe in range(file.nstripes):
                writer.write_batch(file.read_stripe(stripe))
    except pa.ArrowException:
        message = phrase(
            "the ORC file is damaged or incomplete, or uses a feature that is not read"
        )
        raise Refusal(message, phrase("Save it again, or save the data as Parquet")) from None
    return {}, {"stream": sink.getvalue()}


FORMAT = Format(
    NAME,
    starts(b"ORC", then=lambda source: bytes(source.content[-4:-1]) == b"ORC"),
    read,
    suffixes=(".orc",),
    description="ORC",
    help=phrase("numbers, text, dates and truth values, of files of up to 256 MiB"),
)
