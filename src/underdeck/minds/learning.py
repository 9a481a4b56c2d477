"""Learning the weights of a value network: gradients, and the optimizer Adam."""

import numba
import numpy as np
from numpy.typing import NDArray

from underdeck.minds.evaluate import SLOPE
from underdeck.minds.memory import FloatTable, Ints, IntTable

Floats = NDArray[np.float32]
Weights = dict[str, Floats]

MAX_LOGIT = np.float32(30)
"""Outputs beyond this are certain."""


def new_network(features: int, hidden: int, hidden2: int, random: np.random.Generator) -> Weights:
    """Return random weights."""

    def normal(*shape: int, scale: float) -> Floats:
        return (random.normal(size=shape) * scale).astype(np.float32)

    return {
        "rows": normal(features, hidden, scale=0.1),
        "bias": np.zeros(hidden, np.float32),
        "rows2": normal(hidden, hidden2, scale=(2 / hidden) ** 0.5),
        "bias2": np.zeros(hidden2, np.float32),
        "last": np.append(normal(hidden2, scale=0.2), np.float32(-2)),
    }


@numba.njit(nogil=True)  # type: ignore[untyped-decorator]
def write_inputs(active: IntTable, counts: Ints, scalars: FloatTable, inputs: Floats) -> None:
    """Write the features of positions as rows of numbers, which are all 0 before."""
    first = inputs.shape[1] - scalars.shape[1]
    for row in range(inputs.shape[0]):
        for feature in range(counts[row]):
            inputs[row, active[row, feature]] = 1
        for scalar in range(scalars.shape[1]):
            inputs[row, first + scalar] = scalars[row, scalar]


def gradients(weights: Weights, inputs: Floats, targets: Floats) -> tuple[Weights, float]:
    """Return the gradients of the mean cross-entropy, and its excess over the targets' entropy."""
    sums = inputs @ weights["rows"] + weights["bias"]
    hidden = np.maximum(sums, SLOPE * sums)
    sums2 = hidden @ weights["rows2"] + weights["bias2"]
    hidden2 = np.maximum(sums2, SLOPE * sums2)
    logits = hidden2 @ weights["last"][:-1] + weights["last"][-1]
    output = 1 / (1 + np.exp(-np.clip(logits, -MAX_LOGIT, MAX_LOGIT)))
    error = (output - targets) / np.float32(len(targets))
    error2 = np.outer(error, weights["last"][:-1]) * np.where(sums2 > 0, np.float32(1), SLOPE)
    error1 = (error2 @ weights["rows2"].T) * np.where(sums > 0, np.float32(1), SLOPE)
    found = {
        "rows": inputs.T @ error1,
        "bias": error1.sum(0),
        "rows2": hidden.T @ error2,
        "bias2": error2.sum(0),
        "last": np.append(hidden2.T @ error, error.sum()).astype(np.float32),
    }
    return found, cross_entropy(targets, output) - cross_entropy(targets, targets)


def cross_entropy(targets: Floats, outputs: Floats) -> float:
    """Return the mean cross-entropy of outputs."""
    safe = np.clip(outputs, 1e-7, 1 - 1e-7)
    return float(-(targets * np.log(safe) + (1 - targets) * np.log(1 - safe)).mean())


class Adam:
    """The optimizer, and the running average of the weights."""

    def __init__(self, weights: Weights) -> None:
        self.updates = 0
        self.mean = {name: np.zeros_like(each) for name, each in weights.items()}
        self.square = {name: np.zeros_like(each) for name, each in weights.items()}
        self.average = {name: each.copy() for name, each in weights.items()}

    def update(self, weights: Weights, found: Weights, rate: float, averaging: float) -> None:
        """Change the weights in the direction of the gradients."""
        self.updates += 1
        step = np.float32(rate * (1 - 0.999**self.updates) ** 0.5 / (1 - 0.9**self.updates))
        for name in weights:
            self.mean[name] += np.float32(0.1) * (found[name] - self.mean[name])
            self.square[name] += np.float32(0.001) * (found[name] ** 2 - self.square[name])
            weights[name] -= (
                step * self.mean[name] / (np.sqrt(self.square[name]) + np.float32(1e-8))
            )
            self.average[name] += np.float32(averaging) * (weights[name] - self.average[name])
