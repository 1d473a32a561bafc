/** Days and times as people write them. */
import type { Language } from '$/client/settings.svelte';

/** A day and a time, as short as it can be. */
export function whenTold(seconds: number, language: Language): string {
  const when = new Date(seconds * 1000);
  const isToday = when.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(language, {
    ...(isToday ? {} : { weekday: 'short', day: 'numeric', month: 'short' }),
    hour: 'numeric',
    minute: '2-digit',
  }).format(when);
}
