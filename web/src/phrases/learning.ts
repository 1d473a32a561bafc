/** What the page says where a game is learned, in every language. */
import type { Language } from '$/client/settings.svelte';

const en = {
  coach: 'Your coach',
  goal: 'The goal',
  stepOf: (step: number, of: number) => `Step ${step} of ${of}`,
  passed: { done: 'done', skipped: 'passed over', '': 'to come' },
  why: 'Why',
  free: 'Your turn',
  wait: 'The others are playing. Watch the board.',
  end: 'You know it all now',
  over: 'The lesson is over',
  own: 'A match of your own',
  again: 'Once more from the start',
  fold: 'Show less',
  unfold: 'Show more',
};

type Learning = typeof en;

const de: Learning = {
  coach: 'Dein Coach',
  goal: 'Das Ziel',
  stepOf: (step, of) => `Schritt ${step} von ${of}`,
  passed: { done: 'erledigt', skipped: 'übergangen', '': 'kommt noch' },
  why: 'Warum',
  free: 'Du bist dran',
  wait: 'Die anderen spielen. Sieh zu.',
  end: 'Jetzt kannst du es',
  over: 'Die Lektion ist zu Ende',
  own: 'Eine eigene Partie',
  again: 'Noch einmal von vorn',
  fold: 'Weniger zeigen',
  unfold: 'Mehr zeigen',
};

const all: { [language in Language]: Learning } = { en, de };

export function learning(language: Language): Learning {
  return all[language];
}
