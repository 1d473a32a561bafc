/** The host drives a table; what is said there is held to Python's by tests/conversations.test.ts. */
import { beforeEach, describe, expect, it } from 'vitest';
import { Seen, unbase64 } from '$/client/table.svelte';
import type { ClientMessage, HostMessage, ViewChanged } from '$/generated/messages';
import { levelOf } from '$/host/bots';
import { opened, replayed } from '$/host/file';
import { Host } from '$/host/host';
import { isName, nameOf } from '$/game/limits';
import { sentenceOf } from '$/game/reasons';
import type { GameModule } from '$/game/module';
import { gameOf, networkIn } from './game';
import { python } from './python';
import { HandTime } from './time';

let time: HandTime;
let heard: HostMessage[];
let host: Host;
let game: GameModule;
let loaded: string[];

async function open(name: string, seats: number, more: Partial<ClientMessage> = {}): Promise<void> {
  game = await gameOf(name);
  time = new HandTime();
  heard = [];
  loaded = [];
  host = new Host(
    (wanted) => {
      loaded.push(wanted);
      return Promise.resolve(game);
    },
    (message) => heard.push(message),
    time,
    new Uint8Array(32).fill(5),
  );
  await host.handle({
    type: 'open_match',
    game: name,
    seats,
    seat: 0,
    players: Array.from({ length: seats }, (_, seat) => `P${seat}`),
    options: {},
    bots: Object.fromEntries(Array.from({ length: seats - 1 }, (_, seat) => [String(seat + 1), 'random'])),
    pace: 2.5,
    haste: 1,
    key: '07'.repeat(32),
    ...more,
  } as ClientMessage);
}

function told<Kind extends HostMessage['type']>(kind: Kind): Extract<HostMessage, { type: Kind }>[] {
  return heard.filter((message) => message.type === kind) as Extract<HostMessage, { type: Kind }>[];
}

function view(): ViewChanged {
  return told('view_changed').at(-1)!;
}

function seen(seat = 0): Seen {
  return new Seen(game, unbase64(view().record), seat);
}

let ids = 0;

async function act(text: string): Promise<void> {
  const action = seen().action(text)!;
  await host.handle({ type: 'play_action', id: ++ids, action: action.number });
}

async function playToTheEnd(): Promise<void> {
  for (let step = 0; step < 3000 && !seen().over; step++) {
    const [first] = seen().legal;
    if (first && !view().race) await host.handle({ type: 'play_action', id: ++ids, action: first.number });
    else time.move(1);
  }
  expect(seen().over).toBe(true);
}

describe('a table in the page', () => {
  beforeEach(() => open('crypto_cards', 3));

  it('opens with the game loaded, shows the seat its view and nothing of others, and gives out the file', () => {
    expect(loaded).toEqual(['crypto_cards']);
    expect(heard.map((message) => message.type)).toEqual([
      'match_opened',
      'table_changed',
      'view_changed',
      'match_file',
    ]);
    const { hands } = seen().state as { hands: string[][] };
    expect(hands[0]!.length).toBe(6);
    expect(hands.slice(1)).toEqual([[], []]);
  });

  it('lets bots act after a while, each in its turn', async () => {
    await act('pass');
    await act(seen().legal[0]!.text);
    expect(view().thinking).toEqual([1]);
    time.move(0.5);
    expect(seen().toAct).toEqual([1]);
    time.move(20);
    expect(seen().toAct).toEqual([0]);
    expect(time.waiting).toBe(0);
  });

  it('waits while it is paused, without a timer', async () => {
    await act('pass');
    await act(seen().legal[0]!.text);
    await host.handle({ type: 'pause_match', id: ++ids, paused: true });
    expect(time.waiting).toBe(0);
    time.move(60);
    expect(seen().toAct).toEqual([1]);
    await host.handle({ type: 'pause_match', id: ++ids, paused: false });
    time.move(20);
    expect(seen().toAct).toEqual([0]);
  });

  it('goes on from a file, of which the game is loaded first and once', async () => {
    await act('pass');
    const { text } = told('match_file').at(-1)!;
    const { record } = view();
    const other: HostMessage[] = [];
    let loads = 0;
    const again = new Host(
      () => (loads++, Promise.resolve(game)),
      (message) => other.push(message),
      time,
    );
    for (let times = 0; times < 2; times++) {
      await again.handle({ type: 'load_match', file: text, seat: 0, bots: { '1': 'random', '2': 'random' } });
      expect(other.findLast((message) => message.type === 'view_changed')).toMatchObject({ record });
    }
    await again.handle({ type: 'load_match', file: 'none', seat: 0 });
    expect(other.at(-1)).toMatchObject({ type: 'host_failed', reason: { code: 'this_file' } });
    expect(loads).toBe(1);
  });
});

