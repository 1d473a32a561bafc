// A game's WebAssembly in Node, for play.mjs and search.mjs, from the arguments FOLDER GAME SEATS KEY: the key as 64 hexadecimal digits,
// options by default. It has room for records, a template of the state and a master chance.

import { readFileSync } from "node:fs";

const [folder, game, seats, key] = process.argv.slice(2);
export const manifest = JSON.parse(readFileSync(`${folder}/${game}.json`, "utf8"));
const module = new WebAssembly.Module(readFileSync(`${folder}/${game}.wasm`));
export const wasm = new WebAssembly.Instance(module).exports;

let free = wasm.__heap_base.value;
export const record = ({ bytes }) => {
  const place = Math.ceil(free / 64) * 64;
  free = place + bytes;
  const missing = free - wasm.memory.buffer.byteLength;
  if (missing > 0) wasm.memory.grow(Math.ceil(missing / 65536));
  return place;
};

export const template = record(manifest.state);
export const master = record(manifest.chance);

const set = (name, value) => {
  const { type, offset } = manifest.state.fields.find((field) => field.name === name);
  const memory = new DataView(wasm.memory.buffer);
  if (type === "int64") memory.setBigInt64(template + offset, BigInt(value), true);
  else memory[type.replace("int", "setInt")](template + offset, value, true);
};
set(game, manifest.version);
set("seats", Number(seats));
for (const option of manifest.options) set(option.name, option.default);
new Uint8Array(wasm.memory.buffer).set(Buffer.from(key, "hex"), master + manifest.chance.fields.find(({ name }) => name === "key").offset);
