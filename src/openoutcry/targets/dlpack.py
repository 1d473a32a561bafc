"""DLPack, written down with `ctypes`: arrays of ours as tensors of PyTorch, JAX, CuPy or NumPy, without a copy.

Numba's device arrays have no `__dlpack__` of their own. The memory stays until the last tensor made of it is gone.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

CPU, GPU = 1, 2
"""DLPack's numbers for where memory is."""
CODES = {"i": 0, "u": 1, "f": 2}
NAME = b"dltensor"


class Device(ctypes.Structure):
    """DLDevice."""

    _fields_ = (("kind", ctypes.c_int32), ("number", ctypes.c_int32))


class DataType(ctypes.Structure):
    """DLDataType."""

    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class Description(ctypes.Structure):
    """DLTensor."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", Device),
        ("directions", ctypes.c_int32),
        ("kind", DataType),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    )


Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Managed(ctypes.Structure):
    """DLManagedTensor."""

    _fields_ = (("tensor", Description), ("context", ctypes.c_void_p), ("deleter", Deleter))


_LENT: dict[int, Any] = {}
"""What others use, by the address of its description: it stays until they say that they are done."""


def _give_back(address: int) -> None:
    """Whoever took a tensor is done with it."""
    _LENT.pop(address, None)


Destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_api = ctypes.pythonapi
_api.PyCapsule_New.restype = ctypes.py_object
_api.PyCapsule_New.argtypes = (ctypes.c_void_p, ctypes.c_char_p, Destructor)
_api.PyCapsule_IsValid.argtypes = (ctypes.c_void_p, ctypes.c_char_p)
_api.PyCapsule_GetPointer.restype = ctypes.c_void_p
_api.PyCapsule_GetPointer.argtypes = (ctypes.c_void_p, ctypes.c_char_p)


def _drop(capsule: int) -> None:
    """A capsule that nobody has taken gives back what it holds; one that was taken has another name."""
    if _api.PyCapsule_IsValid(capsule, NAME):
        _LENT.pop(_api.PyCapsule_GetPointer(capsule, NAME), None)


DELETER, DESTRUCTOR = Deleter(_give_back), Destructor(_drop)


class Tensor:
    """Numbers that lie in an array of ours, from its first byte on, as others take them.

    >>> counted = np.arange(6)
    >>> taken = np.from_dlpack(Tensor(counted, counted.ctypes.data, (2, 3), counted.dtype, CPU))
    >>> counted[4] = 40
    >>> taken.tolist()
    [[0, 1, 2], [3, 40, 5]]
    """

    def __init__(self, owner: Any, address: int, shape: tuple[int, ...], dtype: Any, kind: int = GPU) -> None:
        self.owner, self.address, self.shape, self.kind = owner, address, shape, kind
        self.dtype: np.dtype[Any] = np.dtype(dtype)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        if self.kind != GPU:
            raise AttributeError("this tensor is not on a GPU")
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self.address, False),
            "strides": None,
            "version": 3,
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.kind, 0

    def __dlpack__(self, *, stream: Any = None, **_asked: Any) -> Any:
        """A capsule; whoever takes it finds everything written, whatever stream it works on."""
        if self.kind == GPU and stream != -1:
            from numba import cuda

            cuda.synchronize()
        directions = len(self.shape)
        shape = (ctypes.c_int64 * directions)(*self.shape)
        kind = DataType(CODES[self.dtype.kind], 8 * self.dtype.itemsize, 1)
        described = Description(self.address, Device(self.kind, 0), directions, kind, shape, None, 0)
        managed = Managed(described, None, DELETER)
        address = ctypes.addressof(managed)
        _LENT[address] = managed, shape, self.owner
        return _api.PyCapsule_New(address, NAME, DESTRUCTOR)
