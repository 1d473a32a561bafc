/**
 * A table at the server, all but the match: who sits where, what is said, how the shuffle goes, whether the line is
 * there. The match itself is a `Table`, which plays over the same line (`connect`).
 */
import type { Connect } from '$/client/table.svelte';
import type { Declined, HostMessage, ReasonGiven } from '$/generated/messages';
import type { ChatLine, RingJudged, RoomChanged, SayPhrase, ServerMessage, SocketMessage } from '$/generated/protocol';
import { reasonOf } from './api';
import { NOT_KNOWN, ServerLine, type LineState } from './line';
import { me } from './me.svelte';
import { Muted } from './muted';
import { committed, newNonce, revealed } from './nonces';
import { Witness } from './witness';

export type Phrase = SayPhrase['phrase'];
type WithId = Extract<SocketMessage, { id: number }>;
type Wish = WithId extends infer One ? (One extends WithId ? Omit<One, 'id'> : never) : never;

/** Ids are never used twice, not even after a reload: the server would take it for the same wish. */
function idsFromNow(): () => number {
  let last = Date.now() * 1000 + Math.floor(Math.random() * 1000);
  return () => ++last;
}

function newRun(): number {
  return 1 + crypto.getRandomValues(new Uint32Array(1))[0]!;
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
  /** Whom one does not want to hear, by their numbers at this table. */
  muted = $state.raw<number[]>([]);
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
  private readonly kept: Muted;
  private last = 0;
  /** Within a run of the page what has an id is done once, over as many lines as it takes. */
  private readonly run = newRun();
  private isBringing = false;
  private token: string | null = null;
  private early: HostMessage[] = [];
  private tellTable: ((message: HostMessage) => void) | null = null;

  constructor(
    readonly table: string,
    readonly code: string | null,
  ) {
    this.witness = new Witness(table);
    this.kept = new Muted(table);
    this.muted = this.kept.speakers;
    this.socket = new ServerLine(`tables/${encodeURIComponent(table)}`, {
      greet: () => {
        this.token = me.token;
        return { type: 'enter', token: this.token, code, last: this.last, run: this.run };
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

  /** Whether one may take a seat here; whoever is nobody yet becomes somebody by it. */
  get maySit(): boolean {
    return this.isInvited;
  }

  /** Where one's nonce is among those of all who play these cards: seat by seat, the second table after the first. */
  private get place(): number | null {
    const { about } = this;
    return about && about.seat !== null ? about.leg * about.seats.length + about.seat : null;
  }

  get isByPost(): boolean {
    return (this.about?.settings.days ?? 0) > 0;
  }

  get isThere(): boolean {
    return this.line === 'there';
  }

  /** The server does not know who one says one is. */
  get isUnknown(): boolean {
    return this.line === 'closed' && this.why?.code === NOT_KNOWN;
  }

  get unread(): number {
    return this.chat.slice(this.read).filter(({ speaker }) => !this.muted.includes(speaker)).length;
  }

  hasRead(): void {
    this.read = this.chat.length;
  }

  mute(speaker: number, isMuted: boolean): void {
    const others = this.muted.filter((each) => each !== speaker);
    this.muted = isMuted ? [...others, speaker] : others;
    this.kept.keep(this.muted);
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
    try {
      await me.needed();
    } catch (error) {
      this.refusal = reasonOf(error);
      return;
    }
    if (me.token !== this.token) this.socket.again();
    const nonce = this.isByPost ? (this.witness.seen.brought ?? newNonce()) : null;
    if (nonce) this.witness.brought(nonce);
    this.ask({ type: 'take_seat', seat, ...(nonce ? { nonce } : {}) });
  }

  /** By correspondence whoever was given a seat, at a next table, adds a nonce by sitting down there once more. */
  private bringNonce({ phase, seat, seats }: RoomChanged): void {
    const isMissing = this.isByPost && phase === 'gathering' && seat !== null && !seats[seat]?.is_ready;
    if (!isMissing) this.isBringing = false;
    else if (!this.isBringing) {
      this.isBringing = true;
      void this.sit(seat);
    }
  }

  private hear(message: ServerMessage): void {
    switch (message.type) {
      case 'entered':
        this.isInvited = message.may_sit;
        return;
      case 'room_changed':
        this.about = message;
        this.witness.sawPublished(message.commitment);
        this.bringNonce(message);
        return;
      case 'chat_told':
        this.chat = withNew(this.chat, message.lines);
        return;
      case 'shuffle_asked':
        if (this.about?.seat !== null) this.socket.send(committed(this.witness, message));
        return;
      case 'nonces_committed':
        this.reveal(revealed(this.witness, message, this.place));
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
