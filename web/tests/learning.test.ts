import { cleanup, render } from '@testing-library/svelte';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tick } from 'svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { begins, Coach, type Coaching, type Lesson } from '$/client/lesson/coach';
import { usualSetting } from '$/client/setting';
import { settings } from '$/client/settings.svelte';
import { actionOf } from '$/game/actions';
import { explained, partsOf, saidLast } from '$/game/terms';
import { Words } from '$/game/words';
import type { LogLine } from '$/generated/messages';
import Bubble from '$/parts/Bubble.svelte';
import Rules from '$/parts/lab/Rules.svelte';
import Told from '$/parts/Told.svelte';
import { gameOf } from './game';
import { python } from './python';

const GAMES = ['bounce', 'cash_a_catch', 'cash_or_crash', 'crypto_cards', 'dead_cat_bounce'];

const FOLLOW = `
import json, random, sys
from openoutcry import Match
from openoutcry.bots import find as bot_named
from openoutcry.engine.chance import new_chance
from openoutcry.games import find
from openoutcry.table.lesson import Coach, lesson_of
game, dice = find(sys.argv[1]), random.Random(sys.argv[1])
lesson = lesson_of(game)
options = {option.name: option.show(lesson.options[option.name]) for option in game.options}
match, coach, told = Match(game, lesson.seats, options, key=bytes.fromhex(lesson.key)), Coach(game, lesson), []
while not match.over and len(told) < 80:
    legal = match.legal(lesson.seat)
    thumb = bot_named("greedy", game).choose(match.view(lesson.seat), new_chance(bytes(32))) if legal else None
    story = match.story(lesson.seat)
    said = coach.coached(story, legal, match.view(lesson.seat).record, thumb)
    told.append({
        "log": [line.as_json() for line in story], "legal": [int(action) for action in legal],
        "view": match.view(lesson.seat).record.tobytes().hex(), "thumb": thumb and int(thumb),
        "passed": said.passed, "step": said.step, "lit": [int(action) for action in said.lit],
    })
    if dice.random() < 0.1 and match.may_undo(lesson.seat):
        match.undo(lesson.seat)
        continue
    seat = lesson.seat if legal else dice.choice(match.to_act)
    match.play(seat, dice.choice(said.lit if legal and dice.random() < 0.6 else match.legal(seat)))
print(json.dumps(told))`;

interface Moment extends Omit<Coaching, 'lit'> {
  log: LogLine[];
  legal: number[];
  view: string;
  thumb: number | null;
  lit: number[];
}

