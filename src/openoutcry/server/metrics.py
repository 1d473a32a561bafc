"""What the server counts, for Prometheus.

What is counted with every message is counted in plain numbers, as the loop alone counts; they are put into Prometheus's
form when somebody asks.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from openoutcry.server.house import House

SECONDS = (0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0)


class Times:
    """How long something took, so many times each; for one thread alone."""

    __slots__ = ("_counts", "_sum")

    def __init__(self) -> None:
        self._counts = [0] * (len(SECONDS) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        """It took so long."""
        self._counts[bisect_left(SECONDS, seconds)] += 1
        self._sum += seconds

    def family(self, name: str, about: str) -> HistogramMetricFamily:
        """As Prometheus has it: how often it took at most so long."""
        bounds = [*map(str, SECONDS), "+Inf"]
        return HistogramMetricFamily(
            name, about, list(zip(bounds, map(float, accumulate(self._counts)), strict=True)), self._sum
        )


class Metrics:
    """Counts and times of one server. None of it says anything of a table's cards."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        self.lines = Gauge("outcry_lines", "connections by WebSocket", registry=self.registry)
        self.refused = Counter("outcry_refused_messages", "messages that were none", registry=self.registry)
        self.searches = Histogram(
            "outcry_search_seconds", "time a bot thought", buckets=SECONDS, registry=self.registry
        )
        self.hurried = Counter("outcry_hurried_bots", "bots that had no time to search", registry=self.registry)
        self.storing_waits = Gauge("outcry_storing_waits", "1 while nothing can be stored", registry=self.registry)
        self.broken = Counter("outcry_broken_items", "what could not be stored", registry=self.registry)
        self.messages: Tally[str] = Tally()
        self.hearing, self.telling = Times(), Times()
        self.actions = self.opened = self.ended = 0

    def heard(self, type: str, seconds: float) -> None:
        """A message was heard, and answered after so long."""
        self.messages[type] += 1
        self.hearing.observe(seconds)

    def watch(self, house: House) -> None:
        """Show what a house knows as well, as it stands when somebody asks."""
        self.registry.register(_House(self, house))

    def written(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)


class _House(Collector):
    """The plain numbers of a server, and of the house that it runs."""

    def __init__(self, metrics: Metrics, house: House) -> None:
        self._metrics, self._house = metrics, house

    def collect(self) -> Iterator[Metric]:
        """Everything, now."""
        yield from self._counted()
        yield from self._standing()

    def _counted(self) -> Iterator[Metric]:
        metrics, storing = self._metrics, self._house.outbox.writer.counters
        messages = CounterMetricFamily("outcry_messages", "messages heard, by type", labels=["type"])
        for type, count in metrics.messages.items():
            messages.add_metric([type], count)
        yield messages
        yield metrics.hearing.family("outcry_hearing_seconds", "time to work out what follows from a message")
        yield metrics.telling.family("outcry_telling_seconds", "time that what was said waited until it was stored")
        for name, about, total in (
            ("outcry_actions", "entries of logs that were given to be stored", metrics.actions),
            ("outcry_tables_opened", "tables that were opened", metrics.opened),
            ("outcry_tables_ended", "tables that were over or closed", metrics.ended),
            ("outcry_commits", "transactions that were stored", storing.groups),
            ("outcry_stored_items", "changes that were stored in them", storing.items),
            ("outcry_failed_commits", "transactions that had to be tried again", storing.failures),
            ("outcry_commit_seconds", "time spent in transactions", storing.seconds),
        ):
            yield CounterMetricFamily(name, about, value=total)

    def _standing(self) -> Iterator[Metric]:
        house = self._house
        for name, about, value in (
            ("outcry_tables", "tables that go on", house.lobby.count),
            ("outcry_tables_in_memory", "tables in the memory", len(house.rooms)),
            ("outcry_people", "people who are here", house.visits.people_here),
            ("outcry_store_queue", "changes that wait to be stored", house.outbox.writer.waiting),
            ("outcry_untold", "tables' messages that wait until what they rest on is stored", house.outbox.untold),
            ("outcry_search_queue", "questions that wait for a bot", house.thinkers.waiting),
            ("outcry_slowest_commit_seconds", "the longest transaction so far", house.outbox.writer.counters.slowest),
            ("outcry_draining", "1 while no tables are opened", float(house.is_draining)),
        ):
            yield GaugeMetricFamily(name, about, value=value)
