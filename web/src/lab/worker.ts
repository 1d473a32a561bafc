/** A worker of the lab: plays every so manieth block until it is told otherwise, and hears messages in between. */
import type { LabDescription } from '$/generated/manifest';
import { Blocks, Endless, type Sums } from './blocks';
import { SLICE } from './blocks';
import { Watched, type Laid } from './watched';

/** What a worker is asked: to get ready; to play the blocks first, first + step, … below until, of a run; to stop. */
export type Asked =
  | { type: 'open'; lab: LabDescription; code: WebAssembly.Module; mostSeats: number }
  | { type: 'play'; run: number; tables: Laid[]; first: number; step: number; until: number }
  | { type: 'stop' };

/** What it tells: the sums of blocks by their numbers, or that a game does not end. */
export type Told = { type: 'played'; run: number; blocks: [number, Sums[]][] } | { type: 'endless'; run: number };

/** So many milliseconds go by before messages are heard, and before what was played is told. */
const HEAR_EVERY = 25;
const TELL_EVERY = 80;

let opened: Promise<Watched> | null = null;
let lab: LabDescription | null = null;
let current = 0;

const { port1: from, port2: to } = new MessageChannel();

/** Let messages in. A timer would wait four milliseconds each time. */
function breath(): Promise<void> {
  return new Promise((done) => {
    from.onmessage = (): void => done();
    to.postMessage(null);
  });
}

function tell(told: Told): void {
  self.postMessage(told);
}

async function play(asked: Extract<Asked, { type: 'play' }>): Promise<void> {
  const own = ++current;
  const watched = await opened;
  if (!watched || !lab) return;
  const blocks = new Blocks(lab, watched, asked.tables);
  let ready: [number, Sums[]][] = [];
  let [heard, told] = [performance.now(), performance.now()];
  for (let block = asked.first; block < asked.until; block += asked.step) {
    const played = blocks.played(block);
    let step = played.next();
    while (!step.done) {
      if (performance.now() - heard > HEAR_EVERY) {
        await breath();
        if (current !== own) return;
        heard = performance.now();
      }
      step = played.next();
    }
    ready.push([block, step.value]);
    if (performance.now() - told > TELL_EVERY) {
      tell({ type: 'played', run: asked.run, blocks: ready });
      [ready, told] = [[], performance.now()];
    }
  }
  if (ready.length > 0) tell({ type: 'played', run: asked.run, blocks: ready });
}

async function open({ lab: given, code, mostSeats }: Extract<Asked, { type: 'open' }>): Promise<Watched> {
  lab = given;
  return new Watched(given, await WebAssembly.instantiate(code, {}), SLICE, mostSeats);
}

self.onmessage = ({ data }: MessageEvent<Asked>): void => {
  if (data.type === 'open') opened = open(data);
  else if (data.type === 'stop') current++;
  else
    play(data).catch((error: unknown) => {
      if (!(error instanceof Endless)) throw error;
      tell({ type: 'endless', run: data.run });
    });
};
