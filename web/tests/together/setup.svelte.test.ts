/** Setting up a table for people: only what has a meaning is asked. */
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import { usual, type Timing } from '$/client/together/setup';
import PeopleSetup from '$/parts/together/PeopleSetup.svelte';

afterEach(cleanup);

it.each([
  ['none', true],
  ['days', false],
] as [Timing, boolean][])('with %s as time it asks how long an offer waits: %s', (timing, isAsked) => {
  const chosen = $state({ ...usual(3), timing });
  const { container } = render(PeopleSetup, { chosen, hasOffers: true });
  expect(container.textContent.includes('An offer waits for')).toBe(isAsked);
});
