/**
 * The board of Dead-Cat Bounce over the real game: it lights what is legal, plays what is clicked, and shows no
 * secrets.
 */
import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import Board from '$/boards/dead_cat_bounce/Board.svelte';
import { cardsOf, floorOf, placeOf, stepOf, wantedOfHand } from '$/boards/dead_cat_bounce/floor';
import { plansOf, type Plan } from '$/boards/dead_cat_bounce/plans';
import { Seen } from '$/client/table.svelte';
import { verbOf, type Action } from '$/game/actions';
import { Match } from '$/host/match';
import { dragTo } from '../drag';
import { matchOf, playOn, seenOf, wordsOf } from '../game';

const NAME = 'dead_cat_bounce';
const ALL = { jokers: 4, double_suits: 1, short_suits: 0, mixed_runs: 1, may_hide: 0 };

afterEach(cleanup);

function props(match: Match, seat: number, live = true, before: Seen | null = null) {
  return {
    seen: seenOf(match, seat),
    before,
    words: wordsOf(match),
    players: match.start.players,
    seat,
    live: live && !match.over,
    race: null,
    play: vi.fn<(action: Action) => void>(),
    attempt: vi.fn<(text: string) => void>(),
  };
}

function lit(root: HTMLElement): string[] {
  return [...root.querySelectorAll<HTMLElement>('.can')].map((element) => element.dataset.does ?? 'nothing');
}

interface Moment {
  state: Uint8Array;
  chance: Uint8Array;
  seat: number;
  /** The verbs of what is legal there. */
  verbs: Set<string>;
}

const SHUNNED = ['sell', 'sell_shown', 'put', 'takeover', 'propose', 'take', 'split', 'next'];

/**
 * Every moment of a game played at random; a builder seldom gives away what lies before them, so that there is
 * something to look at.
 */
function momentsOf(match: Match, most: number, builds: boolean): Moment[] {
  const { game, state, chance } = match;
  const thought = game.chance(new Uint8Array(32).fill(9));
  const field = game.manifest.state.fields.find(({ name }) => name === 'to_act')!;
  const found: Moment[] = [];
  for (let done = 0; done < most && state[field.offset]; done++) {
    const seat = 31 - Math.clz32(state[field.offset]!);
    const legal = game.legal(state, seat);
    const verbs = game.manifest.actions.verbs.filter(({ first, count }) =>
      legal.some((number) => first <= number && number < first + count),
    );
    found.push({ state: state.slice(), chance: chance.slice(), seat, verbs: new Set(verbs.map(({ verb }) => verb)) });
    let action = game.anyAction(state, seat, thought);
    for (let tries = 0; builds && tries < 4 && SHUNNED.includes(verbOf(game.manifest, action).verb); tries++)
      action = game.anyAction(state, seat, thought);
    game.apply(state, seat, action, chance);
  }
  return found;
}

const pools = new Map<string, Promise<[Match, Moment[]]>>();

async function pool(options: { [name: string]: number }): Promise<[Match, Moment[]]> {
  const play = async (): Promise<[Match, Moment[]]> => {
    const games = await Promise.all([1, 2, 3, 4].map((key) => matchOf(NAME, 3, options, key)));
    return [games[0]!, games.flatMap((match, place) => momentsOf(match, 1500, place > 0))];
  };
  const name = JSON.stringify(options);
  pools.set(name, pools.get(name) ?? play());
  return pools.get(name)!;
}

/** A moment of a game where a verb is legal and something holds. */
async function momentOf(
  verb: string,
  wanted: (seen: Seen) => boolean = () => true,
  options: { [name: string]: number } = {},
): Promise<Match> {
  const [of, moments] = await pool(options);
  for (const { state, chance, seat, verbs } of moments) {
    if (!verbs.has(verb)) continue;
    if (!wanted(new Seen(of.game, of.game.hidden(state, seat), seat))) continue;
    const match = new Match(of.game, of.start);
    match.state = state.slice();
    match.chance = chance.slice();
    return match;
  }
  throw new Error(`no such moment for ${verb}`);
}

/** The board before whoever is to act. */
function shown(match: Match) {
  const seat = match.toAct[0]!;
  const given = props(match, seat);
  return { seat, given, ...render(Board, given) };
}

function button(root: HTMLElement, text: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(`button[data-does="${text}"]`);
  if (!found) throw new Error(`nothing does ${text}`);
  return found;
}

