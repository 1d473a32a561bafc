import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { bounceOf, pips, spaceOf, zones } from '$/boards/bounce/bounce';
import Board from '$/boards/bounce/Board.svelte';
import { flightOf } from '$/boards/bounce/flight';
import { Scene } from '$/boards/bounce/scene';
import type { Seen } from '$/client/table.svelte';
import type { Match } from '$/host/match';
import { matchOf, playOn, seenOf, wordsOf } from '../game';

afterEach(cleanup);

/** A token is close to the mat after nearly every first roll: faceplants come soon. */
const SHORT = { spaces: 6, jumps: 2, one_die: 1, finish: 1 };
const EVERYONE = { finish: 1 };

function props(
  match: Match,
  over: Partial<{ seen: Seen; before: Seen | null; live: boolean; language: string; seat: number }> = {},
) {
  const seat = over.seat ?? 0;
  return {
    seen: over.seen ?? seenOf(match, seat),
    before: over.before ?? null,
    words: wordsOf(match, over.language ?? 'en'),
    players: match.start.players,
    seat,
    live: over.live ?? true,
    race: null,
    play: vi.fn(),
    attempt: vi.fn(),
  };
}

function lit(container: HTMLElement): string[] {
  return [...container.querySelectorAll('.can')].map((element) => element.getAttribute('aria-label') ?? '').sort();
}

/** The first moment, of many games, at which a seat's view is as wished. */
async function found(
  wish: (seen: Seen) => boolean,
  seats: number,
  options: { [name: string]: number },
): Promise<Match> {
  for (let key = 1; key < 60; key++) {
    const match = await matchOf('bounce', seats, options, key);
    for (let done = 0; done < 60 && !match.over; done++) {
      if (wish(seenOf(match))) return match;
      playOn(match, 1);
    }
    if (wish(seenOf(match))) return match;
  }
  throw new Error('no such moment');
}

describe.each([1, 2, 3, 4])('with %i seats', (seats) => {
  test.each<{ [name: string]: number }>([{}, EVERYONE, SHORT, { spaces: 30, jumps: 99, finish: 1 }])(
    'draws every moment and lights what is legal: %o',
    async (options) => {
      const match = await matchOf('bounce', seats, options);
      const words = wordsOf(match);
      const first = props(match);
      const { container, rerender } = render(Board, first);
      let last = first.seen;
      const check = (): void => {
        const seen = seenOf(match);
        const wanted = seen.legal.map((action) => words.action(action)).sort();
        expect(lit(container)).toEqual(match.over ? [] : wanted);
        expect(container.querySelectorAll('[data-figure]')).toHaveLength(seats);
        expect(
          [...container.querySelectorAll('[data-arrow]')].map((arrow) => Number(arrow.getAttribute('data-arrow'))),
        ).toEqual(bounceOf(seen).arrows);
        expect(
          [...container.querySelectorAll('.thrown [data-pips]')].map((die) => Number(die.getAttribute('data-pips'))),
        ).toEqual(bounceOf(seen).dice.filter((die) => die > 0));
      };
      check();
      for (let done = 0; done < 16 && !match.over; done++) {
        playOn(match, 1);
        const seen = seenOf(match);
        await rerender({ seen, before: last });
        last = seen;
        check();
      }
    },
  );
});

test('the record in words: names, states and fates', async () => {
  const match = await matchOf('bounce', 3, EVERYONE);
  playOn(match, 2);
  const record = bounceOf(seenOf(match));
  const { container } = render(Board, props(match));
  const captions = [...container.querySelectorAll('figcaption .who')].map((who) => who.textContent);
  expect(captions[0]).toContain(`${spaceOf(record, record.tokens[0]!)}`);
  expect(captions[2]).toContain('not yet jumping');
  expect(container.querySelectorAll('figcaption .now')).toHaveLength(1);
  expect(container.querySelector('.track li')).toHaveTextContent(`You: Jump ${record.arrows[0]}/15`);
});

test('two who share the top space are drawn beside each other, one up and one down', async () => {
  const spaces = 5;
  const match = await found((seen) => [spaces, spaces + 1].every((token) => bounceOf(seen).tokens.includes(token)), 2, {
    spaces,
  });
  const record = bounceOf(seenOf(match));
  const { tokens } = record;
  const { container } = render(Board, props(match));
  const captions = [...container.querySelectorAll('figcaption .state')].map((state) => state.textContent);
  expect(captions).toEqual(tokens.map((token) => (token === spaces ? '5↑' : '5↓')));
  const scene = new Scene(record);
  const [one, other] = tokens.map((token, seat) => scene.spot(seat, token));
  expect(one!.y).toBe(other!.y);
  expect(Math.abs(one!.x - other!.x)).toBeGreaterThan(48 * scene.scale);
});

