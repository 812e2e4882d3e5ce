"""The files that the monkey opens: samples, formats, and small odd ones that it makes."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from evalgui.io.samples import samples

_ROOT = Path(__file__).resolve().parents[2]
_DATA = _ROOT / "tests" / "data" / "io"
_FORMATS = _ROOT / "resources" / "reference" / "formats"
_MANY = 250_000  # more rows than are sorted before the next frame
_TOGETHER = (
    ("kaldi_scores.txt", "kaldi_trials.txt"),
    ("asvspoof_metadata.txt", "asvspoof_scores.txt"),
    ("nist_key.tsv", "nist_scores.tsv"),
    ("genuine.txt", "impostor.txt"),
    ("markers.csv", "patients.csv"),
    ("system-a.csv", "system-b.csv"),
)

PASTED = (
    "truth\tscore\n1\t0.9\n0\t0.1\n1\t0.4\n0\t0.6\n",
    "truth,score\npos,0.25\nneg,0.25\npos,inf\nneg,-inf\n",
    "\tcat\tdog\ncat\t5\t1\ndog\t2\t7\n",
    "no table at all",
    "",
    "<b>x</b>\t<i>y</i>\n1\t2\n",
)


class Zoo:
    """Files to open, made in a folder; the same seed makes the same files."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._folder = folder
        self._rng = random.Random(f"files {seed}")  # noqa: S311 - nothing secret
        folder.mkdir(parents=True, exist_ok=True)
        self.contents: dict[Path, bytes] = {}  # of the small files, as they were at first
        self.odd = [self._write(name, text) for name, text in self._texts().items()]
        self.odd += [
            self._bytes("garbage.csv", bytes(range(256)) * 8),
            self._bytes("empty.csv", b""),
            self._bytes("cut.parquet", (_FORMATS / "general.parquet").read_bytes()[:300]),
            self._bytes("not_really.xlsx", b"PK\x03\x04 and nothing more"),
            self._bytes("zeros.h5", b"\0" * 2_000),
            folder / "missing.csv",
            folder,
        ]

    def choose(self, rng: random.Random) -> list[Path]:
        """Return what to open next: one file, a group that belongs together, or any few."""
        kind = rng.random()
        if kind < 0.3:
            return [rng.choice([sample.path for sample in samples()])]
        if kind < 0.7:
            return [rng.choice(self.odd)]
        if kind < 0.85:
            return [rng.choice(self._formats())]
        if kind < 0.93:
            return [_DATA / "combinations" / name for name in rng.choice(_TOGETHER)]
        if kind < 0.95:
            return [self.large()]
        return [rng.choice([*self.odd, *self._formats()]) for _ in range(rng.randint(2, 3))]

    @staticmethod
    def _formats() -> list[Path]:
        return sorted(p for p in (_FORMATS).iterdir() if p.name != "expected.json")

    def _write(self, name: str, text: str) -> Path:
        return self._bytes(name, text.encode())

    def _bytes(self, name: str, content: bytes) -> Path:
        path = self._folder / name
        if path.is_dir():  # left by an earlier start
            path.rmdir()
        path.write_bytes(content)
        self.contents[path] = content
        return path

    def large(self) -> Path:
        """Return a file that takes a while to open."""
        path = self._folder / "large.csv"
        if not path.exists():
            rng = random.Random(0)  # noqa: S311 - nothing secret
            rows = (f"{rng.random():.6f},{rng.randint(0, 1)}" for _ in range(_MANY))
            path.write_text("score,truth\n" + "\n".join(rows) + "\n")
        return path

    def _texts(self) -> dict[str, str]:
        rng = self._rng
        numbers = [rng.gauss(0, 1) for _ in range(300)]
        truth = [int(rng.random() < 0.4) for _ in numbers]

        def table(header: str, *columns: list[Any]) -> str:
            rows = (",".join(map(str, row)) for row in zip(*columns, strict=True))
            return "\n".join([header, *rows]) + "\n"

        infinite = [rng.choice([n, n, "inf", "-inf", "", "NA", 0.0, -0.0]) for n in numbers]
        names = [f"class {rng.randint(1, 30)}" for _ in numbers]
        called = [name if rng.random() < 0.7 else rng.choice(names) for name in names]
        three = [rng.choice("abc") for _ in numbers]
        shares = [[rng.random() for _ in numbers] for _ in range(3)]
        total = [sum(parts) for parts in zip(*shares, strict=True)]
        shares = [[p / t for p, t in zip(part, total, strict=True)] for part in shares]
        shifted = [n + 1.2 * t for n, t in zip(numbers, truth, strict=True)]
        return {
            "plain.csv": table("truth,score", truth, shifted),
            "one_class.csv": table("truth,score", ["yes"] * 5, [0.1, 0.2, 0.3, 0.4, 0.5]),
            "one_row.csv": "truth,score\n1,0.5\n",
            "header_only.csv": "truth,score\n",
            "constant.csv": table("truth,score", truth, [0.5] * 300),
            "ties.csv": table("truth,score", truth, [rng.choice([0, 0.5, 1]) for _ in truth]),
            "infinities.csv": table("truth,score", truth, infinite),
            "all_infinite.csv": table("truth,score", [1, 0, 1, 0], ["inf", "-inf", "inf", "inf"]),
            "distances.csv": table("label,distance", truth, [2 - n for n in shifted]),
            "two_scores.csv": table("truth,score_a,score_b", truth, shifted, numbers),
            "labels.csv": table("truth,prediction", names, called),
            "stated.csv": table(
                "id,truth,prediction,age", list(range(40)), truth[:40], truth[2:42], [*range(40)]
            ),
            "three.csv": table("truth,prob_a,prob_b,prob_c", three, *shares),
            "matrix.csv": ",cat,dog,<b>fox</b>\ncat,5,1,0\ndog,2,7,1\n<b>fox</b>,0,0,9\n",
            "counts.csv": table(
                "score,n_positive,n_negative",
                [n / 10 for n in range(40)],
                [n * n for n in range(40)],
                [(40 - n) * 1_000 for n in range(40)],
            ),
            "large_integers.csv": table(
                "truth,score", truth[:60], [2**53 + 2 * n + rng.randint(0, 1) for n in range(60)]
            ),
            "huge_span.csv": table(
                "truth,score", truth[:60], [10.0 ** rng.randint(-300, 300) for _ in range(60)]
            ),
            "tiny_span.csv": table("truth,score", truth[:60], [1 + n * 1e-15 for n in range(60)]),
            "semicolon.csv": "truth;score\n" + "".join(f"{t};0,{n}\n" for n, t in enumerate(truth)),
            "quoted.csv": 'truth,score\n"a, ""b""",0.5\n"<b>c</b>",0.25\n"a, ""b""",0.75\n',
            "many_columns.csv": table(
                "truth,score," + ",".join(f"x{n}" for n in range(150)),
                truth[:20],
                shifted[:20],
                *([rng.random() for _ in range(20)] for _ in range(150)),
            ),
            "strings.csv": "name,comment\nx,y\nz,w\n",
            "ragged.csv": "truth,score\n1,0.5\n0\n1,0.25,7\n0,0.125\n",
        }
