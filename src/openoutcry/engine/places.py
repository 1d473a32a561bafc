"""Rows that lie at an address: for what is too large for a record, and has no length that is known while compiling."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic
from numba.np import arrayobj

from openoutcry.engine.compiled import IS_PLAIN

if IS_PLAIN:

    def row_at(address: int, length: int, kind: Any) -> Any:
        """So many things of a kind that lie at an address; whoever has them keeps them."""
        lying = (ctypes.c_byte * (length * np.dtype(kind).itemsize)).from_address(int(address))
        return np.frombuffer(lying, kind)

else:

    @intrinsic
    def row_at(_typing: Any, address: Any, length: Any, kind: Any) -> Any:
        """So many things of a kind that lie at an address; whoever has them keeps them."""
        row = types.Array(kind.dtype, 1, "C")

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            size = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(row.dtype)))
            made = arrayobj.make_array(row)(context, builder)
            lying = builder.inttoptr(args[0], made.data.type)
            arrayobj.populate_array(made, data=lying, shape=[args[1]], strides=[size], itemsize=size, meminfo=None)
            return made._getvalue()

        return row(types.int64, types.int64, kind), codegen
