/** Reasons: the page and Python refuse the same for the same reason, and say it in the same words. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { jsonIn } from '$/game/json';
import { DEEPEST, LARGEST_FILE, LARGEST_NUMBER } from '$/generated/limits';
import type { ReasonGiven } from '$/generated/messages';
import type { GameModule } from '$/game/module';
import { Mistake, quoted, said, sentenceOf } from '$/game/reasons';
import { Words } from '$/game/words';
import { opened, replayed } from '$/host/file';
import { oldMatch } from '$/host/old';
import { gameOf, matchOf, playOn } from './game';
import { python } from './python';

type Data = { [name: string]: unknown } & { log: { [name: string]: unknown }[]; stands: { [name: string]: unknown } };
/** Why a file is refused, and that in English and German; nothing if it is read. */
type Why = [ReasonGiven, string, string] | 'other_version' | null;

const PROGRAM = `
import json, pathlib, sys
from openoutcry.engine.mistakes import Reason
from openoutcry.table.file import replayed
from openoutcry.table.old_file import OtherVersion
def why(text):
    try:
        replayed(text)
    except OtherVersion:
        return "other_version"
    except Reason as reason:
        return [reason.as_json(), reason.said("en"), reason.said("de")]
print(json.dumps([why(text) for text in json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))]))`;

const games = new Map<string, GameModule>();
const files = new Map<string, string>();

beforeAll(async () => {
  for (const name of ['bounce', 'crypto_cards', 'cash_or_crash']) {
    const match = await matchOf(name, 3);
    games.set(name, match.game);
    match.start.bots = { '1': 'easy', '2': 'hard' };
    playOn(match, 12);
    const { seat } = match.log.at(-1)!;
    match.undo(seat, true);
    files.set(name, match.file());
  }
});

/** The reasons of Python. */
function ofPython(texts: string[]): Why[] {
  const path = join(mkdtempSync(join(tmpdir(), 'reasons-')), 'files.json');
  writeFileSync(path, JSON.stringify(texts));
  return python<Why[]>(PROGRAM, path);
}

/** The reason of the page. */
function ofPage(text: string): Why {
  let words: Words[] = [];
  try {
    const data = opened(text);
    const game = games.get(data.game);
    if (!game) return [noSuchGame(data.game), '', ''];
    words = ['en', 'de'].map((language) => new Words(game.manifest, language));
    if (data.version === game.manifest.version) replayed(game, data);
    else oldMatch(game.manifest, data, 0);
    return data.version === game.manifest.version ? null : 'other_version';
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    return [error.reason, said(error.reason, 'en', words[0]), said(error.reason, 'de', words[1])];
  }
}

/** The page has no list of the games in its worker; it opens a table of a game, or none. */
function noSuchGame(game: string): ReasonGiven {
  return { code: 'not_replayable', parameters: { why: { code: 'no_such_game', parameters: { game } } } };
}

function isOfNoGame(why: Why): boolean {
  return Array.isArray(why) && JSON.stringify(why[0]).includes('"no_such_game"');
}

function expectAlike(texts: string[]): Why[] {
  const found = ofPython(texts);
  texts.forEach((text, place) => {
    const mine = ofPage(text);
    if (isOfNoGame(found[place]!)) expect(isOfNoGame(mine), text.slice(0, 200)).toBe(true);
    else expect(mine, text.length < 10_000 ? text : text.slice(0, 200)).toEqual(found[place]);
  });
  return found;
}

function changed(change: (data: Data) => unknown, game = 'crypto_cards'): string {
  const data = JSON.parse(files.get(game)!) as Data;
  change(data);
  return JSON.stringify(data);
}

function written(from: string, to: string, game = 'crypto_cards'): string {
  const file = files.get(game)!;
  expect(file).toContain(from);
  return file.replace(from, to);
}

