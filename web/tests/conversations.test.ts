/**
 * Recorded conversations: the table in the page says today what Python's session said when they were recorded, to the
 * letter (`tests/table/test_conversations.py`).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex as hex, hexToBytes as unhex, utf8ToBytes } from '@noble/hashes/utils.js';
import { beforeAll, expect, it } from 'vitest';
import type { GameModule } from '$/game/module';
import type { ClientMessage, HostMessage } from '$/generated/messages';
import { SeatedBots } from '$/host/bots';
import { Session, type Saying } from '$/host/session';
import { gameOf } from './game';
import { AT_ONCE } from './time';

const FOLDER = join(process.cwd(), '..', 'tests', 'conversations');
const LONG = ['record', 'text'];

type Said = [at: number, to: string, message: object];

interface Step {
  at: number;
  who?: string;
  says?: ClientMessage;
  leaves?: string;
  said: Said[];
}

interface Recorded {
  title: string;
  own: boolean;
  key: string;
  steps: Step[];
}

const games = new Map<string, GameModule>();

beforeAll(async () => {
  const built = readdirSync(join(process.cwd(), 'public', 'games')).filter((name) => /^[a-z_]+\.wasm$/.test(name));
  for (const name of built) games.set(basename(name, '.wasm'), await gameOf(basename(name, '.wasm')));
});

/** A table that is spoken to, and all that was said there: `Conversation` of testing/conversation.py. */
class Conversation {
  private readonly session: Session;
  private readonly bots = new SeatedBots(AT_ONCE);
  private noted: Said[] = [];

  constructor({ own, key }: Recorded) {
    this.session = new Session({ key: unhex(key), games, isOwn: own });
  }

  /** What is said in a step. */
  said({ at, who, says, leaves }: Step): Said[] {
    const { session } = this;
    const end = at / 1000;
    this.noted = [];
    for (let next = session.nextAt; next !== null && next < end; next = session.nextAt)
      this.note(next, session.due(next));
    if (says) this.note(end, session.hear(who!, says, end));
    else if (leaves !== undefined) this.note(end, session.leave(leaves, end));
    else this.note(end, session.due(end));
    return this.noted;
  }

  /** Write down what was said, and ask the bots; what they answer is heard at once. */
  private note(at: number, said: Saying[]): void {
    for (const [to, message] of said) this.noted.push([Math.round(at * 1000), to, shortened(message)]);
    for (let asks = this.session.wanted(); asks.length > 0; asks = this.session.wanted()) {
      for (const ask of asks) {
        if (!this.session.isWanted(ask.number)) continue;
        this.bots.answer(ask, (answer) => this.note(at, this.session.decided(ask.number, answer, at)));
      }
    }
  }
}

/** A message as JSON has it, its long parts as digests. */
function shortened(message: HostMessage): object {
  const parts = Object.entries(JSON.parse(JSON.stringify(message)) as object);
  return Object.fromEntries(
    parts.map(([name, value]) => [
      name,
      LONG.includes(name) && typeof value === 'string' ? hex(sha256(utf8ToBytes(value))).slice(0, 16) : value,
    ]),
  );
}

it.each(readdirSync(FOLDER).sort())('%s is the same here', (name) => {
  const recorded = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Recorded;
  const conversation = new Conversation(recorded);
  for (const step of recorded.steps) {
    const { said, ...heard } = step;
    expect({ ...heard, said: conversation.said(step) }).toEqual({ ...heard, said });
  }
});
