/** One tab writes a match: whoever holds its lock. */

/** Lets go of it. */
export type Release = () => void;

/**
 * Hold the lock of a match, or null if another tab does; who takes it over steals it, and `lost` is called there. Where
 * a page is not served securely there are no locks: then every tab that opens a match takes it over, in the store.
 */
export function hold(id: string, lost: () => void, takesOver = false): Promise<Release | null> {
  const { locks } = navigator as Partial<Navigator>;
  if (!locks) return Promise.resolve(() => {});
  return new Promise((resolve, reject) => {
    let isHeld = false;
    locks
      .request(`outcry.match.${id}`, takesOver ? { steal: true } : { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null);
        isHeld = true;
        return new Promise<void>((release) => resolve(release));
      })
      .catch((error: unknown) => (isHeld ? lost() : reject(error as Error)));
  });
}
