/**
 * A match of this browser at the table: opened or gone on with, kept with every change, and only looked at while
 * another tab has it.
 */
import { loadBoard, type BoardModule } from '$/boards/board';
import { loadGame } from '$/client/games';
import { taken, type Next } from '$/client/open';
import { router } from '$/client/router.svelte';
import { HASTE, settings } from '$/client/settings.svelte';
import { Table } from '$/client/table.svelte';
import { toWorker } from '$/client/worker';
import type { GameModule } from '$/game/module';
import type { LoadMatch } from '$/generated/messages';
import { hold, type Release } from './lock';
import { addressOf, drawn, lessonsOf, resultOf, unusualOptions, type About, type Kept } from './record';
import { store, type Store } from './store';

/** How often a match that another tab plays is looked at again, in milliseconds. */
const GLANCE = 250;

export class Sitting {
  table = $state.raw<Table | null>(null);
  board = $state.raw<BoardModule | null>(null);
  /** Another tab plays it, and this one shows it. */
  isElsewhere = $state(false);
  /** There is no such match. */
  isUnknown = $state(false);
  /** The game could not be loaded. */
  failed = $state(false);
  /** The browser keeps nothing: storage is full, or forbidden. */
  isUnkept = $state(false);
  about: About | null = null;

  /** Whether it is for several people at this device. */
  protected readonly isShared: boolean = false;
  protected readonly writer = drawn();
  protected store: Store | null = null;
  private release: Release = () => {};
  private deafen = (): void => {};
  /** Whether this tab writes it. */
  protected isMine = false;
  protected isClosed = false;
  private isWriting = false;
  private isDirty = false;
  private glance: ReturnType<typeof setTimeout> | null = null;

  constructor(protected readonly id: string) {}

  async open(): Promise<void> {
    this.failed = false;
    const next = taken(this.id);
    this.store ??= await store().catch(() => null);
    this.isUnkept = this.store === null;
    this.deafen();
    this.deafen = this.store?.listen(({ id, writer }) => id === this.id && this.changed(writer)) ?? this.deafen;
    try {
      if (next) await this.begin(next);
      else await this.goOn();
    } catch {
      this.failed = true;
    }
  }

  /** From now on this tab plays it. */
  async takeOver(): Promise<void> {
    await this.goOn(true);
  }

  close(): void {
    this.isClosed = true;
    if (this.glance) clearTimeout(this.glance);
    this.deafen();
    this.release();
    this.table?.close();
  }

  private async begin(next: Next): Promise<void> {
    const { id, game, kind, day, message, people } = next;
    const now = Date.now();
    this.about = {
      ...{ id, game, kind, day, seat: message.seat, pace: message.pace ?? 0, ...(people ? { people } : {}) },
      ...{ seats: 0, opened: now, changed: now, writer: this.writer, gone: null },
    };
    await this.hold(false);
    await this.deal(next);
  }

  protected async deal({ game, message }: Next): Promise<void> {
    await this.seat(game, (table) => table.send(message));
  }

  /** Go on with a match that was kept; if another tab plays it, show it. */
  private async goOn(takesOver = false): Promise<void> {
    const kept = await this.store?.about(this.id);
    if (!kept) {
      this.isUnknown = true;
      return;
    }
    if ((kept.people !== undefined) !== this.isShared) return router.go(addressOf(kept));
    await this.hold(takesOver);
    if (this.isMine) await this.store!.claim(this.id, this.writer);
    await this.resume();
  }

  /** Go on from what was written last, since it was claimed. */
  protected async resume(): Promise<void> {
    const { isMine } = this;
    const found = await this.store!.find(this.id);
    if (!found || this.isClosed || this.isMine !== isMine) return;
    const { match, file } = found;
    this.about = { ...match, writer: this.writer, gone: null };
    await this.seat(match.game, (table) => table.send(loading(match, file, isMine)));
  }

  private async hold(takesOver: boolean): Promise<void> {
    const release = await hold(this.id, () => this.lose(), takesOver);
    this.isMine = release !== null;
    this.release = release ?? (() => {});
    if (this.isClosed) this.release();
  }

  /** Open a table for it, and leave the former once there is something to see. */
  private async seat(name: string, open: (table: Table) => void): Promise<void> {
    const [game, board] = await Promise.all([loadGame(name), loadBoard(name)]);
    if (this.isClosed) return;
    const before = this.table;
    const table = new Table(game, toWorker);
    open(table);
    if (before) await shown(table);
    if (this.isClosed) return table.close();
    this.board = board;
    this.table = table;
    this.isElsewhere = !this.isMine;
    before?.close();
  }

  /** Another tab has taken it over. */
  protected lose(): void {
    if (this.isClosed || !this.isMine) return;
    this.isMine = false;
    this.isElsewhere = true;
    this.release();
    this.look();
  }

  /** A tab has written it. */
  private changed(writer: string | null): void {
    if (writer === null || writer === this.writer || this.isClosed) return;
    if (this.isMine) this.lose();
    else this.look();
  }

  /** Show how it stands in the other tab, not more often than one can follow. */
  private look(): void {
    this.glance ??= setTimeout(() => {
      this.glance = null;
      if (!this.isMine && !this.isClosed) void this.resume();
    }, GLANCE);
  }

  /** Call in an effect: keeps what has changed. */
  keep(): void {
    const { table } = this;
    if (!table?.file || !table.seen || this.isElsewhere || !this.isMine) return;
    void table.review?.done;
    this.isDirty = true;
    if (!this.isWriting) void this.write();
  }

  private async write(): Promise<void> {
    this.isWriting = true;
    while (this.isDirty && this.isMine && this.table && this.about) {
      this.isDirty = false;
      try {
        const isMine = await this.store?.write(this.keptOf(this.table, this.table.game), this.table.file);
        if (isMine === false) this.lose();
        this.isUnkept = isMine === undefined;
      } catch {
        this.isUnkept = true;
      }
    }
    this.isWriting = false;
  }

  private keptOf(table: Table, { manifest }: GameModule): Kept {
    const { options, players, about, review, over, seen, entries } = table;
    return {
      ...this.about!,
      ...{ options: { ...options }, unusual: unusualOptions(manifest, options) },
      ...{ seats: players.length, players: [...players], bots: { ...about.bots }, entries, over },
      result: seen && resultOf(seen),
      changed: Date.now(),
      lessons: lessonsOf(manifest, review?.judged ?? [], review?.done ?? null),
    };
  }
}

/** Go on with a match; whoever only looks at it lets no bot play. */
function loading({ seat, bots, pace }: Kept, file: string, isMine: boolean): LoadMatch {
  const played = isMine ? { bots, pace } : { bots: {}, pace: 0 };
  return { type: 'load_match', file, seat, ...played, haste: HASTE[settings.speed] };
}

/** A table has something to show. */
function shown(table: Table): Promise<void> {
  return new Promise((resolve) => {
    const stop = $effect.root(() => {
      $effect(() => {
        if (!table.seen && !table.failure && !table.old) return;
        resolve();
        queueMicrotask(() => stop());
      });
    });
  });
}
