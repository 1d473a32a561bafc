/** Who one is at the server: a guest, whose token the browser keeps. A person is made when one is first needed. */
import { KEY_OF_ME } from '$/client/online.svelte';
import { settings } from '$/client/settings.svelte';
import type { PersonMade } from '$/generated/protocol';
import { together } from '$/phrases/together';
import { api, NotDone } from './api';

export const COLOURS = 12;
const NOT_KNOWN = 401;

function kept(): PersonMade | null {
  try {
    const person = JSON.parse(localStorage.getItem(KEY_OF_ME) ?? 'null') as PersonMade | null;
    return typeof person?.token === 'string' ? person : null;
  } catch {
    return null;
  }
}

function oneOf<Thing>(all: readonly Thing[]): Thing {
  return all[Math.floor(Math.random() * all.length)]!;
}

class Me {
  person = $state.raw<PersonMade | null>(kept());
  /** What one is called and looks like before there is a person. */
  private wish = $state.raw({
    name: oneOf(together(settings.language).guestNames),
    colour: Math.floor(Math.random() * COLOURS),
  });
  private making: Promise<string> | null = null;
  /** Whether one has asked to be forgotten: then it is no news that one is not known. */
  isRemoving = false;

  constructor() {
    window.addEventListener('storage', ({ key }) => {
      if (key === KEY_OF_ME) this.person = kept();
    });
  }

  get token(): string | null {
    return this.person?.token ?? null;
  }

  get name(): string {
    return this.person?.name ?? this.wish.name;
  }

  get colour(): number {
    return this.person?.colour ?? this.wish.colour;
  }

  /** The token, of a person who is made now if there was none. */
  async needed(): Promise<string> {
    if (this.token) return this.token;
    this.making ??= api
      .newPerson({ name: this.name, colour: this.colour })
      .then((made) => this.become(made).token)
      .finally(() => (this.making = null));
    return this.making;
  }

  /** Another name or colour: told to the server if it knows one already. */
  async change(change: { name?: string; colour?: number }): Promise<void> {
    const { person } = this;
    if (!person) {
      this.wish = { name: change.name ?? this.name, colour: change.colour ?? this.colour };
      return;
    }
    const changed = await this.asked(() => api.changeMe(person.token, change));
    this.become({ ...person, ...changed });
  }

  /** A code that makes another device the same person. */
  async link(): Promise<{ code: string; seconds: number }> {
    const token = await this.needed();
    return this.asked(() => api.linkMe(token));
  }

  async takeLink(code: string): Promise<void> {
    this.become(await api.takeLink(code));
  }

  /** The server forgets this person, and so does the browser. */
  async remove(): Promise<void> {
    const { token } = this;
    this.isRemoving = true;
    try {
      if (token) await this.asked(() => api.deleteMe(token));
      this.forget();
    } finally {
      this.isRemoving = false;
    }
  }

  forget(): void {
    this.person = null;
    localStorage.removeItem(KEY_OF_ME);
  }

  /** Ask on one's own behalf: a token that the server does not know any more is given up. */
  async asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof NotDone && error.status === NOT_KNOWN) this.forget();
      throw error;
    }
  }

  private become(person: PersonMade): PersonMade {
    this.person = person;
    try {
      localStorage.setItem(KEY_OF_ME, JSON.stringify(person));
    } catch {
      // A full or forbidden storage: one is this person until the page is closed.
    }
    return person;
  }
}

export const me = new Me();
