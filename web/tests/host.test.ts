import { beforeEach, describe, expect, it } from 'vitest';
import { Seen, unbase64 } from '$/client/table.svelte';
import type { ClientMessage, HostMessage, ViewChanged } from '$/generated/messages';
import { Bot, levelOf } from '$/host/bots';
import { Host } from '$/host/host';
import { opened, replayed } from '$/host/match';
import type { Time } from '$/host/time';
import { isName, LARGEST_FILE, nameOf } from '$/game/limits';
import type { GameModule } from '$/game/module';
import { phrases } from '$/phrases';
import { gameOf } from './game';
import { python } from './python';

/** Time that stands still until it is moved; what is due then happens in order. */
class HandTime implements Time {
  private at = 0;
  private due: { at: number; what: () => void }[] = [];
  private numbers = 1;

  now(): number {
    return this.at;
  }

  after(seconds: number, what: () => void): () => void {
    const one = { at: this.at + seconds, what };
    this.due.push(one);
    return () => (this.due = this.due.filter((each) => each !== one));
  }

  random(): number {
    this.numbers = (this.numbers * 16807) % 2147483647;
    return this.numbers / 2147483647;
  }

  move(seconds: number): void {
    const end = this.at + seconds;
    for (;;) {
      const next = this.due.toSorted((one, other) => one.at - other.at)[0];
      if (!next || next.at > end) break;
      this.due = this.due.filter((each) => each !== next);
      this.at = next.at;
      next.what();
    }
    this.at = end;
  }
}

let time: HandTime;
let heard: HostMessage[];
let host: Host;
let game: GameModule;

