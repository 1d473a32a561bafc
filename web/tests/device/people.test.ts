import { beforeEach, describe, expect, it } from 'vitest';
import { keyOf, seatOfKey } from '$/client/device/keys';
import { oneSeatOn, openingFor, peopleAt, placesFor, playersOf, sharedName, type Place } from '$/client/device/people';

const NAMING = { unnamed: (number: number) => `Player ${number}`, bot: (number: number) => `Bot ${number}` };

function place(who: Place['who'], name = ''): Place {
  return { who, name };
}

describe('who plays at a shared device', () => {
  beforeEach(() => localStorage.clear());

  it('is two people and bots at first, and what was chosen stays when seats come or go', () => {
    expect(placesFor(4).map(({ who }) => who)).toEqual(['person', 'person', 'medium', 'medium']);
    const chosen = [place('person', 'Anna'), place('hard'), place('person', 'Ben')];
    expect(placesFor(2, chosen)).toEqual(chosen.slice(0, 2));
    expect(placesFor(4, chosen).slice(0, 3)).toEqual(chosen);
  });

  it('has names, or is numbered, people and bots apart; two of one name are found', () => {
    const places = [place('person', ' Anna '), place('easy'), place('person'), place('hard')];
    expect(playersOf(places, NAMING)).toEqual(['Anna', 'Bot 1', 'Player 2', 'Bot 2']);
    expect(peopleAt(places)).toEqual([0, 2]);
    expect(sharedName(['Anna', 'Ben', 'ANNA'])).toBe('ANNA');
    expect(sharedName(['Anna', 'Ben'])).toBeNull();
  });

  it('is opened with bots at the other seats, and the names are kept for the next time', () => {
    const places = [place('hard'), place('person', 'Anna'), place('person', 'Ben')];
    const players = playersOf(places, NAMING);
    const { message, people } = openingFor('crypto_cards', { places, players, options: { hand: 5 }, pace: 0 });
    expect(people).toEqual([1, 2]);
    expect(message).toMatchObject({ seats: 3, seat: 1, players: ['Bot 1', 'Anna', 'Ben'], bots: { 0: 'hard' } });
    expect(placesFor(3).map(({ name }) => name)).toEqual(['', 'Anna', 'Ben']);
    localStorage.setItem('outcry.people', 'no list');
    expect(placesFor(2).map(({ name }) => name)).toEqual(['', '']);
  });

  it('moves one seat on for another game', () => {
    expect(oneSeatOn(['Anna', 'Ben', 'Cem'])).toEqual(['Cem', 'Anna', 'Ben']);
  });

  it('has a key each', () => {
    const people = [0, 2, 3];
    expect(people.map((seat) => keyOf(people, seat))).toEqual(['A', 'L', 'Q']);
    expect(seatOfKey(people, new KeyboardEvent('keydown', { key: 'q' }))).toBe(3);
    expect(seatOfKey(people, new KeyboardEvent('keydown', { key: 'p' }))).toBeNull();
  });
});
