/** Moments of matches that nobody played: every phase of a game, for the page to be opened at, the same each time. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { GameModule } from '$/game/module';
import { decoded } from '$/game/record';
import type { Manifest } from '$/generated/manifest';
import { Match } from '$/host/match';

export interface Setting {
  game: string;
  seats: number;
  /** By their numbers. */
  options?: { [name: string]: number };
}

export interface Moment {
  game: string;
  /** What the game calls the phase, or that it is over; a game without phases is always "playing". */
  phase: string;
  /** Whether it is the reader's turn. */
  isMine: boolean;
  entries: number;
  file: string;
}

const READER = 0;
const KEY_SIZE = 32;
const MATCHES = 30;
const MOST_ACTIONS = 2000;
const FOLDER = mkdtempSync(join(tmpdir(), 'outcry-moments-'));

async function gameOf(name: string): Promise<GameModule> {
  const manifest = JSON.parse(readFileSync(`public/games/${name}.json`, 'utf8')) as Manifest;
  return GameModule.of(manifest, readFileSync(`public/games/${name}.wasm`));
}

function phaseOf({ over, state, game }: Match): string {
  const { phase } = decoded(state, game.manifest.state) as { phase?: string };
  return over ? 'over' : (phase ?? 'playing');
}

/** Play a match to its end, by the rules of thumb or at random, and see what each phase was. */
function played(
  match: Match,
  isAtRandom: boolean,
  number: number,
  see: (phase: string, isMine: boolean) => void,
): void {
  const { game } = match;
  const thought = game.chance(new Uint8Array(KEY_SIZE).fill(number + 100));
  for (let step = 0; step < MOST_ACTIONS; step++) {
    see(phaseOf(match), match.toAct.includes(READER));
    if (match.over) return;
    const seat = match.toAct[step % match.toAct.length]!;
    const view = match.view(seat);
    match.play(seat, isAtRandom ? game.anyAction(view, seat, thought) : game.greedy(view, seat, thought));
  }
}

/** Of each phase, the reader to act and others to act, the first moment and the one with the most behind it. */
export async function momentsOf({ game: name, seats, options = {} }: Setting): Promise<Moment[]> {
  const game = await gameOf(name);
  const players = Array.from({ length: seats }, (_, seat) => (seat === READER ? 'You' : `Bot ${seat}`));
  const found = new Map<string, Moment>();
  for (let number = 1; number <= MATCHES; number++) {
    const match = new Match(game, { seats, options, players, key: new Uint8Array(KEY_SIZE).fill(number) });
    const seen = new Map<string, Omit<Moment, 'file'>>();
    played(match, number % 2 === 0, number, (phase, isMine) => {
      const moment = { game: name, phase, isMine, entries: match.log.length };
      const first = `first ${phase} ${isMine}`;
      if (!seen.has(first)) seen.set(first, moment);
      seen.set(`last ${phase} ${isMine}`, moment);
    });
    for (const [key, moment] of seen) {
      const before = found.get(key)?.entries ?? -1;
      if (key.startsWith('first') ? before < 0 : before < moment.entries)
        found.set(key, { ...moment, file: match.moment(moment.entries).file() });
    }
  }
  return [...found.values()];
}

/** Sit down at a moment; bots play on from there. */
export async function openMoment(page: Page, { game, phase, entries, file }: Moment): Promise<void> {
  const path = join(FOLDER, `${game}-${phase}-${entries}.json`);
  writeFileSync(path, file);
  await page.goto('./#/');
  await page.waitForSelector('[data-play]');
  await page.setInputFiles('input[type=file]', path);
  await page.waitForSelector('.stage');
}
