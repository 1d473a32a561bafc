/** What others do comes to the screen one move at a time: what is heard while pieces move waits until they lie. */

/** Nobody is shown what happened longer ago than so many milliseconds. */
const MOST_BEHIND = 4000;
/** So long nothing is known yet of how long a change will move. */
const SETTING_OFF = 90;
/** What moves longer is not waited for. */
const LONGEST = 3000;

export class OneAtATime<What> {
  private waiting: { what: What; at: number }[] = [];
  private until = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly draw: (what: What) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get isWaiting(): boolean {
    return this.waiting.length > 0;
  }

  /** Whether something is in motion, or waits for that. */
  get isBusy(): boolean {
    return this.isWaiting || this.now() < this.until;
  }

  /** Draw it once nothing moves any more. */
  add(what: What): void {
    this.waiting.push({ what, at: this.now() });
    this.wait();
  }

  /** Something was drawn, which may move. */
  setOff(): void {
    this.until = this.now() + SETTING_OFF;
  }

  /** What was drawn last moves for so many milliseconds more. */
  moves(milliseconds: number): void {
    this.until = this.now() + Math.min(LONGEST, milliseconds);
    if (this.isWaiting) this.wait();
  }

  /** Draw all that waits at once. */
  flush(): void {
    clearTimeout(this.timer);
    this.until = 0;
    for (const { what } of this.waiting.splice(0)) this.draw(what);
  }

  private wait(): void {
    clearTimeout(this.timer);
    const latest = this.waiting[0]!.at + MOST_BEHIND;
    this.timer = setTimeout(() => this.next(), Math.max(0, Math.min(this.until, latest) - this.now()));
  }

  private next(): void {
    const first = this.waiting.shift();
    if (!first) return;
    this.draw(first.what);
    if (this.isWaiting) this.wait();
  }
}
