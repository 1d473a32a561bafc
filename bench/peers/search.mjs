// Search in WebAssembly: node search.mjs FOLDER GAME SEATS KEY.
// For each line "FIRST PLAYOUTS" it thinks about the first decision of that deal with so many play-outs and answers "PLAYOUTS SECONDS".

import { createInterface } from "node:readline";
import { manifest, master, record, template, wasm } from "./game.mjs";

const { workspace: works, tree: trees } = manifest;
const cells = 2 * trees.nodes + 1;
const [view, chance, thought] = [manifest.state, manifest.chance, manifest.chance].map(record);
const [workspace, tree] = [works, { bytes: cells * trees.cell }].map(record);
const { bytes, fields } = manifest.state;
const toAct = fields.find(({ name }) => name === "to_act").offset;

for await (const line of createInterface({ input: process.stdin })) {
  const [first, playouts] = line.split(" ").map(Number);
  wasm.deal(view, template, master, first, chance, thought);
  const bits = new DataView(wasm.memory.buffer).getUint32(view + toAct, true);
  const seat = 31 - Math.clz32(bits & -bits);
  wasm.hide(view, seat);
  wasm.forget(tree, cells);
  wasm.wake(workspace, tree, cells, playouts, thought);
  new Uint8Array(wasm.memory.buffer).copyWithin(workspace + works.seen, view, view + bytes);
  const started = performance.now();
  wasm.think(workspace, tree, cells, seat, playouts, 1);
  console.log(playouts, (performance.now() - started) / 1000);
}
