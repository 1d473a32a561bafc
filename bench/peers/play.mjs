// A game's WebAssembly in Node: node play.mjs FOLDER GAME SEATS KEY, the key as 64 hexadecimal digits, options by default.
// For each line "FIRST GAMES" it plays those games of the key and answers "STEPS SECONDS".

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [folder, game, seats, key] = process.argv.slice(2);
const manifest = JSON.parse(readFileSync(`${folder}/${game}.json`, "utf8"));
const module = new WebAssembly.Module(readFileSync(`${folder}/${game}.wasm`));
const wasm = new WebAssembly.Instance(module).exports;

let free = wasm.__heap_base.value;
const record = ({ bytes }) => {
  const place = Math.ceil(free / 64) * 64;
  free = place + bytes;
  return place;
};
const [state, template, mask] = [manifest.state, manifest.state, manifest.mask].map(record);
const [master, chance, thought] = [manifest.chance, manifest.chance, manifest.chance].map(record);

const memory = new DataView(wasm.memory.buffer);
const set = (name, value) => {
  const { type, offset } = manifest.state.fields.find((field) => field.name === name);
  if (type === "int64") memory.setBigInt64(template + offset, BigInt(value), true);
  else memory[type.replace("int", "setInt")](template + offset, value, true);
};
set(game, manifest.version);
set("seats", Number(seats));
for (const option of manifest.options) set(option.name, option.default);
new Uint8Array(wasm.memory.buffer).set(Buffer.from(key, "hex"), master + manifest.chance.fields.find(({ name }) => name === "key").offset);

for await (const line of createInterface({ input: process.stdin })) {
  const [first, games] = line.split(" ").map(Number);
  const started = performance.now();
  let steps = 0;
  for (let number = first; number < first + games; number++) {
    steps += wasm.play_game(state, template, master, number, chance, thought, mask);
  }
  console.log(steps, (performance.now() - started) / 1000);
}
