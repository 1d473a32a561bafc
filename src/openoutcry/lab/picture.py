"""Pictures of intervals (SVG): a row for each, readable in light and dark and on paper, as colours are the page's."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from openoutcry.lab.markup import Markup, tag
from openoutcry.lab.statistics import Interval

WIDTH, LABELS, RIGHT, ROW, TOP, FOOT = 760, 270, 90, 26, 10, 34
HEIGHT, SIDE = 460, 70
"""Of a picture with two axes, and what is left of them."""
TICKS = 5


@dataclass(frozen=True)
class Row:
    """A mean with its interval, and what it is of."""

    label: str
    mean: float
    around: Interval
    is_marked: bool = False


def picture(
    rows: Sequence[Row],
    title: str,
    write: Callable[[float], str],
    write_tick: Callable[[float], str],
    *,
    band: Interval | None = None,
    line: float | None = None,
) -> Markup:
    """The rows above an axis; a band is what is wanted, a line what is fair."""
    low, high = _range(rows, band, line)
    bottom = TOP + ROW * len(rows)

    def across(value: float) -> float:
        return LABELS + (WIDTH - LABELS - RIGHT) * (min(max(value, low), high) - low) / (high - low)

    drawn = [tag("title", title)]
    if band is not None:
        left, right = across(band.low), across(band.high)
        drawn.append(_box(left, TOP, right - left, bottom - TOP))
    for tick in ticks(low, high):
        drawn += [
            _line(across(tick), across(tick), TOP, bottom, "grid"),
            tag("text", write_tick(tick), x=f"{across(tick):.1f}", y=bottom + 20, text_anchor="middle"),
        ]
    if line is not None:
        drawn.append(_line(across(line), across(line), TOP, bottom, "fair"))
    for number, row in enumerate(rows):
        drawn += _row(row, TOP + ROW * number + ROW / 2, across, write)
    return tag("svg", *drawn, viewBox=f"0 0 {WIDTH} {bottom + FOOT}", role="img", aria_label=title, class_="picture")


STYLE = """
svg { background: #fbf8f0; font: 14px Georgia, "Times New Roman", serif; }
text { fill: #1d2b24; } .marked { font-weight: bold; }
.interval { stroke: #1d2b24; stroke-width: 2.5; } .mean { fill: #8a4b00; stroke: #fbf8f0; }
.grid { stroke: #d9d2c0; } .fair { stroke: #1d2b24; stroke-dasharray: 5 4; } .band { fill: #e3ecd9; }
@media (prefers-color-scheme: dark) {
  svg { background: #16201b; } text { fill: #eee8d8; } .interval, .fair { stroke: #eee8d8; }
  .mean { fill: #f0b34a; stroke: #16201b; } .grid { stroke: #3a4640; } .band { fill: #243a2c; }
}
@media print {
  svg { background: #fff; } text, .mean { fill: #000; } .interval, .fair { stroke: #000; } .grid { stroke: #bbb; }
}
"""
"""The colours of `report.css`, for a picture that stands alone and cannot ask its page."""


def standing_alone(drawn: Markup) -> str:
    """A picture as a file of its own.

    >>> standing_alone(tag("svg", tag("title", "Turns"), viewBox="0 0 1 1")).splitlines()[0]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><style>'
    """
    head, closed, rest = drawn.partition(">")
    return f"{head.replace('<svg', XMLNS, 1)}{closed}<style>{STYLE}</style>{rest}\n"


XMLNS = '<svg xmlns="http://www.w3.org/2000/svg"'


@dataclass(frozen=True)
class Point:
    """Two values of something, and whether it is one of the few, or the best."""

    label: str
    x: float
    y: float
    is_marked: bool = False
    is_best: bool = False


@dataclass(frozen=True)
class Axis:
    """What goes across, or up: its title, how its values are written, and what is wanted of them."""

    title: str
    write: Callable[[float], str]
    band: Interval
    start: float
    end: float
    """Where it begins and ends in the picture."""
    values: Sequence[float]

    @property
    def range(self) -> tuple[float, float]:
        """The least and the largest value that there is room for."""
        return _range([Row("", value, Interval(value, value)) for value in self.values], self.band, None)

    def at(self, value: float) -> float:
        """Where a value is."""
        low, high = self.range
        return self.start + (self.end - self.start) * (min(max(value, low), high) - low) / (high - low)


def scatter(
    points: Sequence[Point],
    titles: tuple[str, str],
    write_ticks: tuple[Callable[[float], str], Callable[[float], str]],
    bands: tuple[Interval, Interval],
) -> Markup:
    """Points on two axes; the bands are what is wanted of either."""
    across = Axis(titles[0], write_ticks[0], bands[0], SIDE, WIDTH - RIGHT, [each.x for each in points])
    up = Axis(titles[1], write_ticks[1], bands[1], HEIGHT - FOOT - ROW, TOP + ROW, [each.y for each in points])
    left, right, top, bottom = (*map(across.at, across.band), *map(up.at, reversed(up.band)))
    drawn = [tag("title", ", ".join(titles)), _box(left, top, right - left, bottom - top), *_axes(across, up)]
    for each in sorted(points, key=lambda point: (point.is_best, point.is_marked)):
        drawn += _point(each, across.at(each.x), up.at(each.y))
    label = ", ".join(titles)
    return tag("svg", *drawn, viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", aria_label=label, class_="picture")


def _axes(across: Axis, up: Axis) -> Iterator[Markup]:
    """The lines of both axes, with their numbers and titles."""
    for tick in ticks(*across.range):
        yield _line(across.at(tick), across.at(tick), up.end, up.start, "grid")
        yield _text(across.write(tick), across.at(tick), up.start + 20, "middle")
    for tick in ticks(*up.range):
        yield _line(across.start, across.end, up.at(tick), up.at(tick), "grid")
        yield _text(up.write(tick), across.start - 8, up.at(tick) + 5, "end")
    yield _text(across.title, (across.start + across.end) / 2, up.start + 44, "middle")
    yield _text(up.title, across.start, up.end - 10, "start")


def _point(point: Point, x: float, y: float) -> list[Markup]:
    """A point, large and with its name where it is one of the few."""
    where = {"cx": f"{x:.1f}", "cy": f"{y:.1f}"}
    drawn = [tag("circle", tag("title", point.label), **where, r=6 if point.is_marked else 3, class_="mean")]
    if point.is_best:
        drawn.append(tag("circle", **where, r=11, class_="ring"))
        drawn.append(_text(point.label, x, y - 16, "start" if x < WIDTH / 2 else "end", "label marked"))
    return drawn


def _text(text: str, x: float, y: float, anchor: str, kind: str = "label") -> Markup:
    return tag("text", text, x=f"{x:.1f}", y=f"{y:.1f}", text_anchor=anchor, class_=kind)


def _box(x: float, y: float, width: float, height: float) -> Markup:
    return tag("rect", x=f"{x:.1f}", y=f"{y:.1f}", width=f"{width:.1f}", height=f"{height:.1f}", class_="band")


def _row(row: Row, middle: float, across: Callable[[float], float], write: Callable[[float], str]) -> list[Markup]:
    marked = " marked" if row.is_marked else ""
    return [
        tag("text", row.label, x=LABELS - 12, y=f"{middle + 5:.1f}", text_anchor="end", class_=f"label{marked}"),
        _line(across(row.around.low), across(row.around.high), middle, middle, "interval"),
        tag("circle", cx=f"{across(row.mean):.1f}", cy=f"{middle:.1f}", r=4.5, class_=f"mean{marked}"),
        tag("text", write(row.mean), x=WIDTH - RIGHT + 12, y=f"{middle + 5:.1f}"),
    ]


def _line(left: float, right: float, top: float, bottom: float, kind: str) -> Markup:
    return tag("line", x1=f"{left:.1f}", x2=f"{right:.1f}", y1=f"{top:.1f}", y2=f"{bottom:.1f}", class_=kind)


def _range(rows: Sequence[Row], band: Interval | None, line: float | None) -> tuple[float, float]:
    """From where to where the axis goes: all that there is, and a little room; a band may reach beyond it."""
    ends = [end for row in rows for end in (row.mean, *row.around) if math.isfinite(end)]
    ends += [line] if line is not None else []
    ends += [end for end in (band or ()) if math.isfinite(end)]
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    room = 0.05 * (high - low) or 0.5 * abs(high) or 0.5
    return low - room, high + room


def ticks(low: float, high: float) -> list[float]:
    """Round numbers between low and high, some five of them.

    >>> ticks(18.3, 28.9), ticks(-0.01, 0.11)
    ([20, 22, 24, 26, 28], [0.0, 0.02, 0.04, 0.06, 0.08, 0.1])
    """
    rough = (high - low) / TICKS
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(unit * times for times in (1, 2, 5, 10) if unit * times >= 0.8 * rough)
    digits = max(0, -math.floor(math.log10(step)))
    return [
        round(step * number, digits or None) for number in range(math.ceil(low / step), math.floor(high / step) + 1)
    ]
