import { describe, expect, it } from 'vitest';
import { Seen } from '$/client/table.svelte';
import { actionOf, seenText } from '$/game/actions';
import { networkFor } from '$/game/learned';
import { SPECTATOR, type GameModule } from '$/game/module';
import { Words } from '$/game/words';
import type { LogLine } from '$/generated/messages';
import { SeatedBots } from '$/host/bots';
import { opened, replayed } from '$/host/file';
import { Match } from '$/host/match';
import type { Answer } from '$/host/asks';
import { bytesToHex as hex } from '@noble/hashes/utils.js';
import { gameOf, networkIn } from './game';
import { python } from './python';

const PLAY = `
import json, random, sys
from openoutcry import Match
from openoutcry.testing.random_play import any_legal
from openoutcry.table.file import text_of
from openoutcry.table.words import Words
name, seats, seed, options = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), json.loads(sys.argv[4])
dice = random.Random(seed)
key = bytes(dice.randrange(256) for _ in range(32))
players, bots = [f"Person {seat} ü" for seat in range(seats)], {seat: "medium" for seat in range(1, seats)}
match = Match(name, seats, options, key=key, players=players, bots=bots)
for number in range(int(sys.argv[5])):
    if match.over:
        break
    if number == 25:
        match.new_key(bytes(dice.randrange(256) for _ in range(32)))
    seat = dice.choice(match.to_act)
    may_undo = [seat for seat in range(seats) if match.may_undo(seat)]
    if dice.random() < 0.1 and may_undo:
        match.undo(dice.choice(may_undo))
        continue
    match.play(seat, any_legal(match.legal(seat), dice))
views = [None, *range(seats)]
print(json.dumps({
    "file": text_of(match),
    "state": match._state.tobytes().hex(),
    "views": [match.view(seat).record.tobytes().hex() for seat in views],
    "shown": [match.view(seat).as_dict()["state"] for seat in views],
    "legal": [[action.number for action in match.legal(seat)] for seat in range(seats)],
    "points": match.points, "places": match.places,
    "undo": [match.may_undo(seat) for seat in range(seats)],
    "stories": [[line.as_json() for line in match.story(seat)] for seat in views],
    "open": [line.as_json() for line in match.story(None, is_open=True)],
    "said": {
        language: [
            [Words(match.game, language, match.players).sentences(line, match.players, seat)
                for line in match.story(seat)]
            for seat in views
        ]
        for language in match.game.words
    },
    "facts": [[fact.of(match.view(seat).record, *numbers) for fact in match.game.facts.values()
        for numbers in fact.all_numbers()] for seat in views],
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
  stories: LogLine[][];
  open: LogLine[];
  said: { [language: string]: string[][][] };
  facts: number[][];
}

/** Everything that a game's facts can be asked with, in the order of Python's product. */
function asked(game: GameModule): [name: string, numbers: number[]][] {
  return Object.entries(game.manifest.facts).flatMap(([name, parameters]) =>
    parameters
      .reduce<number[][]>(
        (all, { low, high }) =>
          all.flatMap((numbers) => Array.from({ length: high - low + 1 }, (_, place) => [...numbers, low + place])),
        [[]],
      )
      .map((numbers): [string, number[]] => [name, numbers]),
  );
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
  it('comes to the same bytes, views, facts, logs and file as in Python', async () => {
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
    expect(watchers.map((seat) => match.story(seat))).toEqual(there.stories);
    expect(match.story(SPECTATOR, true)).toEqual(there.open);
    for (const [language, said] of Object.entries(there.said)) {
      const words = new Words(game.manifest, language, match.start.players);
      const here = watchers.map((seat) =>
        match.story(seat).map((line) => words.sentences(line, match.start.players, seat)),
      );
      expect(here).toEqual(said);
    }
    const facts = watchers.map((seat) =>
      asked(game).map(([name, given]) => game.fact(match.view(seat), name, ...given)),
    );
    expect(facts).toEqual(there.facts);
    expect(match.file()).toBe(there.file);
  });
});

const CHOICES = `
import json, sys
import numpy as np
from openoutcry import Match
from openoutcry.bots import find
from openoutcry.engine.chance import new_chance
from openoutcry.table.file import text_of
name, seats, steps, bot = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
match = Match(name, seats, key=bytes(range(32)))
chance, bots = new_chance(bytes([9] * 32)), [find(bot, match.game) for _ in range(seats)]
while len(match.log) < steps and not match.over:
    seat = match.to_act[0]
    match.play(seat, bots[seat].choose(match.view(seat), chance))
print(json.dumps({"file": text_of(match), "chance": np.array(chance).tobytes().hex()}))`;

describe.each([
  ['crypto_cards', 3, 'search:120', 8],
  ['cash_or_crash', 4, 'search:120', 8],
  ['crypto_cards', 3, 'easy', 40],
])('in %s with %d seats, %s', (name, seats, bot, steps) => {
  it('chooses in the page what it chooses in Python, with the same chance, though it thinks in slices', async () => {
    const there = python<{ file: string; chance: string }>(CHOICES, name, String(seats), String(steps), bot);
    const game = await gameOf(name);
    const { log, start } = replayed(game, opened(there.file));
    const here = new Match(game, start);
    const chance = game.chance(new Uint8Array(32).fill(9));
    let now = 0;
    const time = {
      now: () => (now += 0.01),
      after: (_: number, what: () => void) => (queueMicrotask(what), () => {}),
    };
    game.manifest.levels.hard = { bot: 'search', budget: 120 };
    const bots = new SeatedBots(time);
    const asked = { number: 1, what: 'choose', match: 1, game, chance, until: Infinity } as const;
    for (const { seat } of log) {
      const ask = { ...asked, seat, view: here.view(seat), bot: bot === 'easy' ? bot : 'hard' };
      here.play(seat, (await new Promise<Answer>((done) => bots.answer(ask, done))) as number);
    }
    expect(here.log.map((entry) => entry.action?.text)).toEqual(log.map((entry) => entry.action?.text));
    expect(hex(chance)).toBe(there.chance);
  });
});

describe('chance', () => {
  it("of a table's bots, and the numbers drawn from it, are Python's", async () => {
    const game = await gameOf('bounce');
    const there = python<[number[], string][]>(`
