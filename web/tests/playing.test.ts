import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Replay } from '$/client/replay.svelte';
import { scoresOf } from '$/client/scores';
import { calm, settings } from '$/client/settings.svelte';
import { onlyChoice, playSingle } from '$/client/singles.svelte';
import { space } from '$/client/space.svelte';
import { told } from '$/client/story';
import type { Table } from '$/client/table.svelte';
import type { Action } from '$/game/actions';
import LogPanel from '$/parts/LogPanel.svelte';
import Strip from '$/parts/playing/Strip.svelte';
import Tools from '$/parts/playing/Tools.svelte';
import SettingsBar from '$/parts/SettingsBar.svelte';
import { matchOf, playOn, seenOf, wordsOf } from './game';

describe('the replay', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A table with ten entries that shows at once what it is asked for. */
  function tableOf(given: Partial<Table> = {}): Table {
    const table = {
      entries: 10,
      over: false,
      paused: false,
      past: null as { entries: number } | null,
      showMoment: (entries: number) => void (table.past = entries < 10 ? { entries } : null),
      pause: vi.fn((paused: boolean) => void (table.paused = paused)),
      ...given,
    };
    return table as unknown as Table;
  }

  it("lets a match of one's own wait and go on, and no other", () => {
    const own = tableOf();
    const replay = new Replay(
      () => own,
      () => true,
    );
    replay.open(3);
    expect([own.paused, replay.now]).toEqual([true, 3]);
    replay.close();
    expect([own.paused, own.past]).toEqual([false, null]);
    const shared = tableOf();
    new Replay(
      () => shared,
      () => false,
    ).open(3);
    expect(shared.pause).not.toHaveBeenCalled();
  });

  it('lets a match go on even where the pause has not come back yet, as after a double click', () => {
    const table = tableOf({ pause: vi.fn<Table['pause']>() });
    const replay = new Replay(
      () => table,
      () => true,
    );
    replay.open();
    replay.close();
    expect(vi.mocked(table.pause).mock.calls).toEqual([[true], [false]]);
  });

  it('leaves a match that had been paused before as it was', () => {
    const table = tableOf({ paused: true });
    const replay = new Replay(
      () => table,
      () => true,
    );
    replay.open();
    replay.close();
    expect([table.paused, vi.mocked(table.pause).mock.calls]).toEqual([true, []]);
  });

  it('plays from the beginning to the end at three speeds, and stops there', () => {
    const table = tableOf();
    const replay = new Replay(
      () => table,
      () => true,
    );
    replay.open();
    replay.toggle();
    expect(replay.now).toBe(0);
    vi.advanceTimersByTime(1650);
    expect(replay.now).toBe(1);
    replay.faster();
    replay.faster();
    expect(replay.pace).toBe(4);
    vi.advanceTimersByTime(1600 + 400 * 10);
    expect([replay.now, replay.isPlaying]).toEqual([10, false]);
  });

  it('counts steps that come before the moment that was asked for', () => {
    const table = tableOf({
      showMoment(this: Table, entries: number): void {
        this.sought = entries;
      },
    });
    const replay = new Replay(
      () => table,
      () => true,
    );
    replay.open(4);
    replay.step(1);
    replay.step(1);
    expect([replay.now, table.sought]).toEqual([10, 6]);
  });

  it('goes no further than the first and the last moment', () => {
    const table = tableOf();
    const replay = new Replay(
      () => table,
      () => true,
    );
    replay.open(0);
    replay.step(-1);
    expect(replay.now).toBe(0);
    replay.show(99);
    expect(replay.now).toBe(10);
  });
});

describe('the log', () => {
  it('leads to the moment of each line, and marks the one that is shown', async () => {
    const match = await matchOf('crypto_cards', 2);
    playOn(match, 12);
    const story = match.story(0);
    const lines = told(story, wordsOf(match), match.start.players, 0);
    const show = vi.fn();
    const { container, rerender } = render(LogPanel, { lines, now: null, show });
    const last = [...container.querySelectorAll<HTMLElement>('[data-moment]')].at(-1)!;
    expect(last.dataset.moment).toBe(String(story.filter(({ seat }) => seat !== null).length));
    await fireEvent.click(container.querySelector('[data-moment="2"]')!);
    expect(show).toHaveBeenCalledWith(2);
    await rerender({ lines, now: 2, show });
    expect(container.querySelector('[aria-current=true] [data-moment]')).toHaveAttribute('data-moment', '2');
    expect(container.querySelectorAll('.later').length).toBeGreaterThan(0);
  });
});

