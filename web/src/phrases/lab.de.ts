import type { LabPhrases } from './lab.en';

export const de: LabPhrases = {
  title: (game) => `Regellabor: ${game}`,
  lead: 'Ändere eine Regel und sieh zu, was aus dem Spiel wird: Bots spielen es hier in deinem Browser, tausendfach.',
  rules: 'Regeln',
  seats: 'Spieler',
  bots: 'Bots spielen',
  botNames: { random: 'zufällig', greedy: 'nach Faustregeln' },
  compare: 'Mit anderen Regeln vergleichen',
  alone: 'Nicht vergleichen',
  ofTable: (name, table) => `${name}, ${table}`,
  asUsual: 'Wie in der Spielregel',
  play: 'Mit diesen Regeln spielen',
  playTable: (table) => `Mit Regeln ${table} spielen`,
  share: 'Teilen',
  shareTold: 'Wer diesen Link öffnet, sieht dasselbe Experiment und am Ende dieselben Zahlen.',
  link: 'Das Experiment als Link',
  pause: 'Pause',
  goOn: 'Weiter',
  more: 'Mehr spielen',
  progress: 'Gespielte Spiele',
  games: (games, of) => `${games} von ${of} Spielen`,
  gamesEach: (games, of) => `je ${games} von ${of} Spielen`,
  rate: (games) => `${games} pro Sekunde`,
  paused: 'angehalten',
  finished: (games) => `Alle ${games} Spiele sind gespielt.`,
  honest:
    'Alle Intervalle sind 95-%-Intervalle und gelten, wie oft du auch hinsiehst und wann immer du aufhörst: Es sind ' +
    'Konfidenzfolgen, um die Hälfte weiter als gewöhnliche.',
  paired:
    'A und B werden mit denselben Schlüsseln gespielt, Spiel für Spiel: dieselben Karten und Würfel, soweit die ' +
    'Regeln es erlauben. Fett ist ein Unterschied, dessen Intervall die Null auslässt; unter zwanzig gleichen Maßen ' +
    'mag eines verschieden aussehen.',
  weakness:
    'Gemessen wird, wie diese Bots spielen. Menschen spielen anders, und eine Schwäche der Bots kann einen ' +
    'Unterschied verbergen oder schaffen.',
  endless: 'Mit diesen Regeln endet ein Spiel nicht, also gibt es nichts zu messen.',
  usual: 'Das Labor mit den üblichen Regeln öffnen',
  figure: 'Zahl',
  difference: 'B − A',
  mean: 'Mittel',
  from: (low, high) => `${low} bis ${high}`,
  unknown: '–',
  equal: 'gestrichelt: ein gleicher Anteil',
  grouped: {
    wins: {
      title: 'Wer gewinnt',
      meaning: 'Der Anteil der Spiele, die jeder Platz gewinnt; ein geteilter Sieg zählt zum Teil.',
    },
    points: { title: 'Punkte', meaning: 'Was jeder Platz am Ende hat.' },
    ending: { title: 'Wie Spiele enden', meaning: 'Der Anteil der Spiele, die so enden.' },
    action: { title: 'Aktionen', meaning: 'Wie oft ein Spiel jede hat.' },
    event: { title: 'Ereignisse', meaning: 'Wie oft ein Spiel jedes hat.' },
    clause: {
      title: 'Regeln',
      meaning: 'Der Anteil der Spiele, in denen eine Regel vorkommt; eine bei null spielt nie eine Rolle.',
    },
  },
  course: 'Der Verlauf eines Spiels',
  courseTold: 'Von links nach rechts die gespielten Spiele; das Band ist das Intervall, das schmaler wird.',
  turnBegins: 'Ein Zug beginnt',
  measures: {
    turns: { title: 'Züge', meaning: 'Wie viele Züge ein Spiel hat.' },
    decisions: { title: 'Entscheidungen', meaning: 'Wie oft jemand handeln muss.' },
    forced: {
      title: 'Erzwungene Entscheidungen',
      meaning: 'Der Anteil der Entscheidungen mit einer einzigen erlaubten Aktion: Es gibt nichts zu entscheiden.',
    },
    options: { title: 'Auswahl', meaning: 'Unter wie vielen erlaubten Aktionen man bei jeder Entscheidung wählt.' },
    ties: { title: 'Gleichstände', meaning: 'Der Anteil der Spiele, in denen sich mehrere den ersten Platz teilen.' },
    margin: {
      title: 'Abstand',
      meaning: 'Wie viele Punkte zwischen dem Ersten und dem Nächsten liegen: Wenig ist knapp.',
    },
    lead_changes: {
      title: 'Wechsel der Führung',
      meaning: 'Wie oft ein anderer die alleinige Führung übernimmt.',
    },
    lead_for_good: {
      title: 'Die Führung auf Dauer',
      meaning:
        'Wann der Sieger die Führung übernimmt und behält, als Anteil des Spiels: 100 % ist der letzte Augenblick.',
    },
    comebacks: {
      title: 'Aufholjagden',
      meaning: 'Der Anteil der Spiele, deren Sieger auf halbem Weg Letzter war.',
    },
    led: {
      title: 'Führung auf halbem Weg',
      meaning: 'Der Anteil der Spiele, in denen auf halbem Weg jemand allein führt.',
    },
    leader_wins: {
      title: 'Wer führt, gewinnt',
      meaning:
        'Der Anteil aller Spiele, die gewinnt, wer auf halbem Weg allein geführt hat. Geteilt durch den Anteil, in ' +
        'dem jemand geführt hat, ist es, wie oft Führende gewinnen: Viel ist ein langweiliges Ende.',
    },
  },
};
