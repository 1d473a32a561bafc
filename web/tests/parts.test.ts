import { cleanup, render, screen } from '@testing-library/svelte';
import { type Action, actionOf } from '$/game/actions';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import Generic from '$/boards/Generic.svelte';
import ActionBar from '$/parts/ActionBar.svelte';
import Hint from '$/parts/Hint.svelte';
import LogPanel from '$/parts/LogPanel.svelte';
import PlayingCard from '$/parts/PlayingCard.svelte';
import Review from '$/parts/Review.svelte';
import RulesPanel from '$/parts/RulesPanel.svelte';
import { clausesNow } from '$/client/clauses';
import { settings } from '$/client/settings.svelte';
import { moveFrom } from '$/client/motion';
import { told } from '$/client/story';
import { clauseText, plain } from '$/game/rulebook';
import type { DecisionJudged, LogLine } from '$/generated/messages';
import { Words } from '$/game/words';
import { matchOf, playOn, seenOf, wordsOf } from './game';

const NOTHING = { before: null, live: true, race: null, play: () => {}, attempt: () => {} };

describe('the bar of actions', () => {
  afterEach(cleanup);

  it('lists every legal action in words, and a click plays it', async () => {
    const match = await matchOf('crypto_cards', 3);
    match.play(0, seenOf(match).action('pass')!.number);
    const play = vi.fn();
    render(ActionBar, { legal: seenOf(match).legal, words: wordsOf(match), tidies: false, play, tidy: () => {} });
    const buttons = screen.getAllByRole('button').filter((button) => button.dataset.action);
    expect(buttons.map((button) => button.dataset.action)).toEqual(seenOf(match).legal.map((action) => action.text));
    buttons[2]!.click();
    expect(play).toHaveBeenCalledWith(seenOf(match).legal[2]);
  });

  it('is walked through with the arrow keys', async () => {
    const match = await matchOf('crypto_cards', 3);
    match.play(0, seenOf(match).action('pass')!.number);
    render(ActionBar, {
      legal: seenOf(match).legal,
      words: wordsOf(match),
      tidies: false,
      play: () => {},
      tidy: () => {},
    });
    const [first, second] = screen.getAllByRole('button');
    first!.focus();
    first!.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    expect(document.activeElement).toBe(second);
    second!.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
    expect(document.activeElement).toBe(first);
  });

  it('folds a verb with many actions, opens it, and finds in it', async () => {
    const match = await matchOf('cash_or_crash', 2);
    const { legal } = seenOf(match);
    expect(legal.length).toBe(10);
    const { container } = render(ActionBar, {
      legal,
      words: wordsOf(match),
      tidies: false,
      play: () => {},
      tidy: () => {},
    });
    expect(container.querySelectorAll('[data-action]').length).toBe(0);
    (container.querySelector('[data-group]') as HTMLElement).click();
    await vi.waitFor(() => expect(container.querySelectorAll('[data-action]').length).toBe(10));
    const search = container.querySelector('input')!;
    search.value = 'GGG';
    search.dispatchEvent(new Event('input'));
    await vi.waitFor(() => expect(container.querySelectorAll('[data-action]').length).toBe(1));
  });

  it('keeps a list open and the focus in it while others act and the same can be done', async () => {
    const match = await matchOf('cash_or_crash', 2);
    const rest = { words: wordsOf(match), tidies: false, play: () => {}, tidy: () => {} };
    const { container, rerender } = render(ActionBar, { legal: seenOf(match).legal, ...rest });
    (container.querySelector('[data-group]') as HTMLElement).click();
    await vi.waitFor(() => expect(container.querySelectorAll('[data-action]').length).toBe(10));
    const third = container.querySelectorAll<HTMLElement>('[data-action]')[2]!;
    third.focus();
    match.play(1, seenOf(match, 1).legal[0]!.number);
    await rerender({ legal: seenOf(match).legal, ...rest });
    expect(document.activeElement).toBe(third);
    expect(container.querySelectorAll('[data-action]').length).toBe(10);
    match.play(0, seenOf(match).legal[0]!.number);
    await rerender({ legal: seenOf(match).legal, ...rest });
    expect(container.querySelector('.many')).toBeNull();
  });

  it('shows a long list in parts, and every action can be reached', async () => {
    const match = await matchOf('cash_or_crash', 6);
    for (let step = 0; !seenOf(match).actions('bid').length; step++)
      match.play(match.toAct[0]!, seenOf(match, match.toAct[0]).legal[0]!.number);
    const bids = seenOf(match).actions('bid');
    expect(bids.length).toBeGreaterThan(80);
    const { container } = render(ActionBar, {
      legal: bids,
      words: wordsOf(match),
      tidies: false,
      play: () => {},
      tidy: () => {},
    });
    (container.querySelector('[data-group]') as HTMLElement).click();
    await vi.waitFor(() => expect(container.querySelectorAll('[data-action]').length).toBe(40));
    (container.querySelector('[data-more]') as HTMLElement).click();
    await vi.waitFor(() => expect(container.querySelectorAll('[data-action]').length).toBe(80));
    await vi.waitFor(() => expect((document.activeElement as HTMLElement).dataset.action).toBe(bids[40]!.text));
    for (
      let more = container.querySelector<HTMLElement>('[data-more]');
      more;
      more = container.querySelector<HTMLElement>('[data-more]')
    ) {
      const shown = container.querySelectorAll('[data-action]').length;
      more.click();
      await vi.waitFor(() => expect(container.querySelectorAll('[data-action]').length).toBeGreaterThan(shown));
    }
    expect(
      [...container.querySelectorAll<HTMLElement>('[data-action]')].map((button) => button.dataset.action),
    ).toEqual(bids.map((bid) => bid.text));
  });

  it('lights up what a hint names, first in a folded list', async () => {
    const match = await matchOf('cash_or_crash', 2);
    const { legal } = seenOf(match);
    const { container } = render(ActionBar, {
      legal,
      words: wordsOf(match),
      tidies: false,
      advised: legal[7],
      play: () => {},
      tidy: () => {},
    });
    const group = container.querySelector<HTMLElement>('[data-group]')!;
    expect(group).toHaveClass('advised');
    group.click();
    await vi.waitFor(() => expect(container.querySelector('[data-action]')).toHaveClass('advised'));
    expect(
      [...container.querySelectorAll('[data-action].advised')].map((button) => (button as HTMLElement).dataset.action),
    ).toEqual([legal[7]!.text]);
  });

  it('says when there is nothing to do', async () => {
    const match = await matchOf('crypto_cards', 3);
    render(ActionBar, { legal: [], words: wordsOf(match), tidies: false, play: () => {}, tidy: () => {} });
    expect(screen.getByText('Nothing to do for you just now.')).toBeInTheDocument();
  });

  it.each(['bounce', 'cash_a_catch', 'cash_or_crash', 'crypto_cards', 'dead_cat_bounce'])(
    'offers what the words of %s mean from the first, and while others act',
    async (game) => {
      const match = await matchOf(game, 3);
      const rest = { words: wordsOf(match), tidies: false, play: () => {}, tidy: () => {} };
      for (const legal of [seenOf(match).legal, []]) {
        const { unmount } = render(ActionBar, { legal, ...rest });
        expect(screen.getByRole('button', { name: 'What do these words mean?' })).toHaveAttribute('data-what');
        unmount();
      }
    },
  );

  it('has the focus itself, and not its question, while others act', async () => {
    const match = await matchOf('crypto_cards', 3);
    const rest = { words: wordsOf(match), tidies: false, play: () => {}, tidy: () => {} };
    const { container, rerender } = render(ActionBar, { legal: seenOf(match).legal, ...rest });
    container.querySelector<HTMLElement>('[data-action]')!.focus();
    await rerender({ legal: [], ...rest });
    expect(document.activeElement).toBe(container.querySelector('#actions'));
    await rerender({ legal: seenOf(match).legal, ...rest });
    expect(document.activeElement).toBe(container.querySelector('[data-action]'));
  });
});

