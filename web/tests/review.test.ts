import { describe, expect, it } from 'vitest';
import { actionOf } from '$/game/actions';
import type { HostMessage } from '$/generated/messages';
import { Host } from '$/host/host';
import { gameOf } from './game';
import { python } from './python';
import { AT_ONCE } from './time';

const REVIEW = `
import json, sys
from openoutcry import Match
from openoutcry.bots import find
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.lab.review import review
from openoutcry.table.file import text_of
name, seats, steps = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
match, chance = Match(name, seats, seed=3), new_chance(key_of_seed(4))
bots = [find("easy", match.game) for _ in range(seats)]
while not match.over:
    seat = match.to_act[0]
    match.play(seat, bots[seat].choose(match.view(seat), chance))
print(json.dumps({"file": text_of(match), "review": review(match, 1, steps).as_dict()}))`;

interface Reviewed {
  file: string;
  review: {
    result: number;
    luck: number | null;
    play: number;
    margin: number;
    decisions: {
      entry: number;
      action: string;
      before: number;
      after: number;
      best: string;
      wins_of_best: number;
      margin: number;
      cost: number;
      credit: number;
      verdict: string;
    }[];
  };
}

const SEAT = 1;
const STEPS = 300_000;

describe.each([
  ['bounce', 2],
  ['cash_a_catch', 3],
  ['cash_or_crash', 3],
  ['crypto_cards', 3],
  ['dead_cat_bounce', 2],
])('a review of a match of %s', (name, seats) => {
  it('gives in the page the figures that it gives in Python', async () => {
    const there = python<Reviewed>(REVIEW, name, String(seats), String(STEPS));
    const game = await gameOf(name);
    const heard: HostMessage[] = [];
    const host = new Host(
      () => Promise.resolve(game),
      (message) => heard.push(message),
      AT_ONCE,
    );
    await host.handle({ type: 'load_match', file: there.file, seat: SEAT });
    await host.handle({ type: 'ask_review', id: 1, steps: STEPS });
    const told = heard.filter((message) => message.type === 'decision_judged').reverse();
    const done = heard.at(-1);
    const text = (action: number): string => actionOf(game.manifest, action).text;
    const decisions = told.map(
      ({ entries, action, best, wins, chance, type: _type, place: _place, of: _of, ...rest }) => ({
        entry: entries,
        action: text(action),
        before: chance,
        after: wins,
        best: text(best),
        ...rest,
      }),
    );
    const { decisions: expected, result, luck, play, margin } = there.review;
    expect(decisions).toEqual(expected);
    expect(done).toEqual({
      type: 'review_done',
      decisions: expected.length,
      result,
      luck: expected.length ? luck : 0,
      play,
      margin,
    });
  });
});
