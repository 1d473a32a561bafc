/** Chances as people write them. */
import type { Language } from '$/client/settings.svelte';

export function percent(chance: number, language: Language): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(chance);
}

/** With its sign, for what was gained or lost. */
export function change(chance: number, language: Language): string {
  const whole = Math.round(chance * 100) / 100;
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })
    .format(whole || 0)
    .replace('-', '−');
}
