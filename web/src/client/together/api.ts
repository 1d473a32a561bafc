/** What is asked of the server over HTTP. */
import type { ReasonGiven } from '$/generated/messages';
import type { LinkMade, NewPerson, NewTable, Person, PersonChange, PersonMade, TableMade } from '$/generated/protocol';

/** What the server does not do, and why. */
export class NotDone extends Error {
  constructor(
    readonly status: number,
    readonly reason: ReasonGiven,
  ) {
    super(reason.code);
  }
}

const UNREACHED: ReasonGiven = { code: 'not_reached', parameters: {} };

async function asked(method: string, path: string, token?: string | null, body?: unknown): Promise<Response> {
  const headers: { [name: string]: string } = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const answer = await fetch(new URL(`api/${path}`, document.baseURI), {
    method,
    headers,
    cache: 'no-store',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new NotDone(0, UNREACHED);
  });
  if (answer.ok) return answer;
  const told = (await answer.json().catch(() => null)) as { reason?: ReasonGiven } | null;
  throw new NotDone(answer.status, told?.reason ?? UNREACHED);
}

async function answered<Answer>(...given: Parameters<typeof asked>): Promise<Answer> {
  return (await (await asked(...given)).json()) as Answer;
}

export const api = {
  newPerson: (person: NewPerson) => answered<PersonMade>('POST', 'people', null, person),
  me: (token: string) => answered<Person>('GET', 'me', token),
  changeMe: (token: string, change: PersonChange) => answered<Person>('PATCH', 'me', token, change),
  deleteMe: (token: string) => asked('DELETE', 'me', token),
  linkMe: (token: string) => answered<LinkMade>('POST', 'me/link', token),
  takeLink: (code: string) => answered<PersonMade>('POST', `links/${encodeURIComponent(code)}`),
  newTable: (token: string, table: NewTable) => answered<TableMade>('POST', 'tables', token, table),
  /** The match file of a finished game, as it was written. */
  fileOf: async (table: string, token: string | null, code: string | null) =>
    (await asked('GET', `tables/${table}/file${code ? `?code=${encodeURIComponent(code)}` : ''}`, token)).text(),
};

/** Why something was not done, whatever went wrong. */
export function reasonOf(error: unknown): ReasonGiven {
  if (error instanceof NotDone) return error.reason;
  return { code: 'broken', parameters: { what: error instanceof Error ? error.message : String(error) } };
}
