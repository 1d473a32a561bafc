import { beforeEach, describe, expect, it } from 'vitest';
import { Seen, unbase64 } from '$/client/table.svelte';
import type { ClientMessage, HostMessage, ViewChanged } from '$/generated/messages';
import { Host } from '$/host/host';
import type { Time } from '$/host/time';
import type { GameModule } from '$/game/module';
import { phrases } from '$/phrases';
import { gameOf } from './game';

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
  if (!action) throw new Error(`${text} is not legal: ${seen().legal.map((each) => each.text).join(', ')}`);
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
    await host.handle({ type: 'load_match', file: (file as { text: string }).text, seat: 0, bots: { '1': 'random', '2': 'random' }, pace: 0, haste: 1 });
    expect(view().record).toBe(record);
    await host.handle({ type: 'show_moment', entries: 0 });
    expect(heard.at(-1)).toMatchObject({ type: 'moment_shown', entries: 0, of: 1, log: [] });
  });

  it('says in one sentence why a file cannot be read', async () => {
    for (const [text, said] of [
      ['not json', 'it is not JSON'],
      ['{"format": "other"}', 'its format should be'],
      ['{"format": "openoutcry match 1"}', 'game is missing'],
    ]) {
      await host.handle({ type: 'load_match', file: text!, seat: 0, bots: {}, pace: 0, haste: 1 });
      expect(heard.at(-1)).toMatchObject({ type: 'host_failed' });
      expect((heard.at(-1) as { sentence: string }).sentence).toContain(said);
    }
  });
});

describe('a race', () => {
  beforeEach(async () => {
    await open('cash_a_catch', 4, { seat: 1, bots: { '0': 'random', '2': 'random', '3': 'random' } } as Partial<ClientMessage>);
    for (let waited = 0; !view().race && waited < 20; waited++) time.move(1);
  });

  it('is timed, and the reader may ring', async () => {
    expect(view().race).toMatchObject({ pace: 2.5, opens: 0 });
    const ring = seen(1).action('ring')!;
    await host.handle({ type: 'play_action', id: 1, seat: 1, action: ring.number });
    expect((seen(1).state as { buyer: number }).buyer).toBe(1);
  });

  it('is settled by the table when the time is up and nobody has rung', () => {
    const turned = (): number => Object.values((seen(1).state as { lot: { [card: string]: number } }).lot).reduce((all, one) => all + one, 0);
    const before = turned();
    time.move(2.6);
    expect(turned() > before || (seen(1).state as { buyer: number }).buyer >= 0 || (seen(1).state as { phase: string }).phase === 'selling').toBe(true);
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
