/** The games that are there, and their files, each fetched once. */
import { GameModule } from '$/game/module';
import type { Manifest } from '$/generated/manifest';
import type { GameListed } from '$/generated/page';

const modules = new Map<string, Promise<GameModule>>();

async function fetched(path: string): Promise<Response> {
  const answer = await fetch(new URL(path, document.baseURI));
  if (!answer.ok) throw new Error(`${path} cannot be loaded (${answer.status})`);
  return answer;
}

export async function listGames(): Promise<GameListed[]> {
  return (await (await fetched('games/games.json')).json()) as GameListed[];
}

async function load(game: string): Promise<GameModule> {
  const [manifest, code] = await Promise.all([fetched(`games/${game}.json`), fetched(`games/${game}.wasm`)]);
  return GameModule.of((await manifest.json()) as Manifest, await code.arrayBuffer());
}

/** A game's module for the page itself: it decodes views and tells what is legal in them. */
export function loadGame(game: string): Promise<GameModule> {
  const found = modules.get(game) ?? load(game);
  modules.set(game, found);
  found.catch(() => modules.delete(game));
  return found;
}
