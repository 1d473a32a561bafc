/**
 * The match of the day: on a date everybody plays a game with the same cards. Its key is the SHA-256 of
 * `openoutcry day 1`, the date and the game, a blank between each two, in UTF-8.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex as hex, utf8ToBytes } from '@noble/hashes/utils.js';
import { bestSeats, openingOf, openTable } from '$/client/open';
import { router } from '$/client/router.svelte';
import type { GameListed } from '$/generated/page';
import { drawn } from './record';
import { store, type Day } from './store';

/** The level of all bots, the same for everybody. */
const LEVEL = 'medium';
const DAY = 24 * 3600 * 1000;

/** Today, as the calendar on the wall has it: 2026-11-18. */
export function today(now = new Date()): string {
  return dateOf(now.getFullYear(), now.getMonth() + 1, now.getDate());
}

function dateOf(...parts: number[]): string {
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** The key of a day's match of a game, in hexadecimal. */
export function keyOf(day: string, game: string): string {
  return hex(sha256(utf8ToBytes(`openoutcry day 1 ${day} ${game}`)));
}

/** The game that a day is for: each in its turn. */
export function gameOf(day: string, games: GameListed[]): GameListed | undefined {
  const days = Math.floor(Date.parse(day) / DAY);
  return games[((days % games.length) + games.length) % games.length];
}

/** Play a day's match, or go on with it; once it was played, again, which does not count. */
export async function playDay(
  day: string,
  game: GameListed,
  called: { you: string; bot: (number: number) => string },
): Promise<void> {
  const kept = await store();
  const id = drawn();
  const counted = await kept.beginDay(day, game.game, id);
  const before = counted === id ? null : await kept.find(counted);
  if (before && !before.match.over) {
    if (before.match.gone !== null) await kept.bringBack(counted);
    return router.go(`/table/${counted}`);
  }
  const chosen = { seats: bestSeats(game), seat: 0, ...called, options: {}, pace: game.pace };
  const opening = openingOf(game.game, chosen);
  const bots = Object.fromEntries(Object.keys(opening.bots ?? {}).map((seat) => [seat, LEVEL]));
  openTable(game.game, { ...opening, bots, key: keyOf(day, game.game) }, { id, kind: 'day', day });
}

/** How many days in a row, up to this one or the one before it, had a match that counted and came to its end. */
export function daysInARow(days: Day[], day: string): number {
  const played = new Set(days.filter(({ result }) => result).map((each) => Date.parse(each.day)));
  const last = Date.parse(day);
  let count = 0;
  for (let at = played.has(last) ? last : last - DAY; played.has(at); at -= DAY) count++;
  return count;
}
