"""Files in, frozen values out: the only part that knows pandas, pyarrow and paths.

`loading.load` goes the whole way through the folders: `bytes` (checked and hashed) to `readers`
(which use `text` and the `sandbox`, and make a `RawTable` of `table`), `layouts` and
`combinations` (files of a known kind, and several that belong together), `proposing` (what each
column means, in the values and words of `meaning`) and `building` (a `core.dataset.Dataset`).
Beside that lie `repeats` (what is pointed out later), `remembered` (decisions as text) and
`writers` (what is written). `progress` ties long work to who waits for it, `widths` is the
largest table. No number is computed here of which a measure is made, and nothing knows a window.
"""
