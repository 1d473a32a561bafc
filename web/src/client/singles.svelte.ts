/** What is the only choice is played after a moment, for whoever has asked for that. */
import type { Action } from '$/game/actions';
import { settings } from './settings.svelte';
import type { Table } from './table.svelte';

/** So many milliseconds one sees that there is but one choice. */
const MOMENT = 900;
const UNDO = 'undo';

/** The only thing that the reader can do now, if it is to be played for them: not in a race, nor after taking back. */
export function onlyChoice(table: Table): Action | null {
  const legal = table.seen?.legal ?? [];
  const isWanted = settings.singles && table.myTurn && !table.race && !table.over && legal.length === 1;
  return isWanted && table.log.at(-1)?.text !== UNDO ? legal[0]! : null;
}

/** Call in an effect while the table is live: it is played once it was seen. */
export function playSingle(table: Table, action: Action): () => void {
  const timer = setTimeout(() => table.play(action), MOMENT);
  return () => clearTimeout(timer);
}