describe.each(['bounce', 'cash_a_catch', 'cash_or_crash', 'crypto_cards', 'dead_cat_bounce'])('%s', (game) => {
  it('has at every step a clause that matters, and it stands in the rules', async () => {
    const match = await matchOf(game, 3);
    playOn(match, 300, () => {
      const log = match.story(1);
      const clauses = clausesNow(seenOf(match, 1), log, null);
      if (log.some(({ text }) => text)) expect(clauses).not.toEqual([]);
      expect(clauses.filter((clause) => !(clause in match.game.manifest.rulebooks.en!.clauses))).toEqual([]);
    });
  });

  it('has a generic table that shows every field, and no secret, at any moment', async () => {
    const match = await matchOf(game, 3);
    playOn(match, 12);
    const { container } = render(Generic, {
      ...NOTHING,
      seen: seenOf(match),
      words: wordsOf(match, 'de'),
      players: match.start.players,
      seat: 0,
    });
    expect(container.querySelectorAll('th[scope=col]').length).toBe(3);
    expect(container.textContent).not.toContain('[object Object]');
  });
});

it('a generic table says what is unseen, and does not call it the deck', async () => {
  const match = await matchOf('crypto_cards', 3);
  const { container } = render(Generic, {
    ...NOTHING,
    seen: seenOf(match),
    words: wordsOf(match),
    players: match.start.players,
    seat: 0,
  });
  const names = [...container.querySelectorAll('dt')].map((name) => name.textContent);
  expect(names).toContain(`unseen (${wordsOf(match).field('deck')} and what others hide)`);
  const hands = [...container.querySelectorAll('tbody tr')].find(
    (row) => row.querySelector('th')?.textContent === wordsOf(match).field('hands'),
  );
  expect([...hands!.querySelectorAll('td')].map((cell) => cell.textContent?.trim() === '?')).toEqual([
    false,
    true,
    true,
  ]);
});

