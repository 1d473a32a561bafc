/** All bytes that can be reached from something, through fields and getters, as a debugger would. */

function walk(what: unknown, met: Set<unknown>, found: Set<ArrayBuffer>): void {
  if (typeof what !== 'object' || what === null || met.has(what)) return;
  met.add(what);
  if (what instanceof ArrayBuffer) found.add(what);
  else if (ArrayBuffer.isView(what)) found.add(what.buffer as ArrayBuffer);
  else if (what instanceof WebAssembly.Memory) found.add(what.buffer);
  else if (what instanceof Map || what instanceof Set) for (const each of what.values()) walk(each, met, found);
  else for (const value of valuesOf(what)) walk(value, met, found);
}

function valuesOf(what: object): unknown[] {
  const values: unknown[] = [];
  for (
    let part: object | null = what;
    part && part !== Object.prototype;
    part = Object.getPrototypeOf(part) as object
  ) {
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(part))) {
      if (name === 'constructor' || name === '__proto__') continue;
      if (part === what || get) values.push(Reflect.get(what, name));
    }
  }
  return values;
}

export function bytesIn(what: object): Uint8Array[] {
  const found = new Set<ArrayBuffer>();
  walk(what, new Set(), found);
  return [...found].map((buffer) => new Uint8Array(buffer));
}

/** Whether a record stands anywhere in them, whole. */
export function holds(places: Uint8Array[], record: Uint8Array): boolean {
  return places.some((bytes) => Buffer.from(bytes.buffer).includes(Buffer.from(record)));
}