describe.each([2, 3, 4, 5, 6])('with %i players', (seats) => {
  it.each([{}, ALL])('draws any moment and lights only what is legal (%o)', async (options) => {
    const match = await matchOf(NAME, seats, options, seats);
    const view = render(Board, props(match, 0));
    for (let moment = 0; moment < 8 && !match.over; moment++) {
      playOn(match, 11);
      const seat = moment % 2 ? (match.toAct[0] ?? 0) : 0;
      const given = props(match, seat, moment % 5 !== 0);
      await view.rerender(given);
      const legal = given.seen.legal.map((action) => action.text);
      if (!given.live || legal.length === 0) expect(lit(view.container)).toEqual([]);
      for (const text of lit(view.container)) expect(legal).toContain(text);
      const shownNow = [...lit(view.container)];
      const direct = [
        'buy',
        'look',
        'takeover',
        'propose',
        'protect',
        'discard',
        'leave',
        'next',
        'pay',
        'send',
        'cancel',
        'accept',
        'decline',
        'counter',
        'choose',
        'give',
        'give_shown',
        'want',
        'want_any',
      ];
      for (const verb of given.live ? direct : [])
        for (const action of given.seen.actions(verb)) expect(shownNow).toContain(action.text);
      const ids = [...view.container.querySelectorAll<HTMLElement>('[data-piece]')].map((piece) => piece.dataset.piece);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });
});

it('shows of other hands only what all know', async () => {
  const match = await matchOf(NAME, 4, {}, 5);
  const view = render(Board, props(match, 0));
  for (let moment = 0; moment < 12; moment++) {
    playOn(match, 9);
    await view.rerender(props(match, 0));
    const {
      hands,
      known,
      flop,
      face_up: discards,
    } = match.game.shown(match.state) as unknown as ReturnType<typeof floorOf>;
    const floor = floorOf(seenOf(match));
    const open = [
      ...floor.letters.flatMap((letters, seat) => letters.flatMap((letter) => cardsOf(floor, seat, placeOf(letter)))),
      ...known.flat(),
      ...flop,
      ...discards,
      ...hands[0]!,
    ];
    const offered = [...floor.give, ...floor.give_shown, ...floor.want, ...floor.chosen, ...floor.first_give];
    const drawn = [...view.container.querySelectorAll<HTMLElement>('[data-card]')].map((card) => card.dataset.card!);
    for (const card of drawn.filter(Boolean)) expect([...open, ...offered]).toContain(card);
  }
});

describe('one click', () => {
  it.each([
    'buy',
    'look',
    'takeover',
    'propose',
    'protect',
    'discard',
    'next',
    'pay',
    'send',
    'accept',
    'decline',
    'counter',
    'give',
    'want',
    'want_any',
    'bid',
    'ask',
    'cancel',
    'choose',
  ])('plays %s', async (verb) => {
    const match = await momentOf(verb);
    const { container, given } = shown(match);
    const action = given.seen.actions(verb).find((one) => one.parts.tokens === undefined || one.parts.tokens === '1')!;
    await fireEvent.click(button(container, action.text));
    expect(given.play).toHaveBeenCalledWith(expect.objectContaining({ text: action.text }));
  });

  it('tries what is not legal, so that the clause is told', async () => {
    const match = await momentOf(
      'next',
      (seen) => floorOf(seen).phase === 'trading' && seen.actions('buy').length < floorOf(seen).flop.length,
    );
    const { container, given } = shown(match);
    const refused = floorOf(given.seen).flop.findIndex((_, place) => !given.seen.action(`buy ${place + 1}`));
    await fireEvent.click(container.querySelectorAll<HTMLElement>('.flop button')[refused]!);
    expect(given.attempt).toHaveBeenCalledWith(`buy ${refused + 1}`);
  });
});

describe('a card, then a place', () => {
  const has =
    (verbs: string[]) =>
    (seen: Seen): boolean =>
      plansOf(seen).some(({ steps }) => steps.map((step) => step.verb).join() === verbs.join());

  /**
   * Pick the card of a plan and click where it goes; then the moment after the first action comes, and the second is
   * played by itself.
   */
  async function carry(match: Match, verbs: string[]): Promise<void> {
    const { container, given, seat, rerender } = shown(match);
    const plan = plansOf(given.seen).find(({ steps }) => steps.map((step) => step.verb).join() === verbs.join())!;
    if (plan.from) await fireEvent.click(container.querySelector<HTMLElement>(`.you [data-meld="${plan.from}"]`)!);
    const place = plan.from ? `.you [data-meld="${plan.from}"]` : '.hand';
    if (plan.to !== 'cut') {
      const card = container.querySelector<HTMLElement>(
        `${plan.from ? place : '.you .hand'} button[data-card="${plan.card}"]`,
      )!;
      await fireEvent.click(card);
    }
    const [first, second] = plan.steps;
    const target = [...container.querySelectorAll<HTMLElement>(`.can[data-does="${first.text}"]`)];
    const choice = target.find((one) => one.dataset.then === second?.text && one.closest('.choices')) ?? target.at(-1)!;
    if (!given.play.mock.calls.length) await fireEvent.click(choice);
    expect(given.play.mock.calls.map(([action]) => action.text)).toEqual([first.text]);
    if (!second) return;
    match.play(seat, first.number);
    const after = { ...props(match, seat), play: given.play };
    await rerender(after);
    expect(given.play.mock.calls.map(([action]) => action.text)).toEqual([first.text, second.text]);
    match.play(seat, second.number);
    await rerender({ ...props(match, seat), play: given.play });
    expect(given.play).toHaveBeenCalledTimes(2);
  }

  it.each([
    [['single']],
    [['sell']],
    [['put']],
    [['at', 'extend']],
    [['begin', 'extend']],
    [['at', 'take']],
    [['at', 'split']],
  ])('%s', async (verbs) => {
    await carry(await momentOf(verbs[0]!, has(verbs)), verbs);
  });

  it('a card of the table is sold for the tax', async () => {
    const match = await momentOf('sell_shown', (seen) => floorOf(seen).phase === 'paying_tax');
    const { container, given } = shown(match);
    const [sale] = given.seen.actions('sell_shown');
    const { from } = plansOf(given.seen).find(({ steps }) => steps[0].text === sale!.text)!;
    await fireEvent.click(container.querySelector<HTMLElement>(`.you [data-meld="${from}"]`)!);
    await fireEvent.click(
      container.querySelector<HTMLElement>(`.you [data-meld="${from}"] button[data-card="${sale!.parts.card}"]`)!,
    );
    expect(given.play).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ text: sale!.text }));
  });

  it.each([[['block']], [['steal']], [['at', 'bridge']]])('with jokers: %s', async (verbs) => {
    await carry(await momentOf(verbs[0]!, has(verbs), ALL), verbs);
  });

  it('lights the places of a picked card and lets go of it', async () => {
    const match = await momentOf('single', (seen) => seen.actions('sell').length > 0);
    const { container, given } = shown(match);
    const [single] = given.seen.actions('single');
    const card = container.querySelector<HTMLElement>(`.you .hand button[data-card="${single!.parts.card}"]`)!;
    expect(container.querySelector(`[data-does="${single!.text}"].alone`)).toBeNull();
    await fireEvent.click(card);
    expect(container.querySelector(`[data-does="${single!.text}"].alone`)).not.toBeNull();
    expect(card).toHaveAttribute('aria-pressed', 'true');
    await fireEvent.keyDown(window, { key: 'Escape' });
    expect(container.querySelector('.alone')).toBeNull();
    expect(given.play).not.toHaveBeenCalled();
  });

  it('lets go when the moment changes', async () => {
    const match = await momentOf('sell', (seen) => seen.actions('next').length > 0);
    const { container, seat, given, rerender } = shown(match);
    await fireEvent.click(container.querySelector<HTMLElement>('.you .hand button.can')!);
    expect(container.querySelectorAll('.choices button').length).toBeGreaterThan(0);
    match.play(seat, given.seen.action('next')!.number);
    await rerender(props(match, seat));
    expect(container.querySelectorAll('.choices button')).toHaveLength(0);
  });
});