describe('a name', () => {
  const good = ['Ann', 'Çelik', '李 雷', 'علي', '👩‍💻', 'می‌خواهم', 'a'.repeat(40), '👩'.repeat(40)];
  const bad = [
    '',
    ' ',
    '\u00a0',
    '\u200d',
    'a'.repeat(41),
    '👩'.repeat(41),
    'a\nb',
    '\x1b[2J',
    '\u202eeve',
    'a\u200eb',
    '\ud800',
    '\u2028',
    '\ufeff',
    '\x85',
    '\x1c',
  ];

  it('is one here if it is one in Python', () => {
    expect([...good, ...bad].map(isName)).toEqual([...good.map(() => true), ...bad.map(() => false)]);
    const program =
      'import json, sys; from openoutcry.table.limits import is_name; ' +
      'print(json.dumps([is_name(name) for name in json.loads(sys.argv[1])]))';
    expect(python(program, JSON.stringify([...good, ...bad]))).toEqual([...good, ...bad].map(isName));
  });

  it('is made of what somebody types', () => {
    expect([...good, ' Ann\u202e ', '\x1b[2J'].map(nameOf)).toEqual([...good, 'Ann', '[2J']);
    expect(['', '  ', '\u200d', '\u202e'].map(nameOf)).toEqual(['', '', '', '']);
    expect([...nameOf('a'.repeat(1000))].length).toBe(40);
  });
});

describe('a hint', () => {
  beforeEach(async () => {
    await open('crypto_cards', 3);
    await act('pass');
  });

  it('names a legal action and how often it wins, and changes nothing', async () => {
    const before = view();
    await host.handle({ type: 'ask_hint', id: ++ids });
    expect(told('hint_given')).toEqual([]);
    time.move(0.1);
    const [hint] = told('hint_given');
    expect(hint!.number).toBe(before.number);
    expect(seen().legal.map((action) => action.number)).toContain(hint!.action);
    expect(hint!.wins).toBeGreaterThan(0);
    expect(hint!.wins).toBeLessThanOrEqual(1);
    expect(view()).toBe(before);
  });

  it('is sought no longer when the reader acts first', async () => {
    await host.handle({ type: 'ask_hint', id: ++ids });
    await act(seen().legal[0]!.text);
    time.move(0.1);
    expect(told('hint_given')).toEqual([]);
  });
});

describe('a review', () => {
  beforeEach(async () => {
    await open('crypto_cards', 3);
    await act('pass');
    await host.handle({ type: 'take_back', id: ++ids });
  });

  it('judges every decision that stood, and splits the result into luck and play', async () => {
    await playToTheEnd();
    await host.handle({ type: 'ask_review', id: 3000, steps: 100_000 });
    time.move(1);
    const judged = told('decision_judged').reverse();
    const [done] = told('review_done');
    expect(judged.length).toBe(done!.decisions);
    expect(judged.length).toBeGreaterThan(2);
    expect(judged.map(({ place }) => place)).toEqual(judged.map((_, place) => place));
    const match = replayed(game, opened(told('match_file').at(-1)!.text));
    for (const { entries, action, best, wins, wins_of_best, chance, cost, credit } of judged) {
      const before = match.moment(entries);
      expect(match.log[entries]).toMatchObject({ seat: 0, action: { number: action } });
      expect(game.legal(before.state, 0)).toContain(best);
      expect(cost === 0 || Math.abs(cost - (wins_of_best - wins)) < 1e-9).toBe(true);
      expect(chance).toBe(cost > 0 || credit > 0 ? wins_of_best : wins);
    }
    expect(judged[0]!.entries).toBeGreaterThanOrEqual(2);
    const { result, luck, play } = done!;
    expect(play).toBeCloseTo(judged.reduce((all, { cost, credit }) => all + credit - cost, 0));
    expect(judged[0]!.chance + luck + play).toBeCloseTo(result);
  });

  it('stops when it is told to', async () => {
    await playToTheEnd();
    await host.handle({ type: 'ask_review', id: 3000, steps: 100_000 });
    await host.handle({ type: 'stop_review' });
    time.move(1);
    expect(told('decision_judged')).toEqual([]);
    expect(told('review_done')).toEqual([]);
  });
});

