/** Who plays at a shared device, as it is set up; the names are kept for the next time. */
import type { Opening } from '$/client/open';
import { HASTE, settings, type Level } from '$/client/settings.svelte';
import { nameOf } from '$/game/limits';

const KEY = 'outcry.people';
/** So many people sit here, unless it is chosen otherwise. */
const USUALLY = 2;

/** Whom a seat is for: a person, with a name, or a bot of a level. */
export interface Place {
  who: 'person' | Level;
  name: string;
}

function keptNames(): string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(names) ? names.map((name) => nameOf(String(name))) : [];
  } catch {
    return [];
  }
}

function keepNames(places: Place[]): void {
  localStorage.setItem(KEY, JSON.stringify(places.map(({ name }) => nameOf(name))));
}

/** As many places as there are seats, those that were chosen before as they were. */
export function placesFor(seats: number, before: Place[] = []): Place[] {
  const names = keptNames();
  return Array.from(
    { length: seats },
    (_, seat) =>
      before[seat] ?? { who: seat < USUALLY ? 'person' : settings.levelOf(seat - USUALLY), name: names[seat] ?? '' },
  );
}

export interface Naming {
  unnamed(number: number): string;
  bot(number: number): string;
}

/** What everybody is called: who has no name is numbered, people and bots apart. */
export function playersOf(places: Place[], naming: Naming): string[] {
  let [people, bots] = [0, 0];
  return places.map(({ who, name }) => {
    if (who !== 'person') return naming.bot(++bots);
    people++;
    return nameOf(name) || naming.unnamed(people);
  });
}

export function peopleAt(places: Place[]): number[] {
  return places.flatMap(({ who }, seat) => (who === 'person' ? [seat] : []));
}

/** The first name that two have, whichever way it is written. */
export function sharedName(players: string[]): string | null {
  const written = players.map((player) => player.toLocaleLowerCase());
  return players.find((_, seat) => written.indexOf(written[seat]!) < seat) ?? null;
}

export interface Chosen {
  places: Place[];
  players: string[];
  options: { [name: string]: number };
  pace: number;
}

/** The table to open for them, and who of them sits here. */
export function openingFor(
  game: string,
  { places, players, options, pace }: Chosen,
): { message: Extract<Opening, { type: 'open_match' }>; people: number[] } {
  keepNames(places);
  const people = peopleAt(places);
  const bots = places.flatMap(({ who }, seat) => (who === 'person' ? [] : [[String(seat), who]]));
  const message = {
    type: 'open_match' as const,
    ...{ game, seats: places.length, seat: people[0]!, players, options, pace },
    bots: Object.fromEntries(bots) as { [seat: string]: string },
    haste: HASTE[settings.speed],
  };
  return { message, people };
}

/** Whoever sits at each seat once everybody has gone one seat on: somebody else begins. */
export function oneSeatOn<What>(seats: What[]): What[] {
  return [...seats.slice(-1), ...seats.slice(0, -1)];
}