describe('the slip of an offer', () => {
  it('is shown to the two it is about, with both sides', async () => {
    const match = await momentOf('accept', (seen) => floorOf(seen).tokens !== 0);
    const { container, given, seat } = shown(match);
    const floor = floorOf(given.seen);
    expect(floor.offer_to).toBe(seat);
    expect(container.querySelectorAll('.slip .side')).toHaveLength(2);
    expect(container.querySelector('.slip .tokens [role=img]')).toHaveAttribute(
      'aria-label',
      expect.stringContaining(`${Math.abs(floor.tokens)} token`),
    );
    cleanup();
    const third = [0, 1, 2].find((one) => one !== floor.offer_by && one !== floor.offer_to)!;
    expect(render(Board, props(match, third)).container.querySelector('.slip')).toBeNull();
  });
});

describe('a counter-offer', () => {
  /** An offer of a card of the hand that nobody knew of, seen by whoever is about to counter it. */
  async function haggling(): Promise<{ match: Match; seat: number; card: string }> {
    const unknown = (seen: Seen): string | undefined => {
      const { give, offer_by: by, known, letters } = floorOf(seen);
      return give.find(
        (card) =>
          !known[by]!.includes(card) &&
          !letters[by]!.some((letter) => cardsOf(floorOf(seen), by, placeOf(letter)).includes(card)),
      );
    };
    const match = await momentOf('counter', (seen) => unknown(seen) !== undefined);
    const seat = match.toAct[0]!;
    const before = seenOf(match, seat);
    match.play(seat, before.action('counter')!.number);
    return { match, seat, card: unknown(before)! };
  }

  it('names the card that was just offered from the hand by a click on it', async () => {
    const { match, seat, card } = await haggling();
    const { container, given, rerender } = shown(match);
    expect(floorOf(given.seen).known.flat()).not.toContain(card);
    await fireEvent.click(button(container, `want ${card}`));
    expect(given.play).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ text: `want ${card}` }));
    match.play(seat, given.seen.action(`want ${card}`)!.number);
    await rerender(props(match, seat));
    const theirs = container.querySelectorAll<HTMLElement>('.slip .side')[1]!;
    expect(theirs.querySelector(`.in > .at:not(.table) > [data-card="${card}"]`)).not.toBeNull();
  });

  it('is told as one of the hand, and leaves nothing over when it is accepted', async () => {
    const { match, seat, card } = await haggling();
    match.play(seat, seenOf(match, seat).action(`want ${card}`)!.number);
    const [more] = [...seenOf(match, seat).actions('bid'), ...seenOf(match, seat).actions('give')];
    match.play(seat, more!.number);
    expect(wantedOfHand(floorOf(seenOf(match, seat)))).toEqual([card]);
    match.play(seat, seenOf(match, seat).action('send')!.number);
    const other = match.toAct[0]!;
    match.play(other, seenOf(match, other).action('accept')!.number);
    expect(floorOf(seenOf(match, seat)).hands[seat]).toContain(card);
  });
});