describe('a coach', () => {
  it.each(GAMES)('says in %s what Python says', { timeout: 120_000 }, async (name) => {
    const game = await gameOf(name);
    const path = join(process.cwd(), 'public', 'games', `${name}.lesson.json`);
    const coach = new Coach(game.manifest, JSON.parse(readFileSync(path, 'utf8')) as Lesson);
    for (const moment of python<Moment[]>(FOLLOW, name)) {
      const of = (number: number): ReturnType<typeof actionOf> => actionOf(game.manifest, number);
      const view = Uint8Array.from(Buffer.from(moment.view, 'hex'));
      if (moment.thumb !== null) {
        expect(game.greedy(view, coach.lesson.seat, game.chance(new Uint8Array(32)))).toBe(moment.thumb);
      }
      const thumb = moment.thumb === null ? null : of(moment.thumb);
      const said = coach.coached(moment.log, moment.legal.map(of), game.shown(view), thumb);
      expect([said.passed, said.step, said.lit.map(({ number }) => number)]).toEqual([
        moment.passed,
        moment.step,
        moment.lit,
      ]);
    }
  });

  it('knows an action by how it begins', () => {
    expect([begins('bid 3 Gold', 'bid 3'), begins('sell AD', 'sell A?'), begins('sell_shown AD', 'sell')]).toEqual([
      true,
      true,
      false,
    ]);
    expect([begins('', '*'), begins('stake GG+O', 'stake GG+?'), begins('bid 10 Oil', 'bid 1')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('terms', () => {
  afterEach(cleanup);

  it('are found in a text, each once, with the clauses that it cites', async () => {
    const words = new Words((await gameOf('crypto_cards')).manifest, 'en');
    expect(partsOf(words, 'You mine 2♢ and endorse; endorsing is §3.5.')).toEqual([
      { text: 'You ' },
      { text: 'mine', term: 'mine' },
      { text: ' 2♢ and ' },
      { text: 'endorse', term: 'endorse' },
      { text: '; endorsing is ' },
      { text: '§3.5', clause: '§3.5' },
      { text: '.' },
    ]);
    expect(partsOf(words, 'undermined faces')).toEqual([{ text: 'undermined ' }, { text: 'faces', term: 'face' }]);
    expect(saidLast(words, ['You mine.', 'Bot mines a face.', 'Pass.'])).toEqual([
      new Set(),
      new Set(['mine', 'face']),
      new Set(),
    ]);
  });

  it('explain themselves on focus, on a tap and by hovering, and are silent after Escape', async () => {
    const words = new Words((await gameOf('crypto_cards')).manifest, 'de');
    const { container } = render(Told, { text: 'Bot 1 wirbt mit K♢ (§3.5).', words });
    const bubble = render(Bubble, { words });
    const term = container.querySelector<HTMLElement>('[data-term=endorse]')!;
    term.focus();
    await expect.poll(() => bubble.queryByRole('tooltip')?.textContent).toContain(explained(words, 'endorse')!.means);
    expect(term.getAttribute('aria-describedby')).toBe('explained');
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await expect.poll(() => bubble.queryByRole('tooltip')).toBeNull();
    container.querySelector<HTMLElement>('[data-cites]')!.click();
    await expect.poll(() => bubble.queryByRole('tooltip')?.textContent).toContain('§3.5');
  });

  it('cite clauses that are links: Enter leads to them, Tab on, Escape back', async () => {
    const words = new Words((await gameOf('crypto_cards')).manifest, 'en');
    const cited: string[] = [];
    const { container } = render(Told, { text: 'Bot 1 endorses with K♢.', words });
    const bubble = render(Bubble, { words, cite: (clause: string) => cited.push(clause) });
    const term = container.querySelector<HTMLElement>('[data-term=endorse]')!;
    const link = (): HTMLElement | null => bubble.queryByRole('tooltip')?.querySelector('[data-cites]') ?? null;
    const press = (key: string): boolean =>
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    term.click();
    await expect.poll(() => document.activeElement === link() && link()?.textContent === '§3.5').toBe(true);
    link()!.dispatchEvent(new MouseEvent('pointerover', { bubbles: true }));
    press('Escape');
    expect(document.activeElement).toBe(term);
    await expect.poll(link).toBeNull();
    term.click();
    await expect.poll(() => document.activeElement === link() && link() !== null).toBe(true);
    press('Tab');
    expect(document.activeElement).toBe(term);
    await expect.poll(link).toBeNull();
    term.click();
    await expect.poll(() => document.activeElement === link() && link() !== null).toBe(true);
    link()!.click();
    expect(cited).toEqual(['§3.5']);
    expect(document.activeElement).toBe(term);
    await expect.poll(link).toBeNull();
  });

  it('are told beside a question: those of what can be done, what counts, and those of the board', async () => {
    const words = new Words((await gameOf('crypto_cards')).manifest, 'en');
    const bubble = render(Bubble, { words });
    const stage = document.createElement('div');
    stage.className = 'stage';
    stage.innerHTML = '<b>Jokers</b><b>2</b><section aria-label="Markets"></section>';
    const question = document.createElement('button');
    Object.assign(question.dataset, { what: '', terms: 'endorse' });
    document.body.append(stage, question);
    question.click();
    const heads = (): (string | null)[] =>
      [...(bubble.queryByRole('tooltip')?.querySelectorAll('b') ?? [])].map(({ textContent }) => textContent);
    await expect.poll(heads).toEqual(['endorse', 'points', 'joker', 'market']);
    stage.remove();
    question.remove();
  });

  it('lead to the rules where there is a panel of them', async () => {
    const words = new Words((await gameOf('crypto_cards')).manifest, 'en');
    const cited: string[] = [];
    const { container } = render(Told, { text: 'As §4.1 says.', words });
    render(Bubble, { words, cite: (clause: string) => cited.push(clause) });
    container.querySelector<HTMLElement>('[data-cites]')!.click();
    expect(cited).toEqual(['§4.1']);
  });
});

describe.each(GAMES)('every option of %s', (game) => {
  afterEach(() => {
    cleanup();
    settings.language = 'en';
  });

  it('has help in plain words, in both languages', async () => {
    const { manifest } = await gameOf(game);
    for (const language of ['en', 'de']) {
      const words = new Words(manifest, language);
      for (const { name } of manifest.options) expect(words.help(name)).toMatch(/^[^`_]+\.$/);
    }
  });

  it.each(['en', 'de'] as const)('is told where its clause is cited, without identifiers, in %s', async (language) => {
    const { manifest } = await gameOf(game);
    const words = new Words(manifest, language);
    // An English identifier of one word is a word of the language, too: of a hand one may speak.
    const identifiers = manifest.options
      .flatMap(({ name, choices }) => [name, ...(choices ?? [])])
      .filter((name) => language !== 'en' || /[^a-z]/.test(name));
    settings.language = language;
    const chosen = [usualSetting(manifest)];
    const { container } = render(Rules, { manifest, words, chosen, change: () => {} });
    const bubble = render(Bubble, { words });
    for (const { name, clause } of manifest.options) {
      container.querySelector<HTMLElement>(`[data-cites="${clause}"]`)!.click();
      await tick();
      const told = bubble.getByRole('tooltip').textContent;
      expect(told).toBe(`${clause} ${words.option(name)} ${words.help(name)}`);
      const said = told.split(/[^\p{L}\d_-]+/u);
      expect(identifiers.filter((each) => said.includes(each))).toEqual([]);
    }
  });
});
