import type { Time } from '$/host/time';

/** Time that does not pass: what is to happen later happens at once. */
export const AT_ONCE: Time = {
  now: () => 0,
  after: (_, what) => {
    what();
    return () => {};
  },
};
