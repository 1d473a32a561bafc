/** A match for several people at this device: the worker keeps it, and its file never comes into the page. */
import { loadBoard } from '$/boards/board';
import { loadGame } from '$/client/games';
import { Sitting } from '$/client/kept/sitting.svelte';
import type { Next } from '$/client/open';
import { HASTE, settings } from '$/client/settings.svelte';
import type { OpenMatch } from '$/generated/messages';
import { Device, type Kept as HowKept } from './device.svelte';

export class SharedSitting extends Sitting {
  device = $state.raw<Device | null>(null);
  protected override readonly isShared = true;

  protected override async deal({ game, message }: Next): Promise<void> {
    const device = await this.share(game);
    device?.open(this.about!, message as OpenMatch);
  }

  protected override async resume(): Promise<void> {
    const { isMine } = this;
    const match = await this.store!.about(this.id);
    if (!match || this.isClosed || this.isMine !== isMine) return;
    const about = { ...match, writer: this.writer, gone: null };
    this.about = about;
    const { game, seat, bots, pace } = match;
    const played = isMine ? { bots, pace } : { bots: {}, pace: 0 };
    const device = await this.share(game);
    device?.resume(about, { seat, ...played, haste: HASTE[settings.speed] }, !isMine);
  }

  /** A device in the place of the former. */
  private async share(name: string): Promise<Device | null> {
    const [game, board] = await Promise.all([loadGame(name), loadBoard(name)]);
    if (this.isClosed) return null;
    this.device?.close();
    this.board = board;
    this.device = new Device(game, (how) => this.hearKept(how));
    this.isElsewhere = !this.isMine;
    return this.device;
  }

  private hearKept(how: HowKept): void {
    if (how === 'lost') this.lose();
    this.isUnkept = how === 'unkept';
  }

  /** The worker does. */
  override keep(): void {}

  protected override lose(): void {
    super.lose();
    // Nobody's hand stays where nobody plays any more; what another tab shows is shown here once it has written.
    if (this.isElsewhere) this.device?.close();
  }

  override close(): void {
    super.close();
    this.device?.close();
  }
}
