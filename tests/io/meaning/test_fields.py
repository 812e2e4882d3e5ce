"""Of which field data are: what names of classes and columns say, and what they do not."""

from __future__ import annotations

import pytest

from evalgui.io.meaning.fields import are_of_patients

ZERO_ONE = ("0", "1")
OF_ILLNESS = (
    *("Erkrankung", "erkrankt", "Krankheit", "Diagnose", "Befund", "Hautkrebs", "KHK_Diagnose"),
    *("Herzerkrankung", "Karzinom", "Infektion", "verstorben", "Histologie", "Biopsie", "krank"),
    *("disease", "Heart Disease", "heartDisease", "diagnosis", "Biopsy", "pathology", "cancer"),
    *("final_diagnosis", "Malignancy", "30-day mortality", "died", "relapse", "diabetes", "sepsis"),
    *("maladie", "malade", "diagnostic", "décès", "Récidive", "pathologie"),
    *("enfermedad", "enfermo", "Diagnóstico", "patología", "fallecido", "doença", "malattia"),
)
OF_NOTHING_KNOWN = (
    *("label", "target", "y", "class", "truth", "outcome", "status", "result", "Ergebnis"),
    *("spam", "is_fraud", "churn", "default", "clicked", "genuine", "match", "mated", "defect"),
    *("faulty", "fault_diagnosis", "machine diagnosis", "plant disease", "leaf disease", "income"),
    *("anomaly", "purchased", "recidivism", "approved", "sentiment", "toxic", "Klasse", "wahr"),
    *("credit_risk", "is_target", "speaker", "attack", "winner", "key", ""),
)
OF_PATIENTS = (
    ("patient_id", "marker"),
    ("PatientID", "score"),
    ("Patienten-Nr.", "Marker"),
    ("Pat. Nr.", "Wert"),
    ("MRN", "p"),
    ("paciente", "valor"),
    ("Alter", "Geschlecht", "CRP"),
    ("age", "sex", "marker"),
    ("Age (years)", "Gender", "PSA"),
    ("âge", "sexe", "marqueur"),
    ("edad", "sexo", "marcador"),
)
OF_OTHERS = (
    ("id", "score"),
    ("age", "score"),
    ("sex", "score"),
    ("age", "gender", "customer_id"),
    ("Age", "Sex", "Credit amount", "Loan"),
    ("PassengerId", "Sex", "Age", "Fare", "Ticket"),
    ("age", "sex", "income"),
    ("patient_id", "image", "pixel_1"),
    ("probe", "gallery", "score"),
    ("patent", "score"),
)


@pytest.mark.parametrize("truth", OF_ILLNESS)
@pytest.mark.parametrize("classes", [ZERO_ONE, ("ja", "nein"), ("normal", "abnormal")])
def test_that_a_column_of_an_illness_is_of_patients(classes, truth) -> None:
    assert are_of_patients(classes, truth)


@pytest.mark.parametrize("truth", OF_NOTHING_KNOWN)
def test_that_other_columns_of_the_truth_say_nothing(truth) -> None:
    assert not are_of_patients(ZERO_ONE, truth)


@pytest.mark.parametrize("columns", OF_PATIENTS)
def test_that_columns_of_patients_tell_what_yes_and_no_are_of(columns) -> None:
    assert are_of_patients(ZERO_ONE, "y", columns)
    assert are_of_patients(("oui", "non"), "y", columns)
    assert not are_of_patients(("cat", "dog"), "y", columns)
    assert not are_of_patients(("genuine", "impostor"), "y", columns)
    assert not are_of_patients(("spam", "ham"), "y", columns)


@pytest.mark.parametrize("columns", OF_OTHERS)
def test_that_other_columns_are_of_other_fields(columns) -> None:
    assert not are_of_patients(ZERO_ONE, "y", columns)


@pytest.mark.parametrize(
    "classes",
    [
        ("spam", "ham"),
        ("fraud", "legit"),
        ("genuine", "impostor"),
        ("faulty", "ok"),
        ("attack", "normal"),
    ],
)
def test_that_classes_of_another_field_outweigh_the_column(classes) -> None:
    assert not are_of_patients(classes, "diagnosis", ("patient_id", "age", "sex"))


def test_that_classes_of_patients_outweigh_columns() -> None:
    assert are_of_patients(("benign", "malignant"), "label", ("image", "pixel_1"))
