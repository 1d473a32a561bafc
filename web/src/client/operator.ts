/** What whoever runs the server may ask of it, with a token that is kept for as long as the tab is open. */
import type { ReasonGiven } from '$/generated/messages';

const KEY = 'outcry.operator';

export interface PersonSeen {
  person: string;
  name: string;
}

export interface TableSeen {
  table: string;
  game: string;
  phase: string;
  is_open: boolean;
  since: number;
  players: { person: string | null; name: string | null; bot: string | null }[];
  here: number;
  /** How many lines seem to answer pings late on purpose. */
  suspicious_pings: number;
}

export interface Overview {
  lines: number;
  people: number;
  tables: number;
  in_memory: number;
  waiting_to_be_stored: number;
  waiting_for_bots: number;
  draining: boolean;
  rooms: TableSeen[];
  banned: PersonSeen[];
}

/** The server does not do it, and says why. */
export class NotDone extends Error {
  constructor(readonly reason: ReasonGiven) {
    super(reason.code);
  }
}

export class OperatorDesk {
  token = typeof sessionStorage === 'undefined' ? '' : (sessionStorage.getItem(KEY) ?? '');

  keep(token: string): void {
    this.token = token.trim();
    sessionStorage.setItem(KEY, this.token);
  }

  forget(): void {
    this.token = '';
    sessionStorage.removeItem(KEY);
  }

  async overview(): Promise<Overview> {
    return (await this.ask('GET', '')).json() as Promise<Overview>;
  }

  async closeTable(table: string): Promise<void> {
    await this.ask('POST', `/tables/${encodeURIComponent(table)}/close`);
  }

  async ban(person: string, isBanned: boolean): Promise<void> {
    await this.ask('POST', `/people/${encodeURIComponent(person)}/${isBanned ? 'ban' : 'unban'}`);
  }

  async drain(): Promise<void> {
    await this.ask('POST', '/drain');
  }

  private async ask(method: string, path: string): Promise<Response> {
    const headers = { Authorization: `Bearer ${this.token}` };
    const answer = await fetch(`./api/operator${path}`, { method, headers, cache: 'no-store' });
    if (!answer.ok) throw new NotDone(((await answer.json()) as { reason: ReasonGiven }).reason);
    return answer;
  }
}
