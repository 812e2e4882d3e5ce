"""`evaluate`: data and options in, all numbers out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from evalgui.interface.arguments import ask
from evalgui.interface.evaluation import Evaluation
from evalgui.interface.spelling import told_in_python

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from os import PathLike

    Path: TypeAlias = str | PathLike[str]
    Label: TypeAlias = str | int | float | bool
    Column: TypeAlias = Any
    """The name of a column, or the column itself: an array, a series, a list."""

_OF_DATA = {"data", "columns", "name"}


def evaluate(  # noqa: PLR0913 - every option of the command line, all by name
    data: object = None,
    *columns: Column,
    truth: Column = None,
    score: Column = None,
    no_score: bool = False,
    predicted: Column = None,
    probability: Mapping[Label, Column] | Column = None,
    positive: Label | None = None,
    higher_is_positive: bool | None = None,
    lower_is_positive: bool | None = None,
    weight: Column = None,
    n_positive: Column = None,
    n_negative: Column = None,
    bins: tuple[Column, Column] | None = None,
    subject: Column = None,
    subject_b: Column = None,
    species: Column = None,
    sampling: str | None = None,
    missing_label: Label | Sequence[Label] | None = None,
    rows_are: str | None = None,
    sheet: str | None = None,
    together: str | None = None,
    encoding: str | None = None,
    delimiter: str | None = None,
    first_line: str | None = None,
    subset: str | None = None,
    set_aside: Mapping[str, int | Iterable[int]] | None = None,
    missing_scores: str | None = None,
    blank_labels: str | None = None,
    set_aside_unreadable: bool = False,
    decimal: str | None = None,
    thousands: str | None = None,
    limits: str | None = None,
    import_spec: Path | None = None,
    apart: bool = False,
    threshold: float | str | None = None,
    at: str | None = None,
    threshold_from: Evaluation | Path | None = None,
    prespecified: bool = False,
    limit_level: float | None = None,
    p_target: float | None = None,
    c_miss: float | None = None,
    c_fa: float | None = None,
    cost_fn: float | None = None,
    cost_fp: float | None = None,
    cost_tp: float | None = None,
    cost_tn: float | None = None,
    subject_to: str | None = None,
    grey: tuple[float, float] | None = None,
    parameter: Mapping[str, float] | None = None,
    average_over: str | None = None,
    classes: Sequence[Label] | None = None,
    undefined_as_zero: bool = False,
    class_order: Sequence[Label] | None = None,
    top_k: int | None = None,
    level: float | None = None,
    interval: Mapping[str, str] | None = None,
    prevalence: float | str | None = None,
    score_kind: str | None = None,
    risk_threshold: float | Sequence[float] | None = None,
    recalibrate: str | None = None,
    require: str | Sequence[str] | None = None,
    group: str | Sequence[str] | None = None,
    over: str | None = None,
    every: str | None = None,
    date_order: str | None = None,
    against: str | None = None,
    few: int | None = None,
    fta: str | Sequence[str] | None = None,
    fte: str | None = None,
    class_cost: str | Sequence[str] | None = None,
    iapar: str | None = None,
    reference_accuracy: str | None = None,
    alpha: float | None = None,
    fmr_target: float | None = None,
    calls: str | Sequence[str] | None = None,
    bootstrap: int | None = None,
    seed: int | None = None,
    stability: int | None = None,
    measures: str | Sequence[str] | None = None,
    binned: bool = False,
    curve: str | Sequence[str] | None = None,
    vocabulary: str | None = None,
    name: str = "",
) -> Evaluation:
    """Evaluate predictions, and return all numbers at one operating point.

    What is not said is found out as the command line does it; where that is not certain, a
    `DataError` asks. Whatever says which column is what takes the name of a column, or the
    column itself. The index of a series or a data frame takes no part: rows go by their order.
    ``None``, ``NaN``, ``NaT`` and ``NA`` are missing.

    Parameters
    ----------
    data
        A path, or several of files that belong together, or a folder of them; a data frame of
        pandas, polars or any library that speaks Arrow; a table of Arrow; columns by their names; a
        structured array. None where the columns are given themselves.
    columns
        Of two arguments without a name, the first is the true class and the second the score of
        each row: ``evaluate(y_true, y_score)``.
    truth, score, predicted
        The true class, the score and the predicted class of each row. What ``predict_proba``
        returns, an array with a column for each class in sorted order, is a score, too.
    no_score
        Assess the predicted class and no score.
    probability
        A column with the probability, or another score, for each class: by the classes, or as
        ``predict_proba`` returns them.
    positive
        The class that counts as positive.
    higher_is_positive, lower_is_positive
        Which scores indicate the positive class. False says the contrary of True; None lets
        the data say it.
    weight
        How many each row stands for, or its weight: with fractions counts are sums of weights, as
        of ``sample_weight`` in scikit-learn.
    n_positive, n_negative, bins
        Of a count table: how many positives and negatives a row counts, and the lower and the
        upper edges of its bins.
    subject, subject_b, sampling
        Whose each row is, with the other one where rows compare two; and how rows were drawn:
        ``"cohort"``, ``"case-control"`` or ``"by-subject"``.
    species
        Of what kind each presentation attack is: ``pad``.
    missing_label
        Classes that mean that the label is missing; ``""`` where every label is a class.
    rows_are
        Of a confusion matrix as the data: ``"actual"`` or ``"predicted"``.
    sheet
        The sheet, or the table, of a file that has several.
    together
        How several files of the same columns, or those of a folder, become one data set: "stacked",
        one below the other, or "side-by-side", as the scores of systems.
    encoding, delimiter, first_line
        How text is read where that is not found out: such as ``"cp1252"``, ``"semicolon"`` or any
        one character, and whether the first line holds ``"names"`` or ``"data"``.
    subset
        The rows to assess, such as ``'site == "A" and age > 60'``.
    set_aside
        Rows to set aside by hand, counted from 1, by the reason why.
    blank_labels
        What an empty cell of the truth is: ``"missing"``, ``"other"`` or ``"above"``.
    missing_scores
        What a missing score means: ``"exclude"``, ``"worst"`` or ``"refuse"``.
    set_aside_unreadable
        Set rows aside whose score is neither a number nor missing.
    decimal, thousands, limits
        How numbers in text are written, and what ``<0.05`` means.
    import_spec
        A file with the choices that were saved in the import dialog.
    apart
        Of several files: take each for a data set of its own.
    threshold, at, threshold_from
        Where the threshold is: a number, a rule such as ``"sensitivity=0.95"``, or another
        evaluation or the file of one. By default the rule ``youden`` chooses it, and
        ``eer`` where one of two classes is that of impostors by its name.
    prespecified
        The threshold was settled before these data were seen.
    limit_level, p_target, c_miss, c_fa, cost_fn, cost_fp, cost_tp, cost_tn, subject_to
        What is set in the rule of `at`.
    grey
        The two ends of a grey zone.
    parameter
        Numbers in the formulas of measures, such as ``{"beta": 0.5}``.
    average_over, classes, undefined_as_zero, class_order, top_k
        How three classes and more are averaged. Without `class_order`, ordered categories of
        the truth say it.
    level, interval, prevalence
        The confidence of intervals (0.95), the method of each kind of number, and the
        prevalence that predictive values are also told at: a number, or ``"12/200"`` of another
        study, which widens their intervals.
    score_kind
        What the scores are: ``"probability"``, ``"percent"``, ``"llr"``, ``"log10-llr"`` or
        ``"other"``. Calibration, and the decision curve of a model, are of declared probabilities.
    risk_threshold
        The probabilities from which on acting is worth it.
    recalibrate
        What the score would be, recalibrated on these data: ``"logistic"``, ``"intercept"``,
        ``"isotonic"``, ``"beta"`` or ``"prevalence=0.1"``. It is evaluated as a score beside it,
        each value of which was made without its row.
    require
        What is required, such as ``"TPR-limit>=0.9"``, ``"0.8<=slope<=1.2"`` or ``"TPR>=0.8 in
        every site"``: the table ``requirements`` says of each whether it is met, is not, or cannot
        be told.
    group
        The column whose values are groups that are told beside each other, or an expression such
        as ``age > 60``, which holds or not, or two to be crossed: ``groups`` of
        `Evaluation.to_dict`.
    over, every, date_order
        The column of dates over which numbers are told: ``trend``; by ``"day"``, ``"week"``,
        ``"month"`` (as usual), ``"quarter"`` or ``"year"``; and whether ``03/04/2025`` is
        ``"day-first"`` or ``"month-first"``, where no cell tells.
    against, few
        What groups are set beside: ``"largest"``, ``"pooled"``, ``"pairs"`` or one by its name; and
        from how many rows of the class concerned a group joins gaps and p-values (20).
    fta, fte
        Failures to acquire, such as ``"5/1000"`` (or two, of genuine and of impostor attempts), and
        to enrol, which are folded into the error rates of transactions: ``failures``. Or the name
        of a column, or an expression, that says of each row whether it failed.
    class_cost
        Of several classes, what it costs to call a row of one another one, such as
        ``"mild->severe=3"``: ``class_costs``.
    iapar
        Of presentation attacks: how many the comparison matched, such as ``"5/120"`` of one
        species, or the name of the column with its decision: RIAPAR in ``pad``.
    reference_accuracy
        Sensitivity and specificity of the reference that stands for the truth, such as
        ``"0.9/0.95"``: ``references``.
    alpha
        What FMR counts in a summary of FMR and FNMR by group (0.5).
    fmr_target
        The FMR that two groups are set beside: ``cross_groups``; that of the rule as a rule.
    calls
        The columns that say what readers call, such as without and with help, which are told beside
        each other: ``readers`` of `Evaluation.to_dict`.
    bootstrap, seed, stability, measures, binned
        Bootstrap intervals, and how stable the rule is.
    curve
        Curves to add to `Evaluation.to_json`.
    vocabulary
        Whose words the names of measures have, such as ``"clinical"``.
    name
        What to call data that are no file.

    Returns
    -------
    Evaluation
        All numbers, the same as ``evalgui evaluate`` prints for the same data.

    Raises
    ------
    EvalguiError
        `ReadingError` where a file cannot be read; `DataError` where the data cannot be
        assessed, a name or a value is not known, or something has to be asked first.

    Examples
    --------
    >>> found = evaluate(truth=["ill", "ill", "well", "well"], score=[3, 1, 2, 0], positive="ill")
    >>> found.threshold, found.value("TPR"), found.value("roc_auc")
    (3.0, 0.5, 0.75)
    >>> evaluate({"y": [1, 0], "s": [0.9, 0.1]}, truth="y", score="sss")
    Traceback (most recent call last):
    evalgui.core.errors.DataError: columns: there is no column 'sss'. The columns are 'y' and 's'.
    """
    options = {key: value for key, value in locals().items() if key not in _OF_DATA}
    with told_in_python():
        return Evaluation(ask(data, columns, name, options))
