/** The lobby: open tables and one's own, as they are now; it also says where one is waited for, on every page. */
import { online } from '$/client/online.svelte';
import type { ReasonGiven } from '$/generated/messages';
import type { ServerMessage, TableListed, YourTable } from '$/generated/protocol';
import { call } from './call';
import { NOT_KNOWN, ServerLine, type LineState } from './line';
import { me } from './me.svelte';

class Lobby {
  tables = $state.raw<TableListed[]>([]);
  yours = $state.raw<YourTable[]>([]);
  people = $state(0);
  line = $state<LineState>('opening');
  /** Why the line is closed, is gone, or one is a new guest now. */
  why = $state.raw<ReasonGiven | null>(null);
  /** What the server says to everyone. */
  notice = $state.raw<ReasonGiven | null>(null);
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
      changed: (state, reason) => this.changed(state, reason),
    });
  }

  leave(): void {
    this.socket?.close();
    this.socket = null;
    this.told([]);
  }

  /** Come back to a line that was closed. */
  comeBack(): void {
    this.why = null;
    this.socket?.again();
  }

  /** The page shows this table, or none. */
  show(table: string | null): void {
    this.shown = table;
    this.count();
  }

  /** The page shows this table no more; another may have come in its place. */
  hide(table: string): void {
    if (this.shown === table) this.show(null);
  }

  private changed(state: LineState, reason: ReasonGiven | null): void {
    this.line = state;
    if (reason && !me.isRemoving) this.why = reason;
    else if (state === 'there' && this.why?.code !== NOT_KNOWN) this.why = null;
    if (state !== 'closed' || reason?.code !== NOT_KNOWN || !this.token) return;
    // Nobody is known by what this browser has kept: it looks on as nobody, and is told why.
    if (me.token === this.token) me.forget();
    this.socket?.again();
  }

  private hear(message: ServerMessage): void {
    if (message.type === 'lobby_changed') {
      this.tables = message.tables;
      this.people = message.people;
    } else if (message.type === 'yours_changed') this.told(message.tables);
    else if (message.type === 'notice_given') this.notice = message.reason;
  }

  private told(tables: YourTable[]): void {
    const waited = new Set(this.yours.filter((each) => each.is_your_turn).map((each) => each.table));
    this.yours = tables;
    this.count();
    const isFresh = ({ is_your_turn, table }: YourTable): boolean =>
      is_your_turn && !waited.has(table) && table !== this.shown;
    for (const { table, game } of tables.filter(isFresh)) call(table, game);
  }

  private count(): void {
    online.turns = this.yours.filter((each) => each.is_your_turn && each.table !== this.shown).length;
  }
}

export const lobby = new Lobby();