it('a playing card is named, and only a button where it can be clicked', () => {
  const { container } = render(PlayingCard, { card: 'TD', label: '10♢' });
  expect(container.querySelector('button')).toBeNull();
  expect(screen.getByLabelText('10♢')).toBeInTheDocument();
});

describe('a hint', () => {
  afterEach(cleanup);

  it('is said in words, with the chance of winning, in both languages', async () => {
    const match = await matchOf('crypto_cards', 3);
    const hint = {
      action: seenOf(match).legal[0]!,
      wins: 0.42,
      next: null,
      isThumb: false,
      brings: [],
      foreseen: null,
      points: null,
    };
    const [words, players] = [wordsOf(match), ['You', 'Bot 1', 'Bot 2']];
    const { container, rerender } = render(Hint, {
      hint,
      words,
      players,
      seat: 0,
      unit: 'Cards left',
      close: () => {},
    });
    expect(container.querySelector('[role=status]')).toHaveTextContent(
      'My advice: pass. It wins about 42% of such games.',
    );
    const brings = [{ event: 'mined', player: 0, card: '9C' }];
    await rerender({ hint: { ...hint, brings } });
    expect(container.querySelector('[data-term=mine]')).toHaveTextContent('mine');
    await rerender({ hint, players: ['You'] });
    expect(container.querySelector('[role=status]')).not.toHaveTextContent('%');
    await rerender({ hint: null });
    expect(container.querySelector('[role=status]')).toBeEmptyDOMElement();
  });

  it('says why: beside the next best, where the chances are alike, and where hardly anything wins', async () => {
    const match = await matchOf('crypto_cards', 3);
    match.play(0, seenOf(match).action('pass')!.number);
    const [action, other] = seenOf(match).legal as [Action, Action];
    const chances = { action, wins: 0.62, next: { action: other, wins: 0.48 }, isThumb: true };
    const hint = { ...chances, brings: [], foreseen: null, points: null };
    const players = ['You', 'Bot 1', 'Bot 2'];
    const { container, rerender } = render(Hint, {
      hint,
      words: wordsOf(match),
      players,
      seat: 0,
      unit: 'Cards left',
      close: () => {},
    });
    const said = (): string | null | undefined => container.querySelector('p')?.textContent;
    const next = wordsOf(match).action(other);
    expect(said()).toContain(`It wins about 62% of such games, against 48% for the next best: ${next}.`);
    await rerender({ hint: { ...hint, wins: 0.485 } });
    expect(said()).toContain(`It hardly matters: “${next}” wins as often, about 49%. The rules of thumb prefer it.`);
    await rerender({ hint: { ...hint, wins: 0, next: { action: other, wins: 0 } } });
    expect(said()).toContain('Hardly any move wins such games any more. The rules of thumb prefer it.');
    expect(said()).not.toContain('0%');
    await rerender({ hint: { ...hint, wins: 0.4 } });
    expect(said()).toContain(`It wins about 40% of such games; “${next}” won 48%, which search trusts less.`);
  });

  it('says what comes of it, and what was foreseen more often, or less, than after the next best', async () => {
    const match = await matchOf('crypto_cards', 3);
    match.play(0, seenOf(match).action('pass')!.number);
    const [action, other] = seenOf(match).legal as [Action, Action];
    const mined = (player: number): { [name: string]: unknown } => ({ event: 'mined', player, card: '9C' });
    const sold = { seat: 2, text: 'sell KD', events: [] };
    const hint = {
      ...{ action, wins: 0.62, next: { action: other, wins: 0.48 }, isThumb: true, brings: [mined(0)] },
      foreseen: { line: sold, often: 0.18, otherwise: 0.71 },
      points: { here: 1.84, otherwise: 2.41 },
    };
    const players = ['You', 'Bot 1', 'Bot 2'];
    const { container, rerender } = render(Hint, {
      hint,
      words: wordsOf(match),
      players,
      seat: 0,
      unit: 'Cards left',
      close: () => {},
    });
    const said = (): string | null | undefined => container.querySelector('p')?.textContent;
    const next = wordsOf(match).action(other);
    expect(said()).toContain('You mine 9♣. It wins about 62%');
    expect(said()).toContain(`After “${next}”, in 7 of 10 games looked ahead: “Bot 2 sells K♢.” This way in 2.`);
    const more = { line: { seat: null, text: '', events: [mined(1)] }, often: 1, otherwise: 0.3 };
    await rerender({ hint: { ...hint, brings: [], foreseen: more } });
    expect(said()).toContain(`In 10 of 10 games looked ahead: “Bot 1 mines 9♣.” After “${next}” in 3.`);
    await rerender({ hint: { ...hint, foreseen: { line: sold, often: 0.01, otherwise: 1 } } });
    expect(said()).toContain(`After “${next}”: “Bot 2 sells K♢.”`);
    await rerender({ hint: { ...hint, foreseen: { line: sold, often: 1, otherwise: 0 } } });
    expect(said()).toContain(`Then: “Bot 2 sells K♢.” Not so after “${next}”.`);
    await rerender({ hint: { ...hint, foreseen: null } });
    expect(said()).toContain(`In the end, on average: Cards left 1.8, after “${next}” 2.4.`);
    await rerender({ hint: { ...hint, foreseen: null, wins: 0.49 } });
    expect(said()).not.toContain('In the end');
  });
});

