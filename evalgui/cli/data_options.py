"""The options that say what the data are: roles of columns, rows, how numbers are written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, get_args

from evalgui.cli import values
from evalgui.core.errors import DataError
from evalgui.core.languages import tr
from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import phrase
from evalgui.io.meaning import (
    DELIMITER_WORDS,
    FIRST_LINES,
    Arrangement,
    Aside,
    BlankLabels,
    DecimalSign,
    LimitMeaning,
    MatrixRows,
    MissingScores,
    ReadOptions,
    Roles,
    ThousandsSign,
    with_rows,
)

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable


def add_data(parser: argparse.ArgumentParser) -> None:
    """Add all of them."""
    _add_roles(parser, has_counts=True)
    parser.add_argument(
        "--together",
        choices=get_args(Arrangement),
        help=tr(
            "how several files of the same columns, or those of a folder, become one data set: "
            "one below the other, or side by side as the scores of systems; side by side, files "
            "without ids in common are data sets of their own"
        ),
    )
    _add_rest(parser)


def add_data_of_rows(parser: argparse.ArgumentParser) -> None:
    """Add all but those about a count table."""
    parser.set_defaults(n_positive=None, n_negative=None, bins=(), together=None)
    _add_roles(parser, has_counts=False)
    _add_rest(parser)


def _add_rest(parser: argparse.ArgumentParser) -> None:
    _add_reading(parser)
    _add_rows(parser)
    _add_numbers(parser)
    add_import_spec(parser)


def reading_of(options: argparse.Namespace) -> ReadOptions:
    """Return what is said about how files are read."""
    return ReadOptions(
        encoding=options.encoding,
        delimiter=options.delimiter,
        header=None if options.first_line is None else options.first_line == FIRST_LINES[True],
        sheet=options.sheet,
        together=options.together,
    )


def _subjects(options: argparse.Namespace) -> tuple[str, ...] | None:
    """Return the columns of subjects; () where there are to be none."""
    given = (options.subject, options.subject_b)
    if options.subject is None and options.subject_b is not None:
        raise DataError(phrase("--subject-b needs --subject"))
    return None if options.subject is None else tuple(filter(None, given))


def _subset(options: argparse.Namespace) -> str:
    """Return the expression that chooses rows; "" for all, which takes back no earlier choice."""
    if options.subset == "" and options.import_spec is not None:
        message = phrase(
            "--subset '' chooses all rows, but those that --import-spec chooses stay chosen"
        )
        raise DataError(
            message, hint=phrase("Leave out --subset, or save the choices without rows")
        )
    return options.subset or ""


def roles_or_refused(options: argparse.Namespace, refuse: Callable[[str], NoReturn]) -> Roles:
    """Return what `roles_of` does; refuse what contradicts itself."""
    try:
        return roles_of(options)
    except DataError as error:
        refuse(error.message)


def roles_of(options: argparse.Namespace) -> Roles:
    """Return what is said about the columns and the rows."""
    missing = options.missing_label
    aside: Aside = ()
    for one in options.set_aside:
        aside = with_rows(aside, one.rows, one.reason)
    return Roles(
        truth=options.truth,
        scores=tuple(dict.fromkeys(options.score)),
        predicted=options.predicted,
        probabilities=tuple(options.probability) or None,
        positive=options.positive,
        higher_is_positive=options.higher_is_positive,
        n_positive=options.n_positive,
        n_negative=options.n_negative,
        weight=options.weight,
        subjects=_subjects(options),
        species=options.species,
        sampling=None if options.sampling is None else Sampling(options.sampling),
        decimal=options.decimal,
        thousands=options.thousands,
        limits=options.limits,
        set_aside_unreadable=options.set_aside_unreadable,
        matrix_rows=options.matrix_rows,
        missing_scores=options.missing_scores,
        blank_labels=options.blank_labels,
        subset=_subset(options),
        bins=tuple(options.bins),
        no_score=options.no_score,
        set_aside=aside,
        missing_labels=None if missing is None else tuple(filter(None, missing)),
    )


def _add_roles(parser: argparse.ArgumentParser, *, has_counts: bool) -> None:
    parser.add_argument("--truth", metavar="COL", help=tr("the column with the true class"))
    score = parser.add_mutually_exclusive_group()
    score.add_argument(
        "--score",
        action="append",
        default=[],
        metavar="COL",
        help=tr("the column with the score; with several, each is evaluated by itself"),
    )
    score.add_argument(
        "--no-score",
        action="store_true",
        default=None,
        help=tr("assess the predicted class and no score"),
    )
    parser.add_argument(
        "--predicted", metavar="COL", help=tr("the column with the predicted class")
    )
    parser.add_argument(
        "--probability",
        action="append",
        default=[],
        type=values.pair,
        metavar="CLASS=COL",
        help=tr(
            "a class and the column with its probability, or another score of it; once for each"
        ),
    )
    if has_counts:
        _add_counts(parser)
    parser.add_argument(
        "--weight",
        metavar="COL",
        help=tr("the column that says how many each row stands for, or its weight; '' for none"),
    )
    _add_sampling(parser)
    parser.add_argument(
        "--missing-label",
        action="append",
        metavar="LABEL",
        help=tr(
            "a class that means that the label is missing, such as 9 or unknown; may be "
            "repeated; '' where every label is a class"
        ),
    )
    _add_direction(parser)
    parser.add_argument(
        "--rows-are",
        choices=get_args(MatrixRows),
        dest="matrix_rows",
        help=tr("of a confusion matrix as the file: what its rows are"),
    )


def _add_direction(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--positive",
        metavar="LABEL",
        help=tr(
            "the class that counts as positive; a direction that an earlier import has for the "
            "other one of two classes turns with it, unless one is given, too"
        ),
    )
    direction = parser.add_mutually_exclusive_group()
    direction.add_argument(
        "--lower-is-positive",
        action="store_false",
        dest="higher_is_positive",
        default=None,
        help=tr("lower scores indicate the positive class: positive when score <= threshold"),
    )
    direction.add_argument(
        "--higher-is-positive",
        action="store_true",
        dest="higher_is_positive",
        default=None,
        help=tr("higher scores do, as is usual: positive when score >= threshold"),
    )


def _add_counts(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--n-positive", metavar="COL", help=tr("of a count table: the column that counts positives")
    )
    parser.add_argument(
        "--n-negative", metavar="COL", help=tr("of a count table: the column that counts negatives")
    )
    parser.add_argument(
        "--bins",
        nargs=2,
        default=(),
        metavar=("LOW", "HIGH"),
        help=tr("of a count table: the columns with the lower and the upper edge of its bins"),
    )


def _add_sampling(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--subject",
        metavar="COL",
        help=tr("the column that says whose each row is, such as the patient; '' for none"),
    )
    parser.add_argument(
        "--subject-b",
        metavar="COL",
        help=tr("the column with the other subject, where rows compare two (probe and reference)"),
    )
    parser.add_argument(
        "--species",
        metavar="COL",
        help=tr(
            "of presentation attacks: the column that says of what kind each is; every species"
            " has its own APCER, and the largest counts; '' for none"
        ),
    )
    parser.add_argument(
        "--sampling",
        choices=[one.value for one in Sampling],
        help=tr(
            "how the rows came into the file: drawn from one population, chosen by class, or "
            "all those of subjects that were drawn (default: what the file shows, else cohort)"
        ),
    )


def _add_reading(parser: argparse.ArgumentParser) -> None:
    reading = parser.add_argument_group(tr("how the file is read, where it is not found out"))
    reading.add_argument(
        "--sheet", metavar="NAME", help=tr("the sheet, or the table, of a file that has several")
    )
    reading.add_argument(
        "--encoding",
        type=values.encoding,
        metavar="NAME",
        help=tr("how text is encoded, such as utf-8, cp1252 or utf-16-le"),
    )
    reading.add_argument(
        "--delimiter",
        type=values.delimiter,
        metavar="NAME",
        help=tr(
            "what separates the cells of text: {known}, or any character",
            known=", ".join(DELIMITER_WORDS),
        ),
    )
    reading.add_argument(
        "--first-line",
        choices=tuple(FIRST_LINES.values()),
        help=tr("what the first line of a table holds: the names of its columns, or data"),
    )


def _add_rows(parser: argparse.ArgumentParser) -> None:
    rows = parser.add_argument_group(tr("which rows are assessed"))
    rows.add_argument(
        "--subset",
        metavar="EXPRESSION",
        help=tr("the rows to assess, such as 'site == \"A\" and age > 60'"),
    )
    rows.add_argument(
        "--set-aside",
        action="append",
        default=[],
        type=values.rows_and_reason,
        metavar="ROWS=REASON",
        help=tr(
            "rows to set aside by hand, counted from 1 after the header, and why, such as "
            "'4,10-12=consent withdrawn'; may be repeated"
        ),
    )
    rows.add_argument(
        "--blank-labels",
        choices=get_args(BlankLabels),
        help=tr(
            "what an empty cell of the truth is: no label (default), the other class, or the "
            "label of the last cell above that has one, as of merged cells"
        ),
    )
    rows.add_argument(
        "--missing-scores",
        choices=get_args(MissingScores),
        help=tr(
            "what a missing score means: no result (default), a score that is never called "
            "positive, or a reason to refuse the file"
        ),
    )
    rows.add_argument(
        "--set-aside-unreadable",
        action="store_true",
        default=None,
        help=tr(
            "set rows aside whose score is neither a number nor missing, and rows that have more "
            "or fewer cells than the table has columns"
        ),
    )


def _add_numbers(parser: argparse.ArgumentParser) -> None:
    numbers = parser.add_argument_group(tr("how the numbers of scores are written"))
    numbers.add_argument("--decimal", choices=get_args(DecimalSign), help=tr("the decimal sign"))
    numbers.add_argument(
        "--thousands",
        choices=get_args(ThousandsSign),
        help=tr("what separates thousands; '' for nothing, ' ' for any blank"),
    )
    numbers.add_argument(
        "--limits",
        choices=get_args(LimitMeaning),
        help=tr(
            "what scores such as <0.05 and >100 are: below (above) all numbers, at the limit, "
            "half of it, or rows to be set aside"
        ),
    )


def add_import_spec(parser: argparse.ArgumentParser) -> None:
    """Add the option that takes the choices of an earlier import."""
    parser.add_argument(
        "--import-spec",
        type=Path,
        metavar="FILE",
        help=tr("read the data and its columns as was chosen, and saved, in the import dialog"),
    )
