"""What programs write around cells and lines: taken off with a finding, and nothing else."""

from __future__ import annotations

import pytest

from evalgui.io.text.written_forms import without_forms


@pytest.mark.parametrize(
    ("text", "plain", "code"),
    [
        (b'a,b\n="x",="0.5"\n', b"a,b\nx,0.5\n", "spreadsheet_text"),
        (b'a,b\n"=""x""","=""0.5"""\n', b"a,b\nx,0.5\n", "spreadsheet_text"),
        (b'"a,b"\n"x,""0.5"""\n', b'a,b\nx,"0.5"\n', "quoted_lines"),
        (b"a\tb\n#q2:types\tnumeric\n1\t2\n", b"a\tb\n#q2:types numeric\n1\t2\n", "types_line"),
        (b"a (1=x, 2=y),b\n1,2\n2,3\n", b'"a (1=x, 2=y)",b\n1,2\n2,3\n', "bracketed_comma"),
    ],
)
def test_that_a_form_is_taken_off_and_said(text: bytes, plain: bytes, code: str) -> None:
    view, findings = without_forms(memoryview(text))
    assert (bytes(view), [one.code for one in findings]) == (plain, [code])


@pytest.mark.parametrize(
    "text",
    [
        b"a,b\n1,2\n",
        b'"a","b"\n"x","0.5"\n',
        b'"one sentence"\n"another one"\n',
        b"f (a, b),c,d\n1,2,3,4\n1,2,3,4\n",
        b'a,b\nx,y="z"\n',
        b"",
    ],
)
def test_that_any_other_text_stays_as_it_is(text: bytes) -> None:
    data = memoryview(text)
    view, findings = without_forms(data)
    assert bytes(view) == text
    assert findings == ()
