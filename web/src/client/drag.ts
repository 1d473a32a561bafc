/** Dragging by mouse, pen or finger: a card is carried to whatever has a data-drop, and dropped there. */
import type { Attachment } from 'svelte/attachments';

export interface Drag {
  /** It begins to move. */
  lift?(): void;
  /** It is let go over a place; the place is the value of its data-drop. */
  drop(place: string): void;
}

/** Nearer than this it is a click. */
const FAR = 8;

/**
 * Makes an element one that can be dragged whenever there is something to do with it. Ask for it anew each time: it may
 * change while the card is in the air.
 */
export function draggable(drag: () => Drag | null | undefined): Attachment<HTMLElement> {
  return (card) => {
    let from: { x: number; y: number; pointer: number } | null = null;
    let moved = false;

    function down(event: PointerEvent): void {
      if (event.button !== 0 || from || !drag()) return;
      moved = false;
      from = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
      for (const [name, hear] of HEARD) window.addEventListener(name, hear);
    }

    function move(event: PointerEvent): void {
      if (!from || event.pointerId !== from.pointer) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      if (!moved && Math.hypot(x, y) < FAR) return;
      if (!moved) drag()?.lift?.();
      moved = true;
      Object.assign(card.style, { translate: `${x}px ${y}px`, zIndex: '6', pointerEvents: 'none', transition: 'none' });
    }

    function up(event: PointerEvent): void {
      if (!from || event.pointerId !== from.pointer) return;
      stop();
      if (!moved) return;
      const under = event.type === 'pointerup' ? document.elementFromPoint?.(event.clientX, event.clientY) : null;
      const place = under?.closest<HTMLElement>('[data-drop]')?.dataset.drop;
      if (place !== undefined) drag()?.drop(place);
      Object.assign(card.style, { translate: '', zIndex: '', pointerEvents: '', transition: '' });
      setTimeout(() => (moved = false));
    }

    /** The click that some browsers make of a drag is none. */
    function click(event: MouseEvent): void {
      if (moved) event.stopImmediatePropagation();
    }

    const HEARD: [string, EventListener][] = [
      ['pointermove', move as EventListener],
      ['pointerup', up as EventListener],
      ['pointercancel', up as EventListener],
    ];

    function stop(): void {
      from = null;
      for (const [name, hear] of HEARD) window.removeEventListener(name, hear);
    }

    card.addEventListener('pointerdown', down);
    card.addEventListener('click', click, true);
    return () => {
      stop();
      card.removeEventListener('pointerdown', down);
      card.removeEventListener('click', click, true);
    };
  };
}
