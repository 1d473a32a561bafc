export const en = {
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

export type LearningPhrases = typeof en;
