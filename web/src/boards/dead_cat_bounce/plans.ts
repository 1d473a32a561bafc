/**
 * What a click can come to: one legal action, or two of which the second is legal once the first is played. The rules
 * are asked, never written here.
 */
import type { Seen } from '$/client/table.svelte';
import { actionOf, type Action } from '$/game/actions';
import type { Words } from '$/game/words';
import { floorOf, letterOf, tokensIn } from './floor';

/** What the reader has picked up: a card of the hand, an own meld, or a card of that meld. */
export interface Pick {
  card: string | null;
  meld: string | null;
}

/**
 * Where a plan ends: a meld of one's own, another card of the hand, alone on the table, the flop, the bank, one's hand,
 * a cut, a card of another player.
 */
export type Target = 'meld' | 'mate' | 'alone' | 'flop' | 'bank' | 'hand' | 'cut' | 'other';

export interface Plan {
  steps: [Action, ...Action[]];
  to: Target;
  /** The card of the hand, or of the meld in `from`, that moves. */
  card: string | null;
  /** The own meld that a card comes from, or that is cut. */
  from: string | null;
  /** The own meld that a card goes to. */
  meld?: string;
  /** The second card of the hand, or the other player's card. */
  mate?: string;
  rank?: string;
  seat?: number;
}

/** What would be legal after an action that draws nothing and tells nothing: the game itself says. */
function legalAfter(seen: Seen, action: Action): Action[] {
  const { game, seat } = seen;
  const record = seen.record.slice();
  game.apply(record, seat, action.number, new Uint8Array(game.manifest.chance.bytes));
  return game.legal(record, seat).map((number) => actionOf(game.manifest, number));
}

/** Everything the reader can do with a card or a meld of their own. */
export function plansOf(seen: Seen): Plan[] {
  const floor = floorOf(seen);
  const { seat } = seen;
  const hand = floor.hands[seat] ?? [];
  const first = (card: string): string | null => {
    const place = floor.fact('letter_of', seat, card);
    return place < 0 ? null : letterOf(place);
  };

  function working(action: Action, letter: string, before?: Action): Plan[] {
    const card = action.parts.card ?? '';
    const steps: Plan['steps'] = before ? [before, action] : [action];
    switch (action.verb) {
      case 'extend':
      case 'bridge':
        return [{ steps, to: 'meld', card, from: null, meld: letter }];
      case 'take':
        return [{ steps, to: 'hand', card, from: letter }];
      case 'split':
        return [{ steps, to: 'cut', card: null, from: letter, rank: action.parts.rank ?? '' }];
      default:
        return [];
    }
  }

  return seen.legal.flatMap((action): Plan[] => {
    const card = action.parts.card ?? '';
    const letter = action.parts.meld ?? '';
    switch (action.verb) {
      case 'at':
        return legalAfter(seen, action).flatMap((next) => working(next, letter, action));
      case 'begin':
        return legalAfter(seen, action).map((next) => ({
          steps: [action, next],
          to: 'mate',
          card,
          from: null,
          mate: next.parts.card ?? '',
        }));
      case 'extend':
      case 'bridge':
      case 'take':
      case 'split':
        return working(action, letterOf(floor.focus));
      case 'single':
        return [{ steps: [action], to: 'alone', card, from: null }];
      case 'put':
        return [{ steps: [action], to: 'flop', card, from: hand.includes(card) ? null : first(card) }];
      case 'sell':
        return [{ steps: [action], to: 'bank', card, from: null }];
      case 'sell_shown':
        return [{ steps: [action], to: 'bank', card, from: first(card) }];
      case 'block':
        return [{ steps: [action], to: 'meld', card: 'block', from: null, meld: letter }];
      case 'steal':
        return [
          { steps: [action], to: 'other', card: 'thief', from: null, seat: Number(action.parts.seat), mate: card },
        ];
      default:
        return [];
    }
  });
}

/** The plans of what is picked up. */
export function plansOfPick(plans: Plan[], pick: Pick | null): Plan[] {
  if (!pick) return [];
  return plans.filter((plan) => plan.from === pick.meld && plan.card === pick.card);
}

/** Where a card of the hand can be dropped. A meld is called by its letter, a card of the hand by itself. */
export const DROPS = {
  flop: 'flop',
  bank: 'bank',
  floor: 'floor',
  meld: (letter: string) => `meld ${letter}`,
  mate: (card: string) => `mate ${card}`,
};

/**
 * What it means to drop a card of the hand somewhere: a plan, or the notation of what a person tries; on the floor it
 * lies alone if it may, else it begins a meld.
 */
export function dropped(plans: Plan[], card: string, place: string): Plan | string | null {
  const own = plans.filter((plan) => plan.card === card && plan.from === null);
  const [where, what] = place.split(' ');
  switch (where) {
    case 'flop':
      return own.find((plan) => plan.to === 'flop') ?? `put ${card}`;
    case 'bank':
      return own.find((plan) => plan.to === 'bank') ?? `sell ${card}`;
    case 'meld':
      return own.find((plan) => plan.to === 'meld' && plan.meld === what) ?? `extend ${card}`;
    case 'mate':
      return own.find((plan) => plan.to === 'mate' && plan.mate === what) ?? null;
    case 'floor': {
      const begin = own.find((plan) => plan.to === 'mate');
      return (
        own.find((plan) => plan.to === 'alone') ?? (begin ? { ...begin, steps: [begin.steps[0]] } : `single ${card}`)
      );
    }
    default:
      return null;
  }
}

/** A plan in words. */
export function told(plan: Plan, words: Words): string {
  const [action, next] = plan.steps;
  const last = next ?? action;
  const card = words.name('card', plan.card ?? '');
  if (action.verb === 'begin') {
    return words.label(last.verb === 'bridge' ? 'together_bridged' : 'together', {
      card,
      other: words.name('card', plan.mate ?? ''),
    });
  }
  if (action.verb === 'at' && plan.meld)
    return words.label(last.verb === 'bridge' ? 'bridge_to' : 'add_to', { card, meld: plan.meld });
  return words.action(last);
}

export function takeoverTold(action: Action, price: number, words: Words): string {
  return words.label('for_price', { action: words.action(action), tokens: tokensIn(words, price) });
}

/** What a click on something does, and what it is called. */
export interface Touch {
  label: string;
  /** The notation of the first action that it leads to. */
  does?: string;
  /** What it leads to, where it is only picked by this click. */
  leads?: string | undefined;
  lit: boolean;
  picked?: boolean;
  act(): void;
}
