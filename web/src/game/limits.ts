/** What comes from outside has limits, the same as in Python (table/limits.py). */
import { JOINERS, LARGEST_FILE, LONGEST_NAME, UNSEEN } from '$/generated/limits';

export { LARGEST_FILE, LONGEST_NAME };

const JOINER = new RegExp(`[${JOINERS}]`, 'gu');
const UNSEEN_LETTER = new RegExp(`(?![${JOINERS}])[${UNSEEN.map((kind) => `\\p{${kind}}`).join('')}]`, 'gu');

/** Whether a player can be called so. */
export function isName(name: unknown): name is string {
  return (
    typeof name === 'string' &&
    [...name].length <= LONGEST_NAME &&
    name.replaceAll(JOINER, '').trim() !== '' &&
    name.search(UNSEEN_LETTER) < 0
  );
}

/** What somebody typed as a name: what cannot be seen is left out, and nothing is left if there is no more to it. */
export function nameOf(typed: string): string {
  const name = [...typed.replaceAll(UNSEEN_LETTER, '').trim()].slice(0, LONGEST_NAME).join('');
  return isName(name) ? name : '';
}
