"""Letters of five by eight dots, as character displays have them: each column a byte, the highest dot its lowest
bit.
"""

from __future__ import annotations

import numpy as np

WIDE, HIGH = 6, 11
"""The room of a letter, with what is between letters and lines."""
LETTERS = """
!00005F0000 "0007000700 #147F147F14 $242A7F2A12 %2313086462 &3649562050 '0005030000 (001C224100 )0041221C00
*2A1C7F1C2A +08083E0808 ,0050300000 -0808080808 .0060600000 /2010080402 03E5149453E 100427F4000 24261514946
32141494D33 41814127F10 52745454539 63C4A494931 74121110907 83649494936 9464949291E :0036360000 ;0056360000
<0008142241 =1414141414 >0041221408 ?0201590906 @3E415D594E A7C1211127C B7F49494936 C3E41414122 D7F4141413E
E7F49494941 F7F09090901 G3E41415173 H7F0808087F I00417F4100 J2040413F01 K7F08142241 L7F40404040 M7F021C027F
N7F0408107F O3E4141413E P7F09090906 Q3E4151215E R7F09192946 S2649494932 T03017F0103 U3F4040403F V1F2040201F
W3F4038403F X6314081463 Y0304780403 Z6159494D43 [007F414141 \\0204081020 ]004141417F ^0402010204 _4040404040
`0003070800 a2054547840 b7F28444438 c3844444428 d384444287F e3854545418 f00087E0902 g18A4A49C78 h7F08040478
i00447D4000 j2040403D00 k7F10284400 l00417F4000 m7C04780478 n7C08040478 o3844444438 pFC18242418 q18242418FC
r7C08040408 s4854545424 t04043F4424 u3C4040207C v1C2040201C w3C4030403C x4428102844 y4C9090907C z4464544C44
{0008364100 |0000770000 }0041360800 ~0201020402 ♡1C3E7C3E1C ♢183C7E3C18 ♣1C577D571C ♠1C5E7F5E1C ·0000180000
×2214081422 –0808080808 €143E555541 ↑04027F0204 ↓10207F2010 →08082A1C08 ▸007F3E1C08 ◂081C3E7F00 ●1C3E3E3E1C
○1C2222221C …4000400040
"""
"""Every letter with its five columns; blanks are blank."""
RULES = {
    "─": (0, 1, 0, 1),
    "│": (1, 0, 1, 0),
    "┌": (0, 1, 1, 0),
    "┐": (0, 0, 1, 1),
    "└": (1, 1, 0, 0),
    "┘": (1, 0, 0, 1),
}
"""What frames are drawn with: whether a line goes up, right, down and left."""


def _dots() -> dict[str, np.ndarray]:
    """The dots of every letter, in the room it has."""
    blank = np.zeros((HIGH, WIDE), bool)
    found = {" ": blank}
    for written in LETTERS.split():
        dots = blank.copy()
        columns = np.frombuffer(bytes.fromhex(written[1:]), np.uint8)
        dots[1:9, :5] = np.unpackbits(columns[:, None], axis=1, bitorder="little").T
        found[written[0]] = dots
    for sign, (up, right, down, left) in RULES.items():
        dots, row, column = blank.copy(), HIGH // 2, WIDE // 2 - 1
        dots[: row + 1, column] |= bool(up)
        dots[row:, column] |= bool(down)
        dots[row, column:] |= bool(right)
        dots[row, : column + 1] |= bool(left)
        found[sign] = dots
    return found


DOTS = _dots()
UNKNOWN = "?"
"""Stands for a letter that there is none of."""