const DEEPLY = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Each way in which a match file can be broken, and its reason or the innermost one. */
const BROKEN: [string, () => string][] = [
  ['file_too_large', (): string => written('"seats": 3', `"more": "${'x'.repeat(LARGEST_FILE)}", "seats": 3`)],
  ['file_too_large', (): string => written('"seats": 3', `"more": "${'ü'.repeat(LARGEST_FILE / 2)}", "seats": 3`)],
  ...[
    '',
    ' ',
    'not json',
    '{"a" 1}',
    '{"a": }',
    '{"a": 1,}',
    '{"a": 1, }',
    '{,}',
    '[1,]',
    '[1, ]',
    '[,1]',
    '[1 2]',
    '{"a": 1',
    '[1',
    '[',
    '{',
    '"a',
    '"a\\',
    '"a\\q"',
    '"\\u12"',
    '"\\u12',
    '"\\u123x"',
    '"\\ud83d\\u12x"',
    '"a\nb"',
    '"ü\u0001"',
    '{}x',
    '\ufeff{}',
    '[01]',
    '[1.]',
    '[-]',
    '[+1]',
    'nul',
    "{'a': 1}",
    '[\n  "👩", ü]',
  ].map((text): [string, () => string] => ['not_json', () => text]),
  ['not_json', (): string => files.get('crypto_cards')!.slice(0, 300)],
  ['too_deep', (): string => DEEPLY(DEEPEST + 1)],
  ['too_deep', (): string => '['.repeat(1_000_000)],
  ['too_deep', (): string => `${'"\\""'.repeat(10)}${'{"a": '.repeat(DEEPEST + 1)}`],
  ['not_a_match_file', (): string => DEEPLY(DEEPEST)],
  ['not_a_match_file', (): string => `"${'['.repeat(1000)}"`],
  ...['3.5', '9007199254740992', '1e999', '-1e999', 'NaN', 'Infinity', '-Infinity', '3'.repeat(1000)].map(
    (number): [string, () => string] => ['not_a_number', (): string => written('"seats": 3', `"seats": ${number}`)],
  ),
  ['named_twice', (): string => written('"seats": 3', '"seats": 3, "seats": 3')],
  ['named_twice', (): string => '[{"b": 1, "1": 2, "1": 3, "b": 4}]'],
  ['named_twice', (): string => '{"__proto__": 1, "\'": 1, "__proto__": 2}'],
  ...['[]', 'null', '7', '{}', '{"format": 7}'].map((text): [string, () => string] => ['not_a_match_file', () => text]),
  ['not_a_match_file', (): string => changed((data) => (data.format = 'openoutcry match 2'))],
  ...['game', 'version', 'seats', 'players', 'options', 'commitment', 'key', 'log'].flatMap(
    (name): [string, () => string][] => [
      ['missing_or_wrong', (): string => changed((data) => delete data[name])],
      ['missing_or_wrong', (): string => changed((data) => (data[name] = null))],
      ['missing_or_wrong', (): string => changed((data) => (data[name] = true))],
    ],
  ),
  ['missing_or_wrong', (): string => changed((data) => (data.options = []))],
  ['missing_or_wrong', (): string => changed((data) => (data.players = {}))],
  ['end_missing', (): string => changed((data) => delete (data as Partial<Data>).stands)],
  ['key_not_hexadecimal', (): string => changed((data) => (data.key = 'no key'))],
  ['key_not_hexadecimal', (): string => changed((data) => (data.key = '000'))],
  ['key_not_hexadecimal', (): string => changed((data) => (data.key = '00 00'))],
  ['key_not_hexadecimal', (): string => changed((data) => (data.key = '٠٠'))],
  ['key_not_committed', (): string => changed((data) => (data.key = '00'.repeat(32)))],
  ['key_not_committed', (): string => changed((data) => (data.commitment = ''))],
  [
    'key_of_other_size',
    (): string =>
      changed((data) => {
        data.key = '';
        data.commitment = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
      }),
  ],
  ['no_such_game', (): string => changed((data) => (data.game = 'chess'))],
  ['for_from_to', (): string => changed((data) => (data.seats = 9))],
  ['for_from_to', (): string => changed((data) => (data.seats = -1))],
  ['no_such_option', (): string => changed((data) => (data.options = { hands: 5 }))],
  ['no_such_option', (): string => changed((data) => (data.options = { zebra: 1, '7': 1 }))],
  ['option_of_numbers', (): string => changed((data) => (data.options = { hand: 77 }))],
  ['option_of_numbers', (): string => changed((data) => (data.options = { hand: [5, { a: null }] }))],
  ['option_of_numbers', (): string => changed((data) => (data.options = { hand: '05' }))],
  ['option_of_numbers', (): string => changed((data) => (data.options = { hand: true }))],
  ['option_of_choices', (): string => changed((data) => (data.options = { 'buy-back': 'maybe' }))],
  ['option_of_choices', (): string => changed((data) => (data.options = { buy_back: 1 }))],
  ['option_of_choices', (): string => changed((data) => (data.options = { buy_back: null }))],
  ['players_for_seats', (): string => changed((data) => (data.players = ['Ann']))],
  ...[{}, null, 7, '', '\u202eeve', 'a'.repeat(41), `it's`.repeat(30), '\u001b[2J\u00ad\u{e0001}'].map(
    (name): [string, () => string] => [
      'not_a_name',
      (): string => changed((data) => (data.players = ['A', name, 'B'])),
    ],
  ),
  ['bots_by_seats', (): string => changed((data) => (data.bots = ['easy']))],
  ['bots_by_seats', (): string => changed((data) => (data.bots = { one: 'easy' }))],
  ['bots_by_seats', (): string => changed((data) => (data.bots = { '١': 'easy' }))],
  ['not_a_bot', (): string => changed((data) => (data.bots = { '3': 'easy' }))],
  ['not_a_bot', (): string => written('"bots": {"1": "easy", "2": "hard"}', '"bots": {"2": 7, "1": 8}')],
  ['entry_without_seat', (): string => changed((data) => data.log.unshift(3 as never))],
  ['entry_without_seat', (): string => changed((data) => (data.log[0]!.seat = true))],
  ['entry_without_action', (): string => changed((data) => delete data.log[0]!.action)],
  ...[null, '', 'AB'.repeat(32), 'ab'.repeat(31), `${'ab'.repeat(32)}\n`].map((key): [string, () => string] => [
    'entry_not_a_key',
    (): string => changed((data) => data.log.unshift({ key })),
  ]),
  ['entry_not_a_key', (): string => changed((data) => data.log.unshift({ key: 'ab'.repeat(32), text: 'fly' }))],
  [
    'nothing_to_take_back',
    (): string => changed((data) => (data.log = [data.log[0]!, { key: 'ab'.repeat(32) }, { seat: 0, undo: 1 }])),
  ],
  ['no_action_numbered', (): string => changed((data) => (data.log[0]!.action = 999))],
  ['no_action_numbered', (): string => changed((data) => (data.log[0]!.action = -1))],
  ['other_text', (): string => changed((data) => (data.log[0]!.text = 'fly'))],
  ['other_text', (): string => changed((data) => delete data.log[0]!.text)],
  ['no_such_seat', (): string => changed((data) => (data.log[0]!.seat = 7))],
  ['no_such_seat', (): string => changed((data) => data.log.push({ seat: -1, undo: 1 }))],
  ['refused', (): string => changed((data) => (data.log[0]!.seat = 1))],
  ['refused', (): string => changed((data) => (data.log[0]!.seat = 1), 'bounce')],
  ['nothing_to_take_back', (): string => changed((data) => data.log.unshift({ seat: 0, undo: 1 }))],
  [
    'needs_consent',
    (): string => changed((data) => data.log.push({ seat: (data.log[0]!.seat as number) % 3, undo: 1 })),
  ],
  ['other_undo', (): string => changed((data) => (data.log.at(-1)!.undo = 5))],
  ['other_undo', (): string => changed((data) => (data.log.at(-1)!.undo = true))],
  [
    'other_undo',
    (): string => changed((data) => (data.log.at(-1)!.entry = { a: [1, 2, 3, 4, 5, 6, 7], b: [[[[[[[1]]]]]]] })),
  ],
  ...['to_act', 'ending', 'points', 'places', 'legal'].map((name): [string, () => string] => [
    'stands_elsewhere',
    (): string => changed((data) => (data.stands[name] = 'other')),
  ]),
  ['stands_elsewhere', (): string => changed((data) => (data.stands = 7 as never))],
  ['stands_elsewhere', (): string => changed((data) => data.log.pop())],
  ['version_below_one', (): string => changed((data) => (data.version = 0))],
  ['name_for_each_seat', (): string => changed((data) => ((data.version = 99), (data.players = ['A'])))],
  ['name_for_each_seat', (): string => changed((data) => ((data.version = 99), (data.players = ['A', null, 'B'])))],
  ['old_entry_without_seat', (): string => changed((data) => ((data.version = 99), (data.log[1] = null as never)))],
  ['old_entry_without_seat', (): string => changed((data) => ((data.version = 99), (data.log[1]!.seat = 3)))],
  ['old_entry_without_text', (): string => changed((data) => ((data.version = 99), (data.log[1]!.text = 7)))],
];

