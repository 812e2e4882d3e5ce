"""Workspaces that were edited into nonsense: refused in words, or opened; never worse."""

import copy
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evalgui.core.choices import Choices
from evalgui.core.counts import Counts
from evalgui.core.deciding import Development
from evalgui.core.errors import EvalguiError
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.kind import Kind
from evalgui.core.multiclass import MulticlassSettings, Over
from evalgui.core.notes import Notes, PointNote
from evalgui.core.pins import Pins, Placed
from evalgui.core.provenance import Origin, Provenance
from evalgui.core.sampling import Sampling
from evalgui.io.bytes.source import Source
from evalgui.io.keeping.archive import packed, unpacked
from evalgui.io.keeping.embedded import Embedded, embedded_bytes
from evalgui.io.keeping.kept import Kept
from evalgui.io.keeping.opening import kept_source, open_kept
from evalgui.io.keeping.workspace_json import from_workspace_json, to_json
from evalgui.io.loading import load
from evalgui.io.meaning import Roles
from evalgui.io.replaying import replay
from tests.io.keeping.saving import data_set_of

# A cost of 1e308 is beyond what any sum of costs can be, here as in the window.
pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")

MADE = Provenance(
    Origin.CHOSEN, "sensitivity", (("sensitivity", 0.75),), "a.csv", "2026-01-31T12:00:00Z"
)
NONSENSE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([-1, 0, 1, 2, 2**31, 2**53 + 1, 2**63, 10**30, 10**400]),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([0.5, -0.0, 1e308, 5e-324, 0.95]),
    st.text(max_size=12),
    st.sampled_from(
        ["", "none", "> inf", "-inf", "1e400", "0x1", "ill", "a", "b", "id", "sensitivity", "typed"]
    ),
    st.sampled_from(["eer", "number", "reach", "chosen", "frozen", "truth", "data/1.parquet"]),
    st.sampled_from(["\ud800", "\x00", "../" * 50 + "etc/passwd", "/dev/zero", "x" * 70_000]),
    st.just([]),
    st.just({}),
    st.lists(st.integers(-3, 5) | st.sampled_from(["ill", "a"]), max_size=3),
    st.dictionaries(
        st.sampled_from(["auc", "kind", "rule", "target", "x"]), st.integers() | st.text(max_size=4)
    ),
)


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    """Return a folder with data, and the JSON types of a workspace of them."""
    folder = tmp_path_factory.mktemp("mutated")
    rows = (f"{n},{'ill' if n % 3 else 'well'},{n * 7 % 11 / 8},{n % 5}\n" for n in range(30))
    (folder / "a.csv").write_text("id,truth,a,b\n" + "".join(rows))
    rows = (f"{'xyz'[n % 3]},{'xyz'[n * n % 3]}\n" for n in range(30))
    (folder / "three.csv").write_text("truth,predicted\n" + "".join(rows))
    one = load(folder / "a.csv", roles=Roles(truth="truth", scores=("a", "b"), positive="ill"))
    three = load(folder / "three.csv", roles=Roles(truth="truth", predicted="predicted"))
    kept = Kept(
        tuple(
            kept_source(
                folder / name, each.sha256, (folder / name).stat().st_size, folder / "W.evalgui"
            )
            for name, each in (("a.csv", one), ("three.csv", three))
        ),
        (
            data_set_of(
                one,
                (0,),
                "data/1.parquet",
                provenance=MADE,
                is_followed=True,
                development=Development("d", Counts(1, 2, 3, 4), Sampling.COHORT, "0.5"),
                intervals=IntervalSettings(0.9, {Kind.AUC: "delong"}, 0.2),
                choices=Choices(
                    pins=Pins((Placed(0.5, MADE), Placed(0.25, MADE)), 0),
                    second=0.25,
                    last=Placed(0.75, MADE, is_followed=True),
                    classes=(1,),
                    notes=Notes("note", (PointNote("a", "ill", 0.5, "text"),)),
                ),
            ),
            data_set_of(
                three,
                (1,),
                multiclass=MulticlassSettings(Over.CHOSEN, ("x", "y"), order=("z", "y", "x")),
            ),
        ),
    )
    data = {"data/1.parquet": embedded_bytes(Embedded(one.table, one.sha256))}
    said = json.loads(to_json(kept))
    for each in said["data_sets"]:
        each["results"] = {"n": each["results"]["n"]}  # most of it is theirs
    return folder, said, data


def places_in(said, before=()):
    """Return the path of every value."""
    parts = said.items() if isinstance(said, dict) else enumerate(said)
    found = []
    for step, value in parts:
        found.append((*before, step))
        if isinstance(value, dict | list):
            found += places_in(value, (*before, step))
    return found


def at(said, path):
    for step in path:
        said = said[step]
    return said


def mutated(draw, said):
    """Return JSON types with some of them changed, removed, copied or renamed."""
    said = copy.deepcopy(said)
    for _ in range(draw(st.integers(1, 3))):
        *before, last = draw(st.sampled_from(places_in(said)))
        inside = at(said, before)
        how = draw(st.sampled_from(["replace", "replace", "remove", "move", "copy", "rename"]))
        if how == "replace":
            inside[last] = draw(NONSENSE)
        elif how == "remove":
            del inside[last]
        elif how == "move":
            inside[last] = copy.deepcopy(at(said, draw(st.sampled_from(places_in(said)))))
        elif isinstance(inside, list):
            inside.append(copy.deepcopy(inside[last]))
        else:
            inside[draw(st.text(max_size=5))] = inside.pop(last)
        if not said:
            break
    return said


def opened(folder, text, data):
    """Open a workspace and compute it again, or return why it is refused."""
    try:
        kept = from_workspace_json(text, "W.evalgui")
    except EvalguiError as error:
        return str(error)
    assert from_workspace_json(to_json(kept)) == kept
    named = {one.embedded for one in kept.data_sets if one.embedded}
    try:
        file = packed(kept, {name: data.get(name, b"") for name in named})
        assert unpacked(Source("W.evalgui", file)).kept == kept
        (folder / "W.evalgui").write_bytes(file)
        for one in replay(open_kept(folder / "W.evalgui")):
            assert one.problem or one.n_compared
    except EvalguiError as error:
        return str(error)
    return ""


def test_that_the_workspace_itself_is_opened(workspace):
    folder, said, data = workspace
    assert opened(folder, json.dumps(said).encode(), data) == ""


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(drawn=st.data())
def test_that_nonsense_is_never_a_traceback(workspace, drawn):
    folder, said, data = workspace
    text = json.dumps(mutated(drawn.draw, said)).encode("utf-8", "surrogatepass")
    why = opened(folder, text, data)
    assert "\n" not in why
    assert not why or why.endswith((".", "?"))


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(drawn=st.data())
def test_that_damaged_text_is_never_a_traceback(workspace, drawn):
    folder, said, data = workspace
    text = bytearray(json.dumps(said).encode())
    for _ in range(drawn.draw(st.integers(1, 5))):
        place = drawn.draw(st.integers(0, len(text) - 1))
        if drawn.draw(st.booleans()):
            text[place] = drawn.draw(st.integers(0, 255))
        else:
            end = place + drawn.draw(st.integers(1, 20))
            text[place:end] = drawn.draw(st.binary(max_size=5))
    why = opened(folder, bytes(text), data)
    assert not why or why.endswith((".", "?"))
