/** Movement by comparison: whatever has the same data-piece before and after a change flies from its old place to the new one. */
import { calm } from './settings.svelte';

export type Places = Map<string, DOMRect>;

export function placesIn(root: HTMLElement | undefined): Places {
  const places: Places = new Map();
  root?.querySelectorAll<HTMLElement>('[data-piece]').forEach((element) => places.set(element.dataset.piece ?? '', element.getBoundingClientRect()));
  return places;
}

export function moveFrom(root: HTMLElement | undefined, before: Places): void {
  if (calm() || !root) return;
  root.querySelectorAll<HTMLElement>('[data-piece]').forEach((element) => {
    const old = before.get(element.dataset.piece ?? '');
    const now = element.getBoundingClientRect();
    if (!old) {
      if (before.size > 0) element.animate?.([{ opacity: 0, transform: 'scale(0.9)' }, { opacity: 1, transform: 'none' }], { duration: 240 });
      return;
    }
    const x = old.left - now.left;
    const y = old.top - now.top;
    if (Math.abs(x) + Math.abs(y) < 2) return;
    element.animate?.([{ transform: `translate(${x}px, ${y}px)`, zIndex: 5 }, { transform: 'none', zIndex: 5 }], {
      duration: 420,
      easing: 'cubic-bezier(0.22, 0.8, 0.3, 1)',
    });
  });
}