async function open(name: string, seats: number, more: Partial<ClientMessage> = {}): Promise<void> {
  game = await gameOf(name);
  time = new HandTime();
  heard = [];
  host = new Host(
    () => Promise.resolve(game),
    (message) => heard.push(message),
    time,
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

function view(): ViewChanged {
  return heard.findLast((message) => message.type === 'view_changed') as ViewChanged;
}

function seen(seat = 0): Seen {
  return new Seen(game, unbase64(view().record), seat);
}

async function act(text: string, id = 1): Promise<void> {
  const action = seen().action(text);
  if (!action)
    throw new Error(
      `${text} is not legal: ${seen()
        .legal.map((each) => each.text)
        .join(', ')}`,
    );
  await host.handle({ type: 'play_action', id, seat: 0, action: action.number });
}

async function playToTheEnd(): Promise<void> {
  for (let step = 0; step < 3000 && !seen().over; step++) {
    const [first] = seen().legal;
    if (first && !view().race) await host.handle({ type: 'play_action', id: step + 1, seat: 0, action: first.number });
    else time.move(1);
  }
  expect(seen().over).toBe(true);
}

interface Changed {
  log: { seat: number; action?: number; text?: string; undo?: number }[];
  stands: { ending: string };
  key: string;
  version: number;
  players: unknown[];
  options: { [name: string]: unknown };
}

/** Stands for brackets that nest too deeply to be compared. */
const NESTED = 'nested';
const DEEPLY = '['.repeat(1e5) + ']'.repeat(1e5);

describe('a table in the page', () => {
  beforeEach(() => open('crypto_cards', 3));

  it('opens, shows the seat its view and nothing of others', () => {
    expect(heard.map((message) => message.type)).toEqual(['match_opened', 'view_changed', 'match_file']);
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
  });

  it('refuses with the clause, and changes nothing', async () => {
    const before = view().number;
    const buy = game.manifest.actions.verbs.find((verb) => verb.verb === 'buy')!.first;
    await host.handle({ type: 'play_action', id: 5, seat: 0, action: buy });
    expect(heard.at(-1)).toMatchObject({ type: 'action_refused', id: 5, clause: '§6.5' });
    expect(view().number).toBe(before);
  });

  it('does not play for a bot', async () => {
    await host.handle({ type: 'play_action', id: 6, seat: 1, action: 0 });
    expect(heard.at(-1)).toMatchObject({ type: 'action_refused', id: 6, clause: null });
  });

  it('takes back by right, and with consent what others have done since', async () => {
    const start = view().record;
    await act('pass');
    await host.handle({ type: 'take_back', id: 2, seat: 0, consent: false });
    expect(view().record).toBe(start);
    await act('pass');
    await act(seen().legal[0]!.text);
    time.move(20);
    await host.handle({ type: 'take_back', id: 3, seat: 0, consent: false });
    expect(heard.at(-1)).toMatchObject({ type: 'action_refused', sentence: 'needs_consent' });
    await host.handle({ type: 'take_back', id: 4, seat: 0, consent: true });
    expect(seen().actions('transfer').length).toBe(6);
  });

  it('waits while it is paused', async () => {
    await act('pass');
    await act(seen().legal[0]!.text);
    await host.handle({ type: 'pause_match', paused: true });
    time.move(60);
    expect(seen().toAct).toEqual([1]);
    await host.handle({ type: 'pause_match', paused: false });
    time.move(20);
    expect(seen().toAct).toEqual([0]);
  });

  it('saves a file, from which another host goes on at the same place, and shows any moment', async () => {
    await act('pass');
    const file = heard.findLast((message) => message.type === 'match_file')!;
    const record = view().record;
    await host.handle({
      type: 'load_match',
      file: (file as { text: string }).text,
      seat: 0,
      bots: { '1': 'random', '2': 'random' },
      pace: 0,
      haste: 1,
    });
    expect(view().record).toBe(record);
    await host.handle({ type: 'show_moment', entries: 0 });
    expect(heard.at(-1)).toMatchObject({ type: 'moment_shown', entries: 0, of: 1, log: [{ seat: null }] });
  });

  it('refuses a file that was changed, saying where', async () => {
    await act('pass');
    const whole = (heard.findLast((message) => message.type === 'match_file') as { text: string }).text;
    for (const [change, said] of [
      [(file: Changed) => (file.log[0]!.text = 'buy D'), 'against_the_rules: 1'],
      [(file: Changed) => (file.log[0]!.seat = 7), 'against_the_rules: 1'],
      [(file: Changed) => (file.log[0]!.action = 9999), 'against_the_rules: 1'],
      [(file: Changed) => file.log.push({ seat: 0, undo: 5 }), 'against_the_rules: 2'],
      [(file: Changed) => (file.stands.ending = 'other'), 'damaged_file: stands'],
      [(file: Changed) => (file.key = '00'.repeat(32)), 'damaged_file: key, commitment'],
      [(file: Changed) => (file.key = 'no key'), 'damaged_file: key'],
      [(file: Changed) => (file.version = 0), 'damaged_file: version'],
      [(file: Changed) => (file.players = [{}, [], null]), 'damaged_file: players'],
      [(file: Changed) => (file.players[0] = 'a'.repeat(41)), 'damaged_file: players'],
      [(file: Changed) => (file.players[0] = '\u202eeve'), 'damaged_file: players'],
      [(file: Changed) => (file.options = { hand: 5.5 }), 'damaged_file: hand'],
      [(file: Changed) => (file.options = { hand: [5] }), 'damaged_file: hand'],
      [(file: Changed) => (file.options = { hands: 5 }), 'damaged_file: options'],
      [(file: Changed) => (file.options = [] as never), 'damaged_file: players, options, log, stands'],
      [(file: Changed) => (file.stands.ending = NESTED), 'damaged_file: stands'],
    ] as const) {
      const file = JSON.parse(whole) as Changed;
      change(file);
      await host.handle({
        type: 'load_match',
        file: JSON.stringify(file).replace(`"${NESTED}"`, DEEPLY),
        seat: 0,
        bots: {},
        pace: 0,
        haste: 1,
      });
      expect(heard.at(-1)).toMatchObject({ type: 'host_failed', sentence: said });
    }
  });

  it('names why a file cannot be read, and what of it', async () => {
    for (const [text, said] of [
      ['not json', 'no_match_file'],
      [`{"format": "openoutcry match 1", "game": "${'x'.repeat(LARGEST_FILE)}"}`, 'no_match_file'],
      ['{"format": "other"}', 'no_match_file'],
      ['{"format": "openoutcry match 1"}', 'damaged_file: game'],
    ]) {
      await host.handle({ type: 'load_match', file: text!, seat: 0, bots: {}, pace: 0, haste: 1 });
      expect(heard.at(-1)).toMatchObject({ type: 'host_failed', sentence: said });
    }
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

  it('that is none opens no table', async () => {
    await open('crypto_cards', 2, { players: ['Ann', '\u202eeve'] } as Partial<ClientMessage>);
    expect(heard).toEqual([{ type: 'host_failed', sentence: 'no_name: 40' }]);
  });
});

describe('a race', () => {
  beforeEach(async () => {
    await open('cash_a_catch', 4, {
      seat: 1,
      bots: { '0': 'random', '2': 'random', '3': 'random' },
    } as Partial<ClientMessage>);
    for (let waited = 0; !view().race && waited < 20; waited++) time.move(1);
  });

  it('is timed, and the reader may ring', async () => {
    expect(view().race).toMatchObject({ pace: 2.5, opens: 0 });
    const ring = seen(1).action('ring')!;
    await host.handle({ type: 'play_action', id: 1, seat: 1, action: ring.number });
    expect((seen(1).state as { buyer: number }).buyer).toBe(1);
  });

  it('is over for whoever holds', async () => {
    await host.handle({ type: 'play_action', id: 1, seat: 1, action: seen(1).action('hold')!.number });
    expect(view().race).toMatchObject({ pace: 2.5, opens: -1 });
  });

  it('is settled by the table when the time is up and nobody has rung', () => {
    const turned = (): number =>
      Object.values((seen(1).state as { lot: { [card: string]: number } }).lot).reduce((all, one) => all + one, 0);
    const before = turned();
    time.move(2.6);
    expect(
      turned() > before ||
        (seen(1).state as { buyer: number }).buyer >= 0 ||
        (seen(1).state as { phase: string }).phase === 'selling',
    ).toBe(true);
  });
});

it('whoever is asked last in a race and acts at once is told so, in the reader’s language', async () => {
  await open('cash_a_catch', 3, { bots: { '1': 'random', '2': 'random' } } as Partial<ClientMessage>);
  await host.handle({ type: 'play_action', id: 1, seat: 0, action: seen(0).action('open')!.number });
  expect(view().race!.opens).toBeGreaterThan(0);
  const ring = game.manifest.actions.verbs.find(({ verb }) => verb === 'ring')!.first;
  await host.handle({ type: 'play_action', id: 2, seat: 0, action: ring });
  const refused = heard.findLast((message) => message.type === 'action_refused')!;
  expect(refused).toMatchObject({ id: 2, clause: null });
  expect(phrases('en').mistakes[refused.sentence]).toMatch(/too early/);
  expect(phrases('de').mistakes[refused.sentence]).toMatch(/zu früh/);
});

function told<Kind extends HostMessage['type']>(kind: Kind): Extract<HostMessage, { type: Kind }>[] {
  return heard.filter((message) => message.type === kind) as Extract<HostMessage, { type: Kind }>[];
}

describe('a hint', () => {
  beforeEach(() => open('crypto_cards', 3));

  it('names a legal action and how often it wins, and changes nothing', async () => {
    await act('pass');
    const before = view();
    await host.handle({ type: 'ask_hint', id: 1, seat: 0 });
    expect(told('hint_given')).toEqual([]);
    time.move(0.1);
    const [hint] = told('hint_given');
    expect(hint!.number).toBe(before.number);
    expect(seen().legal.map((action) => action.number)).toContain(hint!.action);
    expect(hint!.wins).toBeGreaterThan(0);
    expect(hint!.wins).toBeLessThanOrEqual(1);
    expect(view()).toBe(before);
  });

  it('is forgotten when the reader acts first', async () => {
    await act('pass');
    await host.handle({ type: 'ask_hint', id: 1, seat: 0 });
    await act(seen().legal[0]!.text);
    time.move(0.1);
    expect(told('hint_given')).toEqual([]);
  });

  it('is only for whose turn it is, and where there is a choice', async () => {
    await host.handle({ type: 'ask_hint', id: 6, seat: 0 });
    expect(heard.at(-1)).toMatchObject({ type: 'action_refused', id: 6, sentence: 'no_choice' });
    await act('pass');
    await act(seen().legal[0]!.text);
    await host.handle({ type: 'ask_hint', id: 7, seat: 0 });
    expect(heard.at(-1)).toMatchObject({ type: 'action_refused', id: 7, sentence: 'not_your_turn' });
    await host.handle({ type: 'ask_hint', id: 8, seat: 1 });
    expect(heard.at(-1)).toMatchObject({ type: 'action_refused', id: 8, sentence: 'not_your_turn' });
  });
});

describe('a review', () => {
  beforeEach(async () => {
    await open('crypto_cards', 3);
    await act('pass');
    await host.handle({ type: 'take_back', id: 2, seat: 0, consent: false });
  });

  it('is not for a match that goes on', async () => {
    await host.handle({ type: 'ask_review', id: 3, seat: 0, playouts: 100 });
    expect(heard.at(-1)).toMatchObject({ type: 'action_refused', sentence: 'not_over' });
  });

  it('judges every decision that stood, and splits the result into luck and play', async () => {
    await playToTheEnd();
    await host.handle({ type: 'ask_review', id: 3, seat: 0, playouts: 100 });
    time.move(1);
    const judged = told('decision_judged');
    const [done] = told('review_done');
    expect(judged.length).toBe(done!.decisions);
    expect(judged.length).toBeGreaterThan(2);
    expect(judged.map(({ place }) => place)).toEqual(judged.map((_, place) => place));
    const match = replayed(game, opened(told('match_file').at(-1)!.text));
    for (const { entries, action, best, wins, wins_of_best, chance, cost } of judged) {
      const before = match.moment(entries);
      expect(match.log[entries]).toMatchObject({ seat: 0, action: { number: action } });
      expect(game.legal(before.state, 0)).toContain(best);
      expect(cost === 0 || Math.abs(cost - (wins_of_best - wins)) < 1e-9).toBe(true);
      expect(chance).toBe(cost > 0 ? wins_of_best : wins);
    }
    expect(judged[0]!.entries).toBeGreaterThanOrEqual(2);
    const { result, luck, play } = done!;
    expect(play).toBeCloseTo(-judged.reduce((all, { cost }) => all + cost, 0));
    expect(judged[0]!.chance + luck + play).toBeCloseTo(result);
  });

  it('stops when it is told to', async () => {
    await playToTheEnd();
    await host.handle({ type: 'ask_review', id: 3, seat: 0, playouts: 400 });
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
      if (first) await host.handle({ type: 'play_action', id: step + 1, seat: 0, action: first.number });
      else time.move(1);
    }
    const views = heard.filter((message) => message.type === 'view_changed');
    const told = views.map(({ record, may_undo, thinking }) => [record, may_undo, thinking.join()].join());
    expect(views.length).toBeGreaterThan(20);
    expect(told.filter((one, place) => one === told[place - 1])).toEqual([]);
    expect(views.map(({ number }) => number)).toEqual(views.map((_, place) => place + 1));
    const file = JSON.parse(
      (heard.findLast((message) => message.type === 'match_file') as { text: string }).text,
    ) as Changed;
    const unseen = file.log.filter(({ seat, text }) => seat !== 0 && text === 'hold').length;
    expect(unseen).toBeGreaterThan(2);
    if (!seen().over) expect(view().entries).toBe(file.log.length - unseen);
  });

  it('can be taken back, and nobody is told', async () => {
    await open('cash_a_catch', 4, { pace: 0, seat: 3, bots: {} } as Partial<ClientMessage>);
    const play = async (seat: number, text: string): Promise<void> => {
      const { verbs } = game.manifest.actions;
      await host.handle({ type: 'play_action', id: 1, seat, action: verbs.find(({ verb }) => verb === text)!.first });
    };
    await play(0, 'open');
    const before = view();
    await play(1, 'hold');
    await play(2, 'hold');
    await host.handle({ type: 'take_back', id: 2, seat: 1, consent: false });
    expect(view()).toBe(before);
    const { text } = heard.findLast((message) => message.type === 'match_file') as { text: string };
    expect(text).toContain('{"seat": 1, "undo": 1, "entry": 2}');
    expect(replayed(game, opened(text)).toAct).toEqual([1, 3]);
    await host.handle({ type: 'show_moment', entries: 0 });
    expect(heard.at(-1)).toMatchObject({ type: 'moment_shown', entries: 0, of: 1, log: [{ seat: null }] });
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

  it('are quicker in a race the better they are, and never quicker than a person', async () => {
    await open('cash_a_catch', 3);
    const times = Object.fromEntries(
      ['easy', 'medium', 'hard'].map((level) => {
        const bot = new Bot(game, 1, level, game.chance(new Uint8Array(32)), time);
        return [level, Array.from({ length: 300 }, () => bot.reaction(2.5, 0))];
      }),
    );
    const mean = (level: string): number => times[level]!.reduce((all, one) => all + one) / 300;
    expect(mean('easy')).toBeGreaterThan(mean('medium'));
    expect(mean('medium')).toBeGreaterThan(mean('hard'));
    expect(Math.min(...times.easy!)).toBeGreaterThanOrEqual(1.1);
    expect(Math.max(...times.easy!)).toBeLessThanOrEqual(2.3);
    expect(Math.min(...times.hard!)).toBeGreaterThanOrEqual(0.25);
    const hasty = new Bot(game, 1, 'hard', game.chance(new Uint8Array(32)), time);
    expect(hasty.reaction(0.5, 0)).toBeGreaterThanOrEqual(0.25);
    expect(hasty.reaction(2.5, 0.5)).toBeGreaterThanOrEqual(0.6);
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
