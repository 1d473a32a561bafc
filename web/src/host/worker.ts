/** The host as a worker: messages in, messages out. */
import { GameModule } from '$/game/module';
import type { ClientMessage } from '$/generated/messages';
import type { Manifest } from '$/generated/manifest';
import type { DeviceHost } from './device/device';
import type { DeviceAsked } from './device/messages';
import { Host } from './host';

const games = new Map<string, Promise<GameModule>>();

function load(base: string, game: string): Promise<GameModule> {
  const found = games.get(game) ?? fetchGame(base, game);
  games.set(game, found);
  return found;
}

async function fetchGame(base: string, game: string): Promise<GameModule> {
  const [manifest, code] = await Promise.all([
    fetch(new URL(`games/${game}.json`, base)),
    fetch(new URL(`games/${game}.wasm`, base)),
  ]);
  return GameModule.of((await manifest.json()) as Manifest, await code.arrayBuffer());
}

async function fetchNetwork(file: string): Promise<Uint8Array> {
  const answer = await fetch(new URL(`games/${file}`, base));
  if (!answer.ok) throw new Error(`${file} cannot be loaded (${answer.status})`);
  return new Uint8Array(await answer.arrayBuffer());
}

let base = '';
const host = new Host(
  (game) => load(base, game),
  (message) => self.postMessage(message),
  undefined,
  undefined,
  undefined,
  fetchNetwork,
);

/** Several people share the page: what that takes is loaded then. */
let device: Promise<DeviceHost> | null = null;

async function openDevice(): Promise<DeviceHost> {
  const [{ DeviceHost }, { store }] = await Promise.all([import('./device/device'), import('$/client/kept/store')]);
  return new DeviceHost(
    (game) => load(base, game),
    (message) => self.postMessage(message),
    store,
  );
}

type Heard = ClientMessage | { type: 'base'; url: string } | { type: 'device'; asked: DeviceAsked };

self.onmessage = ({ data }: MessageEvent<Heard>): void => {
  if (data.type === 'base') base = data.url;
  else if (data.type === 'device') void (device ??= openDevice()).then((one) => one.handle(data.asked));
  else void host.handle(data);
};
