/** Time as the host needs it, so that a test can drive it by hand. */
export interface Time {
  now(): number;
  after(seconds: number, what: () => void): () => void;
}

export const realTime: Time = {
  now: () => performance.now() / 1000,
  after: (seconds, what) => {
    const timer = setTimeout(what, seconds * 1000);
    return () => clearTimeout(timer);
  },
};