function innermost({ code, parameters }: ReasonGiven): string {
  return parameters.why ? innermost(parameters.why as ReasonGiven) : code;
}

/** Numbers that look random, the same each time. */
function dice(seed: number): (below: number) => number {
  let number = seed;
  return (below) => (number = (number * 16807) % 2147483647) % below;
}

describe('a broken file', () => {
  it('is refused for the same reason, in the same words, here and in Python', () => {
    const found = expectAlike(BROKEN.map(([, make]) => make()));
    expect(found.map((why) => (Array.isArray(why) ? innermost(why[0]) : why))).toEqual(BROKEN.map(([code]) => code));
  });

  it('that lost some letters and got others is read or refused alike', () => {
    const roll = dice(7);
    const letters = [
      '"',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '\\',
      '0',
      '9',
      '-',
      '.',
      'e',
      ' ',
      '\n',
      'ü',
      '\u0000',
      'true',
    ];
    const texts = Array.from({ length: 400 }, () => {
      const file = [...files.values()][roll(3)]!;
      const at = roll(file.length);
      const come = Array.from({ length: roll(3) }, () => letters[roll(letters.length)]!).join('');
      return file.slice(0, at) + come + file.slice(at + roll(4));
    });
    expect(new Set(expectAlike(texts).map((why) => JSON.stringify(why))).size).toBeGreaterThan(100);
  });

  it('with other values is read or refused alike', () => {
    const roll = dice(3);
    const values = [
      null,
      true,
      0,
      1,
      -1,
      3,
      LARGEST_NUMBER,
      '',
      'pass',
      'roll',
      'on',
      '\u202e',
      {},
      [],
      [[]],
      { a: 'b' },
    ];
    const put = (into: { [name: string]: unknown }): void => {
      const names = Object.keys(into);
      if (names.length === 0) return;
      const name = names[roll(names.length)]!;
      const inner = into[name];
      if (typeof inner === 'object' && inner !== null && roll(4) > 0) put(inner as { [name: string]: unknown });
      else into[name] = structuredClone(values[roll(values.length)]);
    };
    const texts = Array.from({ length: 400 }, () => changed(put, [...files.keys()][roll(3)]));
    expect(new Set(expectAlike(texts).map((why) => JSON.stringify(why))).size).toBeGreaterThan(100);
  });

  it('that is none is read', () => {
    expect(expectAlike([...files.values(), changed((data) => (data.game = ' Crypto-Cards '))])).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

it('what came is quoted as Python quotes it', () => {
  const values = [
    ...["it's", '"', `'"`, '\\', '\t\n\r', '\u0000\u007f\u00a0\u00ad', '\u2028', '👩‍💻', '\u{e0001}', 'é', ''],
    ...['x'.repeat(58), 'x'.repeat(59), 'x'.repeat(200), '\n'.repeat(40), "'".repeat(100), '👩'.repeat(61)],
    ...[0, -5, LARGEST_NUMBER, true, false, null, [], {}],
    [1, 2, 3, 4, 5, 6, 7],
    [[[[[[[[1]]]]]]]],
    { b: 1, a: [true], c: null, é: '', '10': 1 },
    { a: { a: { a: { a: { a: { a: { a: 1 } } } } } } },
    Array.from({ length: 6 }, () => 'x'.repeat(50)),
  ];
  const program =
    'import json, sys; from openoutcry.engine.mistakes import quoted; ' +
    'print(json.dumps([quoted(value) for value in json.loads(sys.argv[1])]))';
  expect(values.map(quoted)).toEqual(python(program, JSON.stringify(values)));
});

it('JSON is read as it is written', () => {
  const text = '{"a": [1, -0, 2.0, 1e3, true, false, null, "\\u00fc\\ud83d\\udc69\\n/\\/"], "__proto__": {"1": ""}}';
  expect(JSON.stringify(jsonIn(text))).toBe(JSON.stringify(JSON.parse(text)));
});

it('a reason is a sentence in the language of its reader', () => {
  const { reason } = new Mistake('no_name', { longest: 40 });
  expect(sentenceOf(reason, 'en')).toBe('A name has 1 to 40 characters that can be seen.');
  expect(sentenceOf(reason, 'de')).toBe('Ein Name hat 1 bis 40 sichtbare Zeichen.');
  expect(sentenceOf({ code: 'broken', parameters: { what: 'Script error.' } }, 'en')).toBe(
    'Something broke: Script error.',
  );
});

it('a refusal is told in the words of the game', async () => {
  const { manifest } = await gameOf('crypto_cards');
  const reason = { code: 'refused', parameters: { clause: '§2.1' } };
  expect(said(reason, 'de')).toBe('§2.1 verbietet es');
  expect(said(reason, 'en', new Words(manifest, 'en'))).toBe('§2.1: It is not your turn.');
});
