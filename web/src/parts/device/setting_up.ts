/** What setting up a table for several people at this device takes, loaded together. */
export { openingFor, peopleAt, placesFor, playersOf, sharedName } from '$/client/device/people';
export { onOneDevice } from '$/phrases/device';
export { default as DeviceSetup } from './DeviceSetup.svelte';
