/**
 * Movement by comparison: whatever has the same data-piece before and after a change flies from its old place to the
 * new one; what is new comes from the piece that its data-from names.
 */
import { calm } from './settings.svelte';

export type Places = Map<string, DOMRect>;

export function placesIn(root: HTMLElement | undefined): Places {
  const places: Places = new Map();
  root
    ?.querySelectorAll<HTMLElement>('[data-piece]')
    .forEach((element) => places.set(element.dataset.piece ?? '', element.getBoundingClientRect()));
  return places;
}

/**
 * Call back when the page has laid itself out for the next frame: places can then be read without laying out for their
 * sake.
 */
export function onceLaidOut(root: HTMLElement | undefined, what: () => void): void {
  if (!root || typeof ResizeObserver === 'undefined') return what();
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    what();
  });
  observer.observe(root);
}

/** Scroll to something that the reader needs, once it has its place. */
export function bringIntoView(element: HTMLElement | undefined): void {
  onceLaidOut(element, () => element?.scrollIntoView?.({ block: 'nearest', behavior: calm() ? 'auto' : 'smooth' }));
}

/** For how many milliseconds something in a part of the page will still move; what moves for ever is not counted. */
export function motionIn(root: HTMLElement | undefined): number {
  const left = (root?.getAnimations?.({ subtree: true }) ?? []).map((animation) => {
    const end = Number(animation.effect?.getComputedTiming().endTime ?? 0);
    return Number.isFinite(end) ? end - Number(animation.currentTime ?? 0) : 0;
  });
  return Math.max(0, ...left);
}

/** All places are read before anything is set in motion, or each movement would make the page lay itself out again. */
export function moveFrom(root: HTMLElement | undefined, before: Places): void {
  if (calm() || !root || before.size === 0) return;
  const pieces = [...root.querySelectorAll<HTMLElement>('[data-piece]')].map((element) => ({
    element,
    now: element.getBoundingClientRect(),
  }));
  for (const { element, now } of pieces) {
    const old = before.get(element.dataset.piece ?? '') ?? before.get(element.dataset.from ?? '');
    if (!old) {
      element.animate?.(
        [
          { opacity: 0, transform: 'scale(0.9)' },
          { opacity: 1, transform: 'none' },
        ],
        { duration: 240 },
      );
      continue;
    }
    const x = old.left - now.left;
    const y = old.top - now.top;
    if (Math.abs(x) + Math.abs(y) < 2) continue;
    element.animate?.(
      [
        { transform: `translate(${x}px, ${y}px)`, zIndex: 5 },
        { transform: 'none', zIndex: 5 },
      ],
      {
        duration: 420,
        easing: 'cubic-bezier(0.22, 0.8, 0.3, 1)',
      },
    );
  }
}
