/** What a person has set, kept in their browser. */
export type Theme = 'auto' | 'light' | 'dark';
export type Language = 'en' | 'de';
export type Speed = 'slow' | 'natural' | 'quick' | 'instant';
/** How well a bot plays; each game says what that means. */
export type Level = 'easy' | 'medium' | 'hard' | 'learned';

/** What every game has; who has learned plays some of them (game/learned.ts). */
export const LEVELS: readonly Level[] = ['easy', 'medium', 'hard'];
export const WITH_LEARNED: readonly Level[] = [...LEVELS, 'learned'];

export const HASTE: { [speed in Speed]: number } = { slow: 2, natural: 1, quick: 0.35, instant: 0 };

/** No table has more seats. */
const MOST_BOTS = 16;
const KEY = 'outcry.settings';

interface Kept {
  theme: Theme;
  language: Language;
  sound: boolean;
  speed: Speed;
  levels: Level[];
  animated: boolean;
  safeColours: boolean;
  singles: boolean;
}

function kept(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
  } catch {
    return {};
  }
}

class Settings {
  theme = $state<Theme>('auto');
  language = $state<Language>('en');
  sound = $state(true);
  speed = $state<Speed>('natural');
  /** Whether pieces move; not where the system asks for calm either. */
  animated = $state(true);
  /** Suits and seats by shape, and in colours that nearly all tell apart. */
  safeColours = $state(false);
  /** Whether what is the only choice is played without being pressed. */
  singles = $state(false);
  /** Of the first bot, the second and so on. */
  levels = $state<Level[]>([]);

  constructor() {
    const before = typeof localStorage === 'undefined' ? {} : kept();
    this.theme = before.theme ?? 'auto';
    this.language =
      before.language ?? (typeof navigator !== 'undefined' && navigator.language.startsWith('de') ? 'de' : 'en');
    this.sound = before.sound ?? true;
    this.speed = before.speed ?? 'natural';
    this.levels = before.levels ?? [];
    this.animated = before.animated ?? true;
    this.safeColours = before.safeColours ?? false;
    this.singles = before.singles ?? false;
  }

  /** How well a bot plays, the first being 0; medium where what was chosen is not to be had. */
  levelOf(bot: number, offered: readonly Level[] = LEVELS): Level {
    const level = this.levels[bot] ?? 'medium';
    return offered.includes(level) ? level : 'medium';
  }

  setLevel(bot: number, level: Level): void {
    this.levels = Array.from({ length: Math.max(this.levels.length, bot + 1) }, (_, one) =>
      one === bot ? level : this.levelOf(one, WITH_LEARNED),
    );
  }

  setAllLevels(level: Level): void {
    this.levels = Array.from({ length: MOST_BOTS }, () => level);
  }

  /** Call in an effect: shows and keeps what is set. */
  apply(): void {
    const dark = this.theme === 'dark' || (this.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    document.documentElement.lang = this.language;
    document.documentElement.toggleAttribute('data-still', !this.animated);
    if (this.safeColours) void import('$/safe_colours.css');
    document.documentElement.dataset.colours = this.safeColours ? 'safe' : 'usual';
    localStorage.setItem(
      KEY,
      JSON.stringify({
        theme: this.theme,
        language: this.language,
        sound: this.sound,
        speed: this.speed,
        levels: this.levels,
        animated: this.animated,
        safeColours: this.safeColours,
        singles: this.singles,
      }),
    );
  }
}

export const settings = new Settings();

/** Whether nothing is to move: by the system, or by what was set here. */
export function calm(): boolean {
  if (!settings.animated) return true;
  return typeof matchMedia !== 'undefined' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}
