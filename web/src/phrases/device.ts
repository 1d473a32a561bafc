/** What the page says where several people share a device, in every language. */
import type { Language } from '$/client/settings.svelte';
import { de } from './device.de';
import { en, type DevicePhrases } from './device.en';

const all: { [language in Language]: DevicePhrases } = { en, de };

export function onOneDevice(language: Language): DevicePhrases {
  return all[language];
}
