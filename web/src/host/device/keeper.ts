/**
 * Keeps the match of a shared device, in the worker: its file has the key of the cards, and the page, which somebody
 * looks at, is not to have it while the match runs.
 */
import { unusualOptions, type About, type Kept } from '$/client/kept/record';
import type { Store } from '$/client/kept/store';
import { SPECTATOR } from '$/game/module';
import type { Match } from '../match';
import type { DeviceTold } from './messages';

export type Keeping = Pick<Store, 'write' | 'file'>;

export class Keeper {
  private waiting: { match: Kept; file: string } | null = null;
  private isWriting = false;
  private isLost = false;

  constructor(
    private readonly about: About,
    private readonly store: () => Promise<Keeping>,
    private readonly tell: (told: DeviceTold) => void,
  ) {}

  /** Keep it as it is now. */
  keep(match: Match, file: string): void {
    this.waiting = { match: keptOf(this.about, match), file };
    if (!this.isWriting) void this.write();
  }

  private async write(): Promise<void> {
    this.isWriting = true;
    while (this.waiting && !this.isLost) {
      const { match, file } = this.waiting;
      this.waiting = null;
      try {
        this.isLost = !(await (await this.store()).write(match, file));
        this.tell({ type: 'device_kept', how: this.isLost ? 'lost' : 'kept' });
      } catch {
        this.tell({ type: 'device_kept', how: 'unkept' });
      }
    }
    this.isWriting = false;
  }
}

/** What is kept of it besides its file: nothing that not all may know. */
function keptOf(about: About, match: Match): Kept {
  const { game, start, over, state, seats } = match;
  const points = seats.map((seat) => game.points(state, seat));
  return {
    ...about,
    ...{ options: { ...start.options }, unusual: unusualOptions(game.manifest, start.options) },
    ...{ seats: start.seats, players: [...start.players], bots: { ...start.bots } },
    ...{ entries: match.told(SPECTATOR), over, changed: Date.now(), lessons: null },
    result: over ? { points, places: match.places, ending: String(game.shown(state).ending) } : null,
  };
}
