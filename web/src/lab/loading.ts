/** What the lab of a game takes, fetched when it is opened, and the workers that play there. */
import { loadGame } from '$/client/games';
import type { LabDescription, Manifest } from '$/generated/manifest';
import type { Hire } from './experiment.svelte';
import type { Told } from './worker';

/** So many workers at most. */
const FEW = 4;

export interface LabFiles {
  manifest: Manifest;
  lab: LabDescription;
  code: WebAssembly.Module;
}

async function fetched(path: string): Promise<Response> {
  const answer = await fetch(new URL(path, document.baseURI));
  if (!answer.ok) throw new Error(`${path} cannot be loaded (${answer.status})`);
  return answer;
}

export async function loadLab(game: string): Promise<LabFiles> {
  const [{ manifest }, described, compiled] = await Promise.all([
    loadGame(game),
    fetched(`games/${game}.lab.json`),
    fetched(`games/${game}.lab.wasm`),
  ]);
  const [lab, code] = await Promise.all([described.json(), compiled.arrayBuffer()]);
  return { manifest, lab: lab as LabDescription, code: await WebAssembly.compile(code as ArrayBuffer) };
}

/** A worker for each core, but for no more than a few. */
export function workersHere(): number {
  return Math.max(1, Math.min(FEW, navigator.hardwareConcurrency || 1));
}

export const hireWorker: Hire = (hear) => {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<Told>): void => hear(data);
  return { ask: (asked) => worker.postMessage(asked), close: () => worker.terminate() };
};
