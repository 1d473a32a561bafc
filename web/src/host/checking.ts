/** Checking a match file, as table/checking.py: all that can be said of whether it is what was played. */
import { bytesToHex as hex } from '@noble/hashes/utils.js';
import type { GameModule } from '$/game/module';
import { Mistake, quoted } from '$/game/reasons';
import { canonical, proven, step, type Proof, type Step } from './fairness';
import { begun, dataIn, plainName, replay, type MatchFile } from './file';
import { legible, oldMatch } from './old';

/** So many of its digits tell a head from all others. */
const SHORTEST_HEAD = 16;

/** The games that are there: their names, and what fetches one. */
export interface Games {
  names: string[];
  of(name: string): Promise<GameModule>;
}

/**
 * What somebody's own client was shown or has drawn while the match ran, as far as it knows, in hexadecimal: a head,
 * the commitment of the server's secret, all commitments to nonces by their seats, the client's own nonce.
 */
export interface Shown {
  head?: string;
  commitment?: string;
  commitments?: { [seat: string]: string };
  nonce?: string;
}

/**
 * What holds of the text of a match file, up to the first thing that does not; also whether it is the match that
 * somebody was shown.
 */
export async function check(text: string, games: Games, shown: Shown = {}): Promise<Step[]> {
  const steps: Step[] = [];
  for await (const found of stepsOf(text, games, shown)) {
    steps.push(found);
    if (found.holds === false) break;
  }
  return steps;
}

async function* stepsOf(text: string, games: Games, shown: Shown): AsyncGenerator<Step> {
  let data: MatchFile;
  try {
    data = dataIn(text);
  } catch (error) {
    return yield notRead(error);
  }
  const { game, seats, log, commitment } = data;
  yield step(true, 'fair_read', { game: legible(game), seats, entries: log.length });
  if ('fairness' in data) yield* proven(data);
  else yield step(true, 'fair_key_committed', { commitment });
  yield* replayed(data, games);
  const proof = data.fairness as Proof | undefined;
  yield proof ? step(true, 'fair_head', { head: proof.head }) : step(null, 'fair_not_given');
  yield* asShown(proof, shown);
}

/** What is wrong with a file, as a step; what is no mistake of the file's is thrown on. */
function notRead(error: unknown): Step {
  if (!(error instanceof Mistake)) throw error;
  return step(false, 'this_file', { why: error.reason });
}

/** Its entries follow the rules from its key, and it stands where it says. */
async function* replayed(data: MatchFile, { names, of }: Games): AsyncGenerator<Step> {
  const name = plainName(data.game);
  if (!names.includes(name)) {
    const why = new Mistake('no_such_game', { game: quoted(data.game), games: names.join(', ') }).reason;
    return yield notRead(new Mistake('not_replayable', { why }));
  }
  const game = await of(name);
  const { version } = game.manifest;
  try {
    if (data.version !== version) {
      oldMatch(game.manifest, data, 0);
      return yield step(null, 'fair_other_version', { version: data.version, here: version });
    }
    const match = begun(game, data);
    replay(match, data);
    yield step(true, 'fair_replayed', { entries: match.log.length });
    for (const [place, { key }] of match.log.entries()) if (key) yield step(null, 'fair_new_key', { entry: place + 1 });
    if (!match.over) yield step(null, 'fair_unfinished');
  } catch (error) {
    yield notRead(error);
  }
}

/** It is the match that somebody was shown. */
function* asShown(proof: Proof | undefined, shown: Shown): Generator<Step> {
  if (shown.commitment !== undefined || shown.commitments) yield sameRound(proof?.rounds ?? [], shown);
  if (shown.nonce !== undefined) {
    const isThere = Object.values(proof?.rounds.at(-1)?.nonces ?? {}).includes(plain(shown.nonce));
    yield isThere ? step(true, 'fair_own_nonce') : step(false, 'fair_own_nonce_not');
  }
  if (shown.head !== undefined) yield passes(proof?.hashes ?? [], plain(shown.head));
}

function plain(digits: string): string {
  return digits.trim().toLowerCase();
}

/** Whether there was a round with just the commitments that somebody was shown. */
function sameRound(rounds: Proof['rounds'], { commitment, commitments }: Shown): Step {
  const found = rounds.find(
    (one) =>
      (commitment === undefined || one.commitment === plain(commitment)) &&
      (!commitments || hex(canonical(one.commitments)) === hex(canonical(commitments))),
  );
  return found ? step(true, 'fair_own_round', { round: found.round }) : step(false, 'fair_own_round_not');
}

/** Whether a match passed through a head, of which the first digits are enough. */
function passes(hashes: string[], head: string): Step {
  const entry = head.length < SHORTEST_HEAD ? -1 : hashes.findIndex((one) => one.startsWith(head));
  if (entry < 0) return step(false, 'fair_passes_not', { head: quoted(head) });
  return step(true, 'fair_passes', { head, entry });
}
