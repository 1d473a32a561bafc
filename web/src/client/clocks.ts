/** Clocks as a client sees them: how they stood when the view came, by the client's own clock. */
import type { ClockTold } from '$/generated/messages';
import { nowInSeconds } from './race';

export interface ClocksSeen {
  told: ClockTold[];
  since: number;
}

export function clocksSeen(told: ClockTold[] | null | undefined): ClocksSeen | null {
  return told ? { told, since: nowInSeconds() } : null;
}

/** How many seconds a seat has left; null where it has no clock. */
export function leftOf({ told, since }: ClocksSeen, seat: number, now: number): number | null {
  const clock = told.find((each) => each.seat === seat);
  if (!clock) return null;
  return clock.runs ? Math.max(0, clock.left - (now - since)) : clock.left;
}

const DAY = 86_400;

/** Minutes and seconds as a clock shows them; the last ten seconds with tenths, and days where it is about days. */
export function clockFace(seconds: number): string {
  if (seconds >= DAY) return `${Math.floor(seconds / DAY)} d ${Math.floor((seconds % DAY) / 3600)} h`;
  if (seconds < 10) return seconds.toFixed(1);
  const whole = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const two = (number: number): string => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
