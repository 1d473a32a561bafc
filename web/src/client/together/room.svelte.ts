/**
 * A table at the server, all but the match: who sits where, what is said, how the shuffle goes, whether the line is
 * there. The match itself is a `Table`, which plays over the same line (`connect`).
 */
import type { Connect } from '$/client/table.svelte';
import type { Declined, HostMessage, ReasonGiven } from '$/generated/messages';
import type { ChatLine, RingJudged, RoomChanged, SayPhrase, ServerMessage, SocketMessage } from '$/generated/protocol';
import { ServerLine, type LineState } from './line';
import { me } from './me.svelte';
import { committed, newNonce, revealed } from './nonces';
import { Witness } from './witness';

export type Phrase = SayPhrase['phrase'];
type WithId = Extract<SocketMessage, { id: number }>;
type Wish = WithId extends infer One ? (One extends WithId ? Omit<One, 'id'> : never) : never;

/** The reason for closing the line to somebody with a token of nobody's. */
const NOT_KNOWN = 'not_known';

/** Ids are never used twice, not even after a reload: the server would take it for the same wish. */
function idsFromNow(): () => number {
  let last = Date.now() * 1000 + Math.floor(Math.random() * 1000);
  return () => ++last;
}

export class Room {
  about = $state.raw<RoomChanged | null>(null);
  chat = $state.raw<ChatLine[]>([]);
  private isInvited = $state(false);
  line = $state<LineState>('opening');
  /** Why the line is closed, or gone. */
  why = $state.raw<ReasonGiven | null>(null);
  notice = $state.raw<ReasonGiven | null>(null);
  refusal = $state.raw<ReasonGiven | null>(null);
  /** Why a line of chat was not said. */
  chatRefusal = $state.raw<ReasonGiven | null>(null);
  /** Whom one does not want to hear, by name. */
  muted = $state.raw<string[]>([]);
  /** How many lines of chat one has read. */
  private read = $state(0);
  ring = $state.raw<RingJudged | null>(null);
  /** The server did not tell everyone the commitment that it was sent. */
  isMiscommitted = $state(false);
  /** Whether one has asked here for another game. */
  wantsAgain = $state(false);
  readonly nextId = idsFromNow();
  readonly witness: Witness;
  private readonly socket: ServerLine;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nobody draws it
  private readonly own = new Map<number, Wish['type']>();
  private last = 0;
  private token: string | null = null;
  private early: HostMessage[] = [];
  private tellTable: ((message: HostMessage) => void) | null = null;

  constructor(
    readonly table: string,
    readonly code: string | null,
  ) {
    this.witness = new Witness(table);
    this.socket = new ServerLine(`tables/${encodeURIComponent(table)}`, {
      greet: () => {
        this.token = me.token;
        return { type: 'enter', token: this.token, code, last: this.last };
      },
      hear: (message) => this.hear(message),
      changed: (state, reason) => {
        this.line = state;
        this.why = reason ?? (state === 'gone' ? this.why : null);
      },
    });
  }

  /** The line of a `Table`: what came before it was there is told first. */
  readonly connect: Connect = (hear) => {
    this.tellTable = hear;
    for (const message of this.early) hear(message);
    this.early = [];
    // A table in the page says more than the server takes (open_match); over this line it never does.
    return { send: (message) => this.socket.send(message as SocketMessage), close: () => this.close() };
  };

  /** Whether one may take a seat here; whoever is nobody yet may try, and is somebody then. */
  get maySit(): boolean {
    return this.isInvited || (!me.token && (this.code !== null || (this.about?.settings.is_open ?? false)));
  }

  get isThere(): boolean {
    return this.line === 'there';
  }

  /** The server does not know who one says one is. */
  get isUnknown(): boolean {
    return this.line === 'closed' && this.why?.code === NOT_KNOWN;
  }

  get unread(): number {
    return this.chat.slice(this.read).filter(({ name }) => !this.muted.includes(name)).length;
  }

  hasRead(): void {
    this.read = this.chat.length;
  }

  mute(name: string, isMuted: boolean): void {
    this.muted = isMuted ? [...this.muted, name] : this.muted.filter((each) => each !== name);
  }

  close(): void {
    this.witness.write();
    this.socket.close();
  }

  /** Come back to a line that was closed. */
  comeBack(): void {
    this.socket.again();
  }

  ask(wish: Wish): void {
    const id = this.nextId();
    this.own.set(id, wish.type);
    this.refusal = this.chatRefusal = null;
    this.socket.send({ ...wish, id } as SocketMessage);
  }

  /** Take a seat, as a person who is made now if there was none. */
  async sit(seat: number): Promise<void> {
    await me.needed();
    if (me.token !== this.token) this.socket.again();
    const byPost = (this.about?.settings.days ?? 0) > 0;
    const nonce = byPost ? (this.witness.seen.brought ?? newNonce()) : null;
    if (nonce) this.witness.brought(nonce);
    this.ask({ type: 'take_seat', seat, ...(nonce ? { nonce } : {}) });
  }

  /** One's name or colour has changed: the table hears it by coming in again. */
  enterAgain(): void {
    this.socket.again();
  }

  private hear(message: ServerMessage): void {
    switch (message.type) {
      case 'entered':
        this.isInvited = message.may_sit;
        return;
      case 'room_changed':
        this.about = message;
        this.witness.sawPublished(message.commitment);
        return;
      case 'chat_told':
        this.chat = withNew(this.chat, message.lines);
        return;
      case 'shuffle_asked':
        if (this.about?.seat !== null) this.socket.send(committed(this.witness, message));
        return;
      case 'nonces_committed':
        this.reveal(revealed(this.witness, message, this.about?.seat ?? null));
        return;
      case 'ring_judged':
        this.ring = message;
        return;
      case 'notice_given':
        this.notice = message.reason;
        return;
      case 'line_closed':
      case 'lobby_changed':
      case 'yours_changed':
      case 'view_described':
        return;
      case 'accepted':
        if (!this.own.delete(message.id)) this.toTable(message);
        return;
      case 'declined':
        this.declined(message);
        return;
      case 'match_opened':
        if (!this.tellTable) this.early = [];
        this.isMiscommitted = false;
        this.toTable(message);
        return;
      case 'view_changed':
        this.last = message.number;
        if (message.head) this.witness.sawHead(message.head);
        this.toTable(message);
        return;
      default:
        this.toTable(message);
    }
  }

  private declined(message: Declined): void {
    const wish = this.own.get(message.id);
    this.own.delete(message.id);
    if (wish === 'say_line' || wish === 'say_phrase') this.chatRefusal = message.reason;
    else if (wish) this.refusal = message.reason;
    else this.toTable(message);
  }

  private reveal(answer: SocketMessage | null): void {
    if (answer) this.socket.send(answer);
    else this.isMiscommitted = this.about?.seat !== null;
  }

  private toTable(message: HostMessage): void {
    if (this.tellTable) this.tellTable(message);
    else this.early.push(message);
  }
}

/** Lines are numbered: what is told again is the same. */
function withNew(before: ChatLine[], lines: ChatLine[]): ChatLine[] {
  const known = before.at(-1)?.number ?? -1;
  const first = lines[0]?.number ?? 0;
  if (first <= known && lines.length >= before.length) return lines;
  return [...before, ...lines.filter(({ number }) => number > known)];
}
