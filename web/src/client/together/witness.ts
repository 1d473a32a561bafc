/**
 * What this browser itself saw of a table's fairness: commitments to the server's secret, one's own nonces, and the
 * heads of the chain that came with views. Kept until the game is checked, for a file can be compared with it.
 */
import type { Shown } from '$/host/checking';

const KEY = 'outcry.witness.';
const MOST_TABLES = 40;
const WRITE_AFTER = 1_000;

export interface RoundSeen {
  round: number;
  /** The server's, to its secret. */
  commitment: string;
  nonce: string;
  /** Everybody's, by seat, once they were told. */
  commitments: { [seat: string]: string } | null;
}

export interface Witnessed {
  since: number;
  /** Commitments that the table showed, in the order in which they came. */
  published: string[];
  rounds: RoundSeen[];
  /** The nonce that went with sitting down, at a table by correspondence. */
  brought: string | null;
  /** Heads of the chain as they came, each once. */
  heads: string[];
}

function nothing(): Witnessed {
  return { since: Date.now(), published: [], rounds: [], brought: null, heads: [] };
}

/** What was seen of a table, by whoever checks its file. */
export function witnessed(table: string): Witnessed | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEY + table) ?? 'null') as Partial<Witnessed> | null;
    return found && { ...nothing(), ...found };
  } catch {
    return null;
  }
}

export class Witness {
  readonly seen: Witnessed;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly table: string) {
    this.seen = witnessed(table) ?? nothing();
  }

  /** A round with the server's commitment to its secret; another commitment makes it another round. */
  round(round: number, commitment?: string): RoundSeen | undefined {
    return this.seen.rounds.findLast(
      (seen) => seen.round === round && (commitment === undefined || seen.commitment === commitment),
    );
  }

  sawRound(round: number, commitment: string, nonce: string): void {
    this.seen.rounds.push({ round, commitment, nonce, commitments: null });
    this.write();
  }

  sawCommitments(round: number, commitments: { [seat: string]: string }): void {
    const seen = this.round(round);
    if (seen) seen.commitments ??= commitments;
    this.write();
  }

  sawPublished(commitment: string): void {
    if (!commitment || this.seen.published.at(-1) === commitment) return;
    this.seen.published.push(commitment);
    this.write();
  }

  brought(nonce: string): void {
    this.seen.brought = nonce;
    this.write();
  }

  /** Heads come with every view: they are written together, a little later. */
  sawHead(head: string): void {
    if (this.seen.heads.at(-1) === head) return;
    this.seen.heads.push(head);
    this.timer ??= setTimeout(() => this.write(), WRITE_AFTER);
  }

  /** What a file is compared with when the match is over. */
  get shown(): Shown {
    const { rounds, heads, brought } = this.seen;
    const round = rounds.at(-1);
    const nonce = round?.nonce ?? brought;
    const head = heads.at(-1);
    return {
      ...(head ? { head } : {}),
      ...(round ? { commitment: round.commitment } : {}),
      ...(round?.commitments ? { commitments: round.commitments } : {}),
      ...(nonce ? { nonce } : {}),
    };
  }

  write(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    try {
      forgetOldest(KEY + this.table);
      localStorage.setItem(KEY + this.table, JSON.stringify(this.seen));
    } catch {
      // A full or forbidden storage must not stop the game; there is less to compare then.
    }
  }
}

function forgetOldest(besides: string): void {
  const others = Object.keys(localStorage).filter((key) => key.startsWith(KEY) && key !== besides);
  if (others.length < MOST_TABLES) return;
  const aged = others.map((key) => ({ key, since: witnessed(key.slice(KEY.length))?.since ?? 0 }));
  aged.sort((one, other) => other.since - one.since);
  for (const { key } of aged.slice(MOST_TABLES - 1)) localStorage.removeItem(key);
}
