/** People at one device, for tests: the worker's part and the page's in one thread, and nothing else between them. */
import { Device, type Kept } from '$/client/device/device.svelte';
import type { About, Kept as KeptMatch } from '$/client/kept/record';
import type { GameModule } from '$/game/module';
import type { HostMessage, OpenMatch } from '$/generated/messages';
import { DeviceHost } from '$/host/device/device';
import type { FromDevice } from '$/host/device/messages';
import type { Host } from '$/host/host';
import type { Match } from '$/host/match';
import { gameOf } from '../game';
import { HandTime } from '../time';

export interface Here {
  device: Device;
  host: DeviceHost;
  time: HandTime;
  /** All that came into the page. */
  said: FromDevice[];
  kept: { match: KeptMatch; file: string }[];
  howKept: Kept[];
  match(): Match;
}

export const PLAYERS = ['Anna', 'Ben', 'Cem', 'Dora', 'Emil'];

function aboutOf(game: string, people: number[], pace: number): About {
  return {
    ...{ id: 'here', game, kind: 'match', day: null, seat: people[0]!, people, pace, seats: 0 },
    ...{ opened: 0, changed: 0, writer: 'this tab', gone: null },
  };
}

/** A device that has nothing dealt yet. */
export async function emptyDevice(name: string): Promise<Here & { game: GameModule }> {
  const game = await gameOf(name);
  const time = new HandTime();
  const kept: Here['kept'] = [];
  const said: FromDevice[] = [];
  const howKept: Kept[] = [];
  const store = {
    write: (match: KeptMatch, file: string) => Promise.resolve(kept.push({ match, file }) > 0),
    file: () => Promise.resolve(kept.at(-1)?.file),
  };
  let host!: DeviceHost;
  const device = new Device(
    game,
    (how) => howKept.push(how),
    (hear) => {
      const post = (message: FromDevice): void => {
        const copy = structuredClone(message);
        said.push(copy);
        hear(copy);
      };
      host = new DeviceHost(
        () => gameOf(name),
        post,
        () => Promise.resolve(store),
        time,
        new Uint8Array(32).fill(5),
      );
      return { ask: (asked) => void host.handle(structuredClone(asked)), close: () => {} };
    },
  );
  refuseStrays(host, said);
  const match = (): Match => (host as unknown as { host: Host }).host.session.match!;
  return { device, host, time, said, kept, howKept, match, game };
}

/** What is for somebody comes into the page only after it was said that they are shown: else nothing comes at all. */
function refuseStrays(host: DeviceHost, said: FromDevice[]): void {
  const inner = host as unknown as { told(message: HostMessage, to: string): void };
  const told = inner.told.bind(host);
  inner.told = (message, to) => {
    const shown = said.findLast((each) => each.type === 'device_changed');
    const whose = shown && (shown.seat === null ? 'all' : `seat ${shown.seat}`);
    const before = said.length;
    told(message, to);
    const stray = said.slice(before).find((each) => 'record' in each || each.type === 'match_opened');
    if (stray && to !== whose) throw new Error(`${stray.type} of ${to} comes to ${whose}`);
  };
}

/** Deal for the people of these seats; everybody else is a bot. */
export async function dealtHere(
  name: string,
  seats: number,
  people: number[],
  given: Partial<OpenMatch> = {},
): Promise<Here> {
  const here = await emptyDevice(name);
  const others = Array.from({ length: seats }, (_, seat) => seat).filter((seat) => !people.includes(seat));
  here.device.open(aboutOf(name, people, given.pace ?? 0), {
    ...{ type: 'open_match', game: name, seats, seat: people[0]!, players: PLAYERS.slice(0, seats) },
    ...{ bots: Object.fromEntries(others.map((seat) => [String(seat), 'random'])), key: '07'.repeat(32), ...given },
  });
  await settled(here);
  return here;
}

/** Go on with what was kept, as after a reload. */
export async function resumed(here: Here, isLooking = false): Promise<Here> {
  const { match, file } = here.kept.at(-1)!;
  const again = await emptyDevice(match.game);
  again.kept.push({ match, file });
  const { seat, bots, pace } = match;
  again.device.resume(match, { seat, bots: isLooking ? {} : bots, pace }, isLooking);
  await settled(again);
  return again;
}

/** There is something to see, and nothing more comes. */
export async function settled({ device, said }: Pick<Here, 'device' | 'said'>): Promise<void> {
  let [heard, quiet] = [-1, 0];
  for (let turn = 0; turn < 500 && quiet < 3; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    quiet = device.table?.seen && said.length === heard ? quiet + 1 : 0;
    heard = said.length;
  }
}

export function scene({ device: { told } }: Here): [string, number | null, number | null] {
  return [told!.scene, told!.seat, told!.next];
}

/** Somebody takes it and does the first thing there is to do, or what is named. */
export async function act(here: Here, text?: string): Promise<void> {
  const { table } = here.device;
  const action = text ? table!.seen!.action(text)! : table!.seen!.legal[0]!;
  table!.play(action);
  await settled(here);
}

/** Whoever holds it leaves out what can be left out, until it is another's turn. */
export async function pass(here: Here): Promise<void> {
  for (let step = 0; step < 9 && here.device.table!.myTurn; step++)
    await act(here, here.device.table!.seen!.action('pass')?.text);
}

export async function take(here: Here, seat: number): Promise<void> {
  here.device.take(seat);
  await settled(here);
}

export async function hide(here: Here): Promise<void> {
  here.device.hide();
  await settled(here);
}