describe('what is unseen', () => {
  it('is no reason to tell anybody anything, and no count', async () => {
    await open('cash_a_catch', 5, { pace: 0 } as Partial<ClientMessage>);
    for (let step = 0; step < 400 && !seen().over; step++) {
      const [first] = seen().legal;
      if (first) await host.handle({ type: 'play_action', id: ++ids, action: first.number });
      else time.move(1);
    }
    const views = heard.filter((message) => message.type === 'view_changed');
    const told = views.map(({ record, may_undo, thinking }) => [record, may_undo, thinking.join()].join());
    expect(views.length).toBeGreaterThan(20);
    expect(told.filter((one, place) => one === told[place - 1])).toEqual([]);
    expect(views.map(({ number }) => number)).toEqual(views.map((_, place) => place + 1));
    const file = JSON.parse((heard.findLast((message) => message.type === 'match_file') as { text: string }).text) as {
      log: { seat: number; text?: string }[];
    };
    const unseen = file.log.filter(({ seat, text }) => seat !== 0 && text === 'hold').length;
    expect(unseen).toBeGreaterThan(2);
    if (!seen().over) expect(view().entries).toBe(file.log.length - unseen);
  });
});

describe('levels', () => {
  it('are what the manifest says, and a bot thinks a natural while at any of them', async () => {
    for (const level of ['easy', 'medium', 'hard']) {
      await open('crypto_cards', 2, { bots: { '1': level } } as Partial<ClientMessage>);
      await act('pass');
      await act(seen().legal[0]!.text);
      expect(view().thinking).toEqual([1]);
      const { entries } = view();
      time.move(0.4);
      expect(view().entries).toBe(entries);
      time.move(1.6);
      expect(view().entries).toBeGreaterThan(entries);
    }
    expect(levelOf(game.manifest, 'hard')).toEqual(game.manifest.levels.hard);
    expect(levelOf(game.manifest, 'best')).toEqual(game.manifest.levels.medium);
    expect(levelOf(game.manifest, 'greedy')).toEqual({ bot: 'greedy', budget: 0 });
  });

  it('play to the end, each seat with a memory of its own', async () => {
    await open('cash_a_catch', 4, { bots: { '1': 'easy', '2': 'medium', '3': 'medium' } } as Partial<ClientMessage>);
    await playToTheEnd();
  });
});

describe.each([
  ['bounce', 2],
  ['crypto_cards', 4],
  ['cash_or_crash', 3],
  ['cash_a_catch', 4],
  ['cash_a_catch', 3],
  ['dead_cat_bounce', 3],
])('%s with %i seats', (name, seats) => {
  it('is played to its end', async () => {
    await open(name, seats);
    await playToTheEnd();
  });
});

describe('a bot that has learned', () => {
  let fetched: string[];
  let answers: HostMessage[];

  async function openedWith(seats: number, options = {}, fetchNetwork?: (file: string) => Promise<Uint8Array>) {
    const learned = await gameOf('crypto_cards');
    [fetched, answers, time] = [[], [], new HandTime()];
    const table = new Host(
      () => Promise.resolve(learned),
      (message) => answers.push(message),
      time,
      new Uint8Array(32).fill(5),
      undefined,
      fetchNetwork ?? ((file) => (fetched.push(file), Promise.resolve(networkIn(file)))),
    );
    const players = Array.from({ length: seats }, (_, seat) => `P${seat}`);
    const bots = Object.fromEntries(players.slice(1).map((_, seat) => [String(seat + 1), 'learned']));
    const opening = { type: 'open_match', game: 'crypto_cards', seats, seat: 0, players, bots, options } as const;
    await table.handle({ ...opening, pace: 0, haste: 0, key: '07'.repeat(32) });
    return { table, learned };
  }

  it('is fetched when it is asked for, once, and plays', async () => {
    const { table, learned } = await openedWith(4);
    expect(fetched).toEqual(['crypto_cards.4.block']);
    for (let id = 1; id < 9 && table.session.match?.over === false; id++) {
      const [action] = learned.legal(table.session.match.view(0), 0);
      if (action !== undefined) await table.handle({ type: 'play_action', id, action });
      time.move(5);
    }
    expect(new Set(table.session.match!.log.map(({ seat }) => seat)).size).toBe(4);
    const file = answers.findLast((message) => message.type === 'match_file')!.text;
    await table.handle({ type: 'load_match', file, seat: 0, bots: {} });
    expect(fetched).toHaveLength(1);
  });

  it('is refused where it has not learned so many players or these options, in one sentence', async () => {
    for (const [seats, options] of [
      [3, {}],
      [4, { buy_back: 1 }],
    ] as const) {
      await openedWith(seats, options);
      expect(fetched).toEqual([]);
      const { reason } = answers.at(-1) as Extract<HostMessage, { type: 'host_failed' }>;
      expect(sentenceOf(reason, 'en')).toBe(
        `The learned bot has not learned Crypto Cards with ${seats} players and these options.`,
      );
    }
  });

  it('that cannot be fetched is said to be missing', async () => {
    await openedWith(4, {}, () => Promise.reject(new Error('no network')));
    expect(answers).toEqual([
      { type: 'host_failed', reason: { code: 'broken', parameters: { what: 'Error: no network' } } },
    ]);
  });
});