describe('the steps', () => {
  it('belong to the step that melding or an offer interrupts', async () => {
    const match = await momentOf('send', (seen) => floorOf(seen).resume === 'trading');
    expect(stepOf(floorOf(seenOf(match)))).toBe(0);
  });

  it('tell of the last turns', async () => {
    const match = await momentOf('discard', (seen) => floorOf(seen).last_turns > 1);
    const { container } = shown(match);
    expect(container.querySelector('.banner')?.textContent).toContain('LAST TURNS');
  });
});

describe('a card of the hand is dragged', () => {
  const ofHand = (root: HTMLElement, card: string): HTMLElement =>
    root.querySelector<HTMLElement>(`.hand [data-card="${card}"]`)!;

  /** A moment at which such a plan is there, its board, and the plan. */
  async function planned(verb: string, wanted: (plan: Plan, all: Plan[]) => boolean) {
    const of = (seen: Seen): Plan | undefined =>
      plansOf(seen).find((plan, _, all) => plan.from === null && plan.steps[0].verb === verb && wanted(plan, all));
    const view = shown(await momentOf(verb, (seen) => of(seen) !== undefined));
    return { ...view, plan: of(view.given.seen)! };
  }

  it.each([
    ['put', 'flop', '[data-drop=flop]'],
    ['sell', 'bank', '[data-drop=bank]'],
    ['single', 'alone', '[data-drop=floor]'],
  ])('to %s it', async (verb, to, place) => {
    const { container, given, plan } = await planned(verb, (each) => each.to === to);
    dragTo(ofHand(container, plan.card!), container.querySelector(place));
    expect(given.play).toHaveBeenCalledExactlyOnceWith(plan.steps[0]);
  });

  it('onto a meld, to extend it in two steps', async () => {
    const { container, given, plan, seat, rerender } = await planned('at', (each) => each.to === 'meld');
    dragTo(ofHand(container, plan.card!), container.querySelector(`.you [data-meld="${plan.meld}"] .cards`));
    expect(given.play).toHaveBeenCalledExactlyOnceWith(plan.steps[0]);
    const record = given.seen.record.slice();
    given.seen.game.apply(record, seat, plan.steps[0].number, new Uint8Array(given.seen.game.manifest.chance.bytes));
    await rerender({ ...given, seen: new Seen(given.seen.game, record, seat) });
    expect(given.play).toHaveBeenLastCalledWith(plan.steps[1]);
  });

  it('onto another card of the hand, or onto the floor, to begin a meld', async () => {
    const { container, given, plan } = await planned(
      'begin',
      (each, all) => each.to === 'mate' && !all.some(({ to, card }) => to === 'alone' && card === each.card),
    );
    dragTo(ofHand(container, plan.card!), container.querySelector('[data-drop=floor]'));
    expect(given.play).toHaveBeenLastCalledWith(plan.steps[0]);
    dragTo(ofHand(container, plan.card!), ofHand(container, plan.mate!));
    expect(given.play).toHaveBeenCalledTimes(2);
    expect(given.play).toHaveBeenLastCalledWith(plan.steps[0]);
  });

  it('where it may not go, and the rules say why', async () => {
    const { container, given, plan } = await planned(
      'sell',
      (each, all) => each.to === 'bank' && !all.some(({ to, card }) => to === 'flop' && card === each.card),
    );
    dragTo(ofHand(container, plan.card!), container.querySelector('[data-drop=flop]'));
    expect(given.attempt).toHaveBeenCalledExactlyOnceWith(`put ${plan.card}`);
    expect(given.play).not.toHaveBeenCalled();
  });
});
