"""Files in, frozen values out: the only room that knows pandas, pyarrow and paths.

`loading.load` goes the whole way: `source` (bytes, checked and hashed) to `readers`
(a `RawTable` of text) to `roles` (what each column means) to a `core.dataset.Dataset`.
"""
