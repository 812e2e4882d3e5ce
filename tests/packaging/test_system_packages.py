"""What is installed of the system, and how."""

from __future__ import annotations

import shutil
import sys
from types import SimpleNamespace

import pytest
from developing import processes, pythons, system_packages

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="about Linux alone")


@linux_only
def test_that_missing_libraries_are_installed_where_that_is_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    every = {**system_packages.LIBRARIES, **system_packages.DISPLAY_LIBRARIES}
    present = {*every} - {"libEGL.so.1", "libxcb-shape.so.0"}
    installed: list[list[str]] = []

    def install(command: list[str]) -> bool:
        installed.append(command)
        present.update(every)
        return True

    monkeypatch.setattr(system_packages, "loads", lambda library: library in present)
    monkeypatch.setattr(system_packages, "apt_get", lambda: ["apt-get"])
    monkeypatch.setattr(processes, "answers", install)
    system_packages.install_system_packages(display=True, venv_for=None)
    options = ["install", "--yes", "--no-install-recommends"]
    assert installed == [["apt-get", *options, "libegl1", "libxcb-shape0"]]


@linux_only
@pytest.mark.parametrize(
    ("missing", "goes_on"),
    [("libxcb-cursor.so.0", True), ("libEGL.so.1", False)],
    ids=["only for X", "for every window"],
)
def test_that_the_one_command_is_printed_where_it_may_not_be_run(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    missing: str,
    goes_on: bool,
) -> None:
    monkeypatch.setattr(system_packages, "loads", lambda library: library != missing)
    monkeypatch.setattr(system_packages, "apt_get", lambda: None)
    if goes_on:
        system_packages.install_system_packages(display=True, venv_for=None)
    else:
        with pytest.raises(SystemExit) as ended:
            system_packages.install_system_packages(display=True, venv_for=None)
        assert ended.value.code == 1
    package = {**system_packages.LIBRARIES, **system_packages.DISPLAY_LIBRARIES}[missing]
    assert f"install --yes --no-install-recommends {package}\n" in capsys.readouterr().err


@linux_only
def test_that_a_python_without_venv_gets_the_package_of_its_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(system_packages, "loads", lambda _: True)
    monkeypatch.setattr(processes, "answers", lambda _: False)
    monkeypatch.setattr(pythons, "answer", lambda _: "3.11")
    needed = system_packages.missing_packages(display=False, venv_for="/usr/bin/python3")
    assert needed == ["python3.11-venv"]


@linux_only
@pytest.mark.parametrize(
    ("user", "sudo_asks", "expected"),
    [
        (0, True, ["env", "DEBIAN_FRONTEND=noninteractive", "/bin/apt-get", "-qq"]),
        (
            *(1000, False),
            ["/bin/sudo", "-n", "env", "DEBIAN_FRONTEND=noninteractive", "/bin/apt-get", "-qq"],
        ),
        (1000, True, None),
    ],
    ids=["root", "sudo without a password", "sudo with a password"],
)
def test_that_apt_is_called_only_where_nobody_is_asked(
    monkeypatch: pytest.MonkeyPatch,
    user: int,
    sudo_asks: bool,
    expected: list[str] | None,
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: "/bin/" + name)
    monkeypatch.setattr(system_packages, "os", SimpleNamespace(geteuid=lambda: user))
    monkeypatch.setattr(processes, "answers", lambda _: not sudo_asks)
    assert system_packages.apt_get() == expected


@linux_only
def test_that_spark_needs_java(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_packages, "loads", lambda _: True)
    monkeypatch.setattr(processes, "answers", lambda _: False)
    assert system_packages.missing_packages(display=False, venv_for=None) == []
    needed = system_packages.missing_packages(display=False, venv_for=None, java=True)
    assert needed == [system_packages.JAVA]
