/** The running match, kept in the browser so that a reload loses nothing. */
const KEY = 'outcry.match';

export interface Saved {
  game: string;
  file: string;
  seat: number;
  bots: { [seat: string]: string };
  pace: number;
  over: boolean;
}

export function keep(saved: Saved): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(saved));
  } catch {
    // A full or forbidden storage must not stop the game.
  }
}

export function kept(): Saved | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Saved | null;
  } catch {
    return null;
  }
}

export function forget(): void {
  localStorage.removeItem(KEY);
}
