/** The lab of the page and the lab of Python: the same keys come to the same sums, to the last digit. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LabDescription, Manifest } from '$/generated/manifest';
import { templateOf } from '$/game/module';
import { addTo, BLOCK, Blocks, noSums, SLICE, type Sums } from '$/lab/blocks';
import { measuresOf } from '$/lab/measures';
import { Watched } from '$/lab/watched';
import { readSetting } from '$/client/setting';
import { python } from '../python';

/** As lab/trial.py sums up: block by block, and the differences from the first table key by key. */
const LAB = `
import json, sys
import numpy as np
from openoutcry.bots import read
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.games import find
from openoutcry.lab.measures import Sheet, Watched
game, bot, block, blocks, tables = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), json.loads(sys.argv[5])
game, sums, names = find(game), {}, []
for number in range(blocks):
    first = None
    for place, (seats, options) in enumerate(tables):
        watched = Watched(game, game.template(seats, options), [read(bot, game)] * seats, block)
        watched.play(new_chance(key_of_seed(0)), number * block, block)
        sheet = Sheet(game, seats, [bot] * seats)
        own = np.ascontiguousarray(sheet.values(watched, block))
        names = [measure.name for measure in sheet.measures]
        found = [own.sum(0), (own * own).sum(0)]
        first = own if first is None else first
        if first.shape == own.shape:
            found += [(own - first).sum(0), ((own - first) ** 2).sum(0)]
        sums[place] = [one + other for one, other in zip(sums[place], found)] if place in sums else found
print(json.dumps([[list(row) for row in sums[place]] for place in range(len(tables))]))
`;

const BLOCKS = 3;
/** A table and another to compare it with: other options, or in Bounce another number of players. */
const ASKED: [game: string, bots: string, one: string, other: string][] = [
  ['bounce', 'greedy', 'seats=4', 'seats=1&jumps=12'],
  ['bounce', 'random', 'seats=1', 'seats=1&finish=all'],
  ['cash_a_catch', 'greedy', 'seats=3', 'seats=3&thieves=0&spoils=top'],
  ['cash_or_crash', 'greedy', 'seats=2', 'seats=2&variant=blitz'],
  ['crypto_cards', 'greedy', 'seats=4', 'seats=4&hand=4&order=sell-mine-transfer'],
  ['crypto_cards', 'random', 'seats=6', 'seats=6&buy_back=on&scoring=points'],
  ['dead_cat_bounce', 'greedy', 'seats=2', 'seats=2&jokers=all&short_suits=on'],
];

function fileOf(name: string): Buffer {
  return readFileSync(join(process.cwd(), 'public', 'games', name));
}

function jsonOf(name: string): unknown {
  return JSON.parse(fileOf(name).toString('utf8'));
}

function whole(blocks: Blocks, block: number): Sums[] {
  const played = blocks.played(block);
  let step = played.next();
  while (!step.done) step = played.next();
  return step.value;
}

describe.each(ASKED)('%s, %s, %s and %s', (game, bots, one, other) => {
  it('comes to the figures of Python', async () => {
    const [manifest, lab] = [jsonOf(`${game}.json`) as Manifest, jsonOf(`${game}.lab.json`) as LabDescription];
    const settings = [one, other].map((text) => readSetting(manifest, text));
    const { instance } = await WebAssembly.instantiate(new Uint8Array(fileOf(`${game}.lab.wasm`)), {});
    const watched = new Watched(lab, instance, SLICE, manifest.seats.most);
    const laid = settings.map(({ seats, options }) => ({
      template: templateOf(manifest, seats, options),
      seats,
      bots,
    }));
    const blocks = new Blocks(lab, watched, laid);
    const sums = settings.map(({ seats }) => noSums(lab, seats));
    for (let block = 0; block < BLOCKS; block++)
      whole(blocks, block).forEach((more, table) => addTo(sums[table]!, more));

    const tables = settings.map(({ seats }, number) => {
      const { seats: _, ...options } = Object.fromEntries(new URLSearchParams([one, other][number]));
      return [seats, options];
    });
    const there = python<number[][][]>(LAB, game, bots, String(BLOCK), String(BLOCKS), JSON.stringify(tables));
    there.forEach((rows, table) => {
      const places = measuresOf(lab, settings[table]!.seats).map(({ place }) => place);
      const { totals, squares, differences, squaredDifferences } = sums[table]!;
      const here = [totals, squares, differences, squaredDifferences].map((row) => places.map((place) => row[place]));
      expect(here.slice(0, rows.length)).toEqual(rows);
      expect(rows[0]!.some((total) => total > 0)).toBe(true);
    });
  });
});
