import type { LearningPhrases } from './learning.en';

export const de: LearningPhrases = {
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
