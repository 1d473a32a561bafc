/**
 * Which card is which: the record only counts equal cards, but a card that moves should fly, so each is followed from
 * moment to moment.
 */
import type { Seen } from '$/client/table.svelte';
import { cardsOf, marketOf, PLACES, type Market } from './market';

export interface Piece {
  card: string;
  /** Which of all cards it is; higher ones were turned later. */
  number: number;
}

/** What a click on the top card of a stack is called, and does. */
export interface Top {
  label: string;
  does: string;
  act(): void;
}

interface Zone {
  name: string;
  /** The seat it belongs to; -1 for the table. */
  owner: number;
  /** Whether the order of its cards is the record's, or that in which they came. */
  isStack: boolean;
  cards: string[];
}

/** Where every card lies at a moment. */
export interface Lying {
  /** The cards of a zone: `lot`, `catch`, `discards`, `2 crate1`, `2 garbage`. */
  in(zone: string): Piece[];
  /** The number of the card that will be turned next. */
  next: number;
}

const TABLE = -1;

function zonesOf(market: Market): Zone[] {
  const bag = (name: string, owner: number, cards: string[]): Zone => ({ name, owner, isStack: false, cards });
  const table = (['lot', 'catch', 'discards'] as const).map((name) => bag(name, TABLE, cardsOf(market[name])));
  const stands = market.stands.flatMap((stand, seat) =>
    stand.map((cards, place): Zone => ({ name: `${seat} ${PLACES[place]}`, owner: seat, isStack: true, cards })),
  );
  return [...table, ...stands, ...market.garbage.map((counts, seat) => bag(`${seat} garbage`, seat, cardsOf(counts)))];
}

export class Pieces {
  private zones = new Map<string, Piece[]>();
  private owners = new Map<string, number>();
  private last: { seen: Seen; lying: Lying } | null = null;
  private next = 1;

  /**
   * Come to a moment: what stayed keeps its number, what moved takes it along, and what was turned gets the next one.
   */
  follow(seen: Seen): Lying {
    if (seen === this.last?.seen) return this.last.lying;
    const zones = zonesOf(marketOf(seen));
    const known = new Map([...this.zones].map(([name, pieces]) => [name, [...pieces]]));
    const found = zones.map((zone) => zone.cards.map((card) => ({ card, number: taken(known.get(zone.name), card) })));
    this.fill(zones, found, (zone) =>
      [...known].filter(([name]) => this.owners.get(name) === zone.owner).map(([, pieces]) => pieces),
    );
    this.fill(zones, found, () => [...known.values()]);
    const fresh = found.flat().filter((piece) => piece.number === 0);
    const turned = marketOf(seen).turned[0];
    fresh
      .sort((one, other) => Number(other.card === turned) - Number(one.card === turned))
      .forEach((piece) => (piece.number = this.next++));
    this.zones = new Map(zones.map((zone, place) => [zone.name, this.ordered(zone, found[place] ?? [])]));
    this.owners = new Map(zones.map((zone) => [zone.name, zone.owner]));
    const now = this.zones;
    this.last = { seen, lying: { in: (zone) => now.get(zone) ?? [], next: this.next } };
    return this.last.lying;
  }

  private fill(zones: Zone[], found: Piece[][], from: (zone: Zone) => Piece[][]): void {
    zones.forEach((zone, place) => {
      for (const piece of found[place] ?? []) {
        for (const pieces of piece.number === 0 ? from(zone) : [])
          if (piece.number === 0) piece.number = taken(pieces, piece.card);
      }
    });
  }

  private ordered(zone: Zone, pieces: Piece[]): Piece[] {
    if (zone.isStack) return pieces;
    const before = (this.zones.get(zone.name) ?? []).map((piece) => piece.number);
    const age = (piece: Piece): number =>
      before.includes(piece.number) ? before.indexOf(piece.number) : before.length + piece.number;
    return [...pieces].sort((one, other) => age(one) - age(other));
  }
}

/** Take a card out of some pieces; 0 if it is not among them. */
function taken(pieces: Piece[] | undefined, card: string): number {
  const place = pieces?.findIndex((piece) => piece.card === card) ?? -1;
  return place < 0 ? 0 : (pieces!.splice(place, 1)[0]?.number ?? 0);
}
