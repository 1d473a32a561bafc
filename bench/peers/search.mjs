// Search in WebAssembly: node search.mjs FOLDER GAME SEATS KEY.
// For each line "FIRST PLAYOUTS" it thinks about the first decision of that deal with so many play-outs and answers "PLAYOUTS SECONDS".

import { createInterface } from "node:readline";
import { manifest, master, record, template, wasm } from "./game.mjs";

const [view, world, scratch, mask] = [manifest.state, manifest.state, manifest.state, manifest.mask].map(record);
const [chance, thought, memory] = [manifest.chance, manifest.chance, { bytes: manifest.memory }].map(record);
const bytes = manifest.state.bytes;
const toAct = manifest.state.fields.find(({ name }) => name === "to_act").offset;

for await (const line of createInterface({ input: process.stdin })) {
  const [first, playouts] = line.split(" ").map(Number);
  wasm.deal(view, template, master, first, chance, thought);
  const bits = new DataView(wasm.memory.buffer).getUint32(view + toAct, true);
  const seat = 31 - Math.clz32(bits & -bits);
  wasm.hide(view, seat);
  wasm.forget(memory);
  const started = performance.now();
  wasm.think(view, seat, playouts, 0, memory, thought, world, scratch, mask);
  console.log(playouts, (performance.now() - started) / 1000);
}
