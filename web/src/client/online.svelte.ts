/**
 * Whether there is a server behind the page, where people play together. A page from a static host has none: nothing
 * is said of it, and the page plays alone, as it does offline.
 */
/** Who one is at the server is kept under this name. */
export const KEY_OF_ME = 'outcry.me';

/** Whether one is somebody at a server already. */
export function isKnown(): boolean {
  return localStorage.getItem(KEY_OF_ME) !== null;
}

class Online {
  /** Null until it is known. */
  isThere = $state<boolean | null>(null);
  /** At how many tables it is the person's turn. */
  turns = $state(0);
  private looking: Promise<boolean> | null = null;

  look(): Promise<boolean> {
    this.looking ??= this.ask();
    return this.looking;
  }

  /** A page's title, with how often one is waited for. */
  titled(title: string): string {
    return this.turns > 0 ? `(${this.turns}) ${title}` : title;
  }

  private async ask(): Promise<boolean> {
    this.isThere = await isServed();
    if (!this.isThere) this.looking = null;
    return this.isThere;
  }
}

async function isServed(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    const answer = await fetch(new URL('api/tables', document.baseURI), { cache: 'no-store' });
    return answer.ok && Array.isArray(await answer.json());
  } catch {
    return false;
  }
}

export const online = new Online();
