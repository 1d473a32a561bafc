/** The host as a worker: messages in, messages out. */
import { GameModule } from '$/game/module';
import type { ClientMessage } from '$/generated/messages';
import type { Manifest } from '$/generated/manifest';
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

let base = '';
const host = new Host(
  (game) => load(base, game),
  (message) => self.postMessage(message),
);

self.onmessage = (event: MessageEvent<ClientMessage | { type: 'base'; url: string }>): void => {
  if (event.data.type === 'base') base = event.data.url;
  else void host.handle(event.data);
};