import json
from openoutcry.engine import turn
from openoutcry.engine.chance import new_chance
told = []
for bot in range(3):
    thought = new_chance(bytes(32))
    turn.begin_bot(thought, new_chance(bytes([5] * 32)), bot)
    told.append([[int(turn.number_below(thought, n % 3, n + 1)) for n in range(60)], thought.tobytes().hex()])
print(json.dumps(told))`);
    const here = [0, 1, 2].map((bot) => {
      const thought = game.botChance(game.chance(new Uint8Array(32).fill(5)), bot);
      const numbers = Array.from({ length: 60 }, (_, n) => game.numberBelow(thought, n % 3, n + 1));
      return [numbers, hex(thought)];
    });
    expect(here).toEqual(there);
  });
});

describe('a fact', () => {
  it('takes the name of a thing for its number, and nothing beyond its limits', async () => {
    const game = await gameOf('cash_a_catch');
    const match = new Match(game, { seats: 3, options: {}, players: ['A', 'B', 'C'], key: new Uint8Array(32) });
    const ask =
      (...given: [string, ...(number | string)[]]) =>
      () =>
        game.fact(match.state, ...given);
    expect(ask('fish_in', 0, 'tub')()).toBe(ask('fish_in', 0, 2)());
    expect(ask('price', 6)()).toBe(10);
    expect(ask('price', 201)).toThrow('fish goes from 0 to 200, and is not 201');
    expect(ask('fish_in', 0, 'shelf')).toThrow('place goes from 0 to 2, and is not shelf');
    expect(ask('fish_in', 0)).toThrow('fish_in is asked with 2 numbers, not with 1');
    expect(ask('weight')).toThrow('cash_a_catch has no fact weight');
  });

  it('is asked of a moment, whose record has the fields of its own game alone', async () => {
    const game = await gameOf('bounce');
    const match = new Match(game, { seats: 2, options: {}, players: ['A', 'B'], key: new Uint8Array(32) });
    const seen = new Seen(game, match.view(0), 0);
    expect(seen.fact('dice_to_roll', 1)).toBe(3);
    expect(seen.of('bounce').fact('dice_to_roll', 1)).toBe(3);
    expect(seen.of('bounce').named('statuses', 2)).toBe('sick');
    expect(seen.of('bounce').named('statuses', -1)).toBeNull();
    expect(() => seen.of('cash_a_catch')).toThrow('this is bounce, not cash_a_catch');
  });
});

describe('actions', () => {
  it('have the same notation as in Python, seen and unseen', async () => {
    const all = python<{ [game: string]: [string, string | null][] }>(`
import json
from openoutcry.games import registered
print(json.dumps({name: [(str(game.actions[n]), game.actions.seen(n)) for n in range(len(game.actions))]
    for name, game in registered().items()}))`);
    for (const [name, actions] of Object.entries(all)) {
      const { manifest } = await gameOf(name);
      expect(actions.map((_, number) => [actionOf(manifest, number).text, seenText(manifest, number)])).toEqual(
        actions,
      );
    }
  });
});

const LEARNED = `
import json
from openoutcry.bots import find
from openoutcry.bots.learned import seats_of
from openoutcry.engine.chance import new_chance
from openoutcry.games import registered
from openoutcry.table.file import text_of
from openoutcry.table.match import Match
files = []
for game in registered().values():
    for seats in seats_of(game):
        match, bot, chance = Match(game, seats, key=bytes([seats] * 32)), find("learned", game), new_chance(bytes(32))
        while not match.over:
            match.play(match.to_act[0], bot.choose(match.view(match.to_act[0]), chance))
        files.append([game.name, text_of(match)])
print(json.dumps(files))`;

describe('a network', () => {
  it('chooses the same as in Python in whole matches, and one that was not fetched is an error', async () => {
    const files = python<[game: string, file: string][]>(LEARNED);
    expect(files.length).toBeGreaterThan(0);
    for (const [name, file] of files) {
      const game = await gameOf(name);
      const { log, start } = replayed(game, opened(file));
      const here = new Match(game, start);
      const network = networkFor(game.manifest, start.seats, start.options)!;
      const chance = game.chance(new Uint8Array(32));
      expect(() => game.learned(here.view(0), 0, chance, network.file)).toThrow(`${network.file} was not fetched`);
      game.lay(network.file, networkIn(network.file));
      expect(networkIn(network.file).length).toBe(network.bytes);
      const bots = new SeatedBots({ now: () => 0, after: () => () => {} });
      const asked = { number: 1, what: 'choose', match: 1, game, chance, until: 0, bot: 'learned' } as const;
      for (const { seat } of log)
        bots.answer({ ...asked, seat, view: here.view(seat) }, (action) => here.play(seat, action as number));
      expect(here.log.map((entry) => entry.action?.text)).toEqual(log.map((entry) => entry.action?.text));
      expect(here.over).toBe(true);
    }
  });
});
