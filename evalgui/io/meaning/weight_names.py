"""Which columns say by their names how many each row stands for, or how much it weighs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.io.meaning.column_names import plain_name

if TYPE_CHECKING:
    from collections.abc import Iterable

_FREQUENCY_NAMES = frozenset(
    {
        *("freq", "freqs", "frequency", "frequencies", "count", "counts", "cnt", "n", "nobs"),
        *("n_obs", "n_rows", "n_cases", "n_patients", "n_subjects", "n_samples", "n_items"),
        *("n_instances", "number_of_cases", "number_of_patients", "number_of_subjects"),
        *("multiplicity", "anzahl", "häufigkeit", "haeufigkeit", "effectif", "frecuencia"),
    }
)

_SHORT_NAMES = frozenset(
    {
        *("pw", "fw", "aw", "iw", "sw", "ipw", "iptw", "ipcw", "siptw", "sipw", "smrw"),
        *("gew", "pond", "pondera", "ponderador", "fexp", "expfac", "expansion_factor", "hrf"),
        *("factor_expansion", "factor_de_expansion", "factor_de_expansión", "hochrechnungsfaktor"),
    }
)
"""What survey takers and statistical programs call weights of rows, and nobody those of bodies."""

_WEIGHING_WORDS = frozenset(
    {
        *("weighting", "weightings", "gewichtung", "gewichtungen", "gewichtungsfaktor"),
        *("ponderation", "pondération", "ponderacion", "ponderación", "ponderação"),
    }
)
_WEIGHT_WORDS = frozenset(
    {
        *("weight", "weights", "wt", "wts", "wgt", "wgts", "wght", "w"),
        *("gewicht", "gewichte", "poids", "peso", "pesos"),
    }
)
_ENDINGS = ("weights", "weight", "wgts", "wgt", "wts", "wt", "gewichte", "gewicht")
_WT, _LEAST_AFTER_WT = "wt", 3  # WTMEC2YR, but not the gene WT1

_OF_ROWS = frozenset(
    {
        *("sample", "sampling", "samp", "survey", "svy", "case", "row", "obs", "observation"),
        *("instance", "freq", "frequency", "design", "final", "base", "replicate", "person"),
        *("household", "population", "pop", "probability", "prob", "propensity", "inverse", "inv"),
        *("ipw", "iptw", "ipcw", "analytic", "analysis", "importance", "expansion", "raking"),
        *("calibration", "calibrated", "raked", "poststratification", "nonresponse", "trimmed"),
        *("normalised", "normalized", "stabilised", "stabilized", "p", "f", "a", "i"),
        *("stichproben", "fall", "hochrechnungs", "bevölkerungs", "sondage", "enquête", "enquete"),
        *("échantillon", "echantillon", "muestra", "muestral", "encuesta", "amostral"),
    }
)
_PARTS_OF_ROWS = _OF_ROWS | {"fnl", "hh", "per", "ps", "rep", "pers"}  # never words of their own

_OF_THINGS = frozenset(
    {
        *("body", "birth", "kg", "g", "mg", "gr", "gram", "grams", "kilo", "kilos", "kilograms"),
        *("lb", "lbs", "pound", "pounds", "oz", "tumor", "tumour", "fetal", "foetal", "fetus"),
        *("organ", "lung", "liver", "heart", "brain", "spleen", "kidney", "placenta", "placental"),
        *("prostate", "uterine", "tissue", "dry", "wet", "fresh", "lean", "ideal", "over", "under"),
        *("light", "heavy", "molecular", "molar", "mol", "atomic", "loss", "gain", "change"),
        *("gross", "net", "vehicle", "koerper", "körper", "geburts", "trocken", "corporel"),
        *("corporal", "naissance", "nacer", "nacimiento", "nascer", "score", "scores", "status"),
        *("category", "group", "percentile", "ratio"),
    }
)
_BODY_WORDS = frozenset(
    {
        *("height", "bmi", "waist", "length", "größe", "groesse", "körpergröße", "koerpergroesse"),
        *("taille", "imc", "altura", "estatura", "talla", "ht", "hgt"),
    }
)
_LIGHTEST, _HEAVIEST = 20, 400  # people, in kilograms and in pounds; of counts, some are small


def is_frequency_name(name: str) -> bool:
    """Return whether a column of this name may say how many each row stands for.

    Examples
    --------
    >>> [is_frequency_name(name) for name in ("Freq", "sample_weight", "N", "cell count")]
    [True, True, True, False]
    """
    return plain_name(name) in _FREQUENCY_NAMES or is_weight_name(name)


def is_weight_name(name: str) -> bool:
    """Return whether this is the name of weights, of rows or of bodies, but of no other things.

    Examples
    --------
    >>> [is_weight_name(name) for name in ("PWEIGHT", "fnlwgt", "weight", "WTMEC2YR", "Poids")]
    [True, True, True, True, True]
    >>> [is_weight_name(name) for name in ("birth weight", "weight (kg)", "weighted_score", "WT1")]
    [False, False, False, False]
    """
    plain = plain_name(name)
    words = plain.split("_")
    if plain in _SHORT_NAMES:
        return True
    parts = [_before_weight(word) for word in words]
    is_weight = any(part is not None for part in parts)
    return is_weight and _OF_THINGS.isdisjoint({*words, *filter(None, parts)})


def weighs_rows(name: str) -> bool:
    """Return whether this is the name of weights of rows, which nobody gives to those of bodies.

    Examples
    --------
    >>> [weighs_rows(name) for name in ("pw", "sampweight", "survey wt", "weight", "Gewicht")]
    [True, True, True, False, False]
    """
    if not is_weight_name(name):
        return False
    plain = plain_name(name)
    words = set(plain.split("_"))
    parts = set(filter(None, map(_before_weight, words)))
    is_said = bool(words & (_OF_ROWS | _WEIGHING_WORDS) or parts & _PARTS_OF_ROWS)
    return is_said or plain in _SHORT_NAMES or any(word.startswith(_WT) for word in words - {_WT})


def may_weigh_bodies(name: str, others: Iterable[str], least: float, most: float) -> bool:
    """Return whether weights may be those of people: by their name, others, and their numbers.

    Parameters
    ----------
    name
        Their name.
    others
        Those of the columns beside them: heights stand beside the weights of bodies.
    least, most
        The smallest and the largest of the numbers.

    Examples
    --------
    >>> may_weigh_bodies("weight", ["age"], 48, 112), may_weigh_bodies("weight", ["age"], 1, 30)
    (True, False)
    >>> may_weigh_bodies("weight", ["Height"], 3, 19), may_weigh_bodies("pw", ["Height"], 48, 112)
    (True, False)
    """
    if not is_weight_name(name) or weighs_rows(name):
        return False
    if least >= _LIGHTEST and most <= _HEAVIEST:
        return True
    return any(not _BODY_WORDS.isdisjoint(plain_name(other).split("_")) for other in others)


def _before_weight(word: str) -> str | None:
    """Return what stands before "weight" in a word; None where it does not speak of weights."""
    if word in _WEIGHT_WORDS or word in _WEIGHING_WORDS:
        return ""
    bare = word.rstrip("0123456789")
    ending = next((one for one in _ENDINGS if bare.endswith(one)), "")
    if ending and bare != ending:
        return bare.removesuffix(ending)
    is_wt = bare.startswith(_WT) and len(bare) >= len(_WT) + _LEAST_AFTER_WT
    return "" if is_wt else None
