import { describe, expect, it } from 'vitest';
import { actionOf, seenText } from '$/game/actions';
import { Words } from '$/game/words';
import { opened, replayed } from '$/host/match';
import { hex } from '$/host/sha256';
import { gameOf } from './game';
import { python } from './python';

const PLAY = `
import json, random, sys
from openoutcry import Match
from openoutcry.table.conformance import any_legal
from openoutcry.table.file import text_of
from openoutcry.table.words import Words
name, seats, seed, options = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), json.loads(sys.argv[4])
dice = random.Random(seed)
match = Match(name, seats, options, key=bytes(dice.randrange(256) for _ in range(32)), players=[f"Person {seat} ü" for seat in range(seats)])
for _ in range(int(sys.argv[5])):
    if match.over:
        break
    seat = dice.choice(match.to_act)
    if dice.random() < 0.05 and any(entry.action for entry in match.log) and match.may_undo(match.log[-1].seat):
        match.undo(match.log[-1].seat)
        continue
    match.play(seat, any_legal(match.legal(seat), dice))
views = [None, *range(seats)]
words = Words(match.game, "de")
print(json.dumps({
    "file": text_of(match),
    "state": match._state.tobytes().hex(),
    "views": [match.view(seat).record.tobytes().hex() for seat in views],
    "shown": [match.view(seat).as_dict()["state"] for seat in views],
    "legal": [[action.number for action in match.legal(seat)] for seat in range(seats)],
    "points": match.points, "places": match.places,
    "undo": [match.may_undo(seat) for seat in range(seats)],
    "logs": [[list(line) for line in match.view(seat).log] for seat in views],
    "told": [words.told(text, "Ada") for _, text in match.view(None).log],
}))`;

interface Played {
  file: string;
  state: string;
  views: string[];
  shown: object[];
  legal: number[][];
  points: number[];
  places: number[];
  undo: boolean[];
  logs: [number, string][][];
  told: string[];
}

const MATCHES: [game: string, seats: number, options: object, actions: number][] = [
  ['bounce', 4, { finish: 'all' }, 400],
  ['crypto_cards', 3, { buy_back: 'on', face_sales: 2 }, 400],
  ['cash_or_crash', 4, { variant: 'blitz', doubling: 'on' }, 300],
  ['cash_or_crash', 2, {}, 400],
  ['cash_a_catch', 3, {}, 400],
  ['cash_a_catch', 5, { spoils: 'top', thief_own: 'on' }, 400],
  ['dead_cat_bounce', 2, {}, 300],
  ['dead_cat_bounce', 6, { jokers: 'all', mixed_runs: 'on', short_suits: 'on' }, 500],
];

describe.each(MATCHES)('%s with %i seats', (name, seats, options, actions) => {
  it('comes to the same bytes, views, logs and file as in Python', async () => {
    const there = python<Played>(PLAY, name, String(seats), '11', JSON.stringify(options), String(actions));
    const game = await gameOf(name);
    const match = replayed(game, opened(there.file));
    const watchers = [-1, ...match.seats];
    expect(hex(match.state)).toBe(there.state);
    expect(watchers.map((seat) => hex(match.view(seat)))).toEqual(there.views);
    expect(watchers.map((seat) => game.shown(match.view(seat)))).toEqual(there.shown);
    expect(match.seats.map((seat) => game.legal(match.state, seat))).toEqual(there.legal);
    expect(match.seats.map((seat) => game.points(match.state, seat))).toEqual(there.points);
    expect(match.seats.map((seat) => game.place(match.state, seat))).toEqual(there.places);
    expect(match.seats.map((seat) => match.mayUndo(seat))).toEqual(there.undo);
    expect(watchers.map((seat) => match.seenLog(seat))).toEqual(there.logs);
    expect(match.file()).toBe(there.file);
    const words = new Words(game.manifest, 'de');
    expect(match.seenLog(-1).map(([, text]) => words.told(text, 'Ada', false))).toEqual(there.told);
  });
});

describe('actions', () => {
  it('have the same notation as in Python, seen and unseen', async () => {
    const all = python<{ [game: string]: [string, string | null][] }>(`
import json
from openoutcry.games import registered
print(json.dumps({name: [(str(game.actions[n]), game.actions.seen(n)) for n in range(len(game.actions))] for name, game in registered().items()}))`);
    for (const [name, actions] of Object.entries(all)) {
      const { manifest } = await gameOf(name);
      expect(actions.map((_, number) => [actionOf(manifest, number).text, seenText(manifest, number)])).toEqual(actions);
    }
  });
});