describe('a review', () => {
  beforeEach(() => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe = (): void => {};
        unobserve = (): void => {};
        disconnect = (): void => {};
      },
    );
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const decision = {
    type: 'decision_judged' as const,
    of: 3,
    best: 1,
    wins: 0.3,
    wins_of_best: 0.3,
    margin: 0.04,
    chance: 0.3,
    cost: 0,
    credit: 0,
    verdict: 'sound' as DecisionJudged['verdict'],
  };
  const judged = [
    { ...decision, place: 0, entries: 4, action: 2, chance: 0.2, credit: 0.1, verdict: 'found' as const },
    {
      ...{ ...decision, place: 1, entries: 9, action: 3, wins: 0.2, wins_of_best: 0.32, chance: 0.32, cost: 0.12 },
      verdict: 'costly' as const,
    },
    { ...decision, place: 2, entries: 15, action: 4, wins: 0, verdict: 'lost' as const },
  ];
  const done = { type: 'review_done' as const, decisions: 3, result: 0, luck: -0.18, play: -0.02, margin: 0.07 };

  it('tells luck from play, names the costliest moves, and shows their moments', async () => {
    const match = await matchOf('crypto_cards', 3);
    const show = vi.fn();
    const given = { manifest: match.game.manifest, words: wordsOf(match), shown: null, stop: () => {}, show };
    const { container } = render(Review, { ...given, review: { judged, isOn: false, done } });
    expect([...container.querySelectorAll('dd')].map((each) => each.textContent)).toEqual([
      '20%',
      '−18% ± 7%',
      '−2% ± 7%',
      '0%',
    ]);
    const costly = container.querySelectorAll<HTMLElement>('.costliest:not(.finest) li');
    expect(costly.length).toBe(1);
    expect(costly[0]).toHaveTextContent('would have won 12% more often');
    costly[0]!.querySelector('button')!.click();
    expect(show).toHaveBeenCalledWith(9);
    expect(container.querySelector('.finest')).toHaveTextContent('rules of thumb would have won 10% less often');
    const verdicts = (): (string | null)[] =>
      [...container.querySelectorAll('td.verdict')].map((each) => each.textContent);
    const best = wordsOf(match).action(actionOf(match.game.manifest, 1));
    expect(verdicts()).toEqual([
      'found: 10% more than by rules of thumb',
      `cost 12%; better: ${best}`,
      'as good as lost already',
    ]);
    expect(container.querySelectorAll('svg .costly').length).toBe(1);
    expect(container.querySelectorAll('svg .found').length).toBe(1);
    settings.language = 'de';
    await vi.waitFor(() => expect(verdicts()[2]).toBe('schon so gut wie verloren'));
    settings.language = 'en';
  });

  it('shows how far it is, and can be stopped', async () => {
    const match = await matchOf('crypto_cards', 3);
    const stop = vi.fn();
    const given = { manifest: match.game.manifest, words: wordsOf(match), shown: null, stop, show: () => {} };
    const { container, rerender } = render(Review, {
      ...given,
      review: { judged: judged.slice(0, 2), isOn: true, done: null },
    });
    expect(container.querySelector('progress')).toHaveAttribute('value', '2');
    container.querySelector<HTMLElement>('[data-stop]')!.click();
    expect(stop).toHaveBeenCalled();
    await rerender({ ...given, review: { judged: judged.slice(0, 2), isOn: false, done: null } });
    expect(container).toHaveTextContent('Stopped after 2 of 3 decisions.');
  });
});

