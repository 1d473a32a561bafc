/** Lessons: loaded when they are asked for, and kept until the browser's tab is closed. */
import type { Lesson } from './coach';

const KEY = 'outcry.lesson.';

export async function loadLesson(game: string): Promise<Lesson> {
  const answer = await fetch(new URL(`games/${game}.lesson.json`, document.baseURI));
  if (!answer.ok) throw new Error(`the lesson of ${game} cannot be loaded (${answer.status})`);
  return (await answer.json()) as Lesson;
}

export function keepLesson(game: string, file: string): void {
  try {
    sessionStorage.setItem(KEY + game, file);
  } catch {
    // A full or forbidden storage must not stop the lesson.
  }
}

export function keptLesson(game: string): string | null {
  try {
    return sessionStorage.getItem(KEY + game);
  } catch {
    return null;
  }
}

export function forgetLesson(game: string): void {
  try {
    sessionStorage.removeItem(KEY + game);
  } catch {
    // There was none.
  }
}
