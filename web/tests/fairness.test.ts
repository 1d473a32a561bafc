/**
 * Provable shuffles: the page finds in a match file what Python finds, in the recorded cases
 * (`tests/table/test_fairness.py`) and in files that are changed at random.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { settings } from '$/client/settings.svelte';
import type { GameModule } from '$/game/module';
import { check, type Games, type Shown } from '$/host/checking';
import { canonical } from '$/host/fairness';
import { opened, replayed } from '$/host/file';
import CheckGame from '$/parts/CheckGame.svelte';
import { gameOf } from './game';
import { python } from './python';

interface Told {
  holds: boolean | null;
  code: string;
  parameters: unknown;
}
interface Case {
  name: string;
  shown: Shown;
  text: string;
  steps: Told[];
}

const CASES = JSON.parse(readFileSync(join(process.cwd(), '..', 'tests', 'fairness', 'cases.json'), 'utf8')) as Case[];
const NAMES = ['bounce', 'cash_a_catch', 'cash_or_crash', 'crypto_cards', 'dead_cat_bounce'];
const modules = new Map<string, GameModule>();
const games: Games = { names: NAMES, of: (name) => Promise.resolve(modules.get(name)!) };

beforeAll(async () => {
  for (const name of NAMES) modules.set(name, await gameOf(name));
});

async function found(text: string, shown: Shown = {}): Promise<Told[]> {
  return (await check(text, games, shown)).map(({ holds, reason }) => ({ holds, ...reason }));
}

function caseOf(wanted: string): Case {
  return CASES.find(({ name }) => name === wanted)!;
}

describe('checking a match file', () => {
  it.each(CASES)('finds what Python found: $name', async ({ text, shown, steps }) => {
    expect(await found(text, shown)).toEqual(steps);
  });

  it('finds what Python finds in files that are changed at random', async () => {
    const texts = [
      ...mutants(caseOf('given up').text, 300),
      ...mutants(caseOf('at sitting').text, 100),
      ...mutants(caseOf('another bot').text, 100),
    ];
    const path = join(mkdtempSync(join(tmpdir(), 'fairness-')), 'files.json');
    writeFileSync(path, JSON.stringify(texts));
    const program = `
import json, pathlib, sys
from openoutcry.table.checking import check
texts = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
print(json.dumps([[step.as_json() for step in check(text)] for text in texts]))`;
    const expected = python<Told[][]>(program, path);
    for (const [place, text] of texts.entries()) expect(await found(text), text).toEqual(expected[place]);
    expect(new Set(expected.map((steps) => steps.at(-1)!.code)).size).toBeGreaterThan(8);
  });

  it.each(['given up', 'begun before the last options were there'])(
    'keeps the proof of a file that it has read, to the letter, and loses it with the next action: %s',
    (name) => {
      const { text } = caseOf(name);
      const data = opened(text);
      const match = replayed(modules.get(data.game)!, data);
      expect(match.file()).toBe(text);
      const seat = match.toAct[0]!;
      match.play(seat, match.game.legal(match.view(seat), seat)[0]!);
      expect(match.file()).not.toContain('fairness');
    },
  );

  it('writes JSON as Python hashes it', () => {
    const value = { b: [1, true, null, -0], '\u{1f600}': 1, '\uffff': 2, a: 'ü\n"\\\u0001\u007f\ud800' };
    const program = `
import json, sys
from openoutcry.table.fairness import canonical
print(json.dumps(canonical(json.loads(sys.argv[1])).decode()))`;
    expect(new TextDecoder().decode(canonical(value))).toBe(python<string>(program, JSON.stringify(value)));
  });
});

describe('the button', () => {
  afterEach(cleanup);

  it('tells the steps in words, in the language of the reader', async () => {
    settings.language = 'en';
    render(CheckGame, { file: caseOf('given up').text, games });
    screen.getByRole('button', { name: 'Check this game' }).click();
    await waitFor(() => expect(screen.getByText('Nothing is wrong with this game.')).toBeTruthy());
    expect(screen.getByText('In round 1 the nonce of Bo was missing.')).toBeTruthy();
    settings.language = 'de';
    await waitFor(() => expect(screen.getByText('In Runde 1 fehlte die Zufallszahl von Bo.')).toBeTruthy());
    settings.language = 'en';
  });

  it('says what is wrong', async () => {
    render(CheckGame, { file: caseOf('tampered 0').text, games });
    screen.getByRole('button', { name: 'Check this game' }).click();
    await waitFor(() => expect(screen.getByText('Entry 4 was changed: its hash does not fit.')).toBeTruthy());
    expect(screen.getByText(/This game does not hold/)).toBeTruthy();
  });
});

const VALUES: unknown[] = [
  null,
  true,
  0,
  1,
  -1,
  7,
  '',
  'x',
  'removed',
  '\ud800',
  '0'.repeat(64),
  [],
  {},
  [1],
  { '0': 1 },
];

/** The file with one of its values changed, dropped or doubled, the same at every run. */
function mutants(text: string, count: number): string[] {
  let state = 12345;
  const below = (most: number): number => {
    state = (state * 16807) % 2147483647;
    return Math.floor((state / 2147483647) * most);
  };
  return Array.from({ length: count }, () => {
    const data = JSON.parse(text) as { [name: string]: unknown };
    const inner: [object, string][] = [];
    const walk = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [name, part] of Object.entries(value)) {
        inner.push([value, name]);
        walk(part);
      }
    };
    walk(data);
    const [parent, name] = inner[below(inner.length)]!;
    const members = parent as { [name: string]: unknown };
    const way = Array.isArray(parent) ? 0 : below(10);
    if (way === 1) delete members[name];
    else if (way === 2) members[`${name}2`] = members[name];
    else members[name] = VALUES[below(VALUES.length)];
    return JSON.stringify(data);
  });
}