describe('the strip', () => {
  it('tells the newest first, without headings, and what has just come is lit', () => {
    const open = vi.fn();
    const lines = [
      { seat: 0, text: 'You', heading: true },
      { seat: 0, text: 'You pass.' },
      { seat: 1, text: 'Bot 1', heading: true },
      { seat: 1, text: 'Bot 1 passes.' },
    ];
    const { container } = render(Strip, { lines, fresh: 1, open });
    expect([...container.querySelectorAll('.told')].map((each) => each.textContent)).toEqual([
      'Bot 1 passes.',
      'You pass.',
    ]);
    expect(container.querySelector('.fresh')).toHaveTextContent('Bot 1 passes.');
    container.querySelector<HTMLElement>('[data-strip]')!.click();
    expect(open).toHaveBeenCalled();
  });
});

describe('tools that do not fit', () => {
  afterEach(() => void (space.narrow = false));

  it('are in a menu, which closes when one is used', async () => {
    const acts = { undo: vi.fn(), save: vi.fn() };
    const tools = [
      { name: 'undo', icon: 'undo' as const, label: 'Take back', act: acts.undo },
      { name: 'save', icon: 'save' as const, label: 'Save', act: acts.save },
    ];
    space.narrow = true;
    const { container } = render(Tools, { tools, always: 1, panels: null });
    expect(screen.queryByLabelText('Save')).toBeNull();
    await fireEvent.click(container.querySelector('[data-menu]')!);
    await fireEvent.click(screen.getByLabelText('Save'));
    expect(acts.save).toHaveBeenCalled();
    expect(screen.queryByLabelText('Save')).toBeNull();
  });
});

describe('the result', () => {
  it('says what it counts, and where points come from', async () => {
    const cards = await matchOf('crypto_cards', 4);
    playOn(cards, 1000);
    expect(scoresOf(seenOf(cards), wordsOf(cards))).toMatchObject({ unit: 'Cards left', isLowestBest: true });
    const values = await matchOf('crypto_cards', 4, { scoring: 1 });
    playOn(values, 1000);
    expect(scoresOf(seenOf(values), wordsOf(values, 'de')).unit).toBe('Wert der übrigen Karten');
    const floor = await matchOf('dead_cat_bounce', 3);
    playOn(floor, 6000);
    const seen = seenOf(floor);
    const { sources } = scoresOf(seen, wordsOf(floor));
    expect(seen.points.map((_, seat) => sources.reduce((sum, { numbers }) => sum + numbers[seat]!, 0))).toEqual(
      seen.points,
    );
  });
});

describe('what is the only choice', () => {
  afterEach(() => void (settings.singles = false));

  it('is named where that is wished, but not in a race nor after taking back', async () => {
    const match = await matchOf('crypto_cards', 3);
    const seen = seenOf(match);
    expect(seen.legal.map(({ text }) => text)).toEqual(['pass']);
    const table = { seen, myTurn: true, race: null, over: false, log: [] } as unknown as Table;
    expect(onlyChoice(table)).toBeNull();
    settings.singles = true;
    expect(onlyChoice(table)?.text).toBe('pass');
    expect(onlyChoice({ ...table, race: {} } as unknown as Table)).toBeNull();
    expect(onlyChoice({ ...table, log: [{ seat: 0, text: 'undo', events: [] }] } as unknown as Table)).toBeNull();
  });

  it('is played after a moment, unless something comes before', () => {
    vi.useFakeTimers();
    const table = { play: vi.fn() } as unknown as Table;
    playSingle(table, {} as Action)();
    vi.advanceTimersByTime(2000);
    expect(table.play).not.toHaveBeenCalled();
    playSingle(table, {} as Action);
    vi.advanceTimersByTime(2000);
    expect(table.play).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });
});

describe('the settings', () => {
  afterEach(() => {
    settings.animated = true;
    settings.safeColours = false;
  });

  it('are the same at the table as on the home page, and hold at once', async () => {
    const { container } = render(SettingsBar);
    await fireEvent.change(container.querySelector('[data-set=animated]')!, { target: { value: 'off' } });
    await fireEvent.change(container.querySelector('[data-set=safeColours]')!, { target: { value: 'on' } });
    expect([calm(), settings.safeColours]).toEqual([true, true]);
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    settings.apply();
    vi.unstubAllGlobals();
    expect(document.documentElement).toHaveAttribute('data-still');
    expect(document.documentElement.dataset.colours).toBe('safe');
  });
});
