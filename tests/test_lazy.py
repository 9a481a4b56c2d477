"""Names of packages: listed, imported when first used, and nothing imported before."""

import importlib
import pkgutil
import subprocess
import sys

import pytest

import underdeck
from underdeck import lazy

PACKAGES = ["underdeck"] + [
    f"underdeck.{found.name}" for found in pkgutil.iter_modules(underdeck.__path__) if found.ispkg
]


@pytest.mark.parametrize("package", [*PACKAGES, "underdeck.games.tomb", "underdeck.games.dungeon"])
def test_every_name_of_a_package_exists(package: str) -> None:
    module = importlib.import_module(package)
    assert module.__all__
    for name in module.__all__:
        if package == "underdeck.games":
            importlib.import_module(f"{package}.{name}")
        assert getattr(module, name) is not None
        assert name in dir(module)


def test_a_name_is_imported_once_and_an_unknown_one_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lazy, "JOKER", None, raising=False)
    find, names = lazy.lazy_names("underdeck.lazy", {"JOKER": "underdeck.cards"})
    assert find("JOKER") == vars(lazy)["JOKER"] == 56
    assert {name for name in names() if not name.startswith("__")} == {"JOKER"}
    assert "__name__" in names()
    with pytest.raises(AttributeError, match=r"^module 'underdeck\.lazy' has no attribute 'ACE'"):
        find("ACE")


def test_importing_the_library_imports_no_other_package() -> None:
    code = (
        "import sys; before = set(sys.modules); import underdeck\n"
        "assert 'simulate' in dir(underdeck)\n"
        "print(*(name for name in set(sys.modules) - before if 'underdeck' in name))\n"
        "import underdeck.study, underdeck.fast, underdeck.table\n"
        "import underdeck.serve, underdeck.store\n"
        "underdeck.new('tomb').play('delve')\n"
        "assert not {'numpy', 'numba', 'click', 'msgspec', 'sqlalchemy'} & set(sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert sorted(ran.stdout.split()) == ["underdeck", "underdeck.lazy"]
