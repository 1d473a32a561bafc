/** What setting up a table for people takes: loaded together, once there is a server. */
export { reasonOf } from '$/client/together/api';
export { openTogether } from '$/client/together/opening';
export { newTable, usual, withSeats } from '$/client/together/setup';
export { together, worded } from '$/phrases/together';
export { default as PeopleSetup } from './PeopleSetup.svelte';
