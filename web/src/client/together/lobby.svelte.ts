/** The lobby: open tables and one's own, as they are now; it also says where one is waited for, on every page. */
import { online } from '$/client/online.svelte';
import type { ServerMessage, TableListed, YourTable } from '$/generated/protocol';
import { call } from './call';
import { ServerLine, type LineState } from './line';
import { me } from './me.svelte';

class Lobby {
  tables = $state.raw<TableListed[]>([]);
  yours = $state.raw<YourTable[]>([]);
  people = $state(0);
  line = $state<LineState>('opening');
  private socket: ServerLine | null = null;
  private token: string | null = null;
  /** The table that is on the page: it calls for itself. */
  shown = $state<string | null>(null);

  /** Listen from now on, as whoever one is now. */
  enter(): void {
    if (this.socket && this.token === me.token) return;
    if (this.socket) return this.socket.again();
    this.socket = new ServerLine('lobby', {
      greet: () => {
        this.token = me.token;
        return { type: 'enter', token: this.token };
      },
      hear: (message) => this.hear(message),
      changed: (state) => (this.line = state),
    });
  }

  leave(): void {
    this.socket?.close();
    this.socket = null;
    this.told([]);
  }

  /** The page shows this table, or none. */
  show(table: string | null): void {
    this.shown = table;
    this.count();
  }

  private hear(message: ServerMessage): void {
    if (message.type === 'lobby_changed') {
      this.tables = message.tables;
      this.people = message.people;
    } else if (message.type === 'yours_changed') this.told(message.tables);
  }

  private told(tables: YourTable[]): void {
    const waited = new Set(this.yours.filter((each) => each.is_your_turn).map((each) => each.table));
    this.yours = tables;
    this.count();
    const fresh = tables.find((each) => each.is_your_turn && !waited.has(each.table) && each.table !== this.shown);
    if (fresh) call(fresh.table, fresh.game);
  }

  private count(): void {
    online.turns = this.yours.filter((each) => each.is_your_turn && each.table !== this.shown).length;
  }
}

export const lobby = new Lobby();
