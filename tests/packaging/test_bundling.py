"""What a bundle is made of: every file that it names is there, and the version is one."""

from __future__ import annotations

import plistlib
import re
import tomllib

import pytest
from bundle import mac_bundle
from developing import bundling, commands, environment

from evalgui.io.formats import registry
from evalgui.io.languages import languages
from evalgui.version import __version__

SPEC = (bundling.SOURCES / "evalgui.spec").read_text(encoding="utf-8")


def test_that_the_version_is_that_of_the_program():
    assert bundling.version() == __version__


def test_that_nothing_that_the_program_imports_is_left_out():
    project = tomllib.loads((environment.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*project["project"]["dependencies"]]
    extras = project["project"]["optional-dependencies"]
    wanted += [*extras["hdf5"], *extras["pandas"], *extras["spss"]]
    names = {re.split(r"[^\w-]", one)[0].casefold().replace("-", "_") for one in wanted}
    left = re.search(r"LEFT_OUT = \[(.*?)\n\]", SPEC, re.DOTALL)
    assert left is not None
    without = set(re.findall(r'"([\w.]+)"', left[1]))
    assert {"duckdb", "ibis"} <= without
    assert names & {one.casefold() for one in without} == set()


def test_that_libraries_of_remote_services_alone_are_left_out():
    pattern = re.search(r"UNUSED = re.compile\((.*?)\n\)", SPEC, re.DOTALL)
    assert pattern is not None
    unused = re.compile("".join(re.findall(r'r"(.*)"', pattern[1])))
    for name in (
        *("pyarrow/libarrow_flight.so.2600", "pyarrow/_s3fs.cpython-311-x86_64-linux-gnu.so"),
        *("PySide6/Qt/plugins/platformthemes/libqgtk3.so", "pyarrow/lib.pxi"),
    ):
        assert unused.search(name), name
    for name in (
        *("pyarrow/libarrow.so.2600", "pyarrow/libarrow_substrait.so.2600", "pyarrow/_orc.so"),
        *("PySide6/Qt/plugins/platforms/libqxcb.so", "evalgui/resources/samples/clinical.csv"),
        *("PySide6/Qt/translations/qtbase_de.qm", "PySide6/Qt/plugins/platforms/libqwayland.so"),
    ):
        assert not unused.search(name), name


@pytest.mark.parametrize("address", ["", "https://forge.example.org/some_group/evalgui"])
def test_that_macos_is_told_of_each_file_that_opens(address):
    told = plistlib.loads(plistlib.dumps(mac_bundle.about("1.2.3", address)))
    own, tables, _folders = told["CFBundleDocumentTypes"]
    (exported,) = told["UTExportedTypeDeclarations"]
    assert own["LSItemContentTypes"] == [exported["UTTypeIdentifier"]]
    assert exported["UTTypeTagSpecification"] == {"public.filename-extension": ["evalgui"]}
    assert re.fullmatch(r"[A-Za-z0-9.-]+", exported["UTTypeIdentifier"])
    assert exported["UTTypeIdentifier"].startswith("org." if address else "evalgui")
    known = {f"*.{one}" for one in tables["CFBundleTypeExtensions"]}
    assert known == set(registry.patterns().split())
    assert told["CFBundleLocalizations"] == ["en", *languages()]
    assert told["CFBundleShortVersionString"] == "1.2.3"


def test_that_the_installer_of_windows_speaks_the_languages_of_the_program():
    script = (bundling.SOURCES / "evalgui.iss").read_text(encoding="utf-8")
    assert re.findall(r'^Name: "(\w\w)"; MessagesFile', script, re.MULTILINE) == [
        "en",
        *languages(),
    ]
    # Whoever takes it out leaves no key of the registry behind.
    keys = re.findall(r'Subkey: "Software\\Classes\\(.*?)"(.*)$', script, re.MULTILINE)
    removed = [key for key, rest in keys if "uninsdeletekey" in rest]
    assert removed
    assert all(any(key.startswith(one) for one in removed) for key, _rest in keys)


def test_that_what_is_left_out_is_listed_with_the_way_to_it():
    told = (bundling.SOURCES / "README.txt").read_text(encoding="utf-8")
    project = tomllib.loads((environment.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    for name in set(re.findall(r"evalgui\[([\w,]+)\]", told)):
        assert set(name.split(",")) <= set(extras)
    assert 'pip install "evalgui[big]"' in told


def test_that_nothing_else_can_be_said(monkeypatch):
    monkeypatch.setattr(environment, "set_up", lambda *_given, **_named: "python")
    with pytest.raises(SystemExit):
        commands.bundle(None, ["--fast"])
