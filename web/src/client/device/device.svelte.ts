/**
 * A page that several people share, one after another: it has the table of whoever holds it, or of somebody who only
 * watches, and lets go of all that one has seen before another looks.
 */
import { Table } from '$/client/table.svelte';
import { toSharedWorker, type ConnectDevice, type DeviceLine } from '$/client/worker';
import { alike } from '$/game/log';
import type { GameModule } from '$/game/module';
import type { ClientMessage, HostMessage, LoadMatch, OpenMatch, ReasonGiven } from '$/generated/messages';
import type { DeviceChanged, DeviceTold } from '$/host/device/messages';
import type { About } from '../kept/record';

export type Kept = Extract<DeviceTold, { type: 'device_kept' }>['how'];

export class Device {
  /** The table as it is shown now; none while somebody else's is made. */
  table = $state.raw<Table | null>(null);
  told = $state.raw<DeviceChanged | null>(null);
  /** Why a key did nothing, until the next one is pressed. */
  refused = $state.raw<{ seat: number; reason: ReasonGiven } | null>(null);

  private readonly line: DeviceLine;
  private pipe: (message: HostMessage) => void = () => {};
  /** What came before there was a table to tell it to. */
  private waiting: HostMessage[] | null = [];
  /** Where nothing is hidden: the seat at which the table is looked at from now on. */
  private movesTo: number | null = null;
  /** What the table says counts as long as this is what is shown. */
  private own = { showing: 0 };
  private isClosed = false;

  constructor(
    /** Never given a view: each table has a memory of its own, which goes with it. */
    readonly game: GameModule,
    private readonly hearKept: (how: Kept) => void,
    connect: ConnectDevice = toSharedWorker,
  ) {
    this.line = connect((message) => this.hear(message));
    void this.sitDown(0);
  }

  open(about: About, open: OpenMatch): void {
    this.line.ask({ type: 'open_device', about, open });
  }

  resume(about: About, load: Omit<LoadMatch, 'type' | 'file'>, isLooking: boolean): void {
    this.line.ask({ type: 'resume_device', about, load, isLooking });
  }

  take(seat: number): void {
    this.line.ask({ type: 'take_device', seat });
  }

  /** Lets go of a hand at once, whenever the answer comes. */
  hide(): void {
    if (this.told?.hides && this.told.seat !== null) this.letGo();
    this.line.ask({ type: 'hide_hand' });
  }

  press(seat: number): void {
    this.refused = null;
    this.line.ask({ type: 'press_key', seat });
  }

  runRace(runs: boolean): void {
    this.line.ask({ type: 'run_race', runs });
  }

  letPass(): void {
    this.line.ask({ type: 'let_pass' });
  }

  close(): void {
    this.isClosed = true;
    this.letGo();
    this.line.close();
  }

  private hear(message: HostMessage | DeviceTold): void {
    switch (message.type) {
      case 'device_changed':
        this.changed(message);
        break;
      case 'key_refused':
        this.refused = message;
        break;
      case 'device_kept':
        this.hearKept(message.how);
        break;
      default:
        this.pass(message);
    }
  }

  private changed(told: DeviceChanged): void {
    const before = this.told;
    this.told = told;
    if (told.scene !== 'race') this.refused = null;
    if (before?.showing === told.showing) return;
    // Nothing is hidden: the table stays, and is looked at from another seat.
    if (!told.hides && told.seat !== null && this.table?.seen && this.table.seat >= 0) {
      this.movesTo = told.seat;
      return;
    }
    this.letGo();
    void this.sitDown(told.showing);
  }

  /** Forget whoever was shown. */
  private letGo(): void {
    this.table?.close();
    this.table = null;
    this.pipe = () => {};
    this.waiting = null;
    this.movesTo = null;
  }

  /** A table for whoever is shown next, with nothing of the former's. */
  private async sitDown(showing: number): Promise<void> {
    const waiting: HostMessage[] = (this.waiting = []);
    const game = await this.game.another();
    if (this.isClosed || this.waiting !== waiting) return;
    const own = (this.own = { showing });
    const send = (message: ClientMessage): void => this.line.ask({ type: 'said', showing: own.showing, message });
    const table = new Table(game, (hear) => {
      this.pipe = hear;
      return { send, close: () => {} };
    });
    this.waiting = null;
    for (const message of waiting) this.pipe(message);
    this.table = table;
  }

  private pass(message: HostMessage): void {
    if (this.waiting) return void this.waiting.push(message);
    const { table, movesTo } = this;
    if (movesTo === null || !table || message.type === 'host_failed') return this.pipe(message);
    if (message.type === 'match_opened') return;
    if (message.type !== 'view_changed') return this.pipe(message);
    this.movesTo = null;
    this.own.showing = this.told!.showing;
    const from = alike(table.log, message.log);
    table.moveTo(movesTo, { ...message, log_from: from, log: message.log.slice(from) });
  }
}
