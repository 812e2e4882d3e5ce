"""How the page of a report looks, on the screen and on paper."""

from __future__ import annotations

_SIZES = {"a4": "A4", "letter": "letter"}

_STYLE = """\
@page { size: SIZE; margin: 16mm 15mm 18mm;
  @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 62rem; color: #1a1a1a; background: #fff;
  font: 16px/1.5 "Helvetica Neue", Arial, "Liberation Sans", sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2.2rem 0 .6rem; padding-bottom: .2rem;
  border-bottom: 2px solid #c2410c; }
h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; }
p { margin: .5rem 0; overflow-wrap: anywhere; }
.subtitle, .note, figcaption { color: #4a5058; }
.note, figcaption { font-size: .85em; }
blockquote { margin: .6rem 0; padding: .1rem .9rem; border-left: 3px solid #9aa1ab;
  background: #f6f7f9; }
nav ol { columns: 16rem; margin: 1rem 0; padding-left: 1.4rem; font-size: .9rem; }
a { color: #1f4f8f; }
a:focus-visible, .table:focus-visible { outline: 2px solid #1f4f8f; outline-offset: 2px; }
.table { overflow-x: auto; margin: .8rem 0 1.1rem; }
table { border-collapse: collapse; font-size: .85rem; line-height: 1.35; min-width: 50%;
  font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: bold; padding-bottom: .3rem; }
th, td { padding: .22rem .6rem; text-align: left; vertical-align: top;
  border-bottom: 1px solid #e1e4e8; overflow-wrap: break-word; }
.pairs td { overflow-wrap: anywhere; }
thead th, thead td { border-bottom: 1.5px solid #5f6670; vertical-align: bottom; }
tbody th { font-weight: normal; }
.group th { font-weight: bold; padding-top: .6rem; background: #f6f7f9; }
.number { text-align: right; overflow-wrap: normal; }
figure { margin: .8rem 0; }
svg { display: block; width: 100%; height: auto; }
.pictures { display: grid; gap: 1rem 1.5rem; align-items: start;
  grid-template-columns: repeat(auto-fit, minmax(min(19rem, 100%), 1fr)); }
body.card { font-size: 13px; max-width: 58rem; }
body.card header { margin-bottom: .5rem; }
body.card main { columns: 2; column-gap: 1.6rem; }
body.card section { break-inside: avoid; margin-bottom: .7rem; }
body.card h2 { font-size: 1.02rem; margin: 0 0 .25rem; border-bottom-width: 1px; }
body.card p { margin: .25rem 0; }
body.card table { width: 100%; font-size: .82rem; }
body.card th, body.card td { padding: .1rem .35rem; }
body.card .table { margin: .3rem 0; }
body.card figure { margin: .2rem 0; }
body.card figcaption { font-size: .85em; }
@media (max-width: 40rem) { body.card main { columns: 1; } }
@media print {
  body { padding: 0; max-width: none; font-size: 9.5pt; line-height: 1.4; }
  nav a, td a { color: inherit; text-decoration: none; }
  h1 { font-size: 17pt; } h2 { font-size: 12.5pt; margin-top: 14pt; } h3 { font-size: 10.5pt; }
  h2, h3, caption { break-after: avoid; }
  table { font-size: 8pt; min-width: 45%; }
  thead { display: table-header-group; }
  tr, figure, blockquote, .short { break-inside: avoid; }
  thead { break-after: avoid; }
  th, td { padding: 1.6pt 4pt; }
  .table { overflow: visible; }
  .page { break-after: page; }
  .pictures { grid-template-columns: 1fr 1fr; gap: 6pt 12pt; }
  p { orphans: 3; widows: 3; }
  body.card { font-size: 7.4pt; line-height: 1.28; }
  body.card h1 { font-size: 13pt; }
  body.card h2 { font-size: 9pt; }
  body.card table { font-size: 6.8pt; }
  body.card th, body.card td { padding: .8pt 3pt; }
  body.card svg { max-height: 58mm; }
  body.card section { margin-bottom: 4pt; }
}
"""


_AT_THE_OTHER_SIDE = {
    "border-left": "border-right",
    "padding-left": "padding-right",
    "text-align: left": "text-align: right",
    "@bottom-right": "@bottom-left",
}


def style_for(paper: str, *, is_right_to_left: bool = False) -> str:
    """Return the style sheet for a size of paper; pictures have the same direction in any case."""
    style = _STYLE.replace("SIZE", _SIZES[paper], 1)
    if not is_right_to_left:
        return style
    for side, other in _AT_THE_OTHER_SIDE.items():
        style = style.replace(side, other)
    return f"{style}svg {{ direction: ltr; }}\n"
