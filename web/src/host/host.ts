/**
 * The host in the page drives a table (`Session`): it loads games, has the clock, and lets bots think a little at a
 * time. It is the player's own: there is one client, and it gets the file of the match. Where several people share the
 * device, `DeviceHost` says for whom something is, and what of it the page hears.
 */
import type { GameModule } from '$/game/module';
import { LEARNED, networkFor, refuseUnlearned } from '$/game/learned';
import { optionsOf } from '$/game/options';
import { Mistake } from '$/game/reasons';
import type { LearnedDescription, Manifest } from '$/generated/manifest';
import type { ClientMessage, HostMessage } from '$/generated/messages';
import { SeatedBots } from './bots';
import { opened, plainName } from './file';
import type { Ask } from './asks';
import { Session, type Saying } from './session';
import { realTime, type Time } from './time';

const YOU = 'you';

function newKey(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(32));
}

export class Host {
  readonly session: Session;
  private readonly games = new Map<string, GameModule>();
  private readonly bots: SeatedBots;
  /** What stops the thoughts that go on, by the number of what was asked. */
  private readonly thinking = new Map<number, () => void>();
  private stopTimer = (): void => {};

  constructor(
    private readonly load: (game: string) => Promise<GameModule>,
    private readonly post: (message: HostMessage, to: string) => void,
    private readonly time: Time = realTime,
    key = newKey(),
    /** Something may have changed at the table. */
    private readonly changed: () => void = () => {},
    /** Fetches the network of a file. */
    private readonly fetchNetwork: (file: string) => Promise<Uint8Array> = noNetwork,
  ) {
    this.session = new Session({ key, games: this.games, isOwn: true, newKey, checkBot: refuseUnlearned });
    this.bots = new SeatedBots(time);
  }

  async handle(message: ClientMessage, who = YOU): Promise<void> {
    const name = gameOf(message);
    if (name !== null && !this.games.has(name)) this.games.set(name, await this.load(name));
    const game = name === null ? undefined : this.games.get(name);
    const network = game && networkIn(message, game.manifest);
    if (network && !game.hasLaid(network.file)) {
      try {
        game.lay(network.file, await this.fetchNetwork(network.file));
      } catch (error) {
        const reason = { code: 'broken', parameters: { what: String(error) } };
        return this.post({ type: 'host_failed', reason }, who);
      }
    }
    this.hear(message, who);
  }

  /** Somebody says something for which no game has to be loaded. */
  hear(message: ClientMessage, who: string): void {
    this.carry(this.session.hear(who, message, this.time.now()));
  }

  /** Tell what is said, let bots think where they are asked, and no longer where they are not, and wait. */
  private carry(said: Saying[]): void {
    for (const [to, message] of said) this.post(message, to);
    for (const [number, stop] of this.thinking) if (!this.session.isWanted(number)) this.forget(number, stop);
    for (const ask of this.session.wanted()) if (this.session.isWanted(ask.number)) this.let(ask);
    this.wait();
    this.changed();
  }

  private wait(): void {
    this.stopTimer();
    const next = this.session.nextAt;
    if (next === null) return;
    this.stopTimer = this.time.after(Math.max(0, next - this.time.now()), () =>
      this.carry(this.session.due(this.time.now())),
    );
  }

  private forget(number: number, stop: () => void): void {
    this.thinking.delete(number);
    stop();
  }

  /** Let a bot think. */
  private let(ask: Ask): void {
    const stop = this.bots.answer(ask, (answer) => {
      this.thinking.delete(ask.number);
      this.carry(this.session.decided(ask.number, answer, this.time.now()));
    });
    if (this.session.isWanted(ask.number)) this.thinking.set(ask.number, stop);
  }
}

function noNetwork(file: string): Promise<Uint8Array> {
  return Promise.reject(new Error(`${file} cannot be fetched here`));
}

/** The network that has to be fetched first, if a bot plays by one; where there is none the table refuses the bot. */
function networkIn(message: ClientMessage, manifest: Manifest): LearnedDescription | undefined {
  if (message.type !== 'open_match' && message.type !== 'load_match') return undefined;
  const bots = Object.values(message.bots ?? {});
  if (message.type === 'open_match')
    return bots.includes(LEARNED) ? networkFor(manifest, message.seats, message.options ?? {}) : undefined;
  return known(() => {
    const { seats, options, bots: played } = opened(message.file);
    const all: unknown[] = [...bots, ...Object.values(played ?? {})];
    return all.includes(LEARNED) ? networkFor(manifest, seats, optionsOf(manifest.options, options)) : undefined;
  });
}

/** What a message says; one that is refused says nothing, and the table says why. */
function known<Found>(find: () => Found): Found | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof Mistake) return undefined;
    throw error;
  }
}

/** The game that has to be loaded first; a file that names none is refused by the table. */
function gameOf(message: ClientMessage): string | null {
  if (message.type === 'open_match') return plainName(message.game);
  return message.type === 'load_match' ? (known(() => opened(message.file).game) ?? null) : null;
}
