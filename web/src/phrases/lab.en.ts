/** A measure: what it is called, and what it is. Those of the lab of the command have the same names. */
type Measured = { title: string; meaning: string };

export const en = {
  title: (game: string) => `Rule lab: ${game}`,
  lead: 'Change a rule and watch what becomes of the game: bots play it here, in your browser, thousands of times.',
  rules: 'Rules',
  seats: 'Players',
  bots: 'Bots play',
  botNames: { random: 'at random', greedy: 'by rules of thumb' } as { [bot: string]: string },
  compare: 'Compare with other rules',
  alone: 'Do not compare',
  ofTable: (name: string, table: string) => `${name}, ${table}`,
  asUsual: 'As in the rulebook',
  play: 'Play with these rules',
  playTable: (table: string) => `Play with rules ${table}`,
  share: 'Share',
  shareTold: 'Whoever opens this link sees the same experiment, and in the end the same figures.',
  link: 'The experiment as a link',
  pause: 'Pause',
  goOn: 'Go on',
  more: 'Play more',
  progress: 'Games played',
  games: (games: string, of: string) => `${games} of ${of} games`,
  gamesEach: (games: string, of: string) => `${games} of ${of} games with each`,
  rate: (games: string) => `${games} a second`,
  paused: 'paused',
  finished: (games: string) => `All ${games} games have been played.`,
  honest:
    'All intervals are of 95%, and hold however often you look and whenever you stop: they are confidence sequences, ' +
    'half as wide again as usual ones.',
  paired:
    'A and B are played with the same keys, game by game: the same cards and dice, as far as the rules allow. A ' +
    'difference in bold print is one whose interval leaves out zero; among twenty measures that are the same, one ' +
    'may look different.',
  weakness:
    'What is measured is how these bots play. People play differently, and a weakness of the bots may hide a ' +
    'difference or make one.',
  endless: 'With these rules a game does not end, so there is nothing to measure.',
  usual: 'Open the lab with the usual rules',
  figure: 'Figure',
  difference: 'B − A',
  mean: 'Mean',
  from: (low: string, high: string) => `${low} to ${high}`,
  unknown: '–',
  equal: 'dashed: an equal share',
  grouped: {
    wins: { title: 'Who wins', meaning: 'The share of games that each seat wins; a shared win counts in part.' },
    points: { title: 'Points', meaning: 'What each seat has in the end.' },
    ending: { title: 'How games end', meaning: 'The share of games that end so.' },
    action: { title: 'Actions', meaning: 'How often a game has each.' },
    event: { title: 'Events', meaning: 'How often a game has each.' },
    clause: {
      title: 'Clauses',
      meaning: 'The share of games in which a clause comes into play; one at zero never matters.',
    },
  } as { [kind: string]: Measured },
  course: 'The course of a game',
  courseTold: 'From left to right the games that were played; the band is the interval, which narrows.',
  turnBegins: 'A turn begins',
  measures: {
    turns: { title: 'Turns', meaning: 'How many turns a game has.' },
    decisions: { title: 'Decisions', meaning: 'How often somebody has to act.' },
    forced: {
      title: 'Forced decisions',
      meaning: 'The share of decisions with a single legal action: nothing to decide.',
    },
    options: { title: 'Options', meaning: 'How many legal actions there are to choose from, at each decision.' },
    ties: { title: 'Ties', meaning: 'The share of games in which several share the first place.' },
    margin: { title: 'Margin', meaning: 'How many points lie between the first and the next: small is close.' },
    lead_changes: { title: 'Changes of the lead', meaning: 'How often another player takes the lead alone.' },
    lead_for_good: {
      title: 'The lead for good',
      meaning: 'When the winner takes the lead and keeps it, as a share of the game: 100% is the last moment.',
    },
    comebacks: { title: 'Comebacks', meaning: 'The share of games whose winner was last halfway.' },
    led: { title: 'Led halfway', meaning: 'The share of games in which somebody leads alone halfway.' },
    leader_wins: {
      title: 'The leader wins',
      meaning:
        'The share of all games that are won by whoever led alone halfway. Divided by the share in which somebody ' +
        'did, it is how often leaders win: high is a dull end.',
    },
  } as { [kind: string]: Measured },
};

export type LabPhrases = typeof en;
