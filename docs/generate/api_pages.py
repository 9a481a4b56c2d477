"""The reference of the Python API: a page for each package, with all its modules."""

import ast
from pathlib import Path

CORE = "core"
"""The page of the modules that are in no package of their own."""
PUBLIC = """\
# Python API

`import underdeck` offers these names; the [tutorial](../../tutorial.md) shows how to use them, and
[What a bot sees](../views.md) lists the fields of views and moves.
"""
PUBLIC_PACKAGE = "api"
"""The package behind the public names, which shares their page."""
REST = """\
## The package `underdeck.api`

What is behind these names. [How it works](../../architecture/api.md).
"""
HIDDEN = ("migrations",)
"""Packages that nobody calls."""


def api_pages(package: Path) -> dict[str, str]:
    """Return the pages of the API by their path on the site."""
    pages = {
        "reference/api/index.md": public_page(package),
        f"reference/api/{CORE}.md": core_page(package),
    }
    for folder in sorted(package.iterdir()):
        if (folder / "__init__.py").is_file() and folder.name != PUBLIC_PACKAGE:
            pages[f"reference/api/{folder.name}.md"] = package_page(folder)
    return pages


def public_page(package: Path) -> str:
    """Return the page of the names that `import underdeck` offers, and of the rest of `api`."""
    names = public_names(package)
    options = "    options:\n      separate_signature: true\n      show_overloads: false\n"
    sections = [f"::: underdeck.{name}\n{options}" for name in names]
    return "\n".join([PUBLIC, *sections, REST, *rest_of_api(package, without=names)])


def rest_of_api(package: Path, without: list[str]) -> list[str]:
    """Return a section for each module of `api`, without the names that are listed already."""
    filters = ", ".join(['"!^_"', *(f'"!^{name}$"' for name in without)])
    options = f"    options:\n      heading_level: 3\n      filters: [{filters}]\n"
    modules = sorted((package / PUBLIC_PACKAGE).glob("*.py"))
    return [f"::: {module_name(path, package.parent)}\n{options}" for path in modules]


def public_names(package: Path) -> list[str]:
    """Return the names in `__all__` of the package, functions first."""
    for node in ast.parse((package / "__init__.py").read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            names: list[str] = ast.literal_eval(node.value)
            return sorted(names, key=lambda name: (not name.islower(), name))
    raise ValueError("underdeck/__init__.py has no __all__")


def core_page(package: Path) -> str:
    """Return the page of the modules directly in `underdeck`."""
    modules = [path for path in sorted(package.glob("*.py")) if path.stem != "__init__"]
    lead = "What every other package builds on. [How it works](../../architecture/core.md)."
    return page(CORE, lead, modules, package.parent)


def package_page(folder: Path) -> str:
    """Return the page of a package and of the packages in it."""
    modules = [
        path
        for path in sorted(folder.rglob("*.py"))
        if not any(part in HIDDEN for part in path.parts)
    ]
    docstring = ast.get_docstring(ast.parse((folder / "__init__.py").read_text("utf-8"))) or ""
    lead = f"{docstring.splitlines()[0]} [How it works](../../architecture/{folder.name}.md)."
    return page(folder.name, lead, modules, folder.parents[1])


def page(name: str, lead: str, modules: list[Path], source: Path) -> str:
    """Return a page with a section for each module."""
    names = [module_name(path, source) for path in modules]
    sections = [f"::: {name}\n    options:\n      heading_level: 2\n" for name in names]
    return f"# {name}\n\n{lead}\n\n" + "\n".join(sections)


def module_name(path: Path, source: Path) -> str:
    """Return the name by which a module is imported."""
    parts = path.relative_to(source).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
