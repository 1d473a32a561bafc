/** It is your turn: a sound, and a notification for whoever looks elsewhere and has allowed it. */
import { listGames } from '$/client/games';
import { settings } from '$/client/settings.svelte';
import { callTurn } from '$/client/sound';
import { phrases } from '$/phrases';

export function mayAskToNotify(): boolean {
  return typeof Notification !== 'undefined' && Notification.permission === 'default';
}

/** Call whoever plays to a table; several calls to one table are one notification. */
export function call(table: string, game: string): void {
  callTurn();
  if (document.visibilityState === 'hidden') void notify(table, game);
}

async function notify(table: string, game: string): Promise<void> {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const titles = (await listGames().catch(() => [])).find((each) => each.game === game)?.titles;
  const title = phrases(settings.language).yourTurn;
  const told = { body: titles?.[settings.language] ?? game, tag: table, icon: './icon-192.png' };
  const address = new URL(`#/t/${table}`, document.baseURI).href;
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) return worker.showNotification(title, { ...told, data: address });
  const shown = new Notification(title, told);
  shown.onclick = (): void => {
    window.focus();
    location.hash = `/t/${table}`;
    shown.close();
  };
}
