/** What was taken leaves its place empty, so that the next lies where it lay. */

export interface Place<Thing> {
  /** What lay there first. */
  first: Thing;
  /** What lies there now; nothing, once it was taken. */
  now: Thing | undefined;
}

/** The places of all that there was since, in the order in which it came; things are known by their names. */
export function places<Thing>(nameOf: (thing: Thing) => string | number): (now: readonly Thing[]) => Place<Thing>[] {
  const all = new Map<string | number, Thing>();
  return (now) => {
    const here = new Map(now.map((thing) => [nameOf(thing), thing]));
    for (const [name, thing] of here) if (!all.has(name)) all.set(name, thing);
    return [...all].map(([name, first]) => ({ first, now: here.get(name) }));
  };
}
