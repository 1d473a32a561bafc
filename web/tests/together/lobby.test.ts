/** The lobby: one's own tables and open ones, who is here, and how the line is. */
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { settings } from '$/client/settings.svelte';
import { lobby } from '$/client/together/lobby.svelte';
import { me } from '$/client/together/me.svelte';
import type { YourTable } from '$/generated/protocol';
import Lobby from '$/parts/together/Lobby.svelte';
import { FakeSocket } from './server';

function isSomebody(): void {
  localStorage.setItem('outcry.me', '{"token": "mine", "person": "p", "name": "Ada", "colour": 1}');
  window.dispatchEvent(new StorageEvent('storage', { key: 'outcry.me' }));
}

function closed(code: string): void {
  FakeSocket.last.tell({ type: 'line_closed', reason: { code, parameters: {} }, is_final: true });
}

function shown(): HTMLElement {
  const { container } = render(Lobby, { games: [] });
  return container;
}

beforeEach(() => {
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
});

afterEach(() => {
  cleanup();
  lobby.leave();
  me.forget();
  lobby.why = lobby.notice = null;
  settings.language = 'en';
  vi.unstubAllGlobals();
});

it('says that its line is gone or closed, and why, instead of that nothing is open', async () => {
  const container = shown();
  FakeSocket.last.open().tell({ type: 'lobby_changed', tables: [], people: 0 });
  await vi.waitFor(() => expect(container).toHaveTextContent('No table is open just now.'));
  FakeSocket.last.break();
  await vi.waitFor(() => expect(container.querySelector('[data-line=gone]')).toBeVisible());
  expect(container).not.toHaveTextContent('No table is open');
  await vi.waitFor(() => expect(FakeSocket.all).toHaveLength(2));
  FakeSocket.last.open();
  closed('banned');
  await vi.waitFor(() => expect(container.querySelector('[data-line=closed]')).toBeVisible());
  container.querySelector<HTMLElement>('[data-come-back]')!.click();
  expect(FakeSocket.all).toHaveLength(3);
});

it('whom the server does not know any more is a new guest there, and is told so', async () => {
  isSomebody();
  const container = shown();
  FakeSocket.last.open();
  closed('not_known');
  expect(me.token).toBeNull();
  expect(FakeSocket.last.open().said).toEqual([{ type: 'enter', token: null }]);
  FakeSocket.last.tell({ type: 'entered', person: null, may_sit: false });
  await vi.waitFor(() => expect(container.querySelector('[data-new-guest]')).toHaveTextContent('You are a new guest'));
});

it('says that one is alone only to whoever is among those who are here', async () => {
  const container = shown();
  FakeSocket.last.open().tell({ type: 'lobby_changed', tables: [], people: 1 });
  await vi.waitFor(() => expect(container).toHaveTextContent('One person is here.'));
  isSomebody();
  await vi.waitFor(() => expect(container).toHaveTextContent('You are here alone just now.'));
});

it('has one’s finished tables last, and calls bots by words', async () => {
  settings.language = 'de';
  isSomebody();
  const yours = (table: string, more: Partial<YourTable>): YourTable => {
    return { table, game: 'bounce', phase: 'playing', players: [], is_your_turn: false, due: null, since: 0, ...more };
  };
  const container = shown();
  const tables = [
    yours('over', { phase: 'over', players: ['Ada', 'easy'], since: 3 }),
    yours('mine', { is_your_turn: true, since: 1 }),
    yours('other', { since: 2 }),
  ];
  FakeSocket.last.open().tell({ type: 'yours_changed', tables });
  await vi.waitFor(() => expect(container.querySelectorAll('[data-yours] li')).toHaveLength(3));
  const links = [...container.querySelectorAll<HTMLElement>('[data-yours] [data-table]')];
  expect(links.map((link) => link.dataset.table)).toEqual(['mine', 'other', 'over']);
  expect(links[2]).toHaveTextContent('Ergebnis ansehen');
  expect(container).toHaveTextContent('Ada, Bot (leicht)');
});
