/**
 * What a hint names is marked on the board wherever a click does it (data-does) or is the first of two that lead to it
 * (data-leads); what is pressed already is not.
 */
import type { Attachment } from 'svelte/attachments';
import type { Action } from '$/game/actions';
import { bringIntoView } from './motion';

const BETWEEN = ';';

/** The value of data-leads. */
export function leads(actions: readonly Action[]): string | undefined {
  return actions.map((action) => action.text).join(BETWEEN) || undefined;
}

function isMeant(element: HTMLElement, texts: ReadonlySet<string>): boolean {
  const { does, leads } = element.dataset;
  return (
    element.getAttribute('aria-pressed') !== 'true' &&
    (texts.has(does ?? '') || (leads?.split(BETWEEN).some((text) => texts.has(text)) ?? false))
  );
}

/** Marks them in a stage, however often the board is drawn anew while the hint stands. */
export function marks(advised: readonly Action[]): Attachment<HTMLElement> {
  return (stage) => {
    if (advised.length === 0) return undefined;
    const texts = new Set(advised.map(({ text }) => text));
    let shown: HTMLElement | undefined;
    const mark = (): void => {
      for (const each of stage.querySelectorAll<HTMLElement>('[data-does], [data-leads], [data-advised=mark]')) {
        if (isMeant(each, texts)) each.dataset.advised = 'mark';
        else delete each.dataset.advised;
      }
      const first = [...stage.querySelectorAll<HTMLElement>('[data-advised]')].find(
        (each) => each.getClientRects().length > 0,
      );
      if (first && first !== shown) bringIntoView(first);
      shown = first;
    };
    mark();
    const observer = new MutationObserver(mark);
    observer.observe(stage, {
      subtree: true,
      childList: true,
      attributeFilter: ['data-does', 'data-leads', 'aria-pressed'],
    });
    return () => {
      observer.disconnect();
      for (const each of stage.querySelectorAll<HTMLElement>('[data-advised=mark]')) delete each.dataset.advised;
    };
  };
}
