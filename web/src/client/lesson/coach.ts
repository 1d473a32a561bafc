/** A coach, who follows a match of a lesson: as `Coach` of table/lesson.py. */
import type { Action } from '$/game/actions';
import type { EventTold } from '$/game/events';
import type { Happening, Lesson as Written, Step as WrittenStep } from '$/generated/lesson';
import type { Manifest } from '$/generated/manifest';
import type { LogLine } from '$/generated/messages';

export type Step = Required<WrittenStep>;
export type Lesson = Omit<Required<Written>, 'steps'> & { steps: Step[] };
export type Passed = 'done' | 'skipped' | '';

/** Which steps are done, skipped, or to come, the one whose time it is, and what is lit. */
export interface Coaching {
  passed: Passed[];
  step: number | null;
  lit: Action[];
}

const patterns = new Map<string, RegExp>();

function patternOf(notation: string): RegExp {
  const known = patterns.get(notation);
  if (known) return known;
  const words = notation
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('?', '[^ ]')
    .replaceAll('*', '[^ ]*');
  const pattern = new RegExp(`^${words}( |$)`);
  patterns.set(notation, pattern);
  return pattern;
}

/** Whether an action is one that a lesson names: its first words are these, `?` any letter and `*` any letters. */
export function begins(text: string, notation: string): boolean {
  return patternOf(notation).test(text);
}

export class Coach {
  constructor(
    private readonly manifest: Manifest,
    readonly lesson: Lesson,
  ) {}

  /**
   * What is said to a player who was told this, sees the record and may do that. Of several actions that a step names,
   * the one is lit that the rules of thumb would choose, and where no step fits it is lit too.
   */
  coached(
    log: readonly LogLine[],
    legal: readonly Action[],
    record: { [field: string]: unknown },
    thumb: Action | null,
  ): Coaching {
    const passed: Passed[] = this.lesson.steps.map(() => '');
    let last = '';
    for (const line of log) {
      if (line.gone) continue;
      this.passBy(line, passed);
      if (line.seat === this.lesson.seat) last = line.text;
    }
    for (const number of this.ahead(passed)) {
      const step = this.lesson.steps[number]!;
      const isTime = Object.entries(step.least).every(([field, number]) => Number(record[field]) >= number);
      const lit = isTime ? litBy(step, legal, last, thumb) : [];
      if (lit.length > 0 || (step.do.length === 0 && legal.length === 0)) return { passed, step: number, lit };
    }
    return { passed, step: null, lit: thumb && legal.length > 0 ? [thumb] : [] };
  }

  /** The steps that can come next: the first that is not past, and those that the player can end alone. */
  private ahead(passed: readonly Passed[]): number[] {
    const ahead = passed.flatMap((name, number) => (name ? [] : [number]));
    return ahead.filter((number) => number === ahead[0] || isUpToYou(this.lesson.steps[number]!));
  }

  private passBy(line: LogLine, passed: Passed[]): void {
    const ended = this.ahead(passed).find((number) => this.comes(this.lesson.steps[number]!.done, line));
    if (ended !== undefined) passed[ended] = 'done';
    this.lesson.steps.forEach((step, number) => {
      if (!passed[number] && this.comes(step.skip, line)) passed[number] = 'skipped';
    });
  }

  private comes(happenings: readonly Happening[], line: LogLine): boolean {
    return happenings.some((happening) =>
      happening.action
        ? this.isBy(happening, line.seat) && begins(line.text, happening.action)
        : line.events.some((told) => this.tells(happening, told)),
    );
  }

  private tells(happening: Happening, told: EventTold): boolean {
    if (told.event !== happening.event) return false;
    const about = this.manifest.events.find(({ event }) => event === told.event)?.about;
    return happening.by === 'anyone' || (Boolean(about) && this.isBy(happening, Number(told[about!])));
  }

  private isBy({ by }: Happening, seat: number | null): boolean {
    if (seat === null || seat < 0) return false;
    return by === 'anyone' || (by === 'you') === (seat === this.lesson.seat);
  }
}

function isUpToYou(step: Step): boolean {
  return step.do.length > 0 && step.done.some(({ action, by }) => action && by === 'you');
}

/** What a step lights of what is legal: what the first fitting of its notations names, if it is its time. */
function litBy(step: Step, legal: readonly Action[], last: string, thumb: Action | null): Action[] {
  const named = (notation: string): Action[] => legal.filter(({ text }) => begins(text, notation));
  const isTime =
    step.beside.every((each) => named(each).length > 0) &&
    !step.unless.some((each) => named(each).length > 0) &&
    begins(last, step.after);
  const lit = isTime ? (step.do.map(named).find((found) => found.length > 0) ?? []) : [];
  if (thumb && lit.some(({ number }) => number === thumb.number)) return [thumb];
  return step.wise && thumb ? [] : lit;
}