describe('the rules', () => {
  afterEach(() => {
    settings.language = 'en';
  });

  it('are in the language of the page, without notes on where a rule comes from', async () => {
    const { manifest } = (await matchOf('crypto_cards', 2)).game;
    settings.language = 'de';
    const { container } = render(RulesPanel, { manifest, marked: ['§3.3'] });
    expect(container.querySelector('.rules')).toHaveAttribute('lang', 'de');
    expect(container.querySelector('.marked')).toHaveTextContent('muss verkauft werden');
    expect(container).not.toHaveTextContent(/Festlegung|[*`]/);
    expect(container.querySelectorAll('[data-clause]').length).toBe(Object.keys(manifest.rulebooks.en!.clauses).length);
    settings.language = 'en';
    await vi.waitFor(() => expect(container.querySelector('.rules')).toHaveAttribute('lang', 'en'));
    expect(container.querySelector('.marked')).toHaveTextContent('must be sold');
  });

  it('are in English, and said to be, where a game has no others', async () => {
    const { manifest } = (await matchOf('crypto_cards', 2)).game;
    const english = { ...manifest, rulebooks: { en: manifest.rulebooks.en! } };
    settings.language = 'de';
    const { container } = render(RulesPanel, { manifest: english, marked: ['§3.3'] });
    expect(container.querySelector('.rules')).toHaveAttribute('lang', 'en');
    expect(container.querySelector('.marked')).toHaveTextContent('must be sold');
    expect(container.querySelector('.marked .unseen')).toHaveAttribute('lang', 'de');
    expect(clauseText(english, 'de', '§3.6')).toBe(manifest.rulebooks.en!.clauses['§3.6']);
  });

  it('stand in for a refusal that has no sentence, in the language of the words', async () => {
    const { manifest } = (await matchOf('crypto_cards', 2)).game;
    expect(new Words(manifest, 'de').refusal('§3.7')).toMatch(/^Ein Verkauf je Zug, .*\)$/);
    expect(new Words(manifest, 'en').refusal('§9.9')).toBe('§9.9');
  });

  it('tell code from words', async () => {
    const { manifest } = (await matchOf('crypto_cards', 2)).game;
    const { container } = render(RulesPanel, { manifest, marked: [] });
    expect([...container.querySelectorAll('[data-clause="§6.5"] code')].map((each) => each.textContent)).toEqual([
      'buy_back',
      'off',
      'on',
      'on',
    ]);
  });

  it('are read without marks', () => {
    expect(plain('The *top* is `hand` (5). *(ruling: seat 0)*')).toBe('The top is hand (5).');
    expect(plain('Er gilt (§6.2 ändert ihn). *(Festlegung)*')).toBe('Er gilt (§6.2 ändert ihn).');
  });

  it('mark the clauses that matter, and scroll to the first when others are marked', async () => {
    const { manifest } = (await matchOf('crypto_cards', 2)).game;
    const { container, rerender } = render(RulesPanel, { manifest, marked: ['§3.3', '§3.6'] });
    const marked = (): string[] =>
      [...container.querySelectorAll<HTMLElement>('[aria-current=true]')].map((each) => each.dataset.clause!);
    expect(marked()).toEqual(['§3.3', '§3.6']);
    expect(container.querySelector('.marked')!.textContent).toContain('must be sold');
    expect(container.querySelectorAll('[data-clause]').length).toBe(Object.keys(manifest.rulebooks.en!.clauses).length);
    const panel = container.querySelector<HTMLElement>('.rules')!;
    const first = container.querySelector<HTMLElement>('[data-clause="§3.3"]')!;
    first.getBoundingClientRect = () => ({ top: 900 }) as DOMRect;
    panel.scrollTop = 0;
    await rerender({ manifest, marked: ['§3.3', '§3.6'] });
    expect(panel.scrollTop).toBe(0);
    await rerender({ manifest, marked: ['§3.3'] });
    expect(panel.scrollTop).toBe(900);
    expect(panel.contains(document.activeElement)).toBe(false);
  });

  it('matter that govern what one may do, or what was done last, or forbid what was tried', async () => {
    const match = await matchOf('crypto_cards', 2);
    const mine = seenOf(match);
    const clauses = new Map(match.game.manifest.actions.verbs.map(({ verb, clause }) => [verb, clause]));
    expect(clausesNow(mine, [], null)).toEqual([...new Set(mine.legal.map((action) => clauses.get(action.verb)))]);
    expect(clausesNow(mine, [], { code: 'refused', parameters: { clause: '§3.3' } })).toEqual(['§3.3']);
    const idle = seenOf(match, 1);
    expect(idle.legal).toEqual([]);
    expect(
      clausesNow(
        idle,
        ['pass', 'transfer 7D', 'undo'].map((text) => ({ seat: 0, text, events: [] })),
        null,
      ),
    ).toEqual(['§4.1']);
    expect(clausesNow(idle, [], null)).toEqual([]);
  });
});

describe('the log', () => {
  it('has no news of held cards', async () => {
    const match = await matchOf('cash_a_catch', 4);
    const lines: LogLine[] = [
      { seat: 0, text: 'hold', events: [] },
      { seat: 2, text: 'ring', events: [] },
    ];
    expect(told(lines, wordsOf(match), match.start.players, 0).map((line) => line.seat)).toEqual([2]);
  });

  it('has the turns as headings, with what is done in them', async () => {
    const match = await matchOf('crypto_cards', 2);
    playOn(match, 12);
    const lines = told(match.story(0), wordsOf(match), match.start.players, 0);
    expect(lines[0]).toEqual({ seat: 0, text: 'You', heading: true, moment: 0 });
    expect(
      lines
        .filter(({ heading }) => heading)
        .map(({ seat }) => seat)
        .slice(0, 3),
    ).toEqual([0, 1, 0]);
    expect(lines.filter(({ text }) => /^You mine \S+\.$/.test(text)).every(({ seat }) => seat === 0)).toBe(true);
    const { container } = render(LogPanel, { lines });
    expect([...container.querySelectorAll('h3')].map((heading) => heading.textContent)[0]).toBe('You');
  });

  it('folds what was taken back into the line that says so', async () => {
    const match = await matchOf('crypto_cards', 2);
    match.play(0, seenOf(match, 0).action('pass')!.number);
    match.undo(0, false);
    const lines = told(match.story(1), wordsOf(match), match.start.players, 1).filter(({ heading }) => !heading);
    expect(lines).toHaveLength(1);
    expect(lines[0]!.inner?.map(({ text }) => text)).toEqual([`${match.start.players[0]} passes.`]);
    const { container } = render(LogPanel, { lines });
    expect(container.querySelector('details summary')?.textContent).toContain('takes the last move back');
  });
});

it('what moves flies from where it lay, and what is new from where it comes from', () => {
  document.body.innerHTML =
    '<main><b data-piece="deck"></b><b data-piece="7D"></b><b data-piece="8D" data-from="deck"></b>' +
    '<b data-piece="9D"></b></main>';
  const root = document.querySelector('main')!;
  const flown: { [piece: string]: Keyframe[] } = {};
  root.querySelectorAll<HTMLElement>('b').forEach((piece, place) => {
    piece.getBoundingClientRect = () => ({ left: place * 100, top: 0 }) as DOMRect;
    piece.animate = ((frames: Keyframe[]) =>
      void (flown[piece.dataset.piece!] = frames)) as unknown as typeof piece.animate;
  });
  moveFrom(
    root,
    new Map([
      ['deck', { left: 0, top: 0 } as DOMRect],
      ['7D', { left: 40, top: 30 } as DOMRect],
    ]),
  );
  expect(flown['deck']).toBeUndefined();
  expect(flown['7D']![0]).toMatchObject({ transform: 'translate(-60px, 30px)' });
  expect(flown['8D']![0]).toMatchObject({ transform: 'translate(-200px, 0px)' });
  expect(flown['9D']![0]).toMatchObject({ opacity: 0 });
});
