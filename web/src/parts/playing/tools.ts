/** What one can do at a table besides playing. */
import type Icon from '$/parts/Icon.svelte';
import type { ComponentProps } from 'svelte';

export interface Tool {
  /** Its data attribute: data-undo, data-hint … */
  name: string;
  icon: ComponentProps<typeof Icon>['name'];
  label: string;
  disabled?: boolean;
  pressed?: boolean;
  act(): void;
}
