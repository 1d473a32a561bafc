// Random play in WebAssembly: node play.mjs FOLDER GAME SEATS KEY.
// For each line "FIRST GAMES" it plays those games of the key and answers "STEPS SECONDS".

import { createInterface } from "node:readline";
import { manifest, master, record, template, wasm } from "./game.mjs";

const [state, mask] = [manifest.state, manifest.mask].map(record);
const [chance, thought] = [manifest.chance, manifest.chance].map(record);

for await (const line of createInterface({ input: process.stdin })) {
  const [first, games] = line.split(" ").map(Number);
  const started = performance.now();
  let steps = 0;
  for (let number = first; number < first + games; number++) {
    steps += wasm.play_game(state, template, master, number, chance, thought, mask);
  }
  console.log(steps, (performance.now() - started) / 1000);
}
