import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '$/client/settings.svelte';
import Operator from '$/pages/Operator.svelte';

const OVERVIEW = {
  lines: 3,
  people: 2,
  tables: 7,
  in_memory: 1,
  waiting_to_be_stored: 0,
  waiting_for_bots: 0,
  draining: false,
  rooms: [
    {
      table: 'T1',
      game: 'bounce',
      phase: 'playing',
      is_open: true,
      since: 0,
      players: [
        { person: 'p1', name: 'Ann', bot: null },
        { person: null, name: null, bot: 'easy' },
      ],
      here: 1,
      suspicious_pings: 2,
    },
  ],
  banned: [{ person: 'p9', name: 'Eve' }],
};

/** A server that knows one token, and what was asked of it. */
function server(): string[] {
  const asked: string[] = [];
  vi.stubGlobal(
    'fetch',
    (path: string, { method, headers }: { method: string; headers: { Authorization: string } }) => {
      asked.push(`${method} ${path}`);
      if (headers.Authorization !== 'Bearer right')
        return Promise.resolve(
          Response.json({ reason: { code: 'not_the_operator', parameters: {} } }, { status: 403 }),
        );
      return Promise.resolve(method === 'GET' ? Response.json(OVERVIEW) : new Response(null, { status: 204 }));
    },
  );
  return asked;
}

async function enter(token: string): Promise<void> {
  const input = screen.getByLabelText<HTMLInputElement>('The operator’s token');
  input.value = token;
  input.dispatchEvent(new Event('input'));
  screen.getByRole('button', { name: 'Enter' }).click();
  await vi.waitFor(() => expect(screen.queryByText('tables that go on') ?? screen.queryByRole('alert')).toBeTruthy());
}

describe("the operator's page", () => {
  beforeEach(() => {
    settings.language = 'en';
    sessionStorage.clear();
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it('shows nothing without the token, and forgets a wrong one', async () => {
    server();
    render(Operator);
    await enter('wrong');
    expect(screen.getByRole('alert')).toHaveTextContent('whoever runs the server');
    expect(sessionStorage).toHaveLength(0);
    expect(screen.queryByText('T1')).toBeNull();
  });

  it('shows tables and load, and keeps the token for the tab alone', async () => {
    server();
    render(Operator);
    await enter(' right ');
    expect(document.querySelector('[data-load=tables]')).toHaveTextContent('7');
    expect(screen.getByText('T1')).toBeVisible();
    expect(screen.getByText('bot (easy)')).toBeVisible();
    expect(screen.getByText('pings answered late on purpose, it seems: 2')).toBeVisible();
    expect(sessionStorage.getItem('outcry.operator')).toBe('right');
    expect(localStorage.getItem('outcry.operator')).toBeNull();
    cleanup();
    render(Operator);
    await vi.waitFor(() => expect(screen.getByText('T1')).toBeVisible());
  });

  it('closes, bans, lets in again and drains, each once it was confirmed', async () => {
    const asked = server();
    const confirm = vi.fn(() => false);
    vi.stubGlobal('confirm', confirm);
    render(Operator);
    await enter('right');
    screen.getByRole('button', { name: 'Close table T1' }).click();
    expect(confirm).toHaveBeenCalledOnce();
    expect(asked.filter((one) => one.startsWith('POST'))).toEqual([]);
    confirm.mockReturnValue(true);
    for (const name of ['Close table T1', 'Ban Ann', 'Let Eve in again', 'Open no more tables'])
      screen.getByRole('button', { name }).click();
    await vi.waitFor(() =>
      expect(asked.filter((one) => one.startsWith('POST'))).toEqual([
        'POST ./api/operator/tables/T1/close',
        'POST ./api/operator/people/p1/ban',
        'POST ./api/operator/people/p9/unban',
        'POST ./api/operator/drain',
      ]),
    );
  });

  it('speaks German', async () => {
    settings.language = 'de';
    server();
    render(Operator);
    expect(screen.getByRole('button', { name: 'Eintreten' })).toBeVisible();
    await vi.waitFor(() => expect(document.title).toContain('Für den Betrieb dieses Servers'));
  });
});