test('whoever landed cheers on the ground, whoever is sick sits there', async () => {
  const match = await found(
    (seen) => ['landed', 'sick'].every((fate) => bounceOf(seen).statuses.includes(fate as never)),
    4,
    SHORT,
  );
  const { container } = render(Board, props(match));
  const poses = [...container.querySelectorAll('[data-pose]')].map((figure) => figure.getAttribute('data-pose'));
  bounceOf(seenOf(match)).statuses.forEach((fate, seat) => {
    if (fate === 'landed') expect(poses[seat]).toBe('cheer');
    if (fate === 'sick') expect(poses[seat]).toBe('sick');
  });
});

test('a click on the dice rolls', async () => {
  const match = await matchOf('bounce', 2);
  const given = props(match);
  const { getByRole } = render(Board, given);
  await fireEvent.click(getByRole('button', { name: 'roll the dice' }));
  expect(given.play).toHaveBeenCalledExactlyOnceWith(given.seen.action('roll'));
});

test('a click on the coin is a faceplant', async () => {
  const match = await found((seen) => seen.action('faceplant') !== undefined, 1, SHORT);
  const given = props(match);
  const { getByRole, container } = render(Board, given);
  expect(lit(container)).toHaveLength(2);
  await fireEvent.click(getByRole('button', { name: /faceplant/ }));
  expect(given.play).toHaveBeenCalledExactlyOnceWith(given.seen.action('faceplant'));
});

test.each([
  ['in a replay', false, 0],
  ['when it is not your turn', true, 1],
])('nothing is lit and nothing is played %s', async (_, live, seat) => {
  const match = await matchOf('bounce', 2);
  const given = props(match, { live, seat });
  const { container } = render(Board, given);
  expect(lit(container)).toEqual([]);
  for (const button of container.querySelectorAll('button')) await fireEvent.click(button);
  expect(given.play).not.toHaveBeenCalled();
});

test('it speaks German', async () => {
  const match = await matchOf('bounce', 2);
  const { getByRole, getAllByText } = render(Board, props(match, { language: 'de' }));
  expect(getByRole('button', { name: 'würfeln' })).toBeInTheDocument();
  expect(getAllByText('springt noch nicht')).toHaveLength(2);
});

describe('the zones of the track', () => {
  test('are those of the options, up to the sick zone', async () => {
    const zonesOf = async (options: { [name: string]: number }) =>
      zones(bounceOf(seenOf(await matchOf('bounce', 1, options)))).map(({ dice, first, last }) => [dice, first, last]);
    expect(await zonesOf({})).toEqual([
      [3, 1, 4],
      [2, 5, 9],
      [1, 10, 14],
    ]);
    expect(await zonesOf({ one_die: 3, two_dice: 7 })).toEqual([
      [3, 1, 2],
      [1, 3, 14],
    ]);
    expect(await zonesOf({ jumps: 2 })).toEqual([[3, 1, 1]]);
  });
});

describe('the flight', () => {
  test('ends where the token is, and goes as many states as were rolled', async () => {
    for (const options of [EVERYONE, SHORT, { spaces: 3, finish: 1 }]) {
      const match = await matchOf('bounce', 4, options);
      const scene = new Scene(bounceOf(seenOf(match)));
      let last = seenOf(match);
      playOn(match, 60, () => {
        const [old, now] = [bounceOf(last), bounceOf(seenOf(match))];
        const flight = flightOf(scene, old, now, old.seat);
        expect(flight).not.toBeNull();
        const [end, rest] = [flight!.frames.at(-1)!, scene.place(now, old.seat)];
        expect([end.x, end.y]).toEqual([rest.x, rest.y]);
        expect(((end.turn - rest.turn) % 360) + 0).toBe(0);
        expect(flight!.hits).toHaveLength(now.arrows[old.seat]! - Math.max(1, old.arrows[old.seat]!));
        const times = flight!.frames.map((frame) => frame.time);
        expect(times).toEqual([...times].sort((one, other) => one - other));
        expect(pips(now)).toBeGreaterThan(0);
        last = seenOf(match);
      });
    }
  });

  test('is none when a move was taken back over the mat', async () => {
    const match = await matchOf('bounce', 1, { spaces: 3 });
    const start = bounceOf(seenOf(match));
    playOn(match, 1);
    expect(flightOf(new Scene(start), bounceOf(seenOf(match)), start, 0)).toBeNull();
  });
});

test('with motion the figure and the mat are moved, in calm nothing is', async () => {
  const animate = vi.fn();
  (Element.prototype as unknown as { animate: unknown }).animate = animate;
  const match = await matchOf('bounce', 1, { spaces: 3 });
  const before = seenOf(match);
  playOn(match, 1);
  const given = props(match, { before });
  render(Board, given);
  expect(animate).toHaveBeenCalled();
  animate.mockClear();
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  render(Board, given);
  expect(animate).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
  delete (Element.prototype as unknown as { animate?: unknown }).animate;
});
