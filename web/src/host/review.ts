/** A finished match looked at again: each decision of a seat, and what it cost. */
import { MOST_JUDGED } from '$/game/mind';
import type { DecisionJudged, ReviewDone } from '$/generated/messages';
import { Match } from './match';
import type { Time } from './time';

export interface Decision {
  /** After so many entries of the log. */
  entries: number;
  view: Uint8Array;
  action: number;
}

/** The decisions of a seat that stood, where there was a choice; each with what the seat knew. */
export function decisionsOf(match: Match, seat: number): Decision[] {
  const again = new Match(match.game, match.start);
  const standing = new Set(match.standing);
  const decisions: Decision[] = [];
  match.log.forEach((entry, entries) => {
    const isOwn = standing.has(entries) && entry.seat === seat;
    if (isOwn && entry.action && match.game.legal(again.state, seat).length > 1) {
      decisions.push({ entries, view: again.view(seat), action: entry.action.number });
    }
    again.goOn(entry);
  });
  return decisions;
}

/** Part of a win: all of it, what is shared, or nothing. */
export function resultOf({ game, state, seats }: Match, seat: number): number {
  const first = seats.filter((one) => game.place(state, one) === 1);
  return first.includes(seat) ? 1 / first.length : 0;
}

/** Judge one decision after another, telling of each; what is given back stops it. */
export function review(
  match: Match,
  seat: number,
  playouts: number,
  time: Time,
  tell: (message: DecisionJudged | ReviewDone) => void,
): () => void {
  const decisions = decisionsOf(match, seat);
  const mind = match.game.mind('review');
  mind.wake(match.game.chance(match.start.key), 0);
  const enough = Math.max(2, Math.min(playouts, MOST_JUDGED));
  const result = resultOf(match, seat);
  let first = result;
  let costs = 0;
  let place = 0;
  let stop = time.after(0, goOn);

  function goOn(): void {
    const decision = decisions[place];
    if (!decision) {
      tell({ type: 'review_done', decisions: decisions.length, result, luck: result - first + costs, play: -costs });
      return;
    }
    const { best, wins, winsOfBest, cost, chance } = mind.judge(decision.view, seat, decision.action, enough);
    if (place === 0) first = chance;
    costs += cost;
    const { entries, action } = decision;
    tell({
      type: 'decision_judged',
      place,
      of: decisions.length,
      entries,
      action,
      best,
      wins,
      wins_of_best: winsOfBest,
      chance,
      cost,
    });
    place++;
    stop = time.after(0, goOn);
  }

  return () => stop();
}
