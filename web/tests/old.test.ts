/** Files of another version of the rules: told as Python tells them, marked, and never played on. */
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { settings } from '$/client/settings.svelte';
import { Table } from '$/client/table.svelte';
import type { HostMessage, OldLine, OldMatchTold } from '$/generated/messages';
import { opened } from '$/host/file';
import { Host } from '$/host/host';
import { legible, oldMatch } from '$/host/old';
import OldMatch from '$/parts/OldMatch.svelte';
import { phrases } from '$/phrases';
import { gameOf, matchOf } from './game';
import { python } from './python';

afterEach(() => {
  cleanup();
  settings.language = 'en';
});

type Entry = { [name: string]: unknown };

const SECRETS: Entry[] = [
  { seat: 0, action: 0, text: 'swap GGG' },
  { seat: 0, undo: 1 },
  { seat: 1, action: 0, text: 'swap OOO' },
  { seat: 1, action: 0, text: 'take GGO' },
  { seat: 0, action: 0, text: 'stake WWW' },
  { seat: 1, action: 0, text: 'stake OOO' },
  { seat: 1, undo: 1 },
  { seat: 0, undo: 1, consent: true },
  { seat: 1, action: 0, text: 'whisper GOW \u001b[2J\u202e\u00a0' },
  { seat: 0, action: 0, text: 'STAKE WWW' },
];

async function fileOf(game: string, log: Entry[], changed: Entry = {}, ending: string | null = null): Promise<string> {
  const data = JSON.parse((await matchOf(game, 2)).file()) as Entry & { stands: Entry };
  return JSON.stringify({ ...data, version: 1, log, stands: { ...data.stands, ending }, ...changed });
}

async function heardOf(game: string, file: string): Promise<HostMessage[]> {
  const heard: HostMessage[] = [];
  const host = new Host(
    () => gameOf(game),
    (message) => heard.push(message),
  );
  await host.handle({ type: 'load_match', file, seat: 0, bots: { '1': 'random' }, pace: 0, haste: 0 });
  await host.handle({ type: 'play_action', id: 1, action: 0 });
  return heard;
}

const PYTHON = `
import json, sys, tempfile, pathlib
from openoutcry import load
from openoutcry.table.old_file import OtherVersion
path = pathlib.Path(tempfile.mkdtemp()) / "old.json"
path.write_text(sys.argv[1], encoding="utf-8")
try:
    load(path)
except OtherVersion as other:
    match = other.match
print(json.dumps([match.lines, match.seen_by(0), match.seen_by(1)]))`;

describe('a file of another version', () => {
  it('is told and not played', async () => {
    const [told, refused, ...more] = await heardOf(
      'bounce',
      await fileOf('bounce', [{ seat: 1, action: 0, text: 'roll' }]),
    );
    expect(told).toEqual({
      type: 'old_match_told',
      version: 1,
      seat: 0,
      players: ['You', 'Bot 1'],
      log: [[1, 'roll', true]],
    });
    expect(refused).toMatchObject({ type: 'declined', reason: { code: 'no_match' } });
    expect(more).toEqual([]);
  });

  it('is told to each seat as Python tells it, and whole once it was over', async () => {
    const { manifest } = await gameOf('cash_or_crash');
    const running = await fileOf('cash_or_crash', SECRETS);
    const [all, ...seats] = python<OldLine[][]>(PYTHON, running);
    expect([0, 1].map((seat) => oldMatch(manifest, opened(running), seat).log)).toEqual(seats);
    expect(seats[0]).not.toContainEqual([1, 'take GGO', true]);
    expect(oldMatch(manifest, opened(await fileOf('cash_or_crash', SECRETS, {}, 'one_left')), 0).log).toEqual(all);
  });

  it.each<[Entry, object]>([
    [{ version: 0 }, { code: 'version_below_one', parameters: {} }],
    [{ players: ['You'] }, { code: 'name_for_each_seat', parameters: {} }],
    [{ log: [null] }, { code: 'old_entry_without_seat', parameters: { entry: 1 } }],
    [{ log: [{ seat: 0, text: 7 }] }, { code: 'old_entry_without_text', parameters: { entry: 1 } }],
  ])('is damaged without the shape of one: %o', async (changed, why) => {
    const heard = await heardOf('bounce', await fileOf('bounce', [], changed));
    expect(heard[0]).toEqual({ type: 'host_failed', reason: { code: 'this_file', parameters: { why } } });
  });

  it('has its long and odd texts made legible', () => {
    expect(legible('x'.repeat(300))).toBe(`${'x'.repeat(200)}…`);
    expect(legible('Ça va ♢\u0000')).toBe('Ça va ♢\\u0000');
  });
});

describe('the page of such a file', () => {
  async function shown(version: number, language: 'en' | 'de'): Promise<HTMLElement> {
    settings.language = language;
    const log: OldLine[] = [
      [0, 'roll', true],
      [1, 'roll', true],
      [1, 'undo', true],
      [1, 'somersault <b>', false],
    ];
    const message: OldMatchTold = { type: 'old_match_told', version, seat: 0, players: ['You', 'Bo'], log };
    let say: (message: HostMessage) => void = () => {};
    const table = new Table(await gameOf('bounce'), (hear) => {
      say = hear;
      return { send: () => {}, close: () => {} };
    });
    say(message);
    return render(OldMatch, {
      match: table.old!,
      manifest: table.manifest,
      words: table.words(language, phrases(language).youObject),
    }).container;
  }

  it.each<[number, 'en' | 'de', string]>([
    [
      1,
      'en',
      'Not checked: played by version 1 of the rules of Bounce, here is version 2; Open Outcry 0.1 reads it whole.',
    ],
    [
      9,
      'en',
      'Not checked: played by version 9 of the rules of Bounce, here is version 2; a newer release reads it whole.',
    ],
    [
      1,
      'de',
      'Nicht geprüft: gespielt nach Version 1 der Regeln von Bounce, hier gilt Version 2; ' +
        'ganz lesen kann die Datei Open Outcry 0.1.',
    ],
    [
      9,
      'de',
      'Nicht geprüft: gespielt nach Version 9 der Regeln von Bounce, hier gilt Version 2; ' +
        'ganz lesen kann die Datei eine neuere Ausgabe.',
    ],
  ])('marks version %i in %s', async (version, language, sentence) => {
    const page = await shown(version, language);
    expect(page.querySelector('[role=note]')).toHaveTextContent(sentence);
  });

  it('tells the log, and there is nothing to play', async () => {
    const page = await shown(1, 'de');
    expect([...page.querySelectorAll('li')].map((line) => line.textContent)).toEqual([
      'Du würfelst.',
      'Bo würfelt.',
      'Bo nimmt den letzten Zug zurück.',
      'Bo: somersault <b>',
    ]);
    expect(page.querySelectorAll('button')).toHaveLength(0);
  });
});
