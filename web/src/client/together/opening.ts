/** Opening a table at the server: as it was set up, or at one tap. */
import { router } from '$/client/router.svelte';
import type { NewTable } from '$/generated/protocol';
import { api } from './api';
import { me } from './me.svelte';

let mine: { table: string; seat: number } | null = null;

/** Open a table, go there, and sit down there. */
export async function openTogether(table: NewTable, seat: number): Promise<void> {
  const token = await me.needed();
  const made = await me.asked(() => api.newTable(token, table));
  mine = { table: made.table, seat };
  router.go(`/t/${made.table}/${made.invite}`);
}

/** The seat that was chosen when this table was opened here, once. */
export function takenSeat(table: string): number | null {
  const seat = mine?.table === table ? mine.seat : null;
  mine = null;
  return seat;
}
