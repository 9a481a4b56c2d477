"""The outputs that the notebook of the documentation shows are those of its cells."""

import importlib.util
import json
from pathlib import Path

ROOT = Path(__file__).parents[2]
NOTEBOOK = ROOT / "examples" / "tour.ipynb"


def test_its_outputs_are_up_to_date() -> None:
    program = ROOT / "docs" / "generate" / "notebook.py"
    spec = importlib.util.spec_from_file_location("notebook", program)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
    stored = [cell.get("outputs", []) for cell in cells]
    assert sum(map(len, stored)) > 3
    hint = "run: python docs/generate/notebook.py examples/tour.ipynb"
    assert module.run_cells(cells) == stored, hint
