/** A pointer drags an element to where another lies; jsdom has no places, so it is told what is there. */
export function dragTo(card: HTMLElement, place: Element | null): void {
  const event = (name: string, x: number, y: number): Event =>
    Object.assign(new MouseEvent(name, { button: 0, clientX: x, clientY: y, bubbles: true }), { pointerId: 1 });
  document.elementFromPoint = () => place;
  card.dispatchEvent(event('pointerdown', 5, 5));
  window.dispatchEvent(event('pointermove', 90, 200));
  window.dispatchEvent(event('pointerup', 90, 200));
}
