"""Map an error to the step at which it happened."""

from __future__ import annotations

from mcptest.errors import TargetError
from mcptest.wire.transport import Layer


def broken_layer(layers: tuple[Layer, ...], error: TargetError) -> Layer:
    """The first layer that the error's code belongs to; the last one knows them all."""
    for layer in layers:
        if error.code.startswith(layer.codes):
            return layer
    return layers[-1]
