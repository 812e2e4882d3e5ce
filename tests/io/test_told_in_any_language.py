"""What is said of files is told in a language as a whole: no sentence of it is glued from parts."""

from __future__ import annotations

import pytest

from evalgui.core.errors import EvalguiError
from evalgui.core.languages import Language
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.io.bytes.source import Source
from evalgui.io.loading import load_source
from evalgui.io.meaning import Roles
from evalgui.io.repeats.rows import with_repeats


class _Marked(dict[str, str]):
    """A language that sets every sentence between marks."""

    def get(self, sentence: str, _default: object = None) -> str:
        return f"«{sentence}»"


WORDS = words_in(Vocabulary.CLINICAL, Language("xx", "Marks", messages=_Marked()))

ODD = {
    "rows.csv": """id,diagnosis,marker,grade,call,marker
1,ill,0.9,a,ill,3
2,Ill ,0.7,b,well,4
2,ill,<0.4,a,ill,2
3,healthy,abc,a,ill,1
4,healthy,0.1,c,healthy,2
5,healthy,inf,a,healthy,1
6,,0.4,b,ill,2
7,healthy,0.3,b,,-999
7,healthy,0.3,b,,-999
Total,,3.45,,,
""",
    "counts.csv": "score,positives,negatives\n1,0,3\n2,1,2\n2,4,0\n,1,1\n",
    "classes.csv": "truth,p_cat,p_dog,p_owl\n"
    + "cat,.7,.2,.1\ndog,.3,.6,.1\nowl,.4,.4,.2\n" * 4
    + "cat,1.2,-.1,-.1\ncat,.9,.8,.2\nowl,.2,.3,\n",
    "matrix.csv": "actual \\ predicted,a,b,total\na,60,40,100\nb,30,70,100\ntotal,90,110,200\n",
}
GIVEN = {
    "rows.csv": Roles(
        truth="diagnosis",
        scores=("marker (1)", "marker (2)"),
        predicted="call",
        positive="ill",
        set_aside_unreadable=True,
        limits="below",
        subset="grade != 'c'",
    ),
    "matrix.csv": Roles(matrix_rows="actual", positive="a"),
}


@pytest.mark.parametrize("name", ODD)
def test_that_all_that_is_said_of_a_file_is_told_in_a_language(name) -> None:
    source = Source.from_bytes(name, ODD[name].encode())
    loaded = load_source(source, roles=GIVEN.get(name))
    dataset = with_repeats(loaded).dataset
    assert dataset is not None
    said = [finding.text for finding in dataset.findings]
    said += [exclusion.reason for exclusion in dataset.exclusions]
    assert said
    assert [text for text in said if not WORDS.said(text).startswith("«")] == []


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("truth,score\na,1\nb,2\n", Roles(truth="truths", scores=("score",))),
        ("truth,score\na,1\nb,2\n", Roles(truth="truth", scores=("score",), positive="c")),
        ("truth,score\na,1\nb,2\n", Roles(truth="truth", scores=("score",), subset="score >")),
        ("truth,score\na,1\nb,2\n", Roles(truth="truth", scores=("score",), subset="score > 3")),
        ("s,p,n\n1,2,3\n2,x,1\n", Roles(n_positive="p", n_negative="n", scores=("s",))),
        ('truth,score\na,1\n"b,2\n' + "a,1\n" * 3, None),
        ("score\n1\n", None),
        ("", None),
    ],
)
def test_that_why_a_file_is_refused_is_told_in_a_language(text, roles) -> None:
    with pytest.raises(EvalguiError) as caught:
        load_source(Source.from_bytes("a.csv", text.encode()), roles=roles)
    error = caught.value
    said = [error.message, error.hint]
    assert [one for one in said if one and not WORDS.said(one).startswith("«")] == []
