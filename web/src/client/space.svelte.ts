/** How much room the window has: what stands beside a board, what is opened over it, and where actions stand. */
const QUERIES = {
  /** Log, rules and talk stand beside the board; else they are a sheet. */
  beside: '(min-width: 1000px) and (min-height: 560px)',
  /** A phone on its side: actions stand at the right of the board, the strip in the row of the header. */
  low: '(max-height: 520px) and (min-width: 600px)',
  /** A phone held upright: what is seldom needed is in a menu. */
  narrow: '(max-width: 700px)',
};

class Space {
  beside = $state(true);
  low = $state(false);
  narrow = $state(false);

  constructor() {
    if (typeof matchMedia === 'undefined') return;
    for (const name of Object.keys(QUERIES) as (keyof typeof QUERIES)[]) {
      const query = matchMedia(QUERIES[name]);
      this[name] = query.matches;
      query.addEventListener?.('change', () => (this[name] = query.matches));
    }
  }
}

export const space = new Space();
