/** How rings were judged, as the file of a match has it: raw times in microseconds since the race began. */
export interface RingNoted {
  seat: number;
  arrived: number;
  /** Half the round trip that was measured, of which so much was taken off that it counted as corrected. */
  half_trip: number;
  corrected: number;
  /** By how much somebody answers pings late, if it seems to be on purpose. */
  pings_late_by?: number;
}

interface Noted {
  fairness?: { notes?: { [entry: string]: { rings?: RingNoted[] } } };
}

/** All rings, race by race: the one that counted first, then those that had come by then. */
export function ringsIn(file: string): RingNoted[][] {
  const { fairness } = JSON.parse(file) as Noted;
  return Object.entries(fairness?.notes ?? {})
    .sort(([one], [other]) => Number(one) - Number(other))
    .flatMap(([, { rings }]) => (rings ? [rings] : []));
}
